// What is measured, one function a scenario. Each prepares the cluster's objects, then does the same work with every
// system and returns rows. All times are from just before the request to the API server until the answer through Envoy.
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from '../test/support/cluster.ts';
import { createCa } from '../test/support/certs.ts';
import {
  client,
  cpuSeconds,
  distribution,
  histogramDistribution,
  memoryMb,
  readHistogram,
  untilServed,
  type Buckets,
  type Client,
  type Distribution,
} from './measure.ts';
import {
  baseObjects,
  doorPort,
  endpointSlice,
  hostName,
  hostOf,
  proxy,
  requestOf,
  REVISION_HEADER,
  seededRandom,
  serviceOf,
  tlsSecret,
  type BenchObject,
  type Sizes,
} from './objects.ts';
import type { Row } from './report.ts';
import { HTTP_PORT, HTTPS_PORT, type System, type SystemSpec } from './systems.ts';

export interface Setting {
  readonly cluster: Cluster;
  readonly systems: readonly SystemSpec[];
  readonly sizes: Sizes;
  readonly changes: number;
  /** Numbers of hosts between which the cluster grows. */
  readonly steps: readonly number[];
  /** Of a soak. */
  readonly minutes: number;
  readonly seed: number;
  /** Two addresses in the namespace at which the backend listens. */
  readonly backends: readonly [string, string];
  readonly say: (text: string) => void;
}

export type Measured = Record<string, { unit: string; value: number | Distribution }>;

/** Change of one route and of one Service's endpoints at rest, cold start, CPU a change, memory, event-loop delay. */
export async function changeScenario(setting: Setting): Promise<Row[]> {
  await prepare(setting);
  return eachSystem(setting, async (system, http, measured) => {
    await changesAtRest(setting, system, http, measured);
  });
}

async function changesAtRest(setting: Setting, system: System, http: Client, measured: Measured): Promise<void> {
  const random = seededRandom(setting.seed);
  await eventLoopDelay(system);
  await routeChanges(setting, system, http, random, measured);
  const served = await endpointChanges(setting, http, random, setting.changes);
  measured['endpoint change → served'] = { unit: 'ms', value: distribution(served) };
  addDelay(measured, 'ADS thread, event-loop delay p99.9 during changes', await eventLoopDelay(system));
  await memory(system, measured);
}

export async function memory(system: System, measured: Measured): Promise<void> {
  await quiet(system);
  const { now, peak } = memoryMb(system.controlPlane);
  measured['control plane memory'] = { unit: 'MB', value: now };
  measured['control plane memory, highest'] = { unit: 'MB', value: peak };
  measured['Envoy memory'] = { unit: 'MB', value: memoryMb(system.envoy).now };
}

/**
 * `changes` cold starts of each system, by turns: what one of them leaves behind in the API server (garbage, caches) does
 * not always meet the same other one. The first round does not count.
 */
export async function coldStartScenario(setting: Setting): Promise<Row[]> {
  await prepare(setting);
  const rows = new Map<string, { name: string; unit: string; values: Record<string, number[]> }>();
  for (let round = 0; round <= setting.changes; round++) {
    for (const spec of round % 2 === 0 ? setting.systems : setting.systems.toReversed()) {
      const measured = await measureSystem(setting, spec, async (system, _http, into) => memory(system, into));
      if (round === 0) continue;
      for (const [name, { unit, value }] of Object.entries(measured)) {
        const row = rows.get(name) ?? { name, unit, values: {} };
        (row.values[spec.name] ??= []).push(typeof value === 'number' ? value : value.p50);
        rows.set(name, row);
      }
    }
  }
  return [...rows.values()].map(({ name, unit, values }) => ({
    name,
    unit,
    values: Object.fromEntries(Object.entries(values).map(([system, each]) => [system, distribution(each)])),
  }));
}

/** Endpoint changes while the builder compiles everything from nothing (nuncio only: it can be asked to). */
export async function coldCompileScenario(setting: Setting): Promise<Row[]> {
  await prepare(setting);
  return eachSystem(setting, async (system, http, measured) => {
    if (system.name !== 'nuncio') return;
    const random = seededRandom(setting.seed);
    const served: number[] = [];
    let delayMs = 0;
    while (served.length < setting.changes) {
      await quiet(system);
      await eventLoopDelay(system);
      await system.steer('PUT', '/debug/restart?thread=builder');
      const compiled = waitForCompile(system);
      // Only what falls into the time of the compile counts.
      const during = await endpointChanges(setting, http, random, setting.changes - served.length, compiled.isDone);
      await compiled.done;
      served.push(...during);
      delayMs = Math.max(delayMs, (await eventLoopDelay(system)) ?? 0);
      setting.say(`${served.length} endpoint changes measured while the builder compiled`);
    }
    measured['endpoint change → served, builder compiling cold'] = { unit: 'ms', value: distribution(served) };
    addDelay(measured, 'ADS thread, event-loop delay p99.9 while compiling cold', delayMs);
  });
}

