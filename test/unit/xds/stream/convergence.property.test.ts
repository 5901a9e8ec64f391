// Property: whatever happens in whatever order, a client ends with what the store holds, and meanwhile never holds a
// scope without its cluster. The client here is a model of Envoy without a network: requests and responses wait in
// queues and are delivered when the random script says so. Waits end only after the script.
import test from 'ava';
import fc from 'fast-check';
import type { EncodedResource, ResourceType } from '../../../../src/messages/resources.ts';
import { reconnectGraceMs } from '../../../../src/xds/stream/gate.ts';
import type { DeltaRequest, SotwRequest } from '../../../../src/xds/stream/requests.ts';
import { createStream } from '../../../../src/xds/stream/stream.ts';
import type { XdsStream } from '../../../../src/xds/stream/stream.ts';
import { streamTypes } from '../../../../src/xds/stream/types.ts';
import { createWireNames } from '../../../support/wire-names.ts';
import { cluster, decodeResponse, fedStore, resource, scope } from './harness.ts';
import type { Decoded } from './harness.ts';

type Protocol = 'delta' | 'sotw';
type Change = (fed: ReturnType<typeof fedStore>) => Changes;
type Changes = ReturnType<ReturnType<typeof fedStore>['put']>;
type Request = Partial<DeltaRequest> & Partial<SotwRequest> & { readonly type: ResourceType };

const ackTimeoutMs = 5000;
const clusterNames = ['a', 'b', 'c', 'd'];
const scopeNames = ['s', 't', 'u'];
const refusable: readonly ResourceType[] = ['cluster', 'scopedRoute', 'listener', 'endpoint'];

/** One step of a script. */
type Step =
  | { readonly kind: 'cluster'; readonly name: string; readonly content: string; readonly edsName: string }
  | { readonly kind: 'endpoint'; readonly name: string; readonly content: string }
  | { readonly kind: 'scope'; readonly name: string; readonly content: string; readonly clusters: readonly string[] }
  | { readonly kind: 'listener'; readonly content: string }
  /** A host, whole (null) or in parts; `told`: its bytes differ with its parts. `halves`: so it comes in two batches. */
  | {
      readonly kind: 'host';
      readonly parts: readonly string[] | null;
      readonly told: boolean;
      readonly content: string;
      readonly clusters: readonly string[];
      readonly halves: 'none' | 'partsFirst' | 'hostFirst';
    }
  | { readonly kind: 'remove'; readonly key: string }
  | { readonly kind: 'toClient' }
  | { readonly kind: 'toServer' }
  | { readonly kind: 'poll' }
  /** So many polls and deliveries in both directions. */
  | { readonly kind: 'exchange'; readonly rounds: number }
  /** Time passes, but over the whole script never so much that a wait ends. */
  | { readonly kind: 'wait' }
  /** `other`: to another replica, which may be behind. */
  | { readonly kind: 'reconnect'; readonly other: boolean }
  /** The replica takes what it is behind by. */
  | { readonly kind: 'catchUp' };

const name = fc.constantFrom(...clusterNames);
const good = fc.constantFrom('1', '2', '3');

