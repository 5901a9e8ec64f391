// Plain objects survive encode and decode; Anys nest; small messages own their buffer; every method path exists.
import test from 'ava';
import { any, decode, encode, openAny, typeUrl } from '../../../../src/xds/proto/codec.ts';
import { findType, findService } from '../../../../src/xds/proto/descriptor.ts';
import type { Message } from '../../../../src/xds/proto/descriptor.ts';
import { envoy } from '../../../../src/xds/proto/generated/envoy.ts';
import {
  ADS,
  CLUSTER_LOAD_ASSIGNMENT,
  SECRET,
  VIRTUAL_HOST,
  resourceTypeOf,
  resourceTypes,
} from '../../../../src/xds/proto/resource-types.ts';
import { duration, struct, wrap } from '../../../../src/xds/proto/values.ts';

const listener: Message<'envoy.config.listener.v3.Listener'> = {
  name: 'http',
  address: { socketAddress: { address: '0.0.0.0', portValue: 8080 } },
  filterChains: [
    {
      filters: [
        {
          name: 'envoy.filters.network.http_connection_manager',
          typedConfig: any('envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager', {
            statPrefix: 'http',
            rds: {
              routeConfigName: 'http',
              configSource: { ads: {}, resourceApiVersion: envoy.config.core.v3.ApiVersion.V3 },
            },
            httpFilters: [
              {
                name: 'envoy.filters.http.router',
                typedConfig: any('envoy.extensions.filters.http.router.v3.Router', { startChildSpan: true }),
              },
            ],
          }),
        },
      ],
    },
  ],
};

test('a listener with nested Anys decodes to what was encoded', (t) => {
  t.deepEqual(
    decode('envoy.config.listener.v3.Listener', encode('envoy.config.listener.v3.Listener', listener)),
    listener,
  );
});

test('the wire form is the protobuf one', (t) => {
  const bytes = encode('google.protobuf.Any', { typeUrl: 'a/b', value: Uint8Array.of(1, 2) });
  t.deepEqual([...bytes], [0x0a, 3, 0x61, 0x2f, 0x62, 0x12, 2, 1, 2]);
});

test('durations, wrappers, structs, maps, enums and undefined fields', (t) => {
  const cluster: Message<'envoy.config.cluster.v3.Cluster'> = {
    name: 'shop/api/8080',
    type: envoy.config.cluster.v3.Cluster.DiscoveryType.EDS,
    lbPolicy: envoy.config.cluster.v3.Cluster.LbPolicy.LEAST_REQUEST,
    connectTimeout: duration(250.5),
    perConnectionBufferLimitBytes: wrap(32768),
    respectDnsTtl: undefined,
    metadata: { filterMetadata: { nuncio: struct({ a: [1, 'x', null, true], b: { c: 1, d: undefined } }) } },
    typedExtensionProtocolOptions: {
      'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': any(
        'envoy.extensions.upstreams.http.v3.HttpProtocolOptions',
        {
          explicitHttpConfig: { http2ProtocolOptions: {} },
        },
      ),
    },
  };
  const { respectDnsTtl: _, ...present } = cluster;
  t.deepEqual(decode('envoy.config.cluster.v3.Cluster', encode('envoy.config.cluster.v3.Cluster', cluster)), present);
});

test('zero in a wrapper is kept, zero in a plain field is the default and absent', (t) => {
  const bytes = encode('envoy.config.route.v3.RetryPolicy', { numRetries: wrap(0), hostSelectionRetryMaxAttempts: 0 });
  t.deepEqual(decode('envoy.config.route.v3.RetryPolicy', bytes), { numRetries: {} });
});

test('every result owns exactly its buffer', (t) => {
  for (const size of [0, 1, 500, 5000, 100_000]) {
    const bytes = encode('google.protobuf.StringValue', { value: 'x'.repeat(size) });
    t.is(bytes.buffer.byteLength, bytes.byteLength);
    t.is(decode('google.protobuf.StringValue', bytes).value ?? '', 'x'.repeat(size));
  }
});

test('openAny gives name and message, undefined for a stranger', (t) => {
  const packed = any('google.protobuf.UInt32Value', wrap(7));
  t.deepEqual(openAny(packed), { name: 'google.protobuf.UInt32Value', message: { value: 7 } });
  t.is(openAny({ typeUrl: 'type.googleapis.com/acme.Nobody' }), undefined);
});

test('durations round to whole nanoseconds and carry', (t) => {
  t.deepEqual(duration(1500), { seconds: 1, nanos: 500_000_000 });
  t.deepEqual(duration(-1500), { seconds: -1, nanos: -500_000_000 });
  t.deepEqual(duration(250.5), { nanos: 250_500_000 });
  t.deepEqual(duration(0), {});
  t.deepEqual(duration(999.9999999), { seconds: 1 });
});

test('each resource type has a message and its service methods', (t) => {
  for (const type of resourceTypes) {
    t.truthy(findType(type.message)?.fields[type.nameField], type.message);
    t.is(resourceTypeOf(type.typeUrl), type);
  }
  const paths = [ADS, ...resourceTypes].flatMap(({ sotwPath, deltaPath }: { sotwPath?: string; deltaPath: string }) =>
    sotwPath === undefined ? [deltaPath] : [sotwPath, deltaPath],
  );
  t.is(paths.length, 19);
  for (const path of paths) {
    const [, service = '', method = ''] = path.split('/');
    t.truthy(findService(service)?.methods[method], path);
  }
  t.is(CLUSTER_LOAD_ASSIGNMENT.sotwPath, '/envoy.service.endpoint.v3.EndpointDiscoveryService/StreamEndpoints');
  t.is(SECRET.typeUrl, typeUrl('envoy.extensions.transport_sockets.tls.v3.Secret'));
  t.is(VIRTUAL_HOST.sotwPath, undefined);
});
