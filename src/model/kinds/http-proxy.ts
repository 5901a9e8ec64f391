// HTTPProxy (projectcontour.io/v1), every field of it, also those that are translated later.
import type { SourceObject } from '../object.ts';
import {
  authorizationPolicy,
  authorizationServer,
  cookieRewritePolicies,
  corsPolicy,
  detailedConditions,
  errorPages,
  headerMatchCondition,
  headersPolicy,
  ipFilterPolicies,
  jwtProviderFields,
  loadBalancerPolicy,
  loadBalancerStatus,
  oneJwksSource,
  outlierDetectionPolicy,
  queryParameterMatchCondition,
  rateLimitPolicy,
  redirectStatusCode,
  requestBodyPolicy,
  retryPolicy,
  slowStartPolicy,
  timeoutPolicy,
  upstreamValidation,
} from './contour-policies.ts';
import type { KindDefinition } from './kind.ts';
import { dnsNamePattern, flag, integer, list, object, oneOf, oneOfNumbers, port, text, type Infer } from './schema.ts';

const matchConditions = list(
  object(
    {},
    {
      prefix: text({ description: 'The path begins with this text.' }),
      exact: text({ description: 'The path equals this text. Not in includes.' }),
      regex: text({ description: 'The whole path matches this RE2 expression. Not in includes.' }),
      header: headerMatchCondition,
      queryParameter: queryParameterMatchCondition,
    },
  ),
  { description: 'All must hold; at most one of prefix, exact and regex in one list.' },
);

const service = object(
  {
    name: text({ description: 'Name of the Service.' }),
    port: port('Port of the Service.'),
  },
  {
    namespace: text({
      maxLength: 63,
      description: 'Namespace of the Service; default: that of this object. Another one needs a ReferenceGrant there.',
    }),
    healthPort: port('Port to which health checks go; default: `port`.'),
    protocol: oneOf(['h2', 'h2c', 'tls'], {
      description: 'How the upstream is spoken to; default: HTTP/1.1 in clear text.',
    }),
    weight: integer({ minimum: 0, description: 'Share of the requests, relative to the other services.' }),
    validation: upstreamValidation,
    clientCertificate: object(
      {},
      {
        secretName: text({
          minLength: 1,
          description: 'Secret with it: `name`, or `namespace/name` if delegated.',
        }),
        disabled: flag({ description: 'None, whatever the configuration says.' }),
      },
      {
        description: 'The certificate that Envoy shows to the service; default: that of the configuration.',
        rules: [
          {
            cel: 'has(self.secretName) != (has(self.disabled) && self.disabled)',
            expects: 'have exactly one of `secretName` and `disabled: true`',
            holds: (value) => (value.secretName !== undefined) !== (value.disabled === true),
          },
        ],
      },
    ),
    outlierDetectionPolicy,
    mirror: flag({ description: 'Gets a copy of each request; its answers are dropped.' }),
    requestHeadersPolicy: headersPolicy,
    responseHeadersPolicy: headersPolicy,
    cookieRewritePolicies,
    slowStartPolicy,
  },
);

const httpHealthCheckPolicy = object(
  { path: text({ description: 'Path of the check request.' }) },
  {
    host: text({ description: 'Host header of the check request.' }),
    intervalSeconds: integer(),
    timeoutSeconds: integer(),
    unhealthyThresholdCount: integer({ minimum: 0 }),
    healthyThresholdCount: integer({ minimum: 0 }),
    expectedStatuses: list(
      object({ start: integer({ minimum: 100, maximum: 599 }), end: integer({ minimum: 101, maximum: 600 }) }, {}),
      { description: 'Status codes that count as healthy, from `start` to below `end`; default: 200.' },
    ),
  },
);

const redirectPath = { pattern: '^/.*$', expects: 'a path that begins with `/`' };

const requestRedirectPolicy = object(
  {},
  {
    scheme: oneOf(['http', 'https']),
    hostname: text({ minLength: 1, maxLength: 253, pattern: dnsNamePattern, expects: 'a DNS name in lower case' }),
    port: port('Port in the Location header.'),
    statusCode: oneOfNumbers([301, 302, 303, 307, 308], { default: 302 }),
    path: text({ ...redirectPath, description: 'Replaces the whole path. Not beside `prefix`.' }),
    prefix: text({ ...redirectPath, description: 'Replaces the matched prefix. Not beside `path`.' }),
  },
);

