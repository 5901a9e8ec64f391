// How Envoy finds the scope of a request: by the header `x-nuncio-scope`, which only Envoy sets.
//
// 1. Before anything else, the header is overwritten with `<listener>|<chain>|<host as sent>`. A request for a host
//    that is served, in lower case and without a port, has found its scope now, and that scope switches the filter off.
// 2. Otherwise the filter tries, in this order, the host in lower case without its port; `*.` and the host without its
//    first label (unless wildcards are of any depth); and last `*`, or on a chain that doesn't serve every name the scope which answers 421. Each try is
//    three small filters: set the header unless a virtual host was found; forget the route; look for it again.
// 3. A host with parts (VirtualHost.parts) has one route for all paths, in a scope that leaves the filter on. That route
//    brings the filters of a further step: the part of the first characters of the path, else the part for all others.
//
// All are native filters of Envoy 1.40: ten kilobytes a chain, where a Lua filter takes half a megabyte. The chain is
// known by its name in the listener, so what stands here is the same for all chains of a listener.
import { misdirectedScopeName, scopeFallbackFilter, scopeHeader, scopePartFilter, scopePrefix } from './names.ts';
import { any } from './proto/codec.ts';
import type { envoy, google } from './proto/generated/envoy.ts';

/** Whose requests: those of a listener without TLS, or those of the TLS chains of one. */
export interface ScopedTraffic {
  readonly listener: string;
  readonly tls: boolean;
  /** Id of the one chain, where Envoy does not tell its name (QUIC). Absent: Envoy tells it. */
  readonly chain?: string;
  /** What the last try selects: the scope of host `*`, or the one that answers 421. */
  readonly lastTry: 'catchAll' | 'misdirected';
}

/** Wildcards of any depth are all in the scope of host `*` (see scoped-route.ts), so there is no try for one label. */
type Wildcards = 'oneLabel' | 'anyDepth';

/** Where scopes come from; the same for all connection managers, so Envoy keeps them once. */
export const scopeKeyBuilder = {
  fragments: [{ headerValueExtractor: { name: scopeHeader, index: 0 } }],
} as const;

/** The mutation of step 1. */
export function selectScope(traffic: ScopedTraffic): HeaderMutation {
  return setScope(`${prefixFormat(traffic)}%REQ(:AUTHORITY)%`);
}

/** The filter of step 2. */
export function scopeFallback(
  traffic: ScopedTraffic,
  wildcards: Wildcards,
): envoy.extensions.filters.network.http_connection_manager.v3.HttpFilter {
  const prefix = prefixExpression(traffic);
  const last = traffic.lastTry === 'misdirected' ? notServed : `${prefix} + "*"`;
  const filters = [
    mutation('lower_case', setScope(`${prefixFormat(traffic)}%CEL(${host})%`)),
    selectAgain('select_lower_case'),
    lookUp('look_up_lower_case'),
    ...(wildcards === 'anyDepth'
      ? []
      : [
          mutation('wildcard', setUnlessFound(`${prefix} + "*." + ${host}.split(".", 2)[1]`)),
          selectAgain('select_wildcard'),
          lookUp('look_up_wildcard'),
        ]),
    mutation('catch_all', setUnlessFound(last)),
    selectAgain('select_catch_all'),
    { name: scopePartFilter, typedConfig: any('envoy.extensions.filters.http.composite.v3.Composite', {}) },
  ];
  return {
    name: scopeFallbackFilter,
    typedConfig: any('envoy.extensions.filters.http.filter_chain.v3.FilterChainConfig', {
      defaultFilterChain: { filters },
    }),
  };
}

/**
 * What the route of a host with parts tells the filter `scopePartFilter`. `name`: of the host's scope; `length`: of what
 * names a part; `rest`: name of the scope for all other paths. A path shorter than `length` goes on with its query, and
 * no part has a name with a question mark.
 */
export function selectPart(name: string, length: number, rest: string): google.protobuf.Any {
  const filters = [
    mutation('part', setScope(`${name.replaceAll('%', '%%')} %CEL(request.path.lowerAscii()):${length}%`)),
    selectAgain('select_part'),
    lookUp('look_up_part'),
    mutation('rest', setUnlessFound(`"${rest}"`)),
    selectAgain('select_rest'),
  ];
  const action = any('envoy.extensions.filters.http.composite.v3.ExecuteFilterAction', {
    filterChain: { typedConfig: filters },
  });
  return any('envoy.extensions.filters.http.composite.v3.CompositePerRoute', {
    matcher: { onNoMatch: { action: { name: 'execute', typedConfig: action } } },
  });
}

type HeaderMutation = envoy.config.common.mutation_rules.v3.HeaderMutation;
type Filter = envoy.config.core.v3.TypedExtensionConfig;

const host = 'request.host.lowerAscii().split(":")[0]';

/**
 * On a chain that doesn't serve every name. A host that is the connection's own server name (a wildcard chain takes names
 * of any depth) would find no better connection: 404, by a scope that nobody has. Every other one gets 421.
 */
const notServed = `connection.requested_server_name.lowerAscii() == ${host} ? "nowhere" : "${misdirectedScopeName}"`;
const overwriteIfExistsOrAdd = 2;

/** scopePrefix as a format string. */
function prefixFormat({ listener, tls, chain }: ScopedTraffic): string {
  return scopePrefix(plain(listener), tls ? (chain ?? '%FILTER_CHAIN_NAME%') : '');
}

/** scopePrefix as a CEL expression. */
function prefixExpression({ listener, tls, chain }: ScopedTraffic): string {
  if (!tls || chain !== undefined) return `"${scopePrefix(plain(listener), chain ?? '')}"`;
  const [before, after] = scopePrefix(plain(listener), '\0').split('\0');
  return `"${before}" + xds.filter_chain_name + "${after}"`;
}

function setScope(value: string): HeaderMutation {
  return { append: { header: { key: scopeHeader, value }, appendAction: overwriteIfExistsOrAdd } };
}

/** An expression that fails (no second label) gives an empty value, which changes nothing. */
function setUnlessFound(expression: string): HeaderMutation {
  return setScope(`%CEL(has(xds.virtual_host_name) ? request.headers["${scopeHeader}"] : ${expression})%`);
}

const cel: Filter = {
  name: 'envoy.formatter.cel',
  typedConfig: any('envoy.extensions.formatter.cel.v3.Cel', {
    celConfig: { enableStringFunctions: true, enableStringConcat: true },
  }),
};

function mutation(name: string, requestMutation: HeaderMutation): Filter {
  const mutations = { requestMutations: [requestMutation], formatters: [cel] };
  return { name, typedConfig: any('envoy.extensions.filters.http.header_mutation.v3.HeaderMutation', { mutations }) };
}

const clearRouteCache = any('envoy.extensions.filters.http.set_filter_state.v3.Config', { clearRouteCache: true });

/** Sets nothing; it is the native filter that can make Envoy forget the route. */
function selectAgain(name: string): Filter {
  return { name, typedConfig: clearRouteCache };
}

const noMutation = any('envoy.extensions.filters.http.header_mutation.v3.HeaderMutation', { mutations: {} });

/** Changes nothing; by asking for the route's configuration of itself it makes Envoy find the route, and the next filter sees it. */
function lookUp(name: string): Filter {
  return { name, typedConfig: noMutation };
}

/** The key of a listener stands inside a format string and inside a CEL string. */
function plain(listener: string): string {
  if (!/^[\w./:-]+$/.test(listener)) throw new Error(`key of a listener has characters of formats: ${listener}`);
  return listener;
}
