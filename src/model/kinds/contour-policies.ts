// Parts that several kinds of projectcontour.io share: policies, references, conditions.
// Accepts every value that the same field of Contour's own CRDs accepts.
import {
  dnsNamePattern,
  duration,
  durationOrInfinity,
  durationOrZero,
  flag,
  integer,
  list,
  map,
  object,
  oneOf,
  oneOfNumbers,
  text,
  type Infer,
} from './schema.ts';
import { MAX_UINT32 } from '../uint32.ts';

/** Text that may hold no control characters, spaces or separators (RFC 6265 cookie names). */
const cookieName = text({
  minLength: 1,
  maxLength: 4096,
  pattern: '^[^\\x00-\\x20\\x7f()<>@,;:\\\\"/\\[\\]?={}]+$',
  expects: 'a cookie name without spaces and separators',
});

const headerName = text({ minLength: 1, description: 'Name of the header; case does not matter.' });
const headerToken = text({ pattern: "^[a-zA-Z0-9!#$%&'*+.^_`|~-]+$", expects: 'a header or method name' });

export const headerMatchCondition = object(
  { name: headerName },
  {
    present: flag({ description: 'The header is there, with whatever value.' }),
    notpresent: flag({ description: 'The header is not there.' }),
    contains: text({ description: 'The value contains this text.' }),
    notcontains: text({ description: 'The value does not contain this text.' }),
    ignoreCase: flag({ description: 'Compare without regard to case; not for `regex`.' }),
    exact: text({ description: 'The value equals this text.' }),
    notexact: text({ description: 'The value does not equal this text.' }),
    regex: text({ description: 'The whole value matches this RE2 expression.' }),
    treatMissingAsEmpty: flag({ description: 'A missing header counts as empty, for the negative forms.' }),
  },
);

export const queryParameterMatchCondition = object(
  { name: text({ description: 'Name of the query parameter.' }) },
  {
    exact: text({ description: 'The value equals this text.' }),
    prefix: text({ description: 'The value begins with this text.' }),
    suffix: text({ description: 'The value ends with this text.' }),
    regex: text({ description: 'The whole value matches this RE2 expression.' }),
    contains: text({ description: 'The value contains this text.' }),
    ignoreCase: flag({ description: 'Compare without regard to case.' }),
    present: flag({ description: 'The parameter is there, with whatever value.' }),
  },
);

export const headersPolicy = object(
  {},
  {
    set: list(object({ name: text({ minLength: 1 }), value: text({ minLength: 1 }) }, {}), {
      description: 'Headers to set; an existing header of that name is replaced.',
    }),
    remove: list(text(), { description: 'Names of headers to remove.' }),
  },
);

export const cookieRewritePolicies = list(
  object(
    { name: cookieName },
    {
      pathRewrite: object(
        {
          value: text({
            minLength: 1,
            maxLength: 4096,
            pattern: '^[^\\x00-\\x1f;\\x7f]+$',
            expects: 'a cookie path without `;` and control characters',
          }),
        },
        {},
      ),
      domainRewrite: object(
        {
          value: text({
            minLength: 1,
            maxLength: 4096,
            pattern: dnsNamePattern,
            expects: 'a DNS name in lower case',
          }),
        },
        {},
      ),
      secure: flag({ description: 'Sets or removes the Secure attribute.' }),
      sameSite: oneOf(['Strict', 'Lax', 'None']),
    },
  ),
  { description: 'Rewrites attributes of cookies in Set-Cookie headers.' },
);

/** Verification of an upstream's certificate. */
export const upstreamValidation = object(
  {
    caSecret: text({
      minLength: 1,
      maxLength: 317,
      description: 'Secret with the CA certificates under `ca.crt`: `name`, or `namespace/name` if delegated.',
    }),
    subjectName: text({ minLength: 1, maxLength: 250, description: 'DNS name that the certificate must have.' }),
  },
  {
    subjectNames: list(text(), {
      minItems: 1,
      maxItems: 8,
      description: 'DNS names of which the certificate must have one; the first equals `subjectName`.',
    }),
  },
  {
    rules: [
      {
        cel: '!has(self.subjectNames) || self.subjectNames[0] == self.subjectName',
        expects: 'have `subjectName` as the first of `subjectNames`',
        holds: (value) => value.subjectNames === undefined || value.subjectNames[0] === value.subjectName,
      },
    ],
  },
);