const route = object(
  {},
  {
    conditions: matchConditions,
    services: list(service, { description: 'Where requests go. Or a redirect, or a direct response.' }),
    enableWebsockets: flag({ description: 'Lets connections be upgraded to WebSocket.' }),
    permitInsecure: flag({ description: 'Also answer on plain HTTP although the host has TLS.' }),
    authPolicy: authorizationPolicy,
    timeoutPolicy,
    retryPolicy,
    healthCheckPolicy: httpHealthCheckPolicy,
    loadBalancerPolicy,
    pathRewritePolicy: object(
      {},
      {
        replacePrefix: list(
          object(
            { replacement: text({ minLength: 1 }) },
            { prefix: text({ minLength: 1, description: 'The routing prefix that this is for; default: any.' }) },
          ),
        ),
        regex: object(
          {
            pattern: text({ minLength: 1, description: 'RE2 expression; every match in the path is replaced.' }),
            substitution: text({ description: 'What stands instead; `\\1` is the first group of the match.' }),
          },
          {},
          { description: 'Not beside `replacePrefix`.' },
        ),
      },
    ),
    requestHeadersPolicy: headersPolicy,
    responseHeadersPolicy: headersPolicy,
    cookieRewritePolicies,
    rateLimitPolicy,
    requestBodyPolicy,
    errorPages,
    failover: flag({
      description: 'A service without a healthy endpoint leaves its share of the requests to the other services.',
    }),
    requestRedirectPolicy,
    directResponsePolicy: object(
      { statusCode: integer({ minimum: 200, maximum: 599 }) },
      { body: text({ description: 'Up to 4096 bytes.' }) },
    ),
    internalRedirectPolicy: object(
      {},
      {
        maxInternalRedirects: integer(),
        redirectResponseCodes: list(redirectStatusCode),
        allowCrossSchemeRedirect: oneOf(['Always', 'Never', 'SafeOnly'], { default: 'Never' }),
        denyRepeatedRouteRedirect: flag(),
      },
      { description: 'Follow redirects of the upstream here instead of handing them to the client.' },
    ),
    jwtVerificationPolicy: object(
      {},
      {
        require: text({ description: 'Name of the JWT provider that must have signed the token.' }),
        disabled: flag({ description: 'No token is asked for.' }),
      },
    ),
    ipAllowPolicy: ipFilterPolicies,
    ipDenyPolicy: ipFilterPolicies,
  },
);

const include = object(
  { name: text({ minLength: 1, description: 'The HTTPProxy to include.' }) },
  {
    namespace: text({ description: 'Its namespace; default: that of this object.' }),
    conditions: matchConditions,
  },
);

const tcpProxyInclude = object(
  { name: text({ description: 'The HTTPProxy whose `tcpproxy` is used.' }) },
  { namespace: text({ description: 'Its namespace; default: that of this object.' }) },
);

const tcpProxy = object(
  {},
  {
    loadBalancerPolicy,
    services: list(service),
    include: tcpProxyInclude,
    includes: tcpProxyInclude,
    healthCheckPolicy: object(
      {},
      {
        intervalSeconds: integer(),
        timeoutSeconds: integer(),
        unhealthyThresholdCount: integer(),
        healthyThresholdCount: integer(),
      },
    ),
  },
);

const tls = object(
  {},
  {
    secretName: text({ description: 'Secret with the certificate: `name`, or `namespace/name` if delegated.' }),
    minimumProtocolVersion: text({ description: '`1.2` (default) or `1.3`.' }),
    maximumProtocolVersion: text({ description: '`1.2` or `1.3` (default).' }),
    passthrough: flag({ description: 'TLS ends at the upstream; for `tcpproxy`.' }),
    enableFallbackCertificate: flag({ description: 'Also serve clients without SNI, with the fallback certificate.' }),
    clientValidation: object(
      {},
      {
        caSecret: text({ minLength: 1, description: 'Secret with the CA certificates of clients under `ca.crt`.' }),
        skipClientCertValidation: flag({ description: 'Ask for a certificate, but accept any.' }),
        forwardClientCertificate: object(
          {},
          { subject: flag(), cert: flag(), chain: flag(), dns: flag(), uri: flag() },
          { description: 'What of the client certificate is told in X-Forwarded-Client-Cert.' },
        ),
        crlSecret: text({ minLength: 1, description: 'Secret with revocation lists under `crl.pem`.' }),
        crlOnlyVerifyLeafCert: flag(),
        optionalClientCertificate: flag({ description: 'Clients without a certificate are let in.' }),
      },
    ),
  },
);

