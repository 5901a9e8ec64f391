// Property: clients that refuse at random contents end with the newest good version, else the last good one, else the
// stand-in; and once a version was refused by one, no client that comes later is offered it. The clients here answer at
// once; what the streamer does with answers (refusals into the store, changes to all streams) is played.
import test from 'ava';
import fc from 'fast-check';
import type { Change } from '../../../../src/xds/stream/store.ts';
import { createStream } from '../../../../src/xds/stream/stream.ts';
import { noVersions } from '../../../../src/xds/stream/state.ts';
import { streamTypes } from '../../../../src/xds/stream/types.ts';
import { wireName } from '../../../../src/xds/stream/wire-names.ts';
import { createWireNames } from '../../../support/wire-names.ts';
import { ackTimeoutMs, decodeResponse, fedStore, scope } from './harness.ts';

const names = ['l||s', 'l||t', 'l||u'];
const { typeUrl } = streamTypes.scopedRoute;

type Step =
  | { readonly kind: 'put'; readonly name: string; readonly content: string }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'join' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      name: fc.constantFrom(...names),
      content: fc.constantFrom('1', '2', '3', 'bad1', 'bad2'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), name: fc.constantFrom(...names) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'join' as const }) },
);

function play(protocol: 'delta' | 'sotw', named: boolean) {
  const fed = fedStore();
  fed.apply({});
  const clients: Client[] = [];
  const wireNames = createWireNames();
  /** `name content` of what was refused and has not changed since. */
  const refused = new Set<string>();
  let offeredAgain = '';

  interface Client {
    readonly stream: ReturnType<typeof createStream>;
    readonly held: Map<string, string>;
    readonly joinedWith: ReadonlySet<string>;
  }

  function spread(changes: readonly Change[]): void {
    for (const { stream } of clients) stream.notify(changes);
  }

  function request({ stream }: Client, nonce: string, version: string, error: string | null): void {
    const common = { node: null, typeUrl, nonce, error: error === null ? null : { code: 13, message: error } };
    if (protocol === 'delta')
      stream.takeDelta({ ...common, subscribe: [], unsubscribe: [], initialVersions: noVersions }, 0);
    else stream.takeSotw({ ...common, version, names: [] }, 0);
    for (const event of stream.takeEvents()) {
      if (event.kind !== 'nack') continue;
      for (const { name, version: bad } of event.refused) {
        fed.store.refuse('scopedRoute', name, bad, event.message);
        refused.add(`${name} ${bad}`);
      }
    }
    spread(fed.store.takeChanges());
  }

  function settle(): void {
    const accepted = new Map<Client, string>();
    for (let rounds = 0, idle = 0; idle < clients.length; rounds++) {
      if (rounds > 5000) throw new Error('no end of responses');
      const client = clients[rounds % clients.length]!;
      const polled = client.stream.poll(0);
      if (polled.kind === 'idle') idle++;
      else idle = 0;
      if (polled.kind !== 'response') continue;
      const response = decodeResponse(protocol, polled.response.bytes, wireNames);
      const bad = Object.entries(response.resources).filter(([, content]) => content.startsWith('bad'));
      for (const [name, content] of bad)
        if (client.joinedWith.has(`${name} ${content}`)) offeredAgain = `${name} ${content}`;
      if (bad.length > 0) {
        const message = named ? `bad: ${bad.map(([name]) => wireName('scopedRoute', name)).join(', ')}` : 'bad';
        request(client, response.nonce, accepted.get(client) ?? '', message);
        continue;
      }
      if (protocol === 'sotw') client.held.clear();
      for (const [name, content] of Object.entries(response.resources)) client.held.set(name, content);
      for (const name of response.removed) client.held.delete(name);
      accepted.set(client, response.version);
      request(client, response.nonce, response.version, null);
    }
  }

  return {
    clients,
    join() {
      const stream = createStream({ protocol, storeFor: () => fed.store, only: null, ackTimeoutMs });
      const client: Client = { stream, held: new Map(), joinedWith: new Set(refused) };
      clients.push(client);
      request(client, '', '', null);
      settle();
    },
    put(name: string, content: string) {
      for (const known of refused)
        if (known.startsWith(`${name} `) && known !== `${name} ${content}`) refused.delete(known);
      for (const { joinedWith } of clients)
        for (const known of joinedWith as Set<string>)
          if (known.startsWith(`${name} `) && known !== `${name} ${content}`) (joinedWith as Set<string>).delete(known);
      wireNames.learn('scopedRoute', name);
      spread(fed.put(scope(name, content)));
      settle();
    },
    remove(name: string) {
      for (const known of refused) if (known.startsWith(`${name} `)) refused.delete(known);
      for (const { joinedWith } of clients)
        for (const known of joinedWith as Set<string>)
          if (known.startsWith(`${name} `)) (joinedWith as Set<string>).delete(known);
      spread(fed.remove(`scopedRoute/${name}`));
      settle();
    },
    offeredAgain: () => offeredAgain,
  };
}

for (const protocol of ['delta', 'sotw'] as const) {
  for (const named of [true, false]) {
    test(`${protocol}, ${named ? 'named' : 'not named'}: every client ends with the best version that there is`, (t) => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 30, size: 'max' }), (script) => {
          const world = play(protocol, named);
          world.join();
          const best = new Map<string, string>();
          for (const each of [...script, { kind: 'join' } as Step]) {
            if (each.kind === 'join') world.join();
            else if (each.kind === 'remove') {
              world.remove(each.name);
              best.delete(each.name);
            } else {
              world.put(each.name, each.content);
              // The stand-in holds no content that these tests read.
              if (!each.content.startsWith('bad')) best.set(each.name, each.content);
              else if (!best.has(each.name)) best.set(each.name, '');
            }
            const expected = [...best].sort();
            for (const { held } of world.clients) t.deepEqual([...held].sort(), expected);
            t.is(world.offeredAgain(), '');
          }
        }),
        { numRuns: 200 },
      );
    });
  }
}
