// Policies of hosts and routes for traffic, as Envoy's filters: those of a connection manager, which do nothing by
// themselves, and what hosts and routes tell them. Nothing here depends on which hosts there are, so a first user
// changes no listener. None is disabled by default: a host that is found late (see scope-selection.ts) counts like any.
import type {
  HostContent,
  Cors,
  Listener,
  LocalRateLimit,
  RateLimitDescriptor,
  Route,
  GzipSettings,
  ListenerFilters,
} from '../dag/vertices.ts';
import { cookieFilter } from './cookie-rewrite.ts';
import { errorPageFilter, errorPages } from './error-pages.ts';
import { headerMatcher } from './matchers.ts';
import { clusterName } from './names.ts';
import { any } from './proto/codec.ts';
import type { envoy, google } from './proto/generated/envoy.ts';
import { duration, wrap } from './proto/values.ts';

type HttpFilter = envoy.extensions.filters.network.http_connection_manager.v3.HttpFilter;
type PerFilterConfig = Record<string, google.protobuf.Any>;

const corsName = 'envoy.filters.http.cors';
const localRateLimitName = 'envoy.filters.http.local_ratelimit';
const rateLimitName = 'envoy.filters.http.ratelimit';

/** In Contour's order, after the error pages, which see what all others answer; what keeps requests out comes after them. */
export function trafficFilters({
  compression,
  filters,
}: Pick<Listener, 'compression' | 'filters'>): readonly HttpFilter[] {
  return [
    errorPageFilter,
    ...(filters
      ? ownFilters(filters)
      : [
          ...(compression === undefined ? [] : [compressor(compression)]),
          { name: 'envoy.filters.http.grpc_web', typedConfig: grpcWeb },
          { name: 'envoy.filters.http.grpc_stats', typedConfig: grpcStats },
        ]),
    { name: corsName, typedConfig: any('envoy.extensions.filters.http.cors.v3.Cors', {}) },
    { name: localRateLimitName, typedConfig: any(localRateLimitType, { statPrefix: 'http' }) },
    cookieFilter,
  ];
}

/** In the order in which Emissary-Ingress has them. */
function ownFilters({
  grpcBridge,
  grpcWeb: web,
  grpcStats: stats,
  lua,
  gzip,
  bufferBytes,
}: ListenerFilters): HttpFilter[] {
  const filters: HttpFilter[] = [];
  if (grpcBridge) {
    filters.push({
      name: 'envoy.filters.http.grpc_http1_bridge',
      typedConfig: any('envoy.extensions.filters.http.grpc_http1_bridge.v3.Config', {}),
    });
  }
  if (web) filters.push({ name: 'envoy.filters.http.grpc_web', typedConfig: grpcWeb });
  if (stats) {
    filters.push({
      name: 'envoy.filters.http.grpc_stats',
      typedConfig: any('envoy.extensions.filters.http.grpc_stats.v3.FilterConfig', {
        enableUpstreamStats: stats.upstreamStats || undefined,
        statsForAllMethods: stats.services || stats.allMethods === undefined ? undefined : wrap(stats.allMethods),
        individualMethodStatsAllowlist: stats.services && {
          services: stats.services.map(({ name, methods }) => ({ name, methodNames: methods })),
        },
      }),
    });
  }
  if (lua !== undefined) {
    filters.push({
      name: 'envoy.filters.http.lua',
      typedConfig: any('envoy.extensions.filters.http.lua.v3.Lua', { defaultSourceCode: { inlineString: lua } }),
    });
  }
  if (gzip) filters.push(gzipFilter(gzip));
  if (bufferBytes !== undefined) {
    filters.push({
      name: 'envoy.filters.http.buffer',
      typedConfig: any('envoy.extensions.filters.http.buffer.v3.Buffer', { maxRequestBytes: wrap(bufferBytes) }),
    });
  }
  return filters;
}

const gzipLevels = { default: 0, speed: 1, compression: 9 } as const;
const gzipStrategies = { default: 0, filtered: 1, huffman: 2, rle: 3, fixed: 4 } as const;

