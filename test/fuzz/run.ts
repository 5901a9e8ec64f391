// One run of the fuzzer: objects of all kinds, one after the other, into one world; every so often a real Envoy gets what
// is served by then. In: a seed and how many objects of each kind. Out: findings, each with the objects that led to it.
import * as fc from 'fast-check';
import type { EncodedResource } from '../../src/messages/resources.ts';
import { kindNames, type KindName } from '../../src/model/kinds/index.ts';
import { objectsOfKind, type RawObject } from './schema-objects.ts';
import type { StreamServer } from './stream-server.ts';
import { createWorld } from './world.ts';

export interface FuzzOptions {
  readonly seed: number;
  /** Of each kind. */
  readonly objects: number;
  readonly kinds?: readonly KindName[];
  readonly routeDiscovery?: 'scoped' | 'single';
  /** Absent: no Envoy. */
  readonly envoy?: Pick<StreamServer, 'apply' | 'refusals'>;
  /** How many objects go to Envoy at once. */
  readonly batch?: number;
  /** How many are compiled at once; divides `batch`. */
  readonly step?: number;
  readonly onProgress?: (made: number) => void;
  readonly onFinding?: (finding: Finding) => void;
}

export interface Finding {
  readonly what: string;
  /** The last ones before it; the last is to blame, if Envoy is not asked. */
  readonly objects: readonly RawObject[];
}

export interface FuzzResult {
  readonly made: number;
  /** Passed validation. */
  readonly accepted: number;
  readonly findings: readonly Finding[];
  readonly heldBack: ReadonlyMap<string, number>;
  /** How many resources of each type Envoy had at the end, or would have had. */
  readonly served: Readonly<Record<string, number>>;
}

/** Objects are made in portions, each from a seed of its own. */
const portion = 50;

/** A well-formed address that this machine does not have, a port that is taken here, a file that is not there or empty: no configuration could know. */
const ofMachine =
  /\S+: (?:cannot bind '[^']+': (?:Cannot assign requested address|Address already in use|Permission denied)|unable to open file '[^']*(?:': [^,]*|\.\.\.\(truncated\)$)|unable to add filesystem watch for file .*?: No such file or directory[^,]*|Invalid path: [^,]*|DataSource cannot be empty|Failed to load incomplete (?:certificate|private key) from [^,]*),?\s*/g;

/** Each is right by itself; both are told. */
const twoListeners = /^listener: listener \S+ can not have \S+: listener \S+ has it;/;

export async function runFuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { seed, objects, kinds = kindNames, envoy, batch = 100, step = 25 } = options;
  const arbitraries = kinds.map((kind) => [kind, objectsOfKind(kind)] as const);
  const world = await createWorld(options.routeDiscovery);
  const findings: Finding[] = [];
  const told = new Set<string>();
  let sent: ReadonlyMap<string, EncodedResource> = new Map();
  let recent: RawObject[] = [];
  let made = 0;
  let accepted = 0;

  function find(what: string, about: readonly RawObject[]): void {
    // The same again, but for the names in it, tells nothing new.
    const kind = what.replace(/[0-9a-f]{6,}|o\d+|\d+/g, '#').slice(0, 300);
    if (told.has(kind)) return;
    told.add(kind);
    const finding = { what, objects: about };
    findings.push(finding);
    options.onFinding?.(finding);
  }

  async function look(): Promise<void> {
    for (const what of world.commit()) find(what, recent);
    const now = world.sendable();
    // No Envoy gets it, but then others lack it too: who wrote it is to be told, and nothing else to be missing.
    for (const words of world.heldBack.keys())
      if (!twoListeners.test(words)) find(`our own check holds back ${words}`, recent);
    if (envoy !== undefined) await ask(envoy, now);
    recent = [];
  }

  async function ask(server: NonNullable<FuzzOptions['envoy']>, now: ReturnType<typeof world.sendable>): Promise<void> {
    const before = server.refusals.length;
    await server.apply({
      upserts: [...now]
        .filter(([key, { version }]) => sent.get(key)?.version !== version)
        .map(([key, value]) => ({ key, value, causes: [] })),
      removals: [...sent.keys()].filter((key) => !now.has(key)).map((key) => ({ key, causes: [] })),
    });
    for (const refusal of server.refusals.slice(before)) {
      const rest = refusal.replace(ofMachine, '');
      if (/^$|listener\(s\)$/.test(rest.trimEnd())) continue;
      find(`Envoy refuses: ${refusal}`, recent);
    }
    sent = now;
  }

  for (let index = 0; index < objects; index += portion) {
    const count = Math.min(portion, objects - index);
    const portions = arbitraries.map(([, arbitrary], kind) =>
      fc.sample(arbitrary, { seed: (seed ^ Math.imul(index + 1, 0x9e3779b1) ^ (kind << 20)) | 0, numRuns: count }),
    );
    for (let turn = 0; turn < count; turn++) {
      for (const list of portions) {
        const object = list[turn]!;
        recent.push(object);
        const result = world.put(object);
        made++;
        if (result.accepted) accepted++;
        for (const what of result.findings) find(what, [object]);
        if (recent.length % step === 0) for (const what of world.commit()) find(what, recent.slice(-step));
        if (recent.length >= batch) await look();
      }
      options.onProgress?.(made);
    }
  }
  await look();
  const served: Record<string, number> = {};
  for (const { type } of world.sendable().values()) served[type] = (served[type] ?? 0) + 1;
  return { made, accepted, findings, heldBack: world.heldBack, served };
}
