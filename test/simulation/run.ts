// One seed: a world with replicas, Envoys and an API server; phases of trouble, each followed by quiet; and the checks.
// In: a seed, a bug to plant, how much of the trouble happens. Out: what was violated, and the trace.
// Checks after quiet: every Envoy holds exactly what a build from scratch gives, every stored status is the wanted one, what
// an Envoy of any replica refuses stands on the status of its owner, and a changed Gateway counts the Envoys of all replicas.
import type { ActorName } from '../../src/actors/actor.ts';
import { applyContourConfiguration } from '../../src/dag/compile/contour-configuration.ts';
import { actorNames } from '../../src/actors/topology.ts';
import type { EncodedResource, ResourceType } from '../../src/messages/resources.ts';
import type { Config } from '../../src/model/config.ts';
import { objectKey } from '../../src/model/object.ts';
import type { CompileConfig } from '../../src/dag/processors/index.ts';
import { kinds } from '../../src/model/kinds/index.ts';
import type { ContourConfiguration, Secret } from '../../src/model/kinds/index.ts';
import { watchedKind } from '../../src/sources/kubernetes/watched-kind.ts';
import { withAcceptance } from '../../src/status/acceptance.ts';
import { statusPatch } from '../../src/status/status-patch.ts';
import { scopesLeadingTo } from '../../src/xds/names.ts';
import { standInFor } from '../../src/xds/stand-in.ts';
import { createCore, defaultCompileConfig } from '../support/compile.ts';
import type { Core } from '../support/compile.ts';
import { createApiServer } from './api-server.ts';
import type { ApiServer, RawObject } from './api-server.ts';
import { createEnvoy, encodedChains, nameOf } from './envoy.ts';
import type { Envoy, Resource } from './envoy.ts';
import { changeGateway, healRefused } from './gateway-objects.ts';
import { changeSomething, putGoodWorld } from './objects.ts';
import { settingsName } from './names.ts';
import { createNetwork } from './network.ts';
import { plantedBugs } from './planted.ts';
import { checkOf, createReplica } from './replica.ts';
import { createRandom, createWorld } from './world.ts';

export interface SeedOptions {
  readonly seed: number;
  /** Name in `plantedBugs`; absent: none. */
  readonly planted?: string | undefined;
  /** Of the troubles of a seed, how many happen; absent: all. For finding a short trace. */
  readonly events?: number | undefined;
  /** The trace has log lines too. */
  readonly verbose?: boolean;
}

export interface SeedResult {
  readonly seed: number;
  readonly violations: readonly string[];
  readonly trace: readonly string[];
  readonly steps: number;
  /** Troubles that happened. */
  readonly events: number;
}

/** Longer than anything in the world takes, so that in a working program no wait ends in vain while there is trouble. */
const ackTimeoutMs = 20_000;
const quietMs = 100_000;
/** So long all Envoys may take to accept a change while nothing else happens. */
const acceptedMs = 15_000;