/** Of a load balancer policy, beside its strategy. */
export const loadBalancerFields = {
  requestHashPolicies: list(
    object(
      {},
      {
        terminal: flag({ description: 'Stop here if this policy gave a hash.' }),
        headerHashOptions: object({ headerName: text({ minLength: 1 }) }, {}),
        queryParameterHashOptions: object({ parameterName: text({ minLength: 1 }) }, {}),
        hashSourceIP: flag({ description: 'Hash the address of the client.' }),
      },
    ),
    { description: 'What is hashed, for RequestHash.' },
  ),
  cookie: object(
    {},
    {
      name: cookieName,
      path: text({
        maxLength: 1024,
        pattern: '^/[^\\x00-\\x20;\\x7f]*$',
        expects: 'a path that begins with `/`',
        description: 'Default: `/`.',
      }),
      ttl: durationOrZero('How long it lasts; default: until the browser closes.'),
      secure: flag({ description: 'Only sent with TLS.' }),
      sameSite: oneOf(['Strict', 'Lax', 'None'], { description: 'None implies `secure`.' }),
    },
    { description: 'The cookie that is made, for Cookie. (Beyond Contour.)' },
  ),
};

export const loadBalancerPolicy = object(
  {},
  {
    strategy: text({
      description: 'RoundRobin (also for unknown names), WeightedLeastRequest, Random, Cookie or RequestHash.',
    }),
    ...loadBalancerFields,
  },
);

export const timeoutPolicy = object(
  {},
  {
    response: durationOrInfinity('For the whole response, from the end of the request.'),
    idle: durationOrInfinity('Without activity on the request.'),
    idleConnection: durationOrInfinity('Without a request on the connection to the upstream.'),
  },
);

export const authorizationPolicy = object(
  {},
  {
    disabled: flag({ description: 'No authorization here.' }),
    context: map(text(), { description: 'Sent to the authorization service with each check.' }),
  },
);

const allowedHeader = object(
  {},
  { exact: text(), prefix: text(), suffix: text(), contains: text(), ignoreCase: flag() },
  {
    rules: [
      {
        // A sum, not a list: the API server's estimate of a rule's cost counts lists without bounds as huge.
        cel: [
          '(has(self.exact) ? 1 : 0) + (has(self.prefix) ? 1 : 0)',
          '(has(self.suffix) ? 1 : 0) + (has(self.contains) ? 1 : 0) == 1',
        ].join(' + '),
        expects: 'have exactly one of `exact`, `prefix`, `suffix` and `contains`',
        holds: (value) =>
          [value.exact, value.prefix, value.suffix, value.contains].filter((each) => each !== undefined).length === 1,
      },
    ],
  },
);

/** How an authorization server is asked. */
export const authorizationServerFields = {
  serviceType: oneOf(['http', 'grpc'], { default: 'grpc' }),
  httpSettings: object(
    {},
    {
      pathPrefix: text({ description: 'Put before the path of the check request.' }),
      allowedAuthorizationHeaders: list(allowedHeader, {
        description: 'Client headers that are sent to the authorization service.',
      }),
      allowedUpstreamHeaders: list(allowedHeader, {
        description: 'Headers of the authorization response that are sent on to the upstream.',
      }),
    },
  ),
  responseTimeout: durationOrInfinity('How long a check may take.'),
  failOpen: flag({ description: 'Let requests through when the authorization service does not answer.' }),
  withRequestBody: object(
    {},
    {
      maxRequestBytes: integer({ minimum: 1, maximum: 2147483647, default: 1024 }),
      allowPartialMessage: flag(),
      packAsBytes: flag(),
    },
    { description: 'Send the body of the request with the check.' },
  ),
};