/** Of a builder that has just been restarted: done once it has compiled and sent everything again. */
function waitForCompile(system: System): { readonly done: Promise<void>; readonly isDone: () => boolean } {
  let finished = false;
  const run = async (): Promise<void> => {
    const until = performance.now() + 120_000;
    while (performance.now() < until) {
      const page = await system.admin('/debug/actors');
      const { threads } = JSON.parse(page ?? '{"threads":[]}') as {
        threads: { name: string; actors: { ready: boolean }[] | null }[];
      };
      const builder = threads.find(({ name }) => name === 'builder');
      if (builder?.actors?.every(({ ready }) => ready) === true) break;
      await delay(50);
    }
    finished = true;
  };
  return { done: run(), isDone: () => finished };
}

/** The cost of a change at several sizes of one cluster, which grows between them (nuncio only). */
export async function scalingScenario(setting: Setting): Promise<Row[]> {
  const spec = setting.systems.find(({ name }) => name === 'nuncio');
  if (spec === undefined) throw new Error('scaling measures nuncio; leave out --only-against');
  const rows: Row[] = [];
  let made = 0;
  for (const hosts of setting.steps) {
    const grown: Setting = {
      ...setting,
      sizes: { ...setting.sizes, hosts },
      systems: [{ ...spec, name: `${hosts} hosts` }],
    };
    await prepare(grown, [], made);
    made = hosts;
    const measured = await eachSystem(grown, (system, http, into) => changesAtRest(grown, system, http, into));
    for (const row of measured) {
      const known = rows.findIndex(({ name }) => name === row.name);
      if (known < 0) rows.push(row);
      else rows[known] = { ...row, values: { ...rows[known]!.values, ...row.values } };
    }
  }
  return rows;
}

/** A steady rate of route changes beside a steady rate of requests. */
export async function churnScenario(setting: Setting): Promise<Row[]> {
  const changesPerSecond = 20;
  const seconds = 30;
  await prepare(setting);
  return eachSystem(setting, async (system, http, measured) => {
    const random = seededRandom(setting.seed);
    // No host twice: a change that is overtaken by the next one is never seen.
    const hosts = shuffled(setting.sizes.hosts, random);
    const acks = await ackHistogram(system);
    await eventLoopDelay(system);
    const served: number[] = [];
    const until = performance.now() + seconds * 1000;
    const traffic = sendRequests(setting, http, random, () => performance.now() >= until);
    const changes: Promise<void>[] = [];
    const before = [cpuSeconds(system.controlPlane), cpuSeconds(system.envoy)] as const;
    for (
      let number = 0, next = performance.now();
      performance.now() < until;
      number++, next += 1000 / changesPerSecond
    ) {
      const index = hosts[number % hosts.length]!;
      changes.push(
        changeRoute(setting, http, index, `churn-${system.name}-${number}`).then((ms) => {
          served.push(ms);
        }),
      );
      const wait = next + 1000 / changesPerSecond - performance.now();
      if (wait > 0) await delay(wait);
    }
    const [{ requests, wrong }] = await Promise.all([traffic, ...changes]);
    measured['change → served under churn'] = { unit: 'ms', value: distribution(served) };
    await addAcks(system, measured, acks, 'change → ACK under churn');
    measured['wrong answers'] = { unit: `of ${requests}`, value: wrong };
    measured['control plane CPU'] = { unit: 's', value: cpuSeconds(system.controlPlane) - before[0] };
    measured['Envoy CPU'] = { unit: 's', value: cpuSeconds(system.envoy) - before[1] };
    addDelay(measured, 'ADS thread, event-loop delay p99.9', await eventLoopDelay(system));
    await memory(system, measured);
  });
}

const requestsPerSecond = 200;

/** To any of the hosts, at a steady rate until `isOver`. */
export async function sendRequests(
  { sizes }: Setting,
  http: Client,
  random: () => number,
  isOver: () => boolean,
): Promise<{ readonly requests: number; readonly wrong: number }> {
  const each = 1000 / requestsPerSecond;
  const pending = new Set<Promise<void>>();
  let wrong = 0;
  let requests = 0;
  for (let next = performance.now(); !isOver(); next += each) {
    const index = Math.floor(random() * sizes.hosts);
    const one = http.get(...requestOf(index, sizes)).then((answer) => {
      requests++;
      if (answer.status !== 200 || answer.headers[REVISION_HEADER] === undefined) wrong++;
    });
    pending.add(one);
    void one.then(() => pending.delete(one));
    const wait = next + each - performance.now();
    if (wait > 0) await delay(wait);
  }
  await Promise.all(pending);
  return { requests, wrong };
}