export async function runSeed(options: SeedOptions): Promise<SeedResult> {
  const { seed } = options;
  const planted = options.planted === undefined ? null : plantedBugs[options.planted];
  if (planted === undefined) throw new Error(`no planted bug "${options.planted}"`);
  const world = createWorld(seed);
  const { random } = world;
  // The threshold for parts is a setting of compile units, which the builder hands on.
  const config: Config & Pick<CompileConfig, 'partsFrom'> = {
    ...defaultCompileConfig,
    ...(random.chance(0.7) && { partsFrom: 3 + random.below(3) }),
    sources: {},
    routeDiscovery: random.chance(0.8) ? 'scoped' : 'single',
    xds: { address: '127.0.0.1', port: 0, reflection: false, ackTimeoutMs },
    admin: { address: '127.0.0.1', port: 0 },
    log: { level: 'info', format: 'json' },
    placement: {},
    contourConfiguration: { namespace: 'a', name: settingsName },
  };
  const server = createApiServer(world, planted);
  const names = new Map<ResourceType, Set<string>>();
  /** By `<type>/<version>`: what that content was always said to require. */
  const required = new Map<string, readonly string[]>();
  const onResource = ({ type, version, requires }: EncodedResource): void => {
    const key = `${type}/${version}`;
    const known = required.get(key);
    required.set(key, known === undefined ? requires : known.filter((one) => requires.includes(one)));
  };
  const network = createNetwork(world, planted);
  const replicas = Array.from({ length: 2 + random.below(2) }, (_, index) =>
    createReplica({
      world,
      name: `r${index}`,
      config,
      server,
      network,
      planted,
      onResource,
      verbose: options.verbose === true,
    }),
  );
  const refusals = random.chance(0.4);
  const refusedTypes = new Set<ResourceType>(
    (['cluster', 'scopedRoute', 'listener', 'endpoint'] as const).filter(() => refusals && random.chance(0.6)),
  );
  let stable = new Set<string>();
  /** In a steady phase everything happens but changes of objects. */
  let isSteady = false;
  const refusedClusters = new Set<string>();
  const refuses = createRefusals(seed, refusedTypes);
  const envoys = Array.from({ length: 1 + random.below(3) }, (_, index) => {
    const protocol = random.chance(0.75) ? 'delta' : 'sotw';
    let at = random.below(replicas.length);
    return createEnvoy({
      world,
      name: `envoy${index} (${protocol})`,
      protocol,
      connect(handlers) {
        if (random.chance(0.5)) at = random.below(replicas.length);
        return replicas[at]!.connect(protocol, handlers);
      },
      namesOf: (type) => names.get(type) ?? [],
      isStable: (key) => isSteady && !refusals && stable.has(key),
      newest: (type, name) => reference.get(`${type}/${name}`),
      requiredBy: (type, version) => required.get(`${type}/${version}`) ?? [],
      refuses,
      namesInErrors: random.chance(0.7),
      refusedClusters,
    });
  });

  const reference = createReference(config, server, names);
  putGoodWorld(random, server);
  for (let index = random.below(10); index > 0; index--) changeSomething(random, server);
  reference.update();
  for (const replica of replicas) replica.start();
  for (const envoy of envoys) envoy.start();

  let events = 0;
  const budget = options.events ?? Infinity;
  const trouble = createTrouble(random.below(1 << 30), {
    replicas,
    envoys,
    server,
    changed() {
      reference.update();
    },
  });
  if (random.chance(0.4)) {
    await world.run(quietMs);
    isSteady = true;
    stable = new Set(reference.keys());
  }
  const phases = 1 + random.below(2);
  for (let phase = 0; phase < phases && world.violations.length === 0; phase++) {
    server.troubled = random.chance(0.5);
    await world.run(random.next() * 3000);
    for (let left = 10 + random.below(30); left > 0 && world.violations.length === 0; left--) {
      const happens = events < budget;
      trouble(happens, isSteady);
      if (happens) events++;
      const calm = random.chance(0.3);
      await world.run(random.next() * (calm ? 2000 : 100));
    }
    server.troubled = false;
    healRefused(random, server);
    reference.update();
    for (const replica of replicas) await replica.checkQueues();
    await world.run(quietMs);
    world.note('quiet');
    if (world.violations.length > 0) break;
    const { core } = reference;
    checkEnvoys(envoys, core, refusals, refuses, (text) => world.violation(text));
    checkStatuses(server, core, refuses, (text) => world.violation(text));
    checkRefusals(server, core, replicas, (text) => world.violation(text));
    // Now that all are still, a change is accepted by all Envoys there are.
    changeGateway(random, server);
    reference.update();
    await world.run(acceptedMs);
    checkCount(server, envoys, (text) => world.violation(text));
    stable = new Set(reference.keys());
    isSteady = random.chance(0.3);
  }
  return { seed, violations: world.violations, trace: world.trace, steps: world.steps, events };
}

interface Parts {
  readonly replicas: readonly ReturnType<typeof createReplica>[];
  readonly envoys: readonly Envoy[];
  readonly server: ApiServer;
  /** Called after each change of an object. */
  readonly changed: () => void;
}

/** Calls with false leave the trouble out, and let the ones after it be the same as with it. */
function createTrouble(
  seed: number,
  { replicas, envoys, server, changed }: Parts,
): (happens: boolean, steady: boolean) => void {
  let serial = 0;
  const victims = actorNames.filter((name): name is ActorName => name !== 'status').concat(['status', 'streamer']);
  return (happens, steady) => {
    const random = createRandom(seed + serial++ * 7919);
    if (!happens) return;
    const choice = steady ? 0.66 + random.next() * 0.34 : random.next();
    if (choice < 0.66)
      for (let left = 1 + random.below(3); left > 0; left--) {
        changeSomething(random, server);
        changed();
      }
    else if (choice < 0.76) random.pick(replicas).kill(random.pick(victims));
    else if (choice < 0.84) random.pick(envoys).disconnect();
    else if (choice < 0.87) random.pick(envoys).restart();
    else if (choice < 0.91) random.pick(envoys).pause(random.next() * 1500);
    else if (choice < 0.96) server.cutWatches();
    else {
      server.compact();
      server.cutWatches();
    }
  };
}