export const httpSettingsNeedHttp = {
  cel: "(has(self.serviceType) && self.serviceType == 'http') || !has(self.httpSettings)",
  expects: 'have `serviceType: http` when `httpSettings` is set',
  holds: (value: { readonly httpSettings?: unknown; readonly serviceType?: string }): boolean =>
    value.httpSettings === undefined || value.serviceType === 'http',
};

export const authorizationServer = object(
  {},
  {
    extensionRef: object(
      {},
      {
        apiVersion: text({ minLength: 1, description: 'Default: projectcontour.io/v1alpha1.' }),
        namespace: text({ minLength: 1, description: 'Default: the namespace of this object.' }),
        name: text({ minLength: 1 }),
      },
      { description: 'The ExtensionService that decides.' },
    ),
    ...authorizationServerFields,
    authPolicy: authorizationPolicy,
  },
  { rules: [httpSettingsNeedHttp] },
);

export const corsPolicy = object(
  {
    allowOrigin: list(text(), {
      minItems: 1,
      description: 'Origins: `*`, `scheme://host[:port]`, or an RE2 expression.',
    }),
    allowMethods: list(headerToken, { minItems: 1 }),
  },
  {
    allowCredentials: flag(),
    allowHeaders: list(headerToken, { minItems: 1 }),
    exposeHeaders: list(headerToken, { minItems: 1 }),
    maxAge: durationOrZero('How long a browser may keep the answer; `0` forbids it.'),
    allowPrivateNetwork: flag(),
  },
);

export const localRateLimitPolicy = object(
  {
    requests: integer({ minimum: 1, maximum: 2147483647, description: 'Requests per unit of time.' }),
    unit: oneOf(['second', 'minute', 'hour']),
  },
  {
    burst: integer({ description: 'Requests above the rate that are let through at once.' }),
    responseStatusCode: integer({ minimum: 400, maximum: 599, description: 'Default: 429.' }),
    responseHeadersToAdd: list(object({ name: text({ minLength: 1 }), value: text({ minLength: 1 }) }, {})),
  },
);

export const globalRateLimitPolicy = object(
  {},
  {
    disabled: flag({ description: 'The default policy of the program does not apply here.' }),
    descriptors: list(
      object(
        {
          entries: list(
            object(
              {},
              {
                genericKey: object({ value: text({ minLength: 1 }) }, { key: text() }),
                requestHeader: object(
                  { headerName: text({ minLength: 1 }), descriptorKey: text({ minLength: 1 }) },
                  {},
                ),
                requestHeaderValueMatch: object(
                  { value: text({ minLength: 1 }) },
                  { headers: list(headerMatchCondition, { minItems: 1 }), expectMatch: flag({ default: true }) },
                ),
                remoteAddress: object({}, {}),
              },
              { description: 'Exactly one of the fields is set.' },
            ),
            { minItems: 1 },
          ),
        },
        {},
      ),
      { minItems: 1 },
    ),
  },
);

export const rateLimitPolicy = object({}, { local: localRateLimitPolicy, global: globalRateLimitPolicy });

export const ipFilterPolicies = list(
  object(
    {
      source: oneOf(['Peer', 'Remote'], {
        description: 'Peer: address of the connection. Remote: address that trusted proxies report.',
      }),
      cidr: text({ description: 'Address or range, IPv4 or IPv6.' }),
    },
    {},
  ),
);

export const slowStartPolicy = object(
  { window: duration('How long a new endpoint is warmed up.') },
  {
    aggression: text({
      default: '1.0',
      pattern: '^([0-9]+([.][0-9]+)?|[.][0-9]+)$',
      expects: 'a decimal number greater than 0, as text',
    }),
    minWeightPercent: integer({ minimum: 0, maximum: 100, default: 10 }),
  },
);

const limit = () => integer({ minimum: 0, maximum: MAX_UINT32 });

