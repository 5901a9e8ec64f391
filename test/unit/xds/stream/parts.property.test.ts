// Property: of a resource with many parts, clients that refuse it because of some parts end with exactly those replaced:
// by what was accepted of them before, while its owners still have the part and what it needs is there; else by 500, or by
// nothing. Every other part is served in its newest version, and what is gone is gone.
import test from 'ava';
import fc from 'fast-check';
import type { EncodedResource } from '../../../../src/messages/resources.ts';
import { decode, encode } from '../../../../src/xds/proto/codec.ts';
import { concatenate } from '../../../../src/xds/resource.ts';
import { encodedHost, routeConfiguration } from '../../../../src/xds/route-configuration.ts';
import { encodeFilterChain, listener } from '../../../../src/xds/listener.ts';
import { defaultEnvoySettings } from '../../../../src/model/envoy-settings.ts';
import { clusterName } from '../../../../src/xds/names.ts';
import { cluster, fedStore } from './harness.ts';

interface Part {
  readonly content: string;
  readonly owner: string;
  /** A cluster that this version needs. */
  readonly needs?: string;
}
type Parts = Readonly<Record<string, Part>>;

const hosts = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const part: fc.Arbitrary<Part> = fc.record(
  {
    content: fc.constantFrom('1', '2', '3', 'bad1', 'bad2'),
    owner: fc.constantFrom('HTTPProxy/x/one', 'HTTPProxy/x/two'),
    needs: fc.constantFrom('c1', 'c2'),
  },
  { requiredKeys: ['content', 'owner'] },
);
const parts: fc.Arbitrary<Parts> = fc.dictionary(fc.constantFrom(...hosts), part, { maxKeys: hosts.length });

function routes(of: Parts): EncodedResource {
  const encoded = Object.entries(of)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([host, { content, owner, needs }]) =>
      encodedHost(
        {
          name: host,
          domains: [host],
          routes: [{ match: { prefix: `/${content}` }, directResponse: { status: 200 } }],
        },
        [owner],
        needs === undefined ? [] : [`cluster/${needs}`],
        0,
      ),
    );
  return routeConfiguration('table', encoded, undefined);
}

/** Host → content; `500` for the stand-in. */
function contentsOf(bytes: Uint8Array): Record<string, string> {
  const { virtualHosts = [] } = decode('envoy.config.route.v3.RouteConfiguration', bytes);
  return Object.fromEntries(
    virtualHosts.map(({ name = '', routes = [] }) => {
      const [route] = routes;
      return [name, route?.directResponse?.status === 500 ? '500' : (route?.match?.prefix ?? '').slice(1)];
    }),
  );
}

/** One client that refuses what holds a bad part, with or without its name. Ends with what it has accepted. */
function settle(fed: ReturnType<typeof fedStore>, named: boolean): { held: Record<string, string>; rounds: number } {
  for (let rounds = 0; ; rounds++) {
    if (rounds > 60) throw new Error('no end');
    const served = fed.store.get('route', 'table');
    if (served === undefined) return { held: {}, rounds };
    const { slab, valueStart, end } = served.frame;
    const held = contentsOf(slab.subarray(valueStart, end));
    const bad = Object.entries(held).filter(([, content]) => content.startsWith('bad'));
    if (bad.length > 0) {
      fed.store.refuse('route', 'table', served.version, named ? `bad host ${bad[0]![0]}` : 'bad');
      continue;
    }
    fed.store.confirm(served);
    fed.store.takeChanges();
    if (fed.store.get('route', 'table') === served) return { held, rounds };
  }
}