function shuffled(count: number, random: () => number): readonly number[] {
  const numbers = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [numbers[last], numbers[other]] = [numbers[other]!, numbers[last]!];
  }
  return numbers;
}

/** Hosts with a certificate each: change a route, rotate a secret, add a host. */
export async function tlsScenario(setting: Setting): Promise<Row[]> {
  const ca = await createCa();
  const pairs = await Promise.all(
    Array.from({ length: setting.sizes.hosts + setting.changes * setting.systems.length }, async (_, index) =>
      ca.issue({ hosts: [hostName(index)] }),
    ),
  );
  await prepare(
    setting,
    Array.from({ length: setting.sizes.hosts }, (_, index) => tlsSecret(index, pairs[index]!)),
  );
  let added = setting.sizes.hosts;
  return eachSystem(setting, async (system, http, measured) => {
    const random = seededRandom(setting.seed);
    await routeChanges(setting, system, http, random, measured);
    const rotations: number[] = [];
    for (let number = 0; number < setting.changes; number++) {
      const index = Math.floor(random() * setting.sizes.hosts);
      const next = await ca.issue({ hosts: [hostName(index)] });
      const before = (await http.get(...requestOf(index, setting.sizes))).serial;
      const startedAt = performance.now();
      await setting.cluster.patch(ref(tlsSecret(index, next)), tlsSecret(index, next));
      const ask = async () => http.get(...requestOf(index, setting.sizes));
      rotations.push(
        await untilServed(ask, (answer) => answer.serial !== undefined && answer.serial !== before, startedAt),
      );
      await delay(50);
    }
    measured['rotate a certificate → served'] = { unit: 'ms', value: distribution(rotations) };
    const additions: number[] = [];
    for (let number = 0; number < setting.changes; number++) {
      const index = added++;
      await setting.cluster.apply([tlsSecret(index, pairs[index]!)]);
      const startedAt = performance.now();
      await setting.cluster.apply([proxy(index, 'added', setting.sizes)]);
      additions.push(
        await untilServed(
          async () => http.get(...requestOf(index, setting.sizes)),
          (answer) => answer.status === 200,
          startedAt,
        ),
      );
      await delay(50);
    }
    measured['add a TLS host → served'] = { unit: 'ms', value: distribution(additions) };
    await memory(system, measured);
  });
}

export const ref = (object: BenchObject): Pick<BenchObject, 'apiVersion' | 'kind' | 'metadata'> => ({
  apiVersion: object.apiVersion,
  kind: object.kind,
  metadata: {
    name: object.metadata.name,
    ...(object.metadata.namespace ? { namespace: object.metadata.namespace } : {}),
  },
});