function steps(withReconnects: boolean, withRefusals: boolean): fc.Arbitrary<Step[]> {
  const content = withRefusals ? fc.constantFrom('1', '2', '3', 'bad1', 'bad2') : good;
  const change: fc.Arbitrary<Step>[] = [
    fc.record({ kind: fc.constant('cluster' as const), name, content, edsName: fc.constantFrom('a', 'b', 'shared') }),
    fc.record({ kind: fc.constant('endpoint' as const), name: fc.constantFrom('a', 'b', 'shared'), content: good }),
    fc.record({
      kind: fc.constant('scope' as const),
      name: fc.constantFrom(...scopeNames),
      content,
      clusters: fc.uniqueArray(name, { maxLength: 2 }),
    }),
    fc.record({ kind: fc.constant('listener' as const), content }),
    fc.record({
      kind: fc.constant('host' as const),
      parts: fc.option(fc.subarray<string>(['h /a', 'h /b']), { nil: null }),
      told: fc.boolean(),
      content,
      clusters: fc.uniqueArray(name, { maxLength: 2 }),
      halves: fc.constantFrom('none' as const, 'partsFirst' as const, 'hostFirst' as const),
    }),
    fc.record({
      kind: fc.constant('remove' as const),
      key: fc.constantFrom(
        ...clusterNames.map((one) => `cluster/${one}`),
        ...[...scopeNames, 'h'].map((one) => `scopedRoute/${one}`),
      ),
    }),
  ];
  const delivery: fc.Arbitrary<Step>[] = (['toClient', 'toServer', 'poll'] as const).map((kind) =>
    fc.constant({ kind } as Step),
  );
  const exchange = fc.record({ kind: fc.constant('exchange' as const), rounds: fc.integer({ min: 1, max: 12 }) });
  const all = [...change, ...change, ...delivery, exchange, exchange, exchange];
  if (withReconnects) {
    const reconnect = fc.record({ kind: fc.constant('reconnect' as const), other: fc.boolean() });
    all.push(reconnect, fc.constant({ kind: 'wait' }), fc.constant({ kind: 'catchUp' }));
  }
  // Long scripts: the first few steps only bring the client up.
  return fc.array(fc.oneof(...all), { maxLength: 80, size: 'max' });
}

function isBad(content: string): boolean {
  return content.startsWith('bad');
}

