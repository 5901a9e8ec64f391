// A client of HTTP/3, which Node lacks: an Envoy of its own with a listener in clear text on this side, and QUIC to the Envoy
// under test.
import type { ExecutionContext } from 'ava';
import type { CertificateAuthority } from './certs.ts';
import { startEnvoy, type Envoy } from './envoy.ts';
import { request, type HttpRequest } from './http-client.ts';

const type = (name: string) => `type.googleapis.com/${name}`;

export interface Http3Client {
  get(host: string, path?: string, options?: HttpRequest): ReturnType<typeof request>;
}

/** To this port of 127.0.0.1. `sni`: of its connections. `certificate`: that it shows. */
export async function http3Client(
  t: ExecutionContext,
  ca: CertificateAuthority,
  port: number,
  sni: string,
  certificate?: { readonly cert: string; readonly key: string },
): Promise<Http3Client> {
  const inline = (inlineString: string) => ({ inline_string: inlineString });
  const router = { name: 'router', typed_config: { '@type': type('envoy.extensions.filters.http.router.v3.Router') } };
  const manager = {
    '@type': type('envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager'),
    stat_prefix: 'client',
    http_filters: [router],
    route_config: {
      virtual_hosts: [
        { name: 'all', domains: ['*'], routes: [{ match: { prefix: '/' }, route: { cluster: 'http3' } }] },
      ],
    },
  };
  const socket = (portValue: number) => ({ socket_address: { address: '127.0.0.1', port_value: portValue } });
  const envoy: Envoy = await startEnvoy({
    bootstrap: {
      node: { id: 'client', cluster: 'client' },
      static_resources: {
        listeners: [
          { name: 'in', address: socket(0), filter_chains: [{ filters: [{ name: 'http', typed_config: manager }] }] },
        ],
        clusters: [
          {
            name: 'http3',
            type: 'STATIC',
            load_assignment: {
              cluster_name: 'http3',
              endpoints: [{ lb_endpoints: [{ endpoint: { address: socket(port) } }] }],
            },
            typed_extension_protocol_options: {
              'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': {
                '@type': type('envoy.extensions.upstreams.http.v3.HttpProtocolOptions'),
                explicit_http_config: { http3_protocol_options: {} },
              },
            },
            transport_socket: {
              name: 'envoy.transport_sockets.quic',
              typed_config: {
                '@type': type('envoy.extensions.transport_sockets.quic.v3.QuicUpstreamTransport'),
                upstream_tls_context: {
                  sni,
                  common_tls_context: {
                    validation_context: { trusted_ca: inline(ca.ca) },
                    ...(certificate && {
                      tls_certificates: [
                        { certificate_chain: inline(certificate.cert), private_key: inline(certificate.key) },
                      ],
                    }),
                  },
                },
              },
            },
          },
        ],
      },
    },
  });
  t.teardown(async () => envoy.stop());
  await envoy.whenReady();
  const target = { address: '127.0.0.1', port: await envoy.listenerPort('in') };
  return { get: async (host, path = '/', options = {}) => request(target, { ...options, host, path }) };
}
