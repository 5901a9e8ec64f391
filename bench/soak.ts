// A long run of random changes: what it costs in memory, and whether what is served at its end is what a start from
// nothing serves. Envoy's own dump is what is compared, resource by resource.
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { memoryMb } from './measure.ts';
import { endpointSlice, proxy, requestOf, REVISION_HEADER, seededRandom, serviceOf } from './objects.ts';
import type { Row } from './report.ts';
import { clientOf, eachSystem, prepare, ref, type Setting } from './scenarios.ts';
import { ENVOY_ADMIN_PORT, type System } from './systems.ts';

const changesPerSecond = 50;
const sampleEveryMs = 5_000;

interface Sample {
  readonly atHours: number;
  readonly mb: number;
}

/** Routes change, Services move, hosts go and come, for `minutes`; `--hosts 5000 --minutes 30` is the full one. */
export async function soakScenario(setting: Setting): Promise<Row[]> {
  const { cluster, sizes, minutes, say } = setting;
  await prepare(setting);
  const dumps: ReadonlyMap<string, string>[] = [];
  const rows = await eachSystem(setting, async (system, http, measured) => {
    const random = seededRandom(setting.seed);
    const samples: Record<'control plane' | 'Envoy', Sample[]> = { 'control plane': [], Envoy: [] };
    const startedAt = performance.now();
    const halfwayMs = startedAt + (minutes * 60_000) / 2;
    let halfway: Live | undefined;
    const untilMs = startedAt + minutes * 60_000;
    const missing = new Set<number>();
    let changes = 0;
    let failed = 0;
    let sampleAtMs = startedAt;

    async function change(number: number): Promise<void> {
      const index = Math.floor(random() * sizes.hosts);
      const kind = random();
      const object = proxy(index, `soak-${number}`, sizes);
      if (missing.delete(index)) await cluster.apply([object]);
      else if (kind < 0.1) {
        missing.add(index);
        await cluster.delete(ref(object));
      } else if (kind < 0.2) {
        const service = serviceOf(index, sizes);
        const address = setting.backends[random() < 0.5 ? 0 : 1];
        await cluster.apply([endpointSlice(service, [address])]);
      } else await cluster.patch(ref(object), { spec: object['spec'] });
    }

    const pending = new Set<Promise<void>>();
    for (let next = startedAt; performance.now() < untilMs; next += 1000 / changesPerSecond) {
      const one = change(changes++).catch(() => void failed++);
      pending.add(one);
      void one.then(() => pending.delete(one));
      if (performance.now() >= sampleAtMs) {
        const atHours = (performance.now() - startedAt) / 3_600_000;
        samples['control plane'].push({ atHours, mb: memoryMb(system.controlPlane).now });
        samples.Envoy.push({ atHours, mb: memoryMb(system.envoy).now });
        sampleAtMs += sampleEveryMs;
      }
      if (halfway === undefined && performance.now() >= halfwayMs) halfway = await liveMemory(system);
      const waitMs = next + 1000 / changesPerSecond - performance.now();
      if (waitMs > 0) await delay(waitMs);
      // Where the API server can't keep the pace, the pace is its own.
      else if (pending.size > 200) await Promise.race(pending);
    }
    await Promise.all(pending);
    const end = await liveMemory(system);
    say(`${changes} changes made, ${failed} refused by the API server (two at once to one object)`);
    // All back, so that the fresh start has the same to serve, and one last change that comes after all others.
    for (const index of missing) await cluster.apply([proxy(index, 'back', sizes)]);
    const last = proxy(0, 'last', sizes);
    await cluster.apply([last]);
    for (;;) {
      const answer = await http.get(...requestOf(0, sizes));
      if (answer.headers[REVISION_HEADER] === 'last') break;
      await delay(50);
    }
    dumps.push(await dumpOfEnvoy(setting));
    measured['changes made'] = { unit: `in ${minutes} min`, value: changes };
    for (const [name, list] of Object.entries(samples)) {
      measured[`${name} memory, start`] = { unit: 'MB', value: list[0]?.mb ?? 0 };
      measured[`${name} memory, end`] = { unit: 'MB', value: list.at(-1)?.mb ?? 0 };
      // The first half fills caches and the heap's own room.
      measured[`${name} memory, slope of the second half`] = {
        unit: 'MB/h',
        value: slope(list.slice(list.length / 2)),
      };
    }
    for (const [when, live] of Object.entries({ halfway, 'at the end': end })) {
      if (live === undefined) continue;
      measured[`control plane, all that lives, ${when}`] = { unit: 'MB', value: live.mb };
      measured[`of it what is kept to go back to, ${when}`] = { unit: 'MB', value: live.historyMb };
    }
  });
  for (const [number, spec] of setting.systems.entries()) {
    say(`starting ${spec.name} from nothing, to compare`);
    const system = await spec.start(cluster);
    const http = clientOf(setting);
    try {
      const before = dumps[number]!;
      // It has begun with the whole state, so it is complete once it is equal; five minutes are enough for any size.
      let differing: string[] = [];
      for (const endMs = performance.now() + 300_000; performance.now() < endMs; await delay(1000)) {
        const fresh = await dumpOfEnvoy(setting).catch(() => new Map<string, string>());
        differing = [...new Set([...before.keys(), ...fresh.keys()])].filter(
          (key) => before.get(key) !== fresh.get(key),
        );
        if (differing.length === 0) break;
      }
      if (differing.length > 0) say(`not as after a fresh start: ${differing.slice(0, 10).join(', ')}`);
      const unit = `of ${before.size} resources`;
      rows.push({ name: 'differs from a fresh start', unit, values: { [spec.name]: differing.length } });
    } finally {
      http.close();
      await system.stop();
    }
  }
  return rows;
}

