// Addresses of Services: a load balancer's out of a pool (or the one asked for), and the way from an address to ready Pods.
// In: Services, Pods. Out: routes in the cluster's namespace, `status.loadBalancer`.
// Must hold: an address is one Service's at a time; an address that is asked for and isn't of the pool stays unassigned.
import type { Cluster, KubeObject } from '../cluster.ts';
import { KubeError } from '../kube-client.ts';
import type { PodNetwork, Sandbox } from './network.ts';
import type { Pod } from './pod.ts';

export interface ServiceRoutes {
  onService: (type: 'present' | 'deleted', object: KubeObject) => void;
  /** Pods have come, gone, or become ready or unready. */
  changed: () => void;
  stop(): Promise<void>;
}

interface ServiceSpec {
  readonly type?: string;
  readonly clusterIP?: string;
  readonly loadBalancerIP?: string;
  readonly selector?: Readonly<Record<string, string>>;
  readonly ports?: readonly { readonly port: number; readonly targetPort?: number | string }[];
}

interface Entry {
  object: KubeObject;
  loadBalancer?: string;
  /** Address → Pods that it leads to now. */
  readonly routed: Map<string, ReadonlySet<Sandbox>>;
}

/** TEST-NET-2. The second half is given only to those who ask for it. */
export const loadBalancerPool = { prefix: '198.51.100.', first: 1, lastAutomatic: 199, last: 254 };

const againAfterMs = 500;

export function createServiceRoutes({
  cluster,
  network,
  pods,
}: {
  readonly cluster: Cluster;
  readonly network: PodNetwork;
  readonly pods: () => readonly Pod[];
}): ServiceRoutes {
  const entries = new Map<string, Entry>();
  let work: Promise<void> = Promise.resolve();
  let pending = false;
  let stopped = false;

  /** Undefined: none can be given. */
  function takeAddress(wanted: string | undefined): string | undefined {
    const taken = new Set([...entries.values()].map(({ loadBalancer }) => loadBalancer));
    const { prefix, first, lastAutomatic, last } = loadBalancerPool;
    if (wanted !== undefined && wanted !== '') {
      const host = wanted.startsWith(prefix) ? Number(wanted.slice(prefix.length)) : 0;
      return host >= first && host <= last && !taken.has(wanted) ? wanted : undefined;
    }
    for (let host = first; host <= lastAutomatic; host++) if (!taken.has(`${prefix}${host}`)) return `${prefix}${host}`;
    return undefined;
  }

  async function assign(entry: Entry): Promise<void> {
    const spec = entry.object['spec'] as ServiceSpec;
    const wantsOne = spec.type === 'LoadBalancer';
    const wanted = spec.loadBalancerIP;
    const fits = wantsOne && entry.loadBalancer !== undefined && (!wanted || entry.loadBalancer === wanted);
    if (!fits) {
      delete entry.loadBalancer;
      const address = wantsOne ? takeAddress(wanted) : undefined;
      if (address !== undefined) entry.loadBalancer = address;
    }
    const ingress = entry.loadBalancer === undefined ? [] : [{ ip: entry.loadBalancer }];
    const { loadBalancer } = (entry.object['status'] ?? {}) as {
      loadBalancer?: { ingress?: readonly { ip?: string }[] };
    };
    if ((loadBalancer?.ingress?.[0]?.ip ?? '') === (ingress[0]?.ip ?? '')) return;
    await cluster.patchStatus(entry.object, { loadBalancer: { ingress } }).catch((error: unknown) => {
      if (!(error instanceof KubeError && error.status === 404)) throw error;
    });
  }

  async function route(entry: Entry): Promise<void> {
    const { namespace } = entry.object.metadata;
    const { clusterIP, selector, ports = [] } = entry.object['spec'] as ServiceSpec;
    const behind = pods().filter(({ namespace: of, labels, ready, sandbox }) => {
      const selected =
        selector !== undefined && Object.entries(selector).every(([key, value]) => labels[key] === value);
      return of === namespace && ready && selected && sandbox !== undefined;
    });
    const chosen = behind.flatMap(({ sandbox }) => sandbox ?? []);
    const straight = ports.every(({ port, targetPort = port }) =>
      typeof targetPort === 'number'
        ? targetPort === port
        : behind.every((pod) => pod.containerPort(targetPort) === port),
    );
    const addresses = [entry.loadBalancer, clusterIP].filter(
      (each) => each !== undefined && each !== 'None' && each !== '',
    );
    const wanted = new Map(straight ? addresses.map((address) => [address as string, new Set(chosen)]) : []);
    const living = new Set(pods().map(({ sandbox }) => sandbox));
    for (const address of new Set([...entry.routed.keys(), ...wanted.keys()])) {
      const before = entry.routed.get(address) ?? new Set();
      const after = wanted.get(address) ?? new Set<Sandbox>();
      if (before.size === after.size && [...after].every((each) => before.has(each))) continue;
      for (const each of after) if (!before.has(each)) await each.addAddress(address);
      await network.route(address, [...after]);
      for (const each of before) if (!after.has(each) && living.has(each)) await each.removeAddress(address);
      if (after.size === 0) entry.routed.delete(address);
      else entry.routed.set(address, after);
    }
  }

  async function settle(): Promise<void> {
    pending = false;
    let isDone = true;
    for (const entry of entries.values()) {
      if (stopped) return;
      try {
        await assign(entry);
        await route(entry);
      } catch {
        // A Pod ended in between, or the API server did not answer in time.
        isDone = false;
      }
    }
    if (!isDone) setTimeout(changed, againAfterMs).unref();
  }

  function changed(): void {
    if (pending || stopped) return;
    pending = true;
    work = work.then(settle);
  }

  return {
    changed,
    onService(type, object) {
      const uid = String(object.metadata['uid']);
      const entry = entries.get(uid);
      if (type === 'present') {
        if (entry === undefined) entries.set(uid, { object, routed: new Map() });
        else entry.object = object;
        return changed();
      }
      if (entry === undefined) return;
      entries.delete(uid);
      work = work.then(async () => {
        for (const [address, sandboxes] of entry.routed) {
          await network.unroute(address);
          for (const each of sandboxes) await each.removeAddress(address).catch(() => undefined); // its Pod has ended
        }
      });
    },
    async stop() {
      stopped = true;
      await work;
    },
  };
}