for (const named of [true, false]) {
  test(`virtual hosts, ${named ? 'with' : 'without'} the name in the error`, (t) => {
    fc.assert(
      fc.property(fc.array(fc.tuple(parts, fc.subarray(['c1', 'c2'])), { minLength: 1, maxLength: 6 }), (versions) => {
        const fed = fedStore();
        /** What was accepted last of each part. */
        let accepted: Record<string, Part | undefined> = {};
        for (const [wanted, clusters] of versions) {
          for (const name of ['c1', 'c2']) {
            if (clusters.includes(name)) fed.put(cluster(name));
            else fed.remove(`cluster/${name}`);
          }
          fed.put(routes(wanted));
          const { held } = settle(fed, named);
          const expected: Record<string, string> = {};
          const next: Record<string, Part | undefined> = {};
          for (const [host, now] of Object.entries(wanted)) {
            const old = accepted[host];
            const oldMayStand =
              old !== undefined && old.owner === now.owner && (old.needs === undefined || clusters.includes(old.needs));
            const served = now.content.startsWith('bad') ? (oldMayStand ? old : undefined) : now;
            expected[host] = served?.content ?? '500';
            next[host] = served;
          }
          accepted = next;
          if (JSON.stringify(sorted(held)) !== JSON.stringify(sorted(expected))) {
            throw new Error(`${JSON.stringify(sorted(held))} is served, ${JSON.stringify(sorted(expected))} expected`);
          }
          const verdicts = [...fed.store.quarantinedParts('route', 'table')].map(([name, { owners }]) => [
            name,
            owners[0],
          ]);
          const bad = Object.entries(wanted)
            .filter(([, { content }]) => content.startsWith('bad'))
            .map(([host, { owner }]) => [host, owner]);
          if (JSON.stringify(verdicts.sort()) !== JSON.stringify(bad.sort())) throw new Error('verdicts differ');
        }
      }),
      { numRuns: 300 },
    );
    t.pass();
  });
}

function sorted(of: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1)));
}

test('one bad host of a thousand is found in few rounds, and the others are served', (t) => {
  const fed = fedStore();
  const of = (bad: string): Parts =>
    Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => {
        const host = `h${index}`;
        return [host, { content: host === bad ? 'bad1' : '1', owner: 'HTTPProxy/x/one' }];
      }),
    );
  fed.put(routes(of('h617')));
  const { held, rounds } = settle(fed, false);
  t.is(Object.keys(held).length, 1000);
  t.is(held['h617'], '500');
  t.true(rounds <= 25, `${rounds} rounds`);
  // A change beside it is served at once.
  fed.put(routes({ ...of('h617'), h5: { content: '2', owner: 'HTTPProxy/x/one' } }));
  const again = settle(fed, false);
  t.is(again.rounds, 0);
  t.is(again.held['h5'], '2');
  // The repair too.
  fed.put(routes(of('none')));
  t.is(settle(fed, false).held['h617'], '1');
  t.is(fed.store.quarantinedParts('route', 'table').size, 0);
});

test('a part is not blamed for what the resource itself is refused for', (t) => {
  const cases = [
    { hosts: ['a'], mostRefusals: 10 },
    { hosts: ['a', 'b', 'c'], mostRefusals: 10 },
    // The good version comes when one is blamed, and nothing has been accepted without it.
    { hosts: ['a'], mostRefusals: 1 },
  ];
  for (const { hosts, mostRefusals } of cases) {
    const fed = fedStore();
    const table = (content: string): EncodedResource => {
      const encoded = hosts.map((host) =>
        encodedHost({ name: host, domains: [host], routes: [] }, [`HTTPProxy/x/${host}`], [], 0),
      );
      const own = { ignorePortInHostMatching: content === 'bad' };
      const whole = routeConfiguration('table', encoded, undefined);
      const bytes = concatenate([whole.bytes, encode('envoy.config.route.v3.RouteConfiguration', own)]);
      return { ...whole, bytes, version: content };
    };
    fed.put(table('bad'));
    for (let refusals = 0; ; refusals++) {
      const served = fed.store.get('route', 'table')!;
      if (served.standIn || refusals === mostRefusals) break;
      fed.store.refuse('route', 'table', served.version, 'it is bad');
    }
    t.is(fed.store.quarantinedParts('route', 'table').size, mostRefusals === 1 ? 1 : 0);
    fed.put(table('good'));
    const { slab, valueStart, end } = fed.store.get('route', 'table')!.frame;
    t.deepEqual(Object.keys(contentsOf(slab.subarray(valueStart, end))), hosts);
    t.is(fed.store.get('route', 'table')?.version, 'good');
  }
});

test('what our own check finds in a host is never offered', (t) => {
  const fed = fedStore();
  fed.apply({});
  const bad = encodedHost({ name: '', domains: [], routes: [] }, ['HTTPProxy/x/bad'], [], 0);
  const good = encodedHost({ name: 'good', domains: ['good'], routes: [] }, ['HTTPProxy/x/good'], [], 0);
  t.true(bad.isBad);
  const named = encodedHost(
    { name: 'broken', domains: ['broken'], routes: [{ match: { prefix: '/' } }] },
    ['HTTPProxy/x/bad'],
    [],
    0,
  );
  t.true(named.isBad);
  fed.put(routeConfiguration('table', [named, good], undefined));
  const { slab, valueStart, end } = fed.store.get('route', 'table')!.frame;
  t.is(contentsOf(slab.subarray(valueStart, end))['broken'], '500');
  t.like(Object.fromEntries(fed.store.quarantinedParts('route', 'table')), {
    broken: { by: 'check', owners: ['HTTPProxy/x/bad'], served: 'standIn' },
  });
});

