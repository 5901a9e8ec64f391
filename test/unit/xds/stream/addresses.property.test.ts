// Property: whatever addresses listeners give each other, a client that refuses a listener while another one of its own has
// the address, as Envoy does, refuses none, and ends with what the store holds. Where it refuses some for other reasons, it
// has all once these are mended.
import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { createStream } from '../../../../src/xds/stream/stream.ts';
import { streamTypes } from '../../../../src/xds/stream/types.ts';
import { decodeResponse, fedStore, listenerAt, type Decoded } from './harness.ts';

const names = ['a', 'b', 'c', 'd'] as const;
const ports = [1, 2, 3, 4, 5];

/** Where each listener is from now on; no two are in one place. */
type Places = Readonly<
  Partial<Record<(typeof names)[number], { readonly ports: readonly number[]; readonly bad: boolean }>>
>;

type Step =
  | { readonly kind: 'change'; readonly places: Places; readonly cut: boolean }
  /** So many polls and deliveries. */
  | { readonly kind: 'exchange'; readonly rounds: number }
  /** Another Envoy comes. */
  | { readonly kind: 'restart' }
  /** It comes back with what it has, of which the server knows only names and versions. */
  | { readonly kind: 'reconnect' };

function steps(withBad: boolean): fc.Arbitrary<Step[]> {
  const places = fc
    .record({
      shuffled: fc.shuffledSubarray(ports, { minLength: ports.length }),
      counts: fc.tuple(...names.map(() => fc.constantFrom(0, 1, 1, 1, 2))),
      bad: fc.tuple(...names.map(() => (withBad ? fc.constantFrom(true, false, false) : fc.constant(false)))),
    })
    .map(({ shuffled, counts, bad }): Places => {
      const left = [...shuffled];
      return Object.fromEntries(
        names.flatMap((name, index) => {
          const taken = left.splice(0, counts[index]);
          return taken.length === 0 ? [] : [[name, { ports: taken, bad: bad[index]! }]];
        }),
      );
    });
  return fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('change' as const), places, cut: withBad ? fc.constant(false) : fc.boolean() }),
      fc.record({ kind: fc.constant('exchange' as const), rounds: fc.integer({ min: 1, max: 6 }) }),
      fc.constant<Step>({ kind: 'restart' }),
    ),
    { maxLength: 30, size: 'max' },
  );
}

/** All move on by some ports, so that each takes the place of one that comes after it, and never two each other's. */
const shifts: fc.Arbitrary<Step[]> = fc
  .array(
    fc.oneof(
      fc.record({
        kind: fc.constant('shift' as const),
        by: fc.integer({ min: 0, max: 2 }),
        names: fc.subarray([...names]),
      }),
      fc.record({ kind: fc.constant('exchange' as const), rounds: fc.integer({ min: 1, max: 6 }) }),
      fc.constant<Step>({ kind: 'reconnect' }),
    ),
    { maxLength: 30, size: 'max' },
  )
  .map((list) => {
    let first = 1;
    return list.map((step): Step => {
      if (step.kind !== 'shift') return step;
      first += step.by;
      const places = step.names.map((name) => [name, { ports: [first + names.indexOf(name)], bad: false }]);
      return { kind: 'change', places: Object.fromEntries(places), cut: false };
    });
  });

