import test from 'ava';
import * as fc from 'fast-check';
import type { EndpointSlice, EndpointSliceEndpoint } from '../../../src/model/kinds/endpoint-slice.ts';
import type { EncodedResource } from '../../../src/messages/resources.ts';
import { createEndpointTable } from '../../../src/xds/endpoint-table.ts';
import { endpointAssignment } from '../../../src/xds/endpoint.ts';
import { json, violations } from './resource-json.ts';
import { cause, endpointGroup, slice } from './vertex-fixtures.ts';

/** `zone address:port` of each endpoint, in order. */
function listed(slices: readonly EndpointSlice[], portName = 'http'): string[] {
  const resource = endpointAssignment(endpointGroup(portName), slices);
  const { endpoints = [] } = json(resource) as {
    endpoints?: {
      locality?: { zone: string };
      lb_endpoints: { endpoint: { address: { socket_address: { address: string; port_value: number } } } }[];
    }[];
  };
  return endpoints.flatMap(({ locality, lb_endpoints: list }) =>
    list.map(({ endpoint }) => {
      const { address, port_value: port } = endpoint.address.socket_address;
      return `${locality === undefined ? '' : `${locality.zone} `}${address}:${port}`;
    }),
  );
}

const at = (address: string, rest: Partial<EndpointSliceEndpoint> = {}): EndpointSliceEndpoint => ({
  addresses: [address],
  ...rest,
});

const ready = { ready: true, serving: true, terminating: false };
const notReady = { ready: false, serving: false, terminating: false };
const draining = { ready: false, serving: true, terminating: true };
const gone = { ready: false, serving: false, terminating: true };

const rows: readonly [
  title: string,
  slices: readonly EndpointSlice[],
  expected: readonly string[],
  portName?: string,
][] = [
  ['no slices', [], []],
  ['a slice without endpoints', [slice('a')], []],
  [
    'several slices',
    [slice('a', { endpoints: [at('10.0.0.2')] }), slice('b', { endpoints: [at('10.0.0.1')] })],
    ['10.0.0.1:8080', '10.0.0.2:8080'],
  ],
  [
    'the same endpoint twice',
    [slice('a', { endpoints: [at('10.0.0.1')] }), slice('b', { endpoints: [at('10.0.0.1')] })],
    ['10.0.0.1:8080'],
  ],
  [
    'the readier report of one endpoint counts',
    [
      slice('a', { endpoints: [at('10.0.0.1', { conditions: draining })] }),
      slice('b', { endpoints: [at('10.0.0.1', { conditions: ready })] }),
    ],
    ['10.0.0.1:8080'],
  ],
  [
    'absent conditions mean ready',
    [slice('a', { endpoints: [at('10.0.0.1', { conditions: {} })] })],
    ['10.0.0.1:8080'],
  ],
  [
    'not ready, terminating and gone ones are left out',
    [
      slice('a', {
        endpoints: [
          at('10.0.0.1', { conditions: notReady }),
          at('10.0.0.2', { conditions: draining }),
          at('10.0.0.3', { conditions: gone }),
          at('10.0.0.4'),
        ],
      }),
    ],
    ['10.0.0.4:8080'],
  ],
  [
    'terminating ones that serve are the last resort',
    [
      slice('a', {
        endpoints: [
          at('10.0.0.1', { conditions: notReady }),
          at('10.0.0.2', { conditions: draining }),
          at('10.0.0.3', { conditions: gone }),
        ],
      }),
    ],
    ['10.0.0.2:8080'],
  ],
  [
    'one locality a zone',
    [
      slice('a', {
        endpoints: [
          at('10.0.0.2', { zone: 'b' }),
          at('10.0.0.3', { zone: 'a' }),
          at('10.0.0.1', { zone: 'b' }),
          at('10.0.0.4'),
        ],
      }),
    ],
    ['10.0.0.4:8080', 'a 10.0.0.3:8080', 'b 10.0.0.1:8080', 'b 10.0.0.2:8080'],
  ],
  [
    'only the first of an endpoint’s addresses',
    [slice('a', { endpoints: [{ addresses: ['10.0.0.1', '10.0.0.2'] }] })],
    ['10.0.0.1:8080'],
  ],
  [
    'both address families',
    [slice('a', { endpoints: [at('10.0.0.1')] }), slice('b', { addressType: 'IPv6', endpoints: [at('fd00::1')] })],
    ['10.0.0.1:8080', 'fd00::1:8080'],
  ],
  ['no host names', [slice('a', { addressType: 'FQDN', endpoints: [at('pod.example.com')] })], []],
  [
    'no malformed addresses',
    [
      slice('a', { endpoints: [at('10.0.0.256'), at('localhost'), at('10.0.0'), at('1.2.3.4.')] }),
      slice('b', { addressType: 'IPv6', endpoints: [at('10.0.0.1')] }),
    ],
    [],
  ],
  [
    'the port by its name, whatever its number in each slice',
    [
      slice('a', {
        endpoints: [at('10.0.0.1')],
        ports: [
          { name: 'http', port: 8080, protocol: 'TCP' },
          { name: 'admin', port: 9000, protocol: 'TCP' },
        ],
      }),
      slice('b', { endpoints: [at('10.0.0.2')], ports: [{ name: 'http', port: 8081, protocol: 'TCP' }] }),
      slice('c', { endpoints: [at('10.0.0.3')], ports: [{ name: 'other', port: 8082, protocol: 'TCP' }] }),
    ],
    ['10.0.0.1:8080', '10.0.0.2:8081'],
  ],
  ['TCP only', [slice('a', { endpoints: [at('10.0.0.1')], ports: [{ name: 'http', port: 53, protocol: 'UDP' }] })], []],
  [
    'a port without a number is nowhere',
    [slice('a', { endpoints: [at('10.0.0.1')], ports: [{ name: 'http', protocol: 'TCP' }] })],
    [],
  ],
  [
    'a Service port without a name',
    [slice('a', { endpoints: [at('10.0.0.1')], ports: [{ name: '', port: 80, protocol: 'TCP' }] })],
    ['10.0.0.1:80'],
    '',
  ],
];