const jwtProvider = object(
  { name: text({ minLength: 1 }) },
  { default: flag({ description: 'Used by routes that name no provider.' }), ...jwtProviderFields },
  { rules: [oneJwksSource] },
);

const virtualHost = object(
  {
    fqdn: text({
      minLength: 1,
      pattern: `^\\*$|^(\\*\\.)?${dnsNamePattern.slice(1)}`,
      description: 'The host name, `*.` and a host name for one more label, or `*` for all hosts that nobody else has.',
      expects: 'a DNS name in lower case such as `shop.example.com`, a wildcard such as `*.example.com`, or `*`',
    }),
  },
  {
    aliases: list(
      text({
        minLength: 1,
        pattern: `^(\\*\\.)?${dnsNamePattern.slice(1)}`,
        expects: 'a DNS name in lower case such as `shop.example.com`, or a wildcard such as `*.example.com`',
      }),
      { maxItems: 100, description: 'Further host names that are served as `fqdn` is.' },
    ),
    tls,
    authorization: authorizationServer,
    corsPolicy,
    rateLimitPolicy,
    jwtProviders: list(jwtProvider),
    ipAllowPolicy: ipFilterPolicies,
    ipDenyPolicy: ipFilterPolicies,
    requestBodyPolicy,
    errorPages,
    http3: flag({
      description: 'False: clients are not told that they may come by HTTP/3 (where the configuration has it).',
    }),
  },
  { description: 'Makes this object the root of a host.' },
);

const spec = object(
  {},
  {
    virtualhost: virtualHost,
    routes: list(route),
    includes: list(include, { description: 'HTTPProxies to which a part of the paths is delegated.' }),
    tcpproxy: tcpProxy,
    ingressClassName: text({ description: 'Which controller serves this object; an annotation wins over it.' }),
  },
);

const status = object(
  {},
  {
    currentStatus: text({ description: 'valid, invalid, orphaned or NotReconciled.' }),
    description: text(),
    loadBalancer: loadBalancerStatus,
    conditions: detailedConditions,
  },
);

export type HTTPProxySpec = Infer<typeof spec>;
export type HTTPProxyVirtualHost = NonNullable<HTTPProxySpec['virtualhost']>;
export type HTTPProxyRoute = NonNullable<HTTPProxySpec['routes']>[number];
export type HTTPProxyInclude = NonNullable<HTTPProxySpec['includes']>[number];
export type HTTPProxyService = NonNullable<HTTPProxyRoute['services']>[number];
export type HTTPProxyMatchCondition = NonNullable<HTTPProxyRoute['conditions']>[number];

export interface HTTPProxy extends SourceObject {
  readonly kind: 'HTTPProxy';
  readonly spec: HTTPProxySpec;
}

export const httpProxyKind: KindDefinition = {
  kind: 'HTTPProxy',
  group: 'projectcontour.io',
  version: 'v1',
  plural: 'httpproxies',
  namespaced: true,
  fields: object({ spec }, { status }),
  dropped: ['status'],
  crd: {
    singular: 'httpproxy',
    shortNames: ['proxy', 'proxies'],
    description: 'A host with its routes (with `virtualhost`), or routes that other HTTPProxies include.',
    columns: [
      { name: 'FQDN', jsonPath: '.spec.virtualhost.fqdn', type: 'string', description: 'Host name' },
      {
        name: 'TLS Secret',
        jsonPath: '.spec.virtualhost.tls.secretName',
        type: 'string',
        description: 'Secret with the certificate of the host',
      },
      { name: 'Status', jsonPath: '.status.currentStatus', type: 'string', description: 'Is it served?' },
      {
        name: 'Status Description',
        jsonPath: '.status.description',
        type: 'string',
        description: 'Why it is not served, if so',
      },
    ],
    statusDefault: { currentStatus: 'NotReconciled', description: 'Waiting for controller' },
  },
};
