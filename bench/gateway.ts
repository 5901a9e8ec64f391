// Many HTTPRoutes on one Gateway, from all teams: how soon the Gateway says how many there are and how often that is written,
// and whether requests get wrong answers while routes come and go.
import { setTimeout as delay } from 'node:timers/promises';
import { distribution, untilServed, type Answer } from './measure.ts';
import {
  edge,
  hostName,
  httpRoute,
  proxy,
  REVISION_HEADER,
  seededRandom,
  serviceOf,
  type BenchObject,
} from './objects.ts';
import type { Row } from './report.ts';
import {
  clientOf,
  eachSystem,
  memory,
  prepare,
  ref,
  statusesWritten,
  untilReady,
  type Measured,
  type Setting,
} from './scenarios.ts';

/** How many routes the Gateway's status says are attached, at each write of it. */
interface Writes {
  readonly counts: readonly number[];
  /** Milliseconds after `since` (performance.now()) at which the number was this for good; the last one counts. */
  settled(count: number, since: number): Promise<number>;
  clear(): void;
  stop(): Promise<void>;
}

function watchGateway({ cluster }: Setting): Writes {
  const stopping = new AbortController();
  const seen = new Map<string, { readonly count: number; readonly atMs: number }>();
  let waiting: (() => void) | undefined;
  const watched = cluster.watch(
    edge,
    (_event, { metadata, ...object }) => {
      const { listeners = [] } = (object['status'] ?? {}) as { listeners?: { attachedRoutes?: number }[] };
      const version = String(metadata['resourceVersion']);
      if (!seen.has(version)) seen.set(version, { count: listeners[0]?.attachedRoutes ?? -1, atMs: performance.now() });
      waiting?.();
    },
    stopping.signal,
  );
  return {
    get counts() {
      return [...seen.values()].map(({ count }) => count);
    },
    async settled(count, since) {
      for (const endMs = performance.now() + 60_000; performance.now() < endMs;) {
        const last = [...seen.values()].at(-1);
        if (last?.count === count) return last.atMs - since;
        await Promise.race([new Promise<void>((resolve) => (waiting = resolve)), delay(1000)]);
      }
      return Infinity;
    },
    clear: () => seen.clear(),
    async stop() {
      stopping.abort();
      await watched;
    },
  };
}

/** All routes are made at once on a Gateway without any, then deleted. */
export async function attachedScenario(setting: Setting): Promise<Row[]> {
  const { cluster, sizes, say } = setting;
  await prepare({ ...setting, sizes: { ...sizes, hosts: 0 } });
  const rows: Row[] = [];
  for (const spec of setting.systems) {
    say(`starting ${spec.name}`);
    const system = await spec.start(cluster);
    const http = clientOf(setting);
    const writes = watchGateway(setting);
    const measured: Measured = {};
    try {
      await untilReady(system);
      await writes.settled(0, 0);
      await statusesWritten(system);
      const routes = Array.from({ length: sizes.hosts }, (_, index) => proxy(index, 'first', sizes));
      writes.clear();
      const startedAt = performance.now();
      await cluster.apply(routes);
      const createdAt = performance.now();
      const served = untilServed(
        async () => http.get(hostName(sizes.hosts - 1)),
        ({ status }) => status === 200,
        createdAt,
      );
      const settled = await writes.settled(sizes.hosts, createdAt);
      measured['creating the routes'] = { unit: 's', value: (createdAt - startedAt) / 1000 };
      measured['last route created → number of attached routes right'] = { unit: 'ms', value: settled };
      measured['last route created → served'] = { unit: 'ms', value: await served };
      measured['last route created → all statuses written'] = { unit: 's', value: await written(system, createdAt) };
      measured['writes of the Gateway, creating'] = { unit: '', value: writes.counts.length };
      say(`attached routes: ${writes.counts.join(', ')}`);
      writes.clear();
      const deletingAt = performance.now();
      await Promise.all(
        Array.from({ length: 16 }, async (_, part) =>
          cluster.delete(...routes.filter((_route, index) => index % 16 === part).map(ref)),
        ),
      );
      const deletedAt = performance.now();
      measured['deleting the routes'] = { unit: 's', value: (deletedAt - deletingAt) / 1000 };
      measured['last route deleted → number of attached routes right'] = {
        unit: 'ms',
        value: await writes.settled(0, deletedAt),
      };
      await statusesWritten(system);
      measured['writes of the Gateway, deleting'] = { unit: '', value: writes.counts.length };
      say(`attached routes: ${writes.counts.join(', ')}`);
      await memory(system, measured);
    } finally {
      http.close();
      await writes.stop();
      await system.stop();
    }
    for (const [name, { unit, value }] of Object.entries(measured))
      rows.push({ name, unit, values: { [spec.name]: value } });
  }
  return rows;
}

async function written(system: Parameters<typeof statusesWritten>[0], since: number): Promise<number> {
  await statusesWritten(system);
  return (performance.now() - since) / 1000;
}