for (const [title, slices, expected, portName] of rows) {
  test(title, (t) => {
    t.deepEqual(listed(slices, portName), expected);
    t.deepEqual(violations(endpointAssignment(endpointGroup(portName), slices)), []);
  });
}

test('an empty assignment is a resource', (t) => {
  t.deepEqual(json(endpointAssignment(endpointGroup(), [])), { cluster_name: 'shop/web/http' });
});

const endpoints = fc.array(
  fc.record({
    addresses: fc.constantFrom('10.0.0.1', '10.0.0.2', '10.0.0.3').map((address) => [address]),
    conditions: fc.constantFrom(ready, notReady, draining, gone, {}),
    zone: fc.constantFrom('', 'a', 'b'),
  }),
  { maxLength: 5 },
);
const anySlices = fc.array(fc.tuple(endpoints, fc.constantFrom(8080, 8081)), { maxLength: 4 });

test('slices and their endpoints in another order give equal bytes', (t) => {
  fc.assert(
    fc.property(anySlices, (contents) => {
      const build = (reverse: boolean): EndpointSlice[] =>
        contents.map(([list, port], index) =>
          slice(`s${index}`, {
            endpoints: reverse ? list.toReversed() : list,
            ports: [{ name: 'http', port, protocol: 'TCP' }],
          }),
        );
      const forwards = endpointAssignment(endpointGroup(), build(false));
      const backwards = endpointAssignment(endpointGroup(), build(true).toReversed());
      t.is(forwards.version, backwards.version);
    }),
  );
});

const put = (name: string, value: EndpointSlice, id = name) => ({
  key: `EndpointSlice/shop/${name}`,
  value,
  causes: [cause(id)],
});
const drop = (name: string, id = name) => ({ key: `EndpointSlice/shop/${name}`, causes: [cause(id)] });
const group = (portName: string, service?: string) => {
  const value = endpointGroup(portName, service);
  return { key: `EndpointGroup/${value.key}`, value, causes: [cause(`group ${portName}`)] };
};