function simulate(
  protocol: Protocol,
  script: readonly Step[],
  options: {
    readonly namesInErrors: boolean;
    readonly namesPerTurn?: number;
    /** The store hears of refusals, as from the streamer. */
    readonly quarantine?: boolean;
  },
) {
  const replicas = [fedStore(), fedStore()].map((fed) => ({ fed, behind: [] as Change[] }));
  /** To which the client is connected. */
  let replica = replicas[0]!;
  let nowMs = 0;
  let stream: XdsStream = connect();
  let reconnected = false;
  /** What the client has, by type: name → content. For clusters: those that are warm. */
  const held = new Map<ResourceType, Map<string, string>>();
  const versions = new Map<ResourceType, Map<string, string>>();
  /** What the scopes that were sent require, by name and content: the client can't know from our test contents. */
  const requirements = new Map<string, readonly string[]>();
  /** As `requirements`, of other scopes: what the same bytes have always required. */
  const partsRequired = new Map<string, readonly string[]>();
  /** Ever. New scopes do not wait for what is left out. */
  const refusedClusters = new Set<string>();
  /** The second batch of a host that comes in two. */
  let otherHalf: (() => void) | null = null;
  let toServer: Request[] = [];
  let toClient: Decoded[] = [];
  let warming = new Map<string, string>();
  let edsNames = new Map<string, string>();
  /** Envoy answers no clusters, in whatever way, while one warms. */
  let withheld: { readonly response: Decoded; readonly refusal: string | null; readonly version: string }[] = [];
  let subscribed = new Set<string>();
  const violations: string[] = [];
  const wireNames = createWireNames();
  let overdue = 0;

  function connect(): XdsStream {
    const { namesPerTurn = 2000 } = options;
    const { store } = replica.fed;
    return createStream({ protocol, storeFor: () => store, only: null, ackTimeoutMs, namesPerTurn });
  }

  const heldOf = (type: ResourceType) => {
    let map = held.get(type);
    if (map === undefined) held.set(type, (map = new Map()));
    return map;
  };

  // The client.

  function begin(): void {
    for (const type of ['cluster', 'endpoint', 'scopedRoute', 'listener'] as const) {
      const list = type === 'endpoint' ? [...subscribed] : ['*'];
      if (list.length === 0) continue;
      const kept = heldOf(type);
      const had = Object.fromEntries([...kept.keys()].map((one) => [one, versions.get(type)?.get(one) ?? '']));
      const initialVersions = new Map(Object.entries(wireNames.initialVersions(type, had)));
      toServer.push(protocol === 'delta' ? { type, subscribe: list, initialVersions } : { type, names: list });
    }
  }

  function receive(response: Decoded): void {
    const { type, resources, removed } = response;
    const bad = Object.keys(resources).filter((one) => isBad(resources[one]!));
    if (bad.length > 0) {
      const message = options.namesInErrors ? `Error adding: ${bad.join(', ')}` : 'Proto constraint validation failed';
      if (type === 'cluster') {
        for (const one of bad) refusedClusters.add(one);
        receiveClusters(response, message);
        return;
      }
      // As Envoy, which takes of listeners and clusters what is good all the same.
      if (type === 'listener') take(response, bad);
      answer(response, message);
      return;
    }
    acceptedVersion.set(type, response.version);
    if (type === 'cluster') {
      receiveClusters(response, null);
      return;
    }
    take(response, []);
    remember(response);
    answer(response, null);
    if (type === 'endpoint') {
      for (const [clusterName, eds] of edsNames) {
        if (eds in resources || removed.includes(eds)) warm(clusterName);
      }
      release();
    }
    check();
  }

  function take({ type, resources, removed }: Decoded, bad: readonly string[]): void {
    const map = heldOf(type);
    const isWhole = protocol === 'sotw' && streamTypes[type].fullState;
    for (const one of map.keys()) if (isWhole ? !(one in resources) : removed.includes(one)) map.delete(one);
    for (const [one, content] of Object.entries(resources)) if (!bad.includes(one)) map.set(one, content);
  }

  function receiveClusters(response: Decoded, refusal: string | null): void {
    const { resources, removed } = response;
    const gone = protocol === 'delta' ? removed : [...edsNames.keys()].filter((one) => !(one in resources));
    for (const one of gone) {
      edsNames.delete(one);
      warming.delete(one);
      heldOf('cluster').delete(one);
    }
    for (const [one, content] of Object.entries(resources)) {
      if (isBad(content)) continue;
      // Envoy compares with the version that warms, if there is one.
      if ((warming.get(one) ?? heldOf('cluster').get(one)) === content) continue;
      edsNames.set(one, edsNameOfTest(content));
      warming.set(one, content);
    }
    if (refusal === null) remember(response);
    const wanted = new Set(edsNames.values());
    const fresh = [...wanted].filter((one) => !subscribed.has(one));
    const stale = [...subscribed].filter((one) => !wanted.has(one));
    subscribed = wanted;
    for (const one of stale) heldOf('endpoint').delete(one);
    if (protocol === 'delta') {
      if (fresh.length > 0 || stale.length > 0)
        toServer.push({ type: 'endpoint', subscribe: fresh, unsubscribe: stale });
    } else if (fresh.length > 0 || stale.length > 0) {
      toServer.push({ type: 'endpoint', names: [...wanted], nonce: lastNonce.get('endpoint') ?? '' });
    }
    withheld.push({
      response,
      refusal,
      version: refusal === null ? response.version : (acceptedVersion.get('cluster') ?? ''),
    });
    release();
    check();
  }

  /** The old version serves until then. */
  function warm(clusterName: string): void {
    const content = warming.get(clusterName);
    if (content === undefined) return;
    warming.delete(clusterName);
    heldOf('cluster').set(clusterName, content);
  }

  function release(): void {
    if (warming.size > 0) return;
    for (const { response, refusal, version } of withheld) answer(response, refusal, version);
    withheld = [];
  }

  const lastNonce = new Map<ResourceType, string>();
  const acceptedVersion = new Map<ResourceType, string>();

  function remember({ type, versions: received }: Decoded): void {
    let map = versions.get(type);
    if (map === undefined) versions.set(type, (map = new Map()));
    for (const [one, version] of Object.entries(received)) map.set(one, version);
  }

  function answer(
    { type, nonce, resources }: Decoded,
    refusal: string | null,
    version = acceptedVersion.get(type) ?? '',
  ): void {
    const message = wireNames.message(type, refusal ?? '', Object.keys(resources));
    const error = refusal === null ? null : { code: 13, message };
    lastNonce.set(type, nonce);
    const names = type === 'endpoint' ? [...subscribed] : ['*'];
    toServer.push({ type, nonce, error, ...(protocol === 'sotw' && { names, version }) });
  }

  function check(): void {
    for (const [one, content] of heldOf('scopedRoute')) {
      for (const required of requirements.get(`${one}=${content}`) ?? []) {
        const isLeftOut = options.quarantine === true && refusedClusters.has(required);
        if (!isLeftOut && !heldOf('cluster').has(required))
          violations.push(`scope ${one} (${content}) lacks cluster ${required}`);
      }
      for (const part of partsRequired.get(`${one}=${content}`) ?? []) {
        if (!heldOf('scopedRoute').has(part)) violations.push(`scope ${one} (${content}) lacks part ${part}`);
      }
    }
  }

  // The server.

  function deliver({ type, ...given }: Request): void {
    const common = { node: null, typeUrl: streamTypes[type].typeUrl, nonce: '', error: null };
    if (protocol === 'delta')
      stream.takeDelta({ ...common, subscribe: [], unsubscribe: [], initialVersions: new Map(), ...given }, nowMs);
    else stream.takeSotw({ ...common, version: '', names: [], ...given }, nowMs);
    takeEvents();
  }

  function takeEvents(): void {
    for (const event of stream.takeEvents()) {
      if (event.kind === 'overdue') overdue++;
      if (event.kind !== 'nack' || options.quarantine !== true) continue;
      for (const { name: one, version } of event.refused)
        replica.fed.store.refuse(event.type, one, version, event.message);
    }
    const changes = replica.fed.store.takeChanges();
    if (changes.length > 0) stream.notify(changes);
  }

  function poll(): boolean {
    const polled = stream.poll(nowMs);
    takeEvents();
    if (polled.kind === 'response') toClient.push(decodeResponse(protocol, polled.response.bytes, wireNames));
    return polled.kind !== 'idle';
  }

  /** The other replica hears of it later. */
  function apply(change: Change): void {
    for (const each of replicas) each.behind.push(change);
    if (replica.behind.length === 1) catchUp(replica);
  }

  function catchUp(one: typeof replica): void {
    for (const each of one.behind.splice(0)) {
      const changes = each(one.fed);
      if (one === replica) stream.notify(changes);
    }
  }

  function change(...resources: readonly EncodedResource[]): void {
    for (const { type, name } of resources) wireNames.learn(type, name);
    apply((fed) => fed.put(...resources));
  }

  function remove(...keys: readonly string[]): void {
    apply((fed) => fed.remove(...keys));
  }

  let serial = 0;

  function changeHost({ parts, told, content, clusters, halves }: Step & { readonly kind: 'host' }): void {
    const names = parts === null ? [] : ['h *2', ...parts];
    const of = `:${[...clusters].sort().join('+')}:${serial++ % 3}`;
    const whole = parts === null ? `${content}${of}` : `parts${told ? parts.join('').replaceAll('h ', '+') : ''}`;
    const known = partsRequired.get(`h=${whole}`);
    partsRequired.set(`h=${whole}`, known === undefined ? names : known.filter((one) => names.includes(one)));
    const gone = ['h *2', 'h /a', 'h /b'].filter((one) => !names.includes(one));
    for (const one of parts === null ? ['h'] : names) requirements.set(`${one}=${content}${of}`, clusters);
    const putParts = (): void => {
      remove(...gone.map((one) => `scopedRoute/${one}`));
      change(...names.map((one) => scope(one, `${content}${of}`, clusters)));
    };
    const putHost = (): void => {
      const requires = names.map((one) => `scopedRoute/${one}`).sort();
      change(parts === null ? scope('h', whole, clusters) : { ...scope('h', whole), requires });
    };
    const [first, second] = halves === 'hostFirst' ? [putHost, putParts] : [putParts, putHost];
    first();
    if (halves === 'none') second();
    else otherHalf = second;
  }

  function run(step: Step): void {
    if (step.kind === 'host' || (step.kind === 'remove' && step.key === 'scopedRoute/h')) endHalf();
    switch (step.kind) {
      case 'host':
        changeHost(step);
        return;
      case 'cluster':
        change(cluster(step.name, `${step.content}:${step.edsName}`, step.edsName));
        return;
      case 'endpoint':
        change(resource('endpoint', step.name, step.content));
        return;
      case 'scope': {
        // Contents differ with requirements, as bytes of real scopes do.
        const content = `${step.content}:${[...step.clusters].sort().join('+')}:${serial++ % 3}`;
        requirements.set(`${step.name}=${content}`, step.clusters);
        change(scope(step.name, content, step.clusters));
        return;
      }
      case 'listener':
        change(resource('listener', 'l', step.content));
        return;
      case 'remove':
        remove(step.key);
        if (step.key === 'scopedRoute/h') remove('scopedRoute/h *2', 'scopedRoute/h /a', 'scopedRoute/h /b');
        return;
      case 'catchUp':
        catchUp(replica);
        return;
      case 'poll':
        poll();
        return;
      case 'toClient': {
        const response = toClient.shift();
        if (response !== undefined) receive(response);
        return;
      }
      case 'toServer': {
        const request = toServer.shift();
        if (request !== undefined) deliver(request);
        return;
      }
      case 'exchange':
        for (let round = 0; round < step.rounds; round++) {
          for (const kind of ['toServer', 'poll', 'toClient'] as const) run({ kind });
        }
        return;
      case 'wait':
        if (nowMs + reconnectGraceMs < ackTimeoutMs) nowMs += reconnectGraceMs;
        return;
      case 'reconnect':
        reconnected = true;
        if (step.other) replica = replicas.find((each) => each !== replica)!;
        stream = connect();
        toClient = [];
        toServer = [];
        withheld = [];
        // Clusters that had not warmed are unknown to the new stream's list.
        for (const one of warming.keys()) if (!heldOf('cluster').has(one)) edsNames.delete(one);
        for (const one of warming.keys()) versions.get('cluster')?.delete(one);
        warming = new Map();
        begin();
        for (const request of toServer) deliver(request);
        toServer = [];
    }
  }

  function endHalf(): void {
    otherHalf?.();
    otherHalf = null;
  }

  /** Everything is delivered; true: nothing moved. */
  function settle(): void {
    for (let round = 0; round < 10_000; round++) {
      let moved = poll();
      for (const request of toServer.splice(0)) {
        deliver(request);
        moved = true;
      }
      for (const response of toClient.splice(0)) {
        receive(response);
        moved = true;
      }
      if (!moved) return;
    }
    throw new Error('no end of messages');
  }

  change(...['a', 'b', 'shared'].map((one) => resource('endpoint', one)));
  replicas.forEach(catchUp);
  begin();
  for (const step of script) run(step);
  endHalf();
  replicas.forEach(catchUp);
  settle();
  const violationsBeforeTime = [...violations];
  const overdueBeforeTime = overdue;
  // Now what waits for ever by design (a scope whose cluster never comes, a removal that a scope forbids) may go.
  for (let round = 0; round < 5; round++) {
    nowMs += ackTimeoutMs;
    settle();
  }
  return {
    store: replica.fed.store,
    heldOf,
    violations: violationsBeforeTime,
    overdue: overdueBeforeTime,
    subscribed,
    reconnected,
    stream,
  };
}