function simulate(protocol: 'delta' | 'sotw', script: readonly Step[]) {
  const { store, put, remove } = fedStore();
  const held = new Map<string, { readonly content: string; readonly ports: readonly string[] }>();
  const refusals: string[] = [];
  const toClient: Decoded[] = [];
  let current: Places = {};
  let version = '';
  let nowMs = 0;
  let stream = connect();

  function connect() {
    toClient.length = 0;
    const made = createStream({ protocol, storeFor: () => store, only: null, ackTimeoutMs: 5000 });
    const request = { typeUrl: streamTypes.listener.typeUrl, nonce: '', error: null };
    const node = { id: 'a', cluster: '', userAgent: '' };
    const initialVersions = new Map([...held].map(([name, { content }]) => [name, content]));
    if (protocol === 'delta')
      made.takeDelta({ ...request, node, subscribe: ['*'], unsubscribe: [], initialVersions }, nowMs);
    else made.takeSotw({ ...request, node, version, names: ['*'] }, nowMs);
    return made;
  }

  /** As Envoy: removals first, then one listener after the other; it keeps the good ones also of a response that it refuses. */
  function receive({ nonce, version: offered, resources, removed }: Decoded): void {
    const gone = protocol === 'delta' ? removed : [...held.keys()].filter((name) => !(name in resources));
    for (const name of gone) held.delete(name);
    const errors: string[] = [];
    for (const [name, content] of Object.entries(resources)) {
      const at = content.slice(content.indexOf('@') + 1).split('+');
      const other = [...held].find(
        ([one, { ports: taken }]) => one !== name && taken.some((port) => at.includes(port)),
      );
      if (content.startsWith('bad')) errors.push(`error adding listener '${name}': bad`);
      else if (other !== undefined)
        errors.push(`error adding listener '${name}' has duplicate address as existing listener`);
      else held.set(name, { content, ports: at });
    }
    refusals.push(...errors);
    if (errors.length === 0) version = offered;
    const error = errors.length === 0 ? null : { code: 13, message: errors.map((each) => `${each}\n`).join('') };
    const answer = { node: null, typeUrl: streamTypes.listener.typeUrl, nonce, error };
    if (protocol === 'delta')
      stream.takeDelta({ ...answer, subscribe: [], unsubscribe: [], initialVersions: new Map() }, nowMs);
    else stream.takeSotw({ ...answer, version, names: ['*'] }, nowMs);
    takeEvents();
  }

  function takeEvents(): void {
    for (const event of stream.takeEvents())
      if (event.kind === 'nack')
        for (const one of event.refused) store.refuse('listener', one.name, one.version, event.message);
    stream.notify(store.takeChanges());
  }

  function exchange(): boolean {
    const polled = stream.poll(nowMs);
    takeEvents();
    if (polled.kind === 'response') toClient.push(decodeResponse(protocol, polled.response.bytes));
    const received = toClient.shift();
    if (received !== undefined) receive(received);
    return polled.kind !== 'idle' || received !== undefined;
  }

  function change(places: Places, cut: boolean): void {
    const present = names.filter((name) => places[name] !== undefined);
    const upserts = present.map((name) => {
      const { ports: at, bad } = places[name]!;
      return listenerAt(name, at, bad ? 'bad' : 'good');
    });
    const gone = names.filter((name) => current[name] !== undefined && places[name] === undefined);
    current = places;
    const removals = gone.map((name) => `listener/${name}`);
    if (!cut) {
      stream.notify([...put(...upserts), ...remove(...removals)]);
      return;
    }
    // As two batches of a compiler may come: meanwhile two may be in one place.
    for (const each of upserts) {
      stream.notify(put(each));
      exchange();
    }
    stream.notify(remove(...removals));
  }

  function settle(): void {
    for (let round = 0; exchange(); round++) if (round > 1000) throw new Error('it never comes to rest');
  }

  for (const step of script) {
    nowMs++;
    if (step.kind === 'change') change(step.places, step.cut);
    else if (step.kind === 'reconnect') stream = connect();
    else if (step.kind === 'restart') {
      held.clear();
      version = '';
      stream = connect();
    } else for (let round = 0; round < step.rounds; round++) exchange();
  }
  settle();
  const mended = Object.fromEntries(Object.entries(current).map(([name, place]) => [name, { ...place, bad: false }]));
  change(mended, false);
  settle();
  const wanted = Object.fromEntries([...store.all('listener')].map(([name, one]) => [name, one.version]));
  const has = Object.fromEntries(
    [...held].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, one.content]),
  );
  return { refusals, wanted, has, waits: stream.describe(nowMs).types.some(({ settled }) => !settled) };
}

function endsAsTheStore(
  protocol: 'delta' | 'sotw',
  scripts: fc.Arbitrary<Step[]>,
  also: (result: ReturnType<typeof simulate>) => void = () => {},
): void {
  const property = fc.property(scripts, (script) => {
    const result = simulate(protocol, script);
    also(result);
    assert.deepEqual(result.has, result.wanted);
    assert.equal(result.waits, false);
  });
  fc.assert(property, { numRuns: 500 });
}

for (const protocol of ['delta', 'sotw'] as const) {
  test(`${protocol}: listeners give each other their addresses, and none is refused`, (t) => {
    t.notThrows(() => endsAsTheStore(protocol, steps(false), ({ refusals }) => assert.deepEqual(refusals, [])));
  });

  test(`${protocol}: who could not come because a refused one stayed comes once that is mended`, (t) => {
    t.notThrows(() => endsAsTheStore(protocol, steps(true)));
  });

  test(`${protocol}: a client that comes back gets all, though only the names and versions of what it has are known`, (t) => {
    t.notThrows(() => endsAsTheStore(protocol, shifts));
  });
}
