// One service of one Consul, watched for ever by blocking queries. Out: its instances whenever they differ, and what is
// wrong. What was told last stays until Consul answers otherwise: an answer that is missing, refused, cut by the token's
// rights or unreadable takes nothing away.
import { lookup } from 'node:dns/promises';
import type { ConsulEndpoint } from '../../messages/consul.ts';
import { backOffMs, requestBackOff } from '../kubernetes/back-off.ts';
import type { SourceClock } from '../source.ts';
import type { ConsulClient, HealthAnswer } from './client.ts';
import { isName, parseHealth, type ConsulInstance } from './health.ts';
import { nextIndex } from './index-rules.ts';

export type WatchTrouble = { readonly kind: 'refused' | 'failed'; readonly message: string };

export interface ServiceWatchOptions {
  readonly service: string;
  readonly client: ConsulClient;
  readonly clock: SourceClock;
  readonly random: () => number;
  /** Addresses of a name; absent: the system's resolver. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  /** Never called with endpoints equal to those before. */
  onEndpoints(endpoints: readonly ConsulEndpoint[]): void;
  /** What is wrong now; undefined: all is well again. Not repeated. */
  onTrouble(trouble: WatchTrouble | undefined): void;
  onReset(): void;
}

export interface ServiceWatch {
  /** The running query is made anew, if one waits. */
  again(): void;
  stop(): void;
}

/** Of answers that come at once: a service that flaps asks for no more than this. */
const minIntervalMs = 50;
/** Names are looked up again so often, as Consul doesn't tell when their addresses change. */
const namesEveryMs = 30_000;

export function watchService(options: ServiceWatchOptions): ServiceWatch {
  const { service, client, clock, random } = options;
  const resolve = options.resolve ?? resolveName;
  let stopped = false;
  let controller = new AbortController();
  let index = 0;
  let failures = 0;
  let toldEndpoints: string | undefined;
  let toldTrouble: WatchTrouble | undefined;
  let namesTimer: { cancel(): void } | undefined;
  let wake = (): void => {};
  /** Of the instances known last; a look-up for older ones counts for nothing. */
  let generation = 0;

  function pause(delayMs: number): Promise<void> {
    return new Promise((done) => {
      const timer = clock.setTimer(delayMs, done);
      wake = () => {
        timer.cancel();
        done();
      };
    });
  }

  function trouble(now: WatchTrouble | undefined): void {
    if (now?.kind === toldTrouble?.kind && now?.message === toldTrouble?.message) return;
    toldTrouble = now;
    options.onTrouble(now);
  }

  /** Throws with what is wrong with the answer. */
  async function take(answer: Extract<HealthAnswer, { kind: 'answer' }>): Promise<WatchTrouble | undefined> {
    const next = nextIndex(index, answer.index);
    const isSame = index > 1 && next.index === index;
    if (next.isReset) options.onReset();
    // Nothing happened but that the wait came to its end.
    if (isSame && toldTrouble === undefined) return undefined;
    const instances = parseHealth(answer.body);
    if (answer.isFiltered && instances.length === 0) {
      index = next.index;
      return { kind: 'refused', message: 'the token may not read this service, or none of the nodes that it runs on' };
    }
    await tell(instances);
    index = next.index;
    return undefined;
  }

  /** Throws when no name could be looked up. */
  async function tell(instances: readonly ConsulInstance[]): Promise<void> {
    namesTimer?.cancel();
    const own = ++generation;
    const endpoints = await endpointsOf(instances, resolve);
    if (stopped || own !== generation) return;
    const text = JSON.stringify(endpoints);
    if (text !== toldEndpoints) {
      toldEndpoints = text;
      options.onEndpoints(endpoints);
    }
    if (!instances.some(isName)) return;
    namesTimer = clock.setTimer(namesEveryMs * (0.75 + random() / 2), () => {
      tell(instances).catch((error: unknown) => trouble({ kind: 'failed', message: (error as Error).message }));
    });
  }

  async function once(): Promise<WatchTrouble | undefined> {
    const answer = await client.health({ service, index, signal: controller.signal });
    return answer.kind === 'answer' ? await take(answer) : answer;
  }

  async function run(): Promise<void> {
    for (;;) {
      const startMs = clock.nowMs();
      try {
        const found = await once();
        trouble(found);
        failures = found === undefined ? 0 : failures + 1;
      } catch (error) {
        // Made anew, or over; everything else is an answer that can't be read.
        if (controller.signal.aborted) {
          if (stopped) return;
          controller = new AbortController();
          continue;
        }
        trouble({ kind: 'failed', message: (error as Error).message });
        failures++;
      }
      if (stopped) return;
      if (failures > 0) {
        // What comes next must not be taken for a wait that ended.
        index = 0;
        await pause(backOffMs(requestBackOff, failures - 1, random()));
      } else await pause(Math.max(0, startMs + minIntervalMs - clock.nowMs()));
      if (stopped) return;
    }
  }

  void run();
  return {
    again: () => controller.abort(),
    stop() {
      stopped = true;
      namesTimer?.cancel();
      controller.abort();
      wake();
    },
  };
}

async function resolveName(name: string): Promise<readonly string[]> {
  return (await lookup(name, { all: true })).map(({ address }) => address);
}

/** One an address and port, sorted. Throws if none of the names has an address. */
async function endpointsOf(
  instances: readonly ConsulInstance[],
  resolve: (name: string) => Promise<readonly string[]>,
): Promise<readonly ConsulEndpoint[]> {
  const names = [...new Set(instances.filter(isName).map(({ host }) => host))];
  const addresses = new Map<string, readonly string[]>();
  const failures: string[] = [];
  await Promise.all(
    names.map(async (name) => {
      try {
        addresses.set(name, await resolve(name));
      } catch (error) {
        failures.push((error as Error).message);
      }
    }),
  );
  const found = new Map<string, { address: string; port: number; weight: number }>();
  for (const instance of instances) {
    const { host, port, weight } = instance;
    for (const address of isName(instance) ? (addresses.get(host) ?? []) : [host]) {
      const key = `${address}|${port}`;
      const known = found.get(key);
      if (known === undefined || known.weight < weight) found.set(key, { address, port, weight });
    }
  }
  const [first] = failures;
  if (first !== undefined && failures.length === names.length && found.size === 0) throw new Error(first);
  const all = [...found.values()].sort((a, b) =>
    a.address < b.address ? -1 : a.address > b.address ? 1 : a.port - b.port,
  );
  const isEven = all.every(({ weight }) => weight === all[0]!.weight);
  return all.map(({ address, port, weight }) => (isEven ? { address, port } : { address, port, weight }));
}
