// ProtoJSON: the forms that Envoy prints, read back to the same message.
import test from 'ava';
import { any, decode, encode } from '../../../../src/xds/proto/codec.ts';
import type { Message } from '../../../../src/xds/proto/descriptor.ts';
import { envoy } from '../../../../src/xds/proto/generated/envoy.ts';
import { fromJson, toJson } from '../../../../src/xds/proto/json.ts';
import type { Json } from '../../../../src/xds/proto/json.ts';
import { duration, struct, wrap } from '../../../../src/xds/proto/values.ts';

const cluster: Message<'envoy.config.cluster.v3.Cluster'> = {
  name: 'shop/api/8080',
  type: envoy.config.cluster.v3.Cluster.DiscoveryType.STRICT_DNS,
  connectTimeout: duration(1500),
  perConnectionBufferLimitBytes: wrap(32768),
  metadata: { filterMetadata: { nuncio: struct({ a: [1, 'x', null, true], b: { c: 0.5 } }) } },
  transportSocket: {
    name: 'envoy.transport_sockets.tls',
    typedConfig: any('envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext', {
      sni: 'api.example.com',
      maxSessionKeys: wrap(0),
      commonTlsContext: {
        validationContext: { trustedCa: { inlineBytes: Uint8Array.of(0, 255, 254) } },
        customHandshaker: { name: 'd', typedConfig: any('google.protobuf.Duration', duration(250)) },
      },
    }),
  },
  typedExtensionProtocolOptions: {
    'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': any(
      'envoy.extensions.upstreams.http.v3.HttpProtocolOptions',
      {
        explicitHttpConfig: { http2ProtocolOptions: {} },
      },
    ),
  },
};

const clusterJson: Json = {
  name: 'shop/api/8080',
  type: 'STRICT_DNS',
  connect_timeout: '1.500s',
  per_connection_buffer_limit_bytes: 32768,
  metadata: { filter_metadata: { nuncio: { a: [1, 'x', null, true], b: { c: 0.5 } } } },
  transport_socket: {
    name: 'envoy.transport_sockets.tls',
    typed_config: {
      '@type': 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext',
      sni: 'api.example.com',
      max_session_keys: 0,
      common_tls_context: {
        validation_context: { trusted_ca: { inline_bytes: 'AP/+' } },
        custom_handshaker: {
          name: 'd',
          typed_config: { '@type': 'type.googleapis.com/google.protobuf.Duration', value: '0.250s' },
        },
      },
    },
  },
  typed_extension_protocol_options: {
    'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': {
      '@type': 'type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions',
      explicit_http_config: { http2_protocol_options: {} },
    },
  },
};

test('a plain object and its bytes print the same JSON', (t) => {
  t.deepEqual(toJson('envoy.config.cluster.v3.Cluster', cluster), clusterJson);
  t.deepEqual(
    toJson('envoy.config.cluster.v3.Cluster', encode('envoy.config.cluster.v3.Cluster', cluster)),
    clusterJson,
  );
});

test('JSON reads back to the same message and the same bytes', (t) => {
  const bytes = encode('envoy.config.cluster.v3.Cluster', cluster);
  const read = fromJson('envoy.config.cluster.v3.Cluster', clusterJson);
  t.deepEqual(read, decode('envoy.config.cluster.v3.Cluster', bytes));
  t.deepEqual(encode('envoy.config.cluster.v3.Cluster', read), bytes);
});

test('camelCase names and enum numbers are read too', (t) => {
  t.deepEqual(
    fromJson('envoy.config.cluster.v3.Cluster', { connectTimeout: '0.25s', type: 3, lbPolicy: 'RING_HASH' }),
    {
      connectTimeout: { nanos: 250_000_000 },
      type: 3,
      lbPolicy: 2,
    },
  );
});

test('64-bit integers are strings in JSON and numbers in objects', (t) => {
  t.deepEqual(toJson('google.protobuf.UInt64Value', wrap(7)), '7');
  t.deepEqual(fromJson('google.protobuf.UInt64Value', '7'), { value: 7 });
});

test('undefined fields print as absent', (t) => {
  t.deepEqual(toJson('envoy.config.core.v3.SocketAddress', { address: 'a', portValue: undefined }), { address: 'a' });
});

test('errors name type, field and value', (t) => {
  const read = (json: Json) => () => fromJson('envoy.config.cluster.v3.Cluster', json);
  t.throws(read({ conect_timeout: '1s' }), { message: /Cluster: unknown field: "conect_timeout"/ });
  t.throws(read({ connect_timeout: 1 }), { message: /Duration: expected duration string: 1/ });
  t.throws(read({ type: 'EDZ' }), { message: /Cluster\.type: unknown enum value: "EDZ"/ });
  t.throws(read({ type: 'EDS', cluster_type: {} }), { message: /oneof/ });
  t.throws(read({ transport_socket: { typed_config: { '@type': 'a/acme.Nobody' } } }), { message: /acme\.Nobody/ });
});