/** 0 says nothing. */
export const circuitBreakerFields = {
  maxConnections: limit(),
  maxPendingRequests: limit(),
  maxRequests: limit(),
  maxRetries: limit(),
  perHostMaxConnections: limit(),
};

/** Not in Contour. */
export const outlierDetectionPolicy = object(
  {},
  {
    consecutive5xx: integer({
      minimum: 0,
      maximum: 1_000_000,
      description: 'Answers of 5xx in a row; default: 5; 0: they do not count.',
    }),
    consecutiveGatewayErrors: integer({
      minimum: 0,
      maximum: 1_000_000,
      description: 'Answers of 502, 503 and 504 in a row; default: 0: they do not count apart.',
    }),
    consecutiveLocalOriginErrors: integer({
      minimum: 0,
      maximum: 1_000_000,
      description: 'Failed connections and timeouts in a row, which then no longer count as 5xx; 0: they do not count.',
    }),
    interval: duration('How often the endpoints are looked at; default: 10s.'),
    baseEjectionTime: duration(
      'How long an endpoint gets no requests, times how often it has been taken out; default: 30s.',
    ),
    maxEjectionTime: duration('The longest; default: 300s.'),
    maxEjectionPercent: integer({
      minimum: 0,
      maximum: 100,
      description: 'How many of the endpoints may be out at once (one may always, unless this is 0); default: 10.',
    }),
  },
  { description: 'Endpoints whose answers are errors get no requests for a while.' },
);

/** Not in Contour. */
export const requestBodyPolicy = object(
  {
    maxBytes: integer({
      minimum: 1,
      maximum: MAX_UINT32,
      description: 'Requests with a larger body get 413.',
    }),
  },
  {
    buffer: flag({
      description: 'Keep the body in Envoy until all of it is there, and only then send the request to the service.',
    }),
  },
  { description: 'How large the bodies of requests may be.' },
);

/** Not in Contour. */
export const errorPages = list(
  object(
    {
      statusCodes: list(
        text({ pattern: '^([45][0-9][0-9]|[45]xx)$', expects: 'a status such as `404`, or a class: `4xx` or `5xx`' }),
        { minItems: 1, description: 'For which answers: `404`, `5xx`.' },
      ),
    },
    {
      body: text({ description: 'The page itself.' }),
      bodyFrom: object(
        {
          configMap: text({ minLength: 1, description: 'ConfigMap in the namespace of this object.' }),
          key: text({ minLength: 1, description: 'Its key, which ends in .html, .txt, .json or .xml.' }),
        },
        {},
        { description: 'Where the page is.' },
      ),
      contentType: text({
        pattern: '^[a-zA-Z0-9!#$&^_.+-]+/[a-zA-Z0-9!#$&^_.+-]+( *; *[a-zA-Z0-9=_."-]+)*$',
        expects: 'a media type such as `text/html; charset=utf-8`',
        description: 'Default: by the ending of the key, else `text/plain; charset=utf-8`.',
      }),
      upstream: flag({ description: 'Also for errors of the services, not only for those that Envoy makes.' }),
    },
    {
      rules: [
        {
          cel: 'has(self.body) != has(self.bodyFrom)',
          expects: 'have exactly one of `body` and `bodyFrom`',
          holds: (value) => (value.body === undefined) !== (value.bodyFrom === undefined),
        },
      ],
    },
  ),
  { description: 'What clients see instead of the body of an error.' },
);

/** What Envoy can retry on. */
export const retryConditions = [
  '5xx',
  'gateway-error',
  'reset',
  'reset-before-request',
  'connect-failure',
  'envoy-ratelimited',
  'retriable-4xx',
  'refused-stream',
  'retriable-status-codes',
  'retriable-headers',
  'http3-post-connect-failure',
  'cancelled',
  'deadline-exceeded',
  'internal',
  'resource-exhausted',
  'unavailable',
] as const satisfies readonly string[];