function edsNameOfTest(content: string): string {
  return content.slice(content.indexOf(':') + 1);
}

function difference(result: ReturnType<typeof simulate>): string[] {
  const wrong: string[] = [];
  for (const type of refusable) {
    const mine = result.heldOf(type);
    const theirs = result.store.all(type);
    for (const [one, { version, instead }] of theirs) {
      if (type === 'endpoint' && !result.subscribed.has(one)) continue;
      // What is served instead is no better than what the client has accepted.
      if (instead !== null) {
        if (isBad(mine.get(one) ?? 'bad')) wrong.push(`${type} ${one} is ${mine.get(one)}, and should be good`);
      } else if (isBad(version)) {
        if (mine.get(one) !== undefined && isBad(mine.get(one)!)) wrong.push(`${type} ${one} is refused and held`);
      } else if (mine.get(one) !== version) wrong.push(`${type} ${one} is ${mine.get(one)}, should be ${version}`);
    }
    for (const one of mine.keys())
      if (!theirs.has(one) && type !== 'endpoint' && !result.store.quarantined(type).has(one))
        wrong.push(`${type} ${one} should be gone`);
  }
  return wrong;
}

const runs = { numRuns: Number(process.env['FC_RUNS'] ?? 300), includeErrorInReport: true };

/** Throws with what is wrong, so that fast-check can look for the smallest script that shows it. */
function mustBeEmpty(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new Error(wrong.join('; '));
}