function gzipFilter(settings: GzipSettings): HttpFilter {
  const { level, strategy, memoryLevel, windowBits, minBytes } = settings;
  const number = (value: number | undefined) => (value === undefined ? undefined : wrap(value));
  const library = any('envoy.extensions.compression.gzip.compressor.v3.Gzip', {
    memoryLevel: number(memoryLevel),
    windowBits: number(windowBits),
    compressionLevel: level && (Object.hasOwn(gzipLevels, level) ? gzipLevels[level as 'speed'] : (Number(level) as 1)),
    compressionStrategy: strategy && gzipStrategies[strategy],
  });
  return {
    name: 'envoy.filters.http.compressor',
    typedConfig: any('envoy.extensions.filters.http.compressor.v3.Compressor', {
      compressorLibrary: { name: 'gzip', typedConfig: library },
      responseDirectionConfig: {
        commonConfig: { minContentLength: number(minBytes), contentType: settings.contentTypes },
        disableOnEtagHeader: settings.notWithEtag || undefined,
        removeAcceptEncodingHeader: settings.removeAcceptEncoding || undefined,
      },
    }),
  };
}

/** After what keeps requests out, so that those don't count. Nobody is asked about requests without descriptors. */
export function rateLimitFilter({
  rateLimitService: service,
}: Pick<Listener, 'rateLimitService'>): readonly HttpFilter[] {
  if (service === undefined) return [];
  const config = {
    domain: service.domain,
    timeout: service.timeoutMs === undefined ? undefined : duration(service.timeoutMs),
    failureModeDeny: !service.failOpen || undefined,
    enableXRatelimitHeaders: service.xRateLimitHeaders ? draftVersion03 : undefined,
    rateLimitedAsResourceExhausted: service.resourceExhausted || undefined,
    rateLimitService: {
      grpcService: { envoyGrpc: { clusterName: clusterName(service.cluster), authority: service.authority } },
      transportApiVersion: v3,
    },
  };
  return [{ name: rateLimitName, typedConfig: any('envoy.extensions.filters.http.ratelimit.v3.RateLimit', config) }];
}

const draftVersion03 = 1 as const;
const v3 = 2 as const;

const localRateLimitType = 'envoy.extensions.filters.http.local_ratelimit.v3.LocalRateLimit';
const grpcWeb = any('envoy.extensions.filters.http.grpc_web.v3.GrpcWeb', {});
const grpcStats = any('envoy.extensions.filters.http.grpc_stats.v3.FilterConfig', {
  emitFilterState: true,
  enableUpstreamStats: true,
});

const compressedTypes = [
  ...['html', 'plain', 'css', 'xml', 'javascript', 'x-javascript', 'ecmascript', 'js', 'jscript', 'x-js'].map(
    (each) => `text/${each}`,
  ),
  ...['javascript', 'x-javascript', 'ecmascript', 'x-json', 'json', 'xml', 'xhtml+xml'].map(
    (each) => `application/${each}`,
  ),
  'image/svg+xml',
  ...['', '+proto', '+json', '+thrift', '-text', '-text+proto', '-text+thrift'].map(
    (each) => `application/grpc-web${each}`,
  ),
];

const libraries = {
  gzip: any('envoy.extensions.compression.gzip.compressor.v3.Gzip', {}),
  brotli: any('envoy.extensions.compression.brotli.compressor.v3.Brotli', {}),
  zstd: any('envoy.extensions.compression.zstd.compressor.v3.Zstd', {}),
} as const;

/** Responses only, for clients that accept the algorithm. */
function compressor(algorithm: keyof typeof libraries): HttpFilter {
  return {
    name: 'envoy.filters.http.compressor',
    typedConfig: any('envoy.extensions.filters.http.compressor.v3.Compressor', {
      compressorLibrary: { name: algorithm, typedConfig: libraries[algorithm] },
      responseDirectionConfig: { commonConfig: { contentTypeMatcher: compressedTypes.map((exact) => ({ exact })) } },
    }),
  };
}

/** What a route says replaces this, filter by filter. */
export function hostTraffic({ host, cors, localRateLimit, errorPages: pages }: HostContent): PerFilterConfig {
  return {
    ...(cors && { [corsName]: corsPolicy(cors) }),
    ...(localRateLimit && { [localRateLimitName]: localLimit(localRateLimit, `vhost.${host}`) }),
    ...errorPages(pages),
  };
}