test('the table follows groups and slices in any order, and says nothing when nothing changed', (t) => {
  const table = createEndpointTable();
  table.applySlices([put('a', slice('a', { endpoints: [at('10.0.0.1')] }))], []);
  t.deepEqual(table.publish(), { upserts: [], removals: [] }, 'nobody asks for this Service');

  table.applyGroups([group('http'), group('admin')], []);
  const first = table.publish();
  t.deepEqual(
    first.upserts.map(({ key, causes }) => [key, causes.map(({ id }) => id)]),
    [
      ['endpoint/shop/web/http', ['group http']],
      ['endpoint/shop/web/admin', ['group admin']],
    ],
  );

  table.applySlices([put('a', slice('a', { endpoints: [at('10.0.0.1')] }), 'relabelled')], []);
  t.deepEqual(table.publish(), { upserts: [], removals: [] }, 'the same endpoints');

  table.applySlices([put('b', slice('b', { endpoints: [at('10.0.0.2')] }))], []);
  const second = table.publish();
  t.deepEqual(
    second.upserts.map(({ key, causes }) => [key, causes.map(({ id }) => id)]),
    [['endpoint/shop/web/http', ['b']]],
  );

  table.applySlices([put('b', slice('b', { endpoints: [at('10.0.0.2')] }, 'other'), 'moved')], []);
  t.deepEqual(
    table.publish().upserts.map(({ causes }) => causes[0]?.id),
    ['moved'],
    'the slice belongs to another Service',
  );

  table.applySlices([], [drop('a', 'deleted')]);
  const [emptied] = table.publish().upserts;
  t.deepEqual(emptied && json(emptied.value), { cluster_name: 'shop/web/http' });

  table.applyGroups([], [{ key: 'EndpointGroup/shop/web/http', causes: [cause('unused')] }]);
  t.deepEqual(table.publish(), {
    upserts: [],
    removals: [{ key: 'endpoint/shop/web/http', causes: [cause('unused')] }],
  });
  t.deepEqual([...table.resources().keys()], ['endpoint/shop/web/admin']);
});

test('that a Service has no slice is believed only after a moment', (t) => {
  const table = createEndpointTable();
  const addresses = (changes: { readonly upserts: readonly { readonly value: EncodedResource }[] }): number[] =>
    changes.upserts.map(({ value }) => (JSON.stringify(json(value)).match(/10\.0\.0\.\d/g) ?? []).length);
  table.publish();
  table.applyGroups([group('http')], []);
  t.deepEqual(addresses(table.publish(5_000)), []);
  t.is(table.dueMs, 6_000);
  table.applySlices([put('a', slice('a', { endpoints: [at('10.0.0.1')] }))], []);
  t.deepEqual(addresses(table.publish(5_100)), [1], 'the slices were on their way');
  t.is(table.dueMs, undefined);

  table.applySlices([], [drop('a')]);
  t.deepEqual(addresses(table.publish(7_000)), []);
  table.applySlices([], []);
  t.deepEqual(addresses(table.publish(7_900)), []);
  t.is(table.dueMs, 8_000);
  t.deepEqual(addresses(table.publish(8_000)), [0]);
  t.is(table.dueMs, undefined);

  table.applySlices([put('a', slice('a', { endpoints: [at('10.0.0.1')] }))], []);
  t.deepEqual(addresses(table.publish(9_000)), [1]);
  table.applySlices([], [drop('a')]);
  table.publish(9_100);
  table.applyGroups([], [{ key: 'EndpointGroup/shop/web/http', causes: [] }]);
  t.is(table.publish(9_200).removals.length, 1, 'nobody needs them any more');
  t.is(table.dueMs, undefined);
});

test('what does not fit into a turn is due at once, and comes with the next call', (t) => {
  const table = createEndpointTable();
  const slices = ['a', 'b', 'c'].map((name) => put(name, slice(name, { endpoints: [at('10.0.0.1')] }, name)));
  table.applySlices(slices, []);
  table.applyGroups(
    ['a', 'b', 'c'].map((name) => group('http', name)),
    [],
  );
  const published = (nowMs: number): readonly string[] =>
    table.publish(nowMs, true, () => true).upserts.map(({ key }) => key);
  t.deepEqual(published(1), ['endpoint/shop/a/http']);
  t.is(table.dueMs, 1);
  t.deepEqual([published(2), published(3), published(4)], [['endpoint/shop/b/http'], ['endpoint/shop/c/http'], []]);
  t.is(table.dueMs, undefined);
});

test('a group that meets a bug keeps what it had, and others go on', (t) => {
  const failures: string[] = [];
  const table = createEndpointTable((key) => failures.push(key));
  table.applySlices([put('a', slice('a', { endpoints: [at('10.0.0.1')] })), put('o', slice('o', {}, 'other'))], []);
  table.applyGroups([group('http'), group('http', 'other')], []);
  table.publish(1, true);
  const before = table.resources().get('endpoint/shop/web/http');
  // As no source gives it.
  const broken = slice('a', { endpoints: [null as never] });
  table.applySlices([put('a', broken), put('o', slice('o', { endpoints: [at('10.0.0.2')] }, 'other'))], []);
  const { upserts } = table.publish(2, true);
  t.deepEqual(failures, ['EndpointGroup/shop/web/http']);
  t.deepEqual(
    upserts.map(({ key }) => key),
    ['endpoint/shop/other/http'],
  );
  t.is(table.resources().get('endpoint/shop/web/http'), before);
});