/** `from`: hosts below this are there already. */
export async function prepare(setting: Setting, more: readonly BenchObject[] = [], from = 0): Promise<void> {
  const { cluster, sizes, say } = setting;
  const startedAt = performance.now();
  await cluster.apply(baseObjects(sizes, setting.backends[0], HTTP_PORT));
  const proxies = Array.from({ length: sizes.hosts - from }, (_, index) => proxy(from + index, 'first', sizes));
  const hosts =
    sizes.objects === 'mapping-and-host'
      ? proxies.map((_, index) => hostOf(hostName(from + index), `h${from + index}`))
      : [];
  const rest = [...more, ...hosts, ...proxies];
  for (let at = 0; at < rest.length; at += 1000) {
    await cluster.apply(rest.slice(at, at + 1000));
    say(`${Math.min(at + 1000, rest.length)} of ${rest.length} objects are in the cluster`);
  }
  say(`objects made in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}

export async function eachSystem(
  setting: Setting,
  measure: (system: System, http: Client, measured: Measured) => Promise<void>,
): Promise<Row[]> {
  const rows = new Map<string, { name: string; unit: string; values: Record<string, number | Distribution> }>();
  for (const spec of setting.systems) {
    const measured = await measureSystem(setting, spec, async (system, http, into) => {
      await restingCpu(system, into);
      await measure(system, http, into);
    });
    for (const [name, { unit, value }] of Object.entries(measured)) {
      const row = rows.get(name) ?? { name, unit, values: {} };
      row.values[spec.name] = value;
      rows.set(name, row);
    }
  }
  return [...rows.values()];
}

/** From a cold start to its end; `measure` begins when it rests, and adds to what is measured of the start. */
async function measureSystem(
  setting: Setting,
  spec: SystemSpec,
  measure: (system: System, http: Client, measured: Measured) => Promise<void>,
): Promise<Measured> {
  setting.say(`starting ${spec.name}`);
  const system = await spec.start(setting.cluster);
  const http = clientOf(setting);
  try {
    const measured = await coldStart(setting, system, http);
    // Let first-time statuses be written: they are not what is measured. It begins some seconds after it serves.
    await statusesWritten(system, 8);
    await quiet(system);
    await measure(system, http, measured);
    return measured;
  } finally {
    http.close();
    await system.stop();
  }
}

/** Of a system that has just been started. */
async function coldStart(setting: Setting, system: System, http: Client): Promise<Measured> {
  const measured: Measured = {};
  const ready = untilReady(system);
  const served = await allServed(setting, http, system.startedAt);
  if (!Number.isFinite(served)) throw new Error(`${system.name} never served all hosts; see ${system.logFile}`);
  setting.say(`${system.name} serves all hosts after ${(served / 1000).toFixed(1)} s`);
  const readyMs = await ready;
  if (readyMs !== undefined) measured['cold start, ready'] = { unit: 's', value: readyMs / 1000 };
  measured['cold start, all hosts served'] = { unit: 's', value: served / 1000 };
  measured['cold start, control plane CPU'] = { unit: 's', value: cpuSeconds(system.controlPlane) };
  measured['cold start, Envoy CPU'] = { unit: 's', value: cpuSeconds(system.envoy) };
  addDelay(measured, 'ADS thread, event-loop delay p99.9 in the cold start', await eventLoopDelay(system));
  return measured;
}

export function clientOf({ cluster, sizes }: Setting): Client {
  const { tls } = sizes;
  return client({ address: cluster.netns.address, port: tls ? HTTPS_PORT : doorPort(sizes, HTTP_PORT), tls });
}

/** Milliseconds until the control plane says that it is ready; undefined when it has no such page. */
export async function untilReady(system: System): Promise<number | undefined> {
  if (system.name === 'contour') return undefined;
  for (;;) {
    const page = await system.admin('/readyz');
    if (page !== undefined && (JSON.parse(page) as { ready?: boolean }).ready === true)
      return performance.now() - system.startedAt;
    if (performance.now() - system.startedAt > 300_000) return Infinity;
    await delay(100);
  }
}

/** Waits until the control plane has had no status left to write for some seconds, if it tells. */
export async function statusesWritten(system: System, calmSeconds = 1): Promise<void> {
  for (let second = 0, calm = 0; second < 300; second++) {
    const page = (await system.admin('/metrics')) ?? '';
    const left = [...page.matchAll(/^nuncio_status_(?:queue_objects|requests_under_way)\S* (\d+)/gm)];
    calm = left.every(([, count]) => count === '0') ? calm + 1 : 0;
    if (page === '' || calm === calmSeconds) return;
    await delay(1000);
  }
}

async function restingCpu(system: System, measured: Measured): Promise<void> {
  const seconds = 10;
  // The garbage of the start is collected when all has been quiet for a while.
  await delay(seconds * 1000);
  const before = [cpuSeconds(system.controlPlane), cpuSeconds(system.envoy)] as const;
  await delay(seconds * 1000);
  const a = (pid: number, since: number) => ({
    unit: 'ms' as const,
    value: ((cpuSeconds(pid) - since) * 1000) / seconds,
  });
  measured['control plane CPU at rest, a second'] = a(system.controlPlane, before[0]);
  measured['Envoy CPU at rest, a second'] = a(system.envoy, before[1]);
}

/** Every 97th host and the last one answer: the configuration is complete. */
async function allServed(setting: Setting, http: Client, startedAt: number): Promise<number> {
  const { hosts } = setting.sizes;
  const served = async (index: number): Promise<number> =>
    untilServed(
      async () => http.get(...requestOf(index, setting.sizes)),
      (answer) => answer.status === 200,
      startedAt,
      // Seldom enough that the asking takes no part of a core from what is measured.
      { deadlineMs: 300_000, pauseMs: 10 },
    );
  let elapsed = await served(hosts - 1);
  for (let index = 0; index < hosts; index += 97) elapsed = await served(index);
  return elapsed;
}

/** Waits until the control plane has used less than 5 % of a core for two seconds (at most five minutes). */
async function quiet(system: System): Promise<void> {
  for (let second = 0, calm = 0; second < 300 && calm < 2; second++) {
    const before = cpuSeconds(system.controlPlane);
    await delay(1000);
    calm = cpuSeconds(system.controlPlane) - before < 0.05 ? calm + 1 : 0;
  }
}

export async function changeRoute(setting: Setting, http: Client, index: number, revision: string): Promise<number> {
  const changed = proxy(index, revision, setting.sizes);
  const startedAt = performance.now();
  await setting.cluster.patch(ref(changed), { spec: changed['spec'] });
  return untilServed(
    async () => http.get(...requestOf(index, setting.sizes)),
    (answer) => answer.headers[REVISION_HEADER] === revision,
    startedAt,
  );
}

async function routeChanges(
  setting: Setting,
  system: System,
  http: Client,
  random: () => number,
  measured: Measured,
): Promise<void> {
  const served: number[] = [];
  const acks = await ackHistogram(system);
  const before = [cpuSeconds(system.controlPlane), cpuSeconds(system.envoy)] as const;
  for (let number = 0; number < setting.changes; number++) {
    const index = Math.floor(random() * setting.sizes.hosts);
    served.push(await changeRoute(setting, http, index, `${system.name}-${number}`));
    await delay(50);
  }
  await quiet(system);
  const changes = setting.changes;
  measured['route change → served'] = { unit: 'ms', value: distribution(served) };
  await addAcks(system, measured, acks, 'route change → ACK');
  measured['control plane CPU a change'] = {
    unit: 'ms',
    value: ((cpuSeconds(system.controlPlane) - before[0]) * 1000) / changes,
  };
  measured['Envoy CPU a change'] = { unit: 'ms', value: ((cpuSeconds(system.envoy) - before[1]) * 1000) / changes };
}

/**
 * Moves one Service after another between the two backends, whose address shows in their answers. Ends after `changes`,
 * or when `isOver`; a change under way then doesn't count.
 */
async function endpointChanges(
  setting: Setting,
  http: Client,
  random: () => number,
  changes: number,
  isOver: () => boolean = () => false,
): Promise<number[]> {
  const served: number[] = [];
  const at = new Map<string, number>();
  while (served.length < changes && !isOver()) {
    const index = Math.floor(random() * setting.sizes.hosts);
    const service = serviceOf(index, setting.sizes);
    const key = `${service.namespace}/${service.name}`;
    const next = 1 - (at.get(key) ?? 0);
    at.set(key, next);
    const address = setting.backends[next]!;
    const slice = endpointSlice(service, [address]);
    const startedAt = performance.now();
    await setting.cluster.patch(ref(slice), { endpoints: slice['endpoints'] });
    const elapsed = await untilServed(
      async () => http.get(...requestOf(index, setting.sizes)),
      (answer) => answer.headers['x-backend'] === address,
      startedAt,
    );
    if (!isOver()) served.push(elapsed);
    await delay(20);
  }
  for (const [key, where] of at) {
    const [namespace, service] = key.split('/') as [string, string];
    const slice = endpointSlice({ namespace, name: service }, [setting.backends[0]]);
    if (where === 1) await setting.cluster.patch(ref(slice), { endpoints: slice['endpoints'] });
  }
  return served;
}

/**
 * How late the thread that talks to Envoys ran since the last time this was asked, p99.9 in milliseconds; undefined when
 * the system doesn't say.
 */
async function eventLoopDelay(system: System): Promise<number | undefined> {
  const metrics = await system.admin('/metrics');
  const line = metrics
    ?.split('\n')
    .find(
      (each) =>
        each.startsWith('nuncio_event_loop_delay_seconds{') &&
        each.includes('quantile="0.999"') &&
        each.includes('thread="streamer"'),
    );
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1)) * 1000;
}

function addDelay(measured: Measured, name: string, delayMs: number | undefined): void {
  if (delayMs !== undefined) measured[name] = { unit: 'ms', value: delayMs };
}

/** From an API event's arrival at the control plane to the ACK of Envoy, as the control plane counts it. */
async function ackHistogram(system: System): Promise<Buckets | undefined> {
  const metrics = await system.admin('/metrics');
  return metrics === undefined
    ? undefined
    : readHistogram(metrics, 'nuncio_xds_change_acked_seconds', 'type="scopedRoute"');
}

async function addAcks(system: System, measured: Measured, before: Buckets | undefined, name: string): Promise<void> {
  const after = await ackHistogram(system);
  if (before === undefined || after === undefined) return;
  const { count, ...seconds } = histogramDistribution(before, after);
  const { p50, p90, p99, max } = seconds;
  measured[name] = { unit: 'ms', value: { count, p50: p50 * 1000, p90: p90 * 1000, p99: p99 * 1000, max: max * 1000 } };
}