export function routeTraffic({ action, localRateLimit, cors, errorPages: pages, origin }: Route): PerFilterConfig {
  const [, namespace, name] = origin.object.split('/');
  return {
    ...(cors && { [corsName]: corsPolicy(cors) }),
    ...(localRateLimit && { [localRateLimitName]: localLimit(localRateLimit, `route.${namespace}.${name}`) }),
    ...(action.kind === 'forward' && action.rateLimits?.withoutHost && { [rateLimitName]: withoutHostLimits }),
    ...errorPages(pages),
  };
}

const ignoreHostLimits = 2;
const withoutHostLimits = any('envoy.extensions.filters.http.ratelimit.v3.RateLimitPerRoute', {
  vhRateLimits: ignoreHostLimits,
});

/** All of them, of whatever is limited. */
const always = { defaultValue: { numerator: 100, denominator: 0 } } as const;
const overwriteIfExistsOrAdd = 2 as const;

function localLimit(limit: LocalRateLimit, statPrefix: string): google.protobuf.Any {
  return any(localRateLimitType, {
    statPrefix,
    status: { code: limit.statusCode as envoy.type.v3.StatusCode },
    tokenBucket: {
      maxTokens: limit.requests + limit.burst,
      tokensPerFill: wrap(limit.requests),
      fillInterval: duration(limit.perMs),
    },
    filterEnabled: always,
    filterEnforced: always,
    responseHeadersToAdd:
      limit.responseHeaders.length === 0
        ? undefined
        : limit.responseHeaders.map(({ name, value }) => ({
            header: { key: name, value },
            appendAction: overwriteIfExistsOrAdd,
          })),
  });
}

function corsPolicy(cors: Cors): google.protobuf.Any {
  const joined = (list: readonly string[]) => (list.length === 0 ? undefined : list.join(','));
  return any('envoy.extensions.filters.http.cors.v3.CorsPolicy', {
    allowOriginStringMatch: cors.allowOrigins.map(originMatcher),
    allowMethods: joined(cors.allowMethods),
    allowHeaders: joined(cors.allowHeaders),
    exposeHeaders: joined(cors.exposeHeaders),
    maxAge: cors.maxAgeSeconds === undefined ? undefined : String(cors.maxAgeSeconds),
    allowCredentials: cors.allowCredentials ? wrap(true) : undefined,
    allowPrivateNetworkAccess: cors.allowPrivateNetwork ? wrap(true) : undefined,
    forwardNotMatchingPreflights: cors.answersOtherPreflights ? wrap(false) : undefined,
  });
}

function originMatcher(origin: Cors['allowOrigins'][number]): envoy.type.matcher.v3.StringMatcher {
  switch (origin.kind) {
    case 'any':
      return { exact: '*' };
    case 'exact':
      return { exact: origin.value, ignoreCase: true };
    case 'regex':
      return { safeRegex: { regex: origin.value } };
  }
}

/** As rate_limits of a virtual host or of a route. */
export function rateLimits(
  descriptors: readonly RateLimitDescriptor[],
): readonly envoy.config.route.v3.RateLimit[] | undefined {
  return descriptors.length === 0
    ? undefined
    : descriptors.map(({ entries }) => ({ actions: entries.map(rateLimitAction) }));
}

function rateLimitAction(entry: RateLimitDescriptor['entries'][number]): envoy.config.route.v3.RateLimit.Action {
  switch (entry.kind) {
    case 'genericKey':
      return { genericKey: { descriptorKey: entry.key, descriptorValue: entry.value } };
    case 'requestHeader':
      return { requestHeaders: { headerName: entry.name, descriptorKey: entry.key, skipIfAbsent: entry.optional } };
    case 'headerValueMatch':
      return {
        headerValueMatch: {
          descriptorValue: entry.value,
          expectMatch: wrap(entry.expectMatch),
          headers: entry.headers.map(headerMatcher),
        },
      };
    case 'remoteAddress':
      return { remoteAddress: {} };
    case 'sourceCluster':
      return { sourceCluster: {} };
    case 'destinationCluster':
      return { destinationCluster: {} };
  }
}
