// Mapping (getambassador.io/v3alpha1): requests with a prefix go to a service.
import type { SourceObject } from '../../object.ts';
import type { KindDefinition } from '../kind.ts';
import { anything, flag, integer, list, map, object, oneOfNumbers, text, type Infer } from '../schema.ts';
import {
  addedHeader,
  ambassadorId,
  circuitBreakers,
  cors,
  domainMap,
  errorResponseOverrides,
  GROUP,
  healthChecks,
  keepAlive,
  loadBalancer,
  milliseconds,
  regexMap,
  retryPolicy,
  v2ExplicitTls,
  VERSION,
} from './shared.ts';
import { olderVersionsOf } from './older-versions.ts';

const headers = (description: string) => map(text(), { description });

const spec = object(
  {
    prefix: text({ description: 'Path, or beginning of it, of the requests.' }),
    service: text({ description: 'Where they go: [scheme://]name[.namespace][:port].' }),
  },
  {
    ambassador_id: ambassadorId,
    prefix_regex: flag({ description: 'The prefix is a regular expression (RE2) for the whole path.' }),
    prefix_exact: flag({ description: 'The prefix is the whole path.' }),
    hostname: text({ description: 'Host of the requests; may begin or end with an asterisk.' }),
    host: text({ description: 'Deprecated: hostname.' }),
    host_regex: flag({ description: 'Deprecated: host is a regular expression (RE2).' }),
    method: text(),
    method_regex: flag(),
    headers: headers('Headers and the values that they must have.'),
    regex_headers: headers('Headers and the expressions (RE2) that their values must match.'),
    query_parameters: headers('Query parameters and the values that they must have.'),
    regex_query_parameters: headers('Query parameters and the expressions (RE2) that their values must match.'),
    case_sensitive: flag({ description: 'Default true.' }),
    precedence: integer({ description: 'Mappings with a higher one are looked at first.' }),
    weight: integer({ minimum: 0, maximum: 100, description: 'Percent of the requests of its group.' }),
    rewrite: text({ description: 'What replaces the prefix; default /, empty: nothing is replaced.' }),
    regex_rewrite: regexMap,
    host_rewrite: text(),
    auto_host_rewrite: flag(),
    host_redirect: flag({ description: 'Requests are redirected to the service as host.' }),
    path_redirect: text(),
    prefix_redirect: text(),
    regex_redirect: regexMap,
    redirect_response_code: oneOfNumbers([301, 302, 303, 307, 308]),
    add_request_headers: map(addedHeader),
    add_response_headers: map(addedHeader),
    remove_request_headers: list(text()),
    remove_response_headers: list(text()),
    add_linkerd_headers: flag(),
    timeout_ms: milliseconds('Of a whole request; default 3000, 0: none.'),
    idle_timeout_ms: milliseconds('Of a stream; 0: none.'),
    connect_timeout_ms: milliseconds('Default 3000.'),
    cluster_idle_timeout_ms: milliseconds('Of a connection to the upstream.'),
    cluster_max_connection_lifetime_ms: milliseconds('Of a connection to the upstream.'),
    retry_policy: retryPolicy,
    circuit_breakers: circuitBreakers,
    load_balancer: loadBalancer,
    health_checks: healthChecks,
    outlier_detection: text(),
    keepalive: keepAlive,
    enable_ipv4: flag(),
    enable_ipv6: flag(),
    dns_type: text({ description: 'strict_dns or logical_dns.' }),
    respect_dns_ttl: flag(),
    resolver: text(),
    tls: text({ description: 'Name of a TLSContext for connections to the service.' }),
    grpc: flag(),
    allow_upgrade: list(text()),
    use_websocket: flag({ description: 'Deprecated: allow_upgrade.' }),
    shadow: flag({ description: 'The service gets copies of the requests.' }),
    cors,
    labels: domainMap,
    bypass_auth: flag(),
    auth_context_extensions: map(text()),
    priority: text({ description: 'DEFAULT or HIGH.' }),
    cluster_tag: text(),
    stats_name: text(),
    docs: anything('For developer portals; no effect.'),
    error_response_overrides: errorResponseOverrides,
    bypass_error_response_overrides: flag(),
    modules: list(anything('No effect.')),
    envoy_override: anything('No effect.'),
    v2ExplicitTLS: v2ExplicitTls,
    v2BoolHeaders: list(text()),
    v2BoolQueryParameters: list(text()),
  },
);

const status = object({}, { state: text(), reason: text() });

export type MappingSpec = Infer<typeof spec>;

export interface Mapping extends SourceObject {
  readonly kind: 'Mapping';
  readonly spec: MappingSpec;
}

export const mappingKind: KindDefinition = {
  kind: 'Mapping',
  group: GROUP,
  version: VERSION,
  converted: olderVersionsOf('Mapping'),
  plural: 'mappings',
  namespaced: true,
  fields: object({ spec }, { status }),
  dropped: ['status'],
  crd: {
    singular: 'mapping',
    shortNames: [],
    categories: ['ambassador-crds'],
    description: 'Requests with a prefix, and where they go.',
    columns: [
      { name: 'Source Host', jsonPath: '.spec.hostname', type: 'string', description: 'Host of the requests.' },
      { name: 'Source Prefix', jsonPath: '.spec.prefix', type: 'string', description: 'Path of the requests.' },
      { name: 'Dest Service', jsonPath: '.spec.service', type: 'string', description: 'Where they go.' },
      { name: 'State', jsonPath: '.status.state', type: 'string', description: 'Running or Inactive.' },
      { name: 'Reason', jsonPath: '.status.reason', type: 'string', description: 'Why it is inactive.' },
    ],
  },
};