const seconds = 30;
const requestsPerSecond = 200;
const changesPerSecond = 20;

/**
 * Half of the routes that come and go have a host of their own, the others a path on the host of one that stays. Every answer
 * must be that of the route that the request belongs to: of one that stays always, of one that comes and goes from when it was
 * first served until its deletion is asked for.
 */
export async function comeAndGoScenario(setting: Setting): Promise<Row[]> {
  const { cluster, sizes } = setting;
  await prepare(setting);
  return eachSystem(setting, async (system, http, measured) => {
    const random = seededRandom(setting.seed);
    const until = performance.now() + seconds * 1000;
    const there = new Map<string, Guest>();
    const wrong: string[] = [];
    const served: number[] = [];
    const gone: number[] = [];
    let requests = 0;
    let guests = 0;

    const askOne = async (): Promise<void> => {
      const guest = random() < 0.3 ? [...there.values()][Math.floor(random() * there.size)] : undefined;
      const index = Math.floor(random() * sizes.hosts);
      const [host, path, revision] = guest
        ? ([guest.host, guest.path, guest.revision] as const)
        : ([hostName(index), '/', 'first'] as const);
      const answer = await http.get(host, path);
      requests++;
      if (answer.status === 200 && answer.headers[REVISION_HEADER] === revision) return;
      // Its deletion was asked for meanwhile: what it said or what is there without it are both right.
      if (guest && there.get(guest.revision) !== guest && isGone(guest, answer)) return;
      wrong.push(`${host}${path}: ${answer.status} ${String(answer.headers[REVISION_HEADER])} instead of ${revision}`);
    };
    const come = async (): Promise<void> => {
      const guest = makeGuest(setting, guests++, random);
      const startedAt = performance.now();
      await cluster.apply([guest.object]);
      const ms = await untilServed(
        async () => http.get(guest.host, guest.path),
        ({ headers }) => headers[REVISION_HEADER] === guest.revision,
        startedAt,
      );
      served.push(ms);
      there.set(guest.revision, guest);
    };
    const go = async (): Promise<void> => {
      const guest = [...there.values()][Math.floor(random() * there.size)];
      if (!guest) return;
      there.delete(guest.revision);
      const startedAt = performance.now();
      await cluster.delete(ref(guest.object));
      gone.push(
        await untilServed(
          async () => http.get(guest.host, guest.path),
          (answer) => isGone(guest, answer),
          startedAt,
        ),
      );
    };
    const traffic = paced(requestsPerSecond, until, askOne);
    let turn = 0;
    const changes = paced(changesPerSecond, until, async () => (turn++ % 2 === 0 ? come() : go()));
    await Promise.all([traffic, changes]);
    if (wrong.length > 0) setting.say(`wrong: ${wrong.slice(0, 10).join('; ')}`);
    measured['created → served'] = { unit: 'ms', value: distribution(served) };
    measured['deleted → gone'] = { unit: 'ms', value: distribution(gone) };
    measured['wrong answers'] = { unit: `of ${requests}`, value: wrong.length };
    const writes = watchGateway(setting);
    const right = await writes.settled(sizes.hosts + there.size, performance.now());
    await writes.stop();
    measured['attached routes in the end'] = {
      unit: Number.isFinite(right) ? 'right' : 'wrong',
      value: sizes.hosts + there.size,
    };
    await cluster.delete(...[...there.values()].map(({ object }) => ref(object)));
    await memory(system, measured);
  });
}

interface Guest {
  readonly object: BenchObject;
  readonly host: string;
  readonly path: string;
  readonly revision: string;
  /** Its host is served without it. */
  readonly isOnStaying: boolean;
}

function makeGuest({ sizes }: Setting, number: number, random: () => number): Guest {
  const index = Math.floor(random() * sizes.hosts);
  const { namespace, name: service } = serviceOf(index, sizes);
  const isOnStaying = number % 2 === 0;
  const host = isOnStaying ? hostName(index) : `guest-${number}.bench.test`;
  const path = `/guest-${number}`;
  const revision = `guest-${number}`;
  return { object: httpRoute(revision, namespace, host, [path], revision, service), host, path, revision, isOnStaying };
}

function isGone({ isOnStaying }: Guest, { status, headers }: Answer): boolean {
  return isOnStaying ? status === 200 && headers[REVISION_HEADER] === 'first' : status === 404;
}

/** Starts `work` at an even pace until then; resolves when all of it is done. */
async function paced(perSecond: number, untilMs: number, work: () => Promise<void>): Promise<void> {
  const pending = new Set<Promise<void>>();
  for (let next = performance.now(); performance.now() < untilMs; next += 1000 / perSecond) {
    const one = work();
    pending.add(one);
    void one.then(() => pending.delete(one));
    const wait = next + 1000 / perSecond - performance.now();
    if (wait > 0) await delay(wait);
  }
  await Promise.all(pending);
}