const tlsListener = {
  kind: 'Listener',
  key: 'tls',
  address: '0.0.0.0',
  port: 8443,
  protocol: 'https',
  http: defaultEnvoySettings.http,
  socket: defaultEnvoySettings.listener,
  ja3: false,
  ja4: false,
} as const;

test('a filter chain that is refused is left out, and its siblings are served; without any the listener stays', (t) => {
  const fed = fedStore();
  const chain = (id: string, ...names: readonly string[]) =>
    encodeFilterChain(
      {
        kind: 'FilterChain',
        key: `tls|${id}`,
        listener: 'tls',
        id,
        serverNames: names,
        secret: `x/${id}`,
        minimumTlsVersion: '1.2',
        maximumTlsVersion: '1.3',
        owners: [`HTTPProxy/x/${id}`],
      },
      names,
      undefined,
    );
  const chainsServed = (): string[] => {
    const served = fed.store.get('listener', 'tls');
    if (served === undefined) return [];
    const { slab, valueStart, end } = served.frame;
    const { filterChains = [] } = decode('envoy.config.listener.v3.Listener', slab.subarray(valueStart, end));
    return filterChains.map(({ name = '' }) => name);
  };
  const put = (...chains: readonly ReturnType<typeof chain>[]) => fed.put(listener(tlsListener, chains, 'scoped'));
  const answer = (isBad: (name: string) => boolean): void => {
    for (;;) {
      const served = fed.store.get('listener', 'tls');
      if (served === undefined) return;
      if (chainsServed().some(isBad)) fed.store.refuse('listener', 'tls', served.version, 'no such curve');
      else fed.store.confirm(served);
      if (fed.store.get('listener', 'tls') === served) return;
    }
  };
  put(chain('one', 'a.test'), chain('two', 'b.test'), chain('three', 'c.test'));
  answer((name) => name === 'two');
  t.deepEqual(chainsServed(), ['one', 'three']);
  t.like(fed.store.quarantinedParts('listener', 'tls').get('two'), {
    message: 'no such curve',
    owners: ['HTTPProxy/x/two'],
    served: 'nothing',
  });
  put(chain('two', 'b.test'));
  answer((name) => name === 'two');
  t.deepEqual(chainsServed(), ['one', 'three'], 'Envoy takes no TLS listener without a chain');
  t.like(fed.store.quarantined('listener').get('tls'), { message: 'no such curve', by: 'client', served: 'lastGood' });
  put(chain('one', 'a.test'), chain('two', 'b.test', 'd.test'));
  answer(() => false);
  t.deepEqual(chainsServed(), ['one', 'two']);
  t.is(fed.store.quarantinedParts('listener', 'tls').size, 0);
});

test('the last good version of the only chain goes with what it requires, and comes back with it', (t) => {
  const fed = fedStore();
  const put = (name: string): void => {
    const chain = encodeFilterChain(
      {
        kind: 'FilterChain',
        key: 'tls|one',
        listener: 'tls',
        id: 'one',
        serverNames: ['a.test'],
        minimumTlsVersion: '1.2',
        maximumTlsVersion: '1.3',
        tcp: { clusters: [{ cluster: name, weight: 1 }] },
        owners: ['HTTPProxy/x/one'],
      },
      ['a.test'],
      undefined,
    );
    fed.put(listener(tlsListener, [chain], 'scoped'));
  };
  const good = cluster(clusterName('good'));
  fed.put(good, cluster(clusterName('bad')));
  put('good');
  const first = fed.store.get('listener', 'tls')!;
  fed.store.confirm(first);
  put('bad');
  fed.store.refuse('listener', 'tls', fed.store.get('listener', 'tls')!.version, 'no such curve');
  t.is(fed.store.get('listener', 'tls')?.version, first.version);
  fed.remove(`cluster/${good.name}`);
  t.is(fed.store.get('listener', 'tls'), undefined);
  t.like(fed.store.quarantined('listener').get('tls'), { message: 'no such curve', by: 'client', served: 'nothing' });
  fed.put(good);
  t.is(fed.store.get('listener', 'tls')?.version, first.version);
});