export const retryPolicy = object(
  {},
  {
    count: integer({ minimum: -1, default: 1, description: 'How often to retry; -1: never.' }),
    perTryTimeout: durationOrInfinity('For one try.'),
    retryOn: list(oneOf(retryConditions), { description: 'When to retry; default: 5xx.' }),
    retriableStatusCodes: list(integer(), { description: 'For `retriable-status-codes`.' }),
  },
);

/** Of a provider of tokens (JWT), beside its name. */
export const jwtProviderFields = {
  issuer: text(),
  audiences: list(text()),
  remoteJWKS: object(
    { uri: text({ minLength: 1 }) },
    {
      validation: upstreamValidation,
      timeout: duration('For fetching the keys; default: 1s.'),
      cacheDuration: duration('How long keys are used before they are fetched again; default: 5m.'),
      dnsLookupFamily: oneOf(['auto', 'v4', 'v6']),
    },
  ),
  localJWKS: object({ secretName: text({ minLength: 1 }), key: text({ minLength: 1 }) }, {}),
  forwardJWT: flag({ description: 'Send the token on to the upstream.' }),
};

export const oneJwksSource = {
  cel: 'has(self.remoteJWKS) != has(self.localJWKS)',
  expects: 'have exactly one of `remoteJWKS` and `localJWKS`',
  holds: (value: { readonly remoteJWKS?: unknown; readonly localJWKS?: unknown }): boolean =>
    (value.remoteJWKS === undefined) !== (value.localJWKS === undefined),
};

const jwtProvider = object({}, jwtProviderFields);

export const redirectStatusCode = oneOfNumbers([301, 302, 303, 307, 308]);

const conditionType = text({
  maxLength: 316,
  pattern:
    '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$',
});
const conditionStatus = oneOf(['True', 'False', 'Unknown']);
const conditionReason = text({
  minLength: 1,
  maxLength: 1024,
  pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$',
});
const conditionMessage = text({ maxLength: 32768 });

const subCondition = object(
  { type: conditionType, status: conditionStatus, reason: conditionReason, message: conditionMessage },
  {},
);

/** Conditions with the lists of what is wrong that projectcontour.io kinds have. */
export const detailedConditions = list(
  object(
    {
      type: conditionType,
      status: conditionStatus,
      reason: conditionReason,
      message: conditionMessage,
      lastTransitionTime: text({ format: 'date-time' }),
    },
    {
      observedGeneration: integer({ minimum: 0 }),
      errors: list(subCondition, { description: 'Why the object, or a part of it, is not served.' }),
      warnings: list(subCondition, { description: 'What is served otherwise than it may seem.' }),
    },
  ),
  { mapKeys: ['type'] },
);

export const loadBalancerStatus = object(
  {},
  {
    ingress: list(
      object(
        {},
        {
          ip: text(),
          hostname: text(),
          ipMode: text(),
          ports: list(object({ port: integer(), protocol: text() }, { error: text({ maxLength: 316 }) })),
        },
      ),
    ),
  },
);

export type HeaderMatchCondition = Infer<typeof headerMatchCondition>;
export type HeadersPolicy = Infer<typeof headersPolicy>;
export type UpstreamValidation = Infer<typeof upstreamValidation>;
export type LoadBalancerPolicy = Infer<typeof loadBalancerPolicy>;
export type CookieRewritePolicies = Infer<typeof cookieRewritePolicies>;
export type CorsPolicy = Infer<typeof corsPolicy>;
export type GlobalRateLimitPolicy = Infer<typeof globalRateLimitPolicy>;
export type OutlierDetectionPolicy = Infer<typeof outlierDetectionPolicy>;
export type ErrorPages = Infer<typeof errorPages>;
export type RateLimitPolicy = Infer<typeof rateLimitPolicy>;
export type JwtProviderField = Infer<typeof jwtProvider>;
export type RetryPolicy = Infer<typeof retryPolicy>;
export type AuthorizationServerField = Infer<typeof authorizationServer>;