for (const protocol of ['delta', 'sotw'] as const) {
  test(`${protocol}: any order of changes and deliveries ends in the store's state, without a gap`, (t) => {
    const property = fc.property(steps(false, false), (script) => {
      const result = simulate(protocol, script, { namesInErrors: true });
      mustBeEmpty(result.violations);
      mustBeEmpty(difference(result));
      if (result.overdue > 0) throw new Error(`${result.overdue} responses waited for an answer that could not come`);
    });
    t.notThrows(() => fc.assert(property, runs));
  });

  test(`${protocol}: the same when every response takes several turns`, (t) => {
    const property = fc.property(steps(protocol === 'delta', false), (script) => {
      const result = simulate(protocol, script, { namesInErrors: true, namesPerTurn: 1 });
      mustBeEmpty(result.violations);
      mustBeEmpty(difference(result));
    });
    t.notThrows(() => fc.assert(property, runs));
  });

  for (const namesInErrors of [true, false]) {
    for (const quarantine of [false, true]) {
      const names = namesInErrors ? 'with' : 'without';
      const others = quarantine ? 'nobody' : 'others';
      test(`${protocol}: refusals ${names} names of what ${others} took hold back only what is refused`, (t) => {
        const property = fc.property(steps(false, true), fc.constantFrom(1, 2000), (script, namesPerTurn) => {
          const result = simulate(protocol, script, { namesInErrors, quarantine, namesPerTurn });
          mustBeEmpty(result.violations);
          mustBeEmpty(difference(result).filter((line) => !dependsOnRefused(line, result)));
        });
        t.notThrows(() => fc.assert(property, runs));
      });
    }
  }

  test(`${protocol}: reconnects at any time end in the store's state`, (t) => {
    // A SotW client that comes back and refuses the first response is sent the rest without what it refused.
    const options = fc.record({
      namesInErrors: fc.boolean(),
      quarantine: fc.boolean(),
      namesPerTurn: fc.constantFrom(1, 2000),
    });
    const property = fc.property(steps(true, protocol === 'delta'), options, (script, given) => {
      const result = simulate(protocol, script, given);
      // A SotW client that comes back gets all clusters at once, and so loses those that are gone before its scopes change.
      if (protocol === 'delta' || !result.reconnected) mustBeEmpty(result.violations);
      mustBeEmpty(difference(result).filter((line) => !dependsOnRefused(line, result)));
    });
    t.notThrows(() => fc.assert(property, runs));
  });
}

/**
 * A scope may stay at its old version, and a cluster that this needs may stay, while the scope's new cluster is refused. So
 * does a listener of an earlier stream, of which this one does not know what it needs, while its new version is refused. A
 * host that is refused keeps its parts.
 */
function dependsOnRefused(line: string, { store, reconnected }: ReturnType<typeof simulate>): boolean {
  const isRefused = (type: ResourceType): boolean =>
    store.quarantined(type).size > 0 || [...store.all(type).values()].some(({ version }) => isBad(version));
  if (isRefused('cluster') && (line.startsWith('scopedRoute') || line.endsWith('should be gone'))) return true;
  if (line.startsWith('scopedRoute h ') && line.endsWith('should be gone'))
    return store.quarantined('scopedRoute').has('h') || isBad(store.get('scopedRoute', 'h')?.version ?? '');
  return (
    (isRefused('scopedRoute') || (reconnected && isRefused('listener'))) &&
    line.startsWith('cluster') &&
    line.endsWith('should be gone')
  );
}