interface Reference {
  /** From scratch: what is expected must not depend on how it came about. */
  readonly core: Core;
  /** Takes what the API server has now. */
  update(): void;
  /** By `<type>/<name>`. */
  get(key: string): EncodedResource | undefined;
  keys(): Iterable<string>;
}

/** The whole program in one call, without actors; kept up to date only to know every name there ever was. */
function createReference(config: Config, server: ApiServer, names: Map<ResourceType, Set<string>>): Reference {
  let core = createCore(config, config.routeDiscovery);
  let known = new Map<string, RawObject>();
  let settings = '';
  function update(): void {
    const { spec } = server.objects.get(
      objectKey('ContourConfiguration', 'a', settingsName),
    ) as unknown as ContourConfiguration;
    if (JSON.stringify(spec) !== settings) core.configure(applyContourConfiguration(config, spec).config);
    settings = JSON.stringify(spec);
    for (const key of known.keys()) if (!server.objects.has(key)) core.set(key, undefined);
    for (const [key, object] of server.objects)
      if (
        known.get(key)?.metadata.generation !== object.metadata.generation ||
        known.get(key)?.metadata.uid !== object.metadata.uid
      )
        core.set(key, parsed(object));
    known = new Map(server.objects);
    core.commit();
    for (const { type, name } of core.resources().values()) {
      let set = names.get(type);
      if (set === undefined) names.set(type, (set = new Set()));
      set.add(name);
    }
  }
  return {
    get core() {
      core = createCore(config, config.routeDiscovery);
      known = new Map();
      settings = '';
      update();
      return core;
    },
    update,
    get: (key) => core.resources().get(key),
    keys: () => core.resources().keys(),
  };
}

function parsed(raw: RawObject) {
  const definition = kinds[raw.kind as keyof typeof kinds];
  const result = watchedKind(definition).parse(raw, definition.version);
  const value = result.ok ? result.value : result.standIn;
  if (value === undefined && raw.kind !== 'TrafficPolicy')
    throw new Error(`${raw.kind} ${raw.metadata.name}: ${JSON.stringify(result)}`);
  if (value === undefined) return undefined;
  if (value.kind !== 'Secret' || Object.keys((value as Secret).data).length === 0) return value;
  return { ...value, check: checkOf() } as typeof value;
}

function checkEnvoys(
  envoys: readonly Envoy[],
  core: Core,
  refusals: boolean,
  refuses: Refuses,
  violation: (text: string) => void,
): void {
  const byType = new Map<ResourceType, Map<string, EncodedResource>>();
  for (const resource of core.resources().values()) {
    let map = byType.get(resource.type);
    if (map === undefined) byType.set(resource.type, (map = new Map()));
    map.set(resource.name, resource);
  }
  const wantedOf = (type: ResourceType) => byType.get(type) ?? new Map<string, EncodedResource>();
  const isRefused = (type: ResourceType, name: string): boolean => {
    const wanted = wantedOf(type).get(name);
    return wanted !== undefined && refuses(type, wanted);
  };
  /** Such a scope stays as it was, or comes without its cluster. */
  const isHeldBack = ({ requires }: EncodedResource): boolean =>
    requires.some((key) => key.startsWith('cluster/') && isRefused('cluster', key.slice('cluster/'.length)));
  /** The scope that leads to it stays as it was. */
  const isNeeded = (part: string): boolean =>
    scopesLeadingTo(part).some((name) => {
      const leading = wantedOf('scopedRoute').get(name);
      return leading !== undefined && (isHeldBack(leading) || isRefused('scopedRoute', name));
    });
  for (const envoy of envoys) {
    const say = (text: string): void => violation(`${envoy.name}: ${text}`);
    if (!envoy.connected) say('is not connected after quiet');
    for (const name of envoy.warming.keys()) say(`cluster ${name} is still warming after quiet`);
    for (const type of [
      'cluster',
      'listener',
      'scopedRoute',
      'endpoint',
      'secret',
      'extension',
      'route',
      'runtime',
    ] as const) {
      const wanted = wantedOf(type);
      const held = envoy.held(type);
      const isNamed = type !== 'cluster' && type !== 'listener' && type !== 'scopedRoute';
      for (const [name, resource] of wanted) {
        if (isNamed && !envoy.subscribed(type).has(name)) continue;
        if (type === 'scopedRoute' && !envoy.asksForScopes) continue;
        const mine = held.get(name)?.version;
        if (refuses(type, resource)) {
          if (mine === resource.version) say(`${type} ${name} is held, and refused`);
          continue;
        }
        if (isHeldBack(resource)) continue;
        if (mine !== resource.version) say(`${type} ${name} is ${mine ?? 'missing'}, should be ${resource.version}`);
      }
      for (const name of held.keys()) {
        if (wanted.has(name) || (isNamed && type !== 'endpoint')) continue;
        // What holds a route back holds back the clusters of its version before, and of a version that the Envoy kept
        // from an earlier stream nobody knows which they are.
        if (type === 'cluster' && refusals) continue;
        if (type === 'scopedRoute' && isNeeded(name)) continue;
        if (type === 'endpoint' && !wantedOf('cluster').has(name)) continue;
        say(`${type} ${name} should be gone`);
      }
    }
  }
}

