// The HTTP connection manager of a listener without TLS, of one TLS chain (single mode), or of all TLS chains of a
// listener (scoped mode: nothing in it depends on the chain). Nothing in it depends on
// the hosts either, so connections survive every change of routes.
import type { ForwardedDetail, Listener } from '../dag/vertices.ts';
import type { Config } from '../model/config.ts';
import { connectionSettings } from './connection-settings.ts';
import { routeConfigurationName } from './names.ts';
import { protectionFilters } from './protection.ts';
import { any } from './proto/codec.ts';
import { wrap } from './proto/values.ts';
import type { envoy, google } from './proto/generated/envoy.ts';
import { adsSource } from './resource.ts';
import { scopeFallback, scopeKeyBuilder, selectScope, type ScopedTraffic } from './scope-selection.ts';
import { rateLimitFilter, trafficFilters } from './traffic-policies.ts';

type HttpConnectionManager = envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager;

export const httpConnectionManagerType =
  'envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager';

/** The manager of a listener without TLS. */
export function plainManager(listener: Listener, routeDiscovery: Config['routeDiscovery']): google.protobuf.Any {
  return routeDiscovery === 'single'
    ? singleManager(listener, '')
    : scopedManager(listener, { listener: listener.key, tls: false, lastTry: 'catchAll' });
}

/** Routes by scope. `forward`: what upstreams are told of client certificates. `http3`: for connections of QUIC. */
export function scopedManager(
  listener: Listener,
  traffic: ScopedTraffic,
  forward?: readonly ForwardedDetail[],
  http3 = false,
): google.protobuf.Any {
  return any(httpConnectionManagerType, {
    ...settings(
      listener,
      [selectScope(traffic)],
      [scopeFallback(traffic, listener.anyDepth ? 'anyDepth' : 'oneLabel')],
    ),
    ...forwardedDetails(forward),
    ...(http3 && http3Codec),
    scopedRoutes: { name: 'nuncio', scopeKeyBuilder, scopedRds: { scopedRdsConfigSource: adsSource } },
  });
}

/** One route configuration for the listener, or for its TLS chain with this id. `forward`, `http3`: as above. */
export function singleManager(
  listener: Listener,
  chain: string,
  forward?: readonly ForwardedDetail[],
  http3 = false,
): google.protobuf.Any {
  return any(httpConnectionManagerType, {
    ...settings(listener, [], []),
    ...forwardedDetails(forward),
    ...(http3 && http3Codec),
    rds: { routeConfigName: routeConfigurationName(listener.key, chain), configSource: adsSource },
  });
}

const http3Codec = { codecType: 3 } as const;

function settings(
  listener: Listener,
  earlyMutations: readonly envoy.config.common.mutation_rules.v3.HeaderMutation[],
  filters: HttpConnectionManager['httpFilters'] & object,
): HttpConnectionManager {
  return {
    statPrefix: listener.key,
    earlyHeaderMutationExtensions: [
      {
        name: 'envoy.http.early_header_mutation.header_mutation',
        typedConfig: any('envoy.extensions.http.early_header_mutation.header_mutation.v3.HeaderMutation', {
          mutations: [...earlyMutations, requestStart],
        }),
      },
    ],
    httpFilters: [
      ...filters,
      ...trafficFilters(listener),
      ...protectionFilters(filters.length > 0),
      ...rateLimitFilter(listener),
      {
        name: 'envoy.filters.http.router',
        typedConfig: listener.http.more?.suppressEnvoyHeaders ? quietRouter : router,
      },
    ],
    ...connectionSettings(listener),
  };
}

const sanitizeSet = 3;

/** What clients claim of certificates in `x-forwarded-client-cert` is dropped in any case. */
function forwardedDetails(
  forward: readonly ForwardedDetail[] | undefined,
): Pick<HttpConnectionManager, 'forwardClientCertDetails' | 'setCurrentClientCertDetails'> | undefined {
  if (forward === undefined) return undefined;
  const says = (detail: ForwardedDetail): boolean | undefined => forward.includes(detail) || undefined;
  return {
    forwardClientCertDetails: sanitizeSet,
    setCurrentClientCertDetails: {
      subject: forward.includes('subject') ? wrap(true) : undefined,
      cert: says('cert'),
      chain: says('chain'),
      dns: says('dns'),
      uri: says('uri'),
    },
  };
}

/** Added here and not on every route configuration: the same for the backend, and one copy for all hosts. */
const requestStart: envoy.config.common.mutation_rules.v3.HeaderMutation = {
  append: { header: { key: 'x-request-start', value: 't=%START_TIME(%s.%3f)%' } },
};

const router = any('envoy.extensions.filters.http.router.v3.Router', {});
const quietRouter = any('envoy.extensions.filters.http.router.v3.Router', { suppressEnvoyHeaders: true });
