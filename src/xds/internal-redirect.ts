// Redirects of an upstream that Envoy follows itself. It does so with the request as it stands when the answer comes: its
// scope is the old one, and the router has removed the header that selects it. So clusters of such routes have a filter
// that tells the scope of the target in the answer (a client sees it never, nor can an upstream set it), and the router
// takes it over. Only hosts of the same listener and TLS chain can be found, and only by name: not through a wildcard.
// (Envoy follows absolute locations only.)
import type { ForwardAction } from '../dag/vertices.ts';
import { scopeHeader } from './names.ts';
import { any } from './proto/codec.ts';
import type { envoy } from './proto/generated/envoy.ts';
import { wrap } from './proto/values.ts';

/** What the scopes of a listener or TLS chain begin with: scopePrefix. */
export interface RouteScope {
  readonly prefix: string;
}

/** `scoped`: routes are selected by scope. */
export function internalRedirectPolicy(
  { max, codes, crossScheme, denyRepeatedRoute }: NonNullable<ForwardAction['internalRedirect']>,
  scoped: boolean,
): envoy.config.route.v3.InternalRedirectPolicy {
  return {
    maxInternalRedirects: max === undefined ? undefined : wrap(max),
    redirectResponseCodes: codes.length === 0 ? undefined : codes,
    allowCrossSchemeRedirect: crossScheme !== 'never' || undefined,
    predicates: [
      ...(crossScheme === 'safeOnly' ? [safeCrossScheme] : []),
      ...(denyRepeatedRoute ? [previousRoutes] : []),
    ],
    responseHeadersToCopy: scoped ? [scopeHeader] : undefined,
  };
}

const safeCrossScheme = {
  name: 'envoy.internal_redirect_predicates.safe_cross_scheme',
  typedConfig: any('envoy.extensions.internal_redirect.safe_cross_scheme.v3.SafeCrossSchemeConfig', {}),
};

const previousRoutes = {
  name: 'envoy.internal_redirect_predicates.previous_routes',
  typedConfig: any('envoy.extensions.internal_redirect.previous_routes.v3.PreviousRoutesConfig', {}),
};

/** Namespace of a route's metadata with the prefix of its scope, for the filter. */
export const scopeMetadata = 'nuncio';

const location = 'response.headers["location"]';
const ofRoute = `xds.route_metadata.filter_metadata["${scopeMetadata}"]`;
const target = `${location}.split("/", 4)[2].lowerAscii().split(":")[0]`;

/** Filters of a cluster, the codec last. An answer without Location has no scope: an expression that fails sets nothing. */
export const redirectScopeFilters: readonly envoy.extensions.filters.network.http_connection_manager.v3.HttpFilter[] = [
  {
    name: 'nuncio.redirect_scope',
    typedConfig: any('envoy.extensions.filters.http.header_mutation.v3.HeaderMutation', {
      mutations: {
        responseMutations: [
          { remove: scopeHeader },
          {
            append: {
              header: {
                key: scopeHeader,
                value: `%CEL(${ofRoute}["prefix"] + ${target})%`,
              },
            },
          },
        ],
        formatters: [
          {
            name: 'envoy.formatter.cel',
            typedConfig: any('envoy.extensions.formatter.cel.v3.Cel', {
              celConfig: { enableStringFunctions: true, enableStringConcat: true },
            }),
          },
        ],
      },
    }),
  },
  {
    name: 'envoy.filters.http.upstream_codec',
    typedConfig: any('envoy.extensions.filters.http.upstream_codec.v3.UpstreamCodec', {}),
  },
];