/**
 * What is stored needs no patch: the writer's own notion of equal (times, entries of others) is the right one here. Only that
 * Envoy refuses something may be said besides, as long as it does.
 */
function checkStatuses(server: ApiServer, core: Core, refuses: Refuses, violation: (text: string) => void): void {
  const isAnyRefused = [...core.resources().values()].some((each) => refuses(each.type, each));
  const acceptance = { accepted: 0, connected: 0, done: true };
  for (const [key, { status, controllerNames, awaits }] of core.statuses()) {
    const stored = server.objects.get(key);
    if (status === null || stored === undefined) continue;
    if (isAnyRefused && JSON.stringify(stored['status'] ?? {}).includes('RejectedByEnvoy')) continue;
    const current = stored['status'];
    // How many Envoys had accepted it then is for the writer to say.
    const { generation } = stored.metadata;
    const wanted = awaits === undefined ? status : withAcceptance(status, { acceptance, current, generation });
    const patch = statusPatch(wanted, current, { now: '', controllerNames });
    if (patch !== null)
      violation(`status of ${key} is ${JSON.stringify(stored['status'])}, lacks ${JSON.stringify(patch)}`);
  }
}

/** Kinds whose status has conditions of its own. */
const withConditions = ['HTTPProxy', 'ExtensionService', 'Gateway'];

/** Whoever leads knows what Envoys of any replica refuse. */
function checkRefusals(
  server: ApiServer,
  core: Core,
  replicas: readonly ReturnType<typeof createReplica>[],
  violation: (text: string) => void,
): void {
  const refused = new Set(replicas.flatMap((each) => each.rejections().flatMap(({ owners }) => owners)));
  for (const [key] of core.statuses()) {
    const stored = server.objects.get(key);
    if (stored === undefined || !withConditions.includes(stored.kind)) continue;
    const { conditions = [] } = (stored['status'] ?? {}) as {
      conditions?: readonly { type: string; reason: string }[];
    };
    const reason = conditions.find(({ type }) => type === 'Programmed')?.reason;
    const wants = refused.has(key);
    // What the compiler says is not programmed stays so.
    const says = reason === 'RejectedByEnvoy' || reason === 'NotValidForEnvoy' || (wants && stored.kind === 'Gateway');
    if (wants !== says) violation(`status of ${key} is ${reason}, although ${wants ? 'an' : 'no'} Envoy refuses it`);
  }
}

function checkCount(server: ApiServer, envoys: readonly Envoy[], violation: (text: string) => void): void {
  const stored = [...server.objects.values()].find(({ kind }) => kind === 'Gateway');
  const { conditions = [] } = (stored?.['status'] ?? {}) as {
    conditions?: readonly { type: string; message: string }[];
  };
  const { message = '' } = conditions.find(({ type }) => type === 'Programmed') ?? {};
  const count = envoys.filter(({ connected }) => connected).length;
  const expected = `Accepted by ${count} of ${count} Envoy${count === 1 ? '' : 's'}`;
  // What is refused, or what the compiler finds, says something else.
  if (/^(Accepted by|Waiting for) /.test(message) && message !== expected)
    violation(`the changed Gateway says "${message}", not "${expected}"`);
}

type Refuses = (type: ResourceType, resource: Resource) => boolean;

/** One content in twelve, the same everywhere and always; of a listener one filter chain in twelve. */
function createRefusals(seed: number, types: ReadonlySet<ResourceType>): Refuses {
  const isBad = (content: string): boolean => hashOf(`${seed}${content}`) % 12 === 0;
  const listeners = new Map<string, boolean>();
  return (type, { version, bytes }) => {
    if (!types.has(type)) return false;
    // What is served in place of what is refused has nothing that Envoy could refuse.
    if (type !== 'listener') return isBad(version) && standInFor(type, nameOf(type, bytes))?.version !== version;
    let bad = listeners.get(version);
    if (bad === undefined) {
      bad = encodedChains(bytes).some((chain) => isBad(Buffer.from(chain).toString('latin1')));
      listeners.set(version, bad);
    }
    return bad;
  };
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