interface Live {
  readonly mb: number;
  /** Part of it: what is kept to go back to, which grows up to a limit of its own. */
  readonly historyMb: number;
}

/**
 * What all threads hold once their garbage is collected: V8 lets garbage lie as long as there is room, so what the process
 * takes from the machine says little in half an hour. Undefined for a system without such pages.
 */
async function liveMemory(system: System): Promise<Live | undefined> {
  const metrics = async (name: string) => {
    const text = (await system.admin('/metrics')) ?? '';
    return [...text.matchAll(new RegExp(`^${name}(?:\\{thread="([^"]*)"\\})? (\\S+)`, 'gm'))];
  };
  const threads = (await metrics('nuncio_heap_used_bytes')).map(([, thread]) => thread);
  if (threads.length === 0) return undefined;
  // A profile of what lives begins and ends with a collection.
  for (const thread of threads) await system.steer('GET', `/debug/pprof/heap?thread=${thread}&seconds=0.1`);
  const sumMb = async (name: string) =>
    (await metrics(name)).reduce((sum, [, , bytes]) => sum + Number(bytes), 0) / 1e6;
  const mb = (await sumMb('nuncio_heap_used_bytes')) + (await sumMb('nuncio_external_memory_bytes'));
  return { mb, historyMb: await sumMb('nuncio_history_text_bytes') };
}

/** Least squares. */
function slope(samples: readonly Sample[]): number {
  const count = samples.length;
  const meanHours = samples.reduce((sum, { atHours }) => sum + atHours, 0) / count;
  const meanMb = samples.reduce((sum, { mb }) => sum + mb, 0) / count;
  const spread = samples.reduce((sum, { atHours }) => sum + (atHours - meanHours) ** 2, 0);
  if (!(spread > 0)) return 0;
  return samples.reduce((sum, { atHours, mb }) => sum + (atHours - meanHours) * (mb - meanMb), 0) / spread;
}

type Json = Readonly<Record<string, unknown>>;

/** Section and name → hash of the resource as Envoy holds it, without times and versions. */
async function dumpOfEnvoy({ cluster }: Setting): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'nuncio-soak-'));
  try {
    const file = join(folder, 'dump.json');
    const url = `http://127.0.0.1:${ENVOY_ADMIN_PORT}/config_dump?include_eds`;
    const script = `const answer = await fetch(process.argv[1]);
      await (await import('node:fs/promises')).writeFile(process.argv[2], await answer.text());`;
    await cluster.netns.exec(process.execPath, ['--input-type=module', '-e', script, '--', url, file]);
    const { configs } = JSON.parse(await readFile(file, 'utf8')) as { readonly configs: readonly Json[] };
    const found = new Map<string, string>();
    for (const config of configs) collect(config, String(config['@type']).split('.').at(-1) ?? '', found);
    return found;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The innermost named messages below `dynamic_…` are the resources. */
function collect(config: Json, section: string, found: Map<string, string>): void {
  for (const [field, value] of Object.entries(config)) {
    if (!field.startsWith('dynamic_') || !Array.isArray(value)) continue;
    // All scopes of a listener are one entry.
    const entries = (value as Json[]).flatMap(
      (entry) => (entry['scoped_route_configs'] as Json[] | undefined) ?? [entry],
    );
    for (const entry of entries) {
      const text = JSON.stringify(withoutTimes(entry));
      found.set(`${section} ${nameOf(entry)}`, createHash('sha256').update(text).digest('hex'));
    }
  }
}

function nameOf(entry: Json): string {
  const inner = Object.values(entry).find((value) => typeof value === 'object' && value !== null) as Json | undefined;
  for (const holder of [entry, inner ?? {}]) {
    for (const field of ['name', 'cluster_name']) if (typeof holder[field] === 'string') return holder[field];
  }
  return inner === undefined ? '?' : nameOf(Array.isArray(inner) ? (inner[0] as Json) : inner);
}

function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([field]) => field !== 'last_updated' && field !== 'version_info')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([field, inner]) => [field, withoutTimes(inner)]),
  );
}
