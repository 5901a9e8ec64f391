// OperatorListener vertex → a listener whose pages come from Envoy's own admin interface, through the static cluster
// `envoy-admin` of the bootstrap; with TLS also the secrets, which are files where Envoy runs.
import type { OperatorListener } from '../dag/vertices.ts';
import type { EncodedResource } from '../messages/resources.ts';
import { ADMIN_CLUSTER } from './bootstrap.ts';
import { httpConnectionManagerType } from './http-connection-manager.ts';
import { checkedResource } from './check.ts';
import { any } from './proto/codec.ts';
import type { envoy } from './proto/generated/envoy.ts';
import { wrap } from './proto/values.ts';
import { adsSource, resourceKey, withUses } from './resource.ts';

const certificateName = 'metrics-tls-certificate';
const caName = 'metrics-ca-certificate';

/** The listener first. */
export function operatorListener(vertex: OperatorListener): readonly EncodedResource[] {
  const { key: name, address, port, tls } = vertex;
  const message: envoy.config.listener.v3.Listener = {
    name,
    address: { socketAddress: { address, portValue: port, ipv4Compat: address === '::' || undefined } },
    filterChains: [
      {
        filters: [{ name: 'envoy.filters.network.http_connection_manager', typedConfig: manager(vertex) }],
        transportSocket: tls && {
          name: 'envoy.transport_sockets.tls',
          typedConfig: any('envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext', tlsContext(tls)),
        },
      },
    ],
    ignoreGlobalConnLimit: vertex.ignoresConnectionLimit || undefined,
  };
  const type = 'envoy.config.listener.v3.Listener';
  const resource = checkedResource('listener', name, type, message, [], vertex.sharedBy);
  const own = tls ? secrets(tls) : [];
  return [
    withUses(
      resource,
      own.map((secret) => resourceKey('secret', secret.name)),
    ),
    ...own,
  ];
}

function manager({ key, paths }: OperatorListener) {
  return any(httpConnectionManagerType, {
    statPrefix: key,
    routeConfig: {
      name: key,
      virtualHosts: [
        {
          name: 'backend',
          domains: ['*'],
          routes: paths.map((path) => ({
            match: { path, headers: [{ name: ':method', stringMatch: { exact: 'GET', ignoreCase: true } }] },
            route: { cluster: ADMIN_CLUSTER },
          })),
        },
      ],
    },
    httpFilters: [
      { name: 'envoy.filters.http.router', typedConfig: any('envoy.extensions.filters.http.router.v3.Router', {}) },
    ],
    normalizePath: wrap(true),
  });
}

type Tls = NonNullable<OperatorListener['tls']>;

const tls13 = 4;

function tlsContext(tls: Tls): envoy.extensions.transport_sockets.tls.v3.DownstreamTlsContext {
  return {
    commonTlsContext: {
      tlsParams: { tlsMinimumProtocolVersion: tls13, tlsMaximumProtocolVersion: tls13 },
      tlsCertificateSdsSecretConfigs: [{ name: certificateName, sdsConfig: adsSource }],
      validationContextSdsSecretConfig: tls.caFile === undefined ? undefined : { name: caName, sdsConfig: adsSource },
    },
    requireClientCertificate: tls.caFile === undefined ? undefined : wrap(true),
  };
}

/** The folder is watched, so that files that are replaced are read again. */
function secrets(tls: Tls): readonly EncodedResource[] {
  const watched = (file: string) => ({ path: file.slice(0, Math.max(file.lastIndexOf('/'), 1)) });
  const type = 'envoy.extensions.transport_sockets.tls.v3.Secret';
  const certificate = {
    name: certificateName,
    tlsCertificate: {
      certificateChain: { filename: tls.certFile },
      privateKey: { filename: tls.keyFile },
      watchedDirectory: watched(tls.certFile),
    },
  };
  const list = [checkedResource('secret', certificateName, type, certificate)];
  if (tls.caFile !== undefined) {
    const validation = {
      name: caName,
      validationContext: { trustedCa: { filename: tls.caFile }, watchedDirectory: watched(tls.caFile) },
    };
    list.push(checkedResource('secret', caName, type, validation));
  }
  return list;
}
