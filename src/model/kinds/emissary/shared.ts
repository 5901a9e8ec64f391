// Types that several kinds of getambassador.io (v3alpha1) share. Names of fields are the API's.
import { MAX_DURATION_MS } from '../../duration.ts';
import { flag, integer, list, map, object, oneOf, text } from '../schema.ts';
import { MAX_UINT32 } from '../../uint32.ts';

export const GROUP = 'getambassador.io';
export const VERSION = 'v3alpha1';

/** The gateways that an object is for. */
export const ambassadorId = list(text(), {
  description: 'Names of the gateways that use this object. Absent: default.',
});

export const milliseconds = (description: string) =>
  integer({
    minimum: 0,
    maximum: MAX_DURATION_MS,
    description,
    expects: `a whole number of milliseconds, at most ${MAX_DURATION_MS}`,
  });

/** Of what Envoy counts in 32 bits. */
export const count = (options: { readonly minimum?: number; readonly description?: string } = {}) =>
  integer({ minimum: 0, maximum: MAX_UINT32, ...options });

export const circuitBreakers = list(
  object(
    {},
    {
      priority: oneOf(['default', 'high']),
      max_connections: count(),
      max_pending_requests: count(),
      max_requests: count(),
      max_retries: count(),
    },
  ),
  { description: 'Limits of connections and requests to the upstream.' },
);

export const addedHeader = object(
  {},
  {
    value: text(),
    append: flag({ description: 'Beside values that are there; absent: true.' }),
    v2Representation: oneOf(['', 'string', 'null']),
  },
);

export const keepAlive = object(
  {},
  {
    probes: count(),
    idle_time: count({ description: 'Seconds of silence before the first probe.' }),
    interval: count({ description: 'Seconds between probes.' }),
  },
);

export const cors = object(
  {},
  {
    origins: list(text()),
    methods: list(text()),
    headers: list(text()),
    credentials: flag(),
    exposed_headers: list(text()),
    max_age: text({ description: 'Seconds.' }),
    v2CommaSeparatedOrigins: flag(),
  },
);

export const retryConditions = [
  '5xx',
  'gateway-error',
  'connect-failure',
  'retriable-4xx',
  'refused-stream',
  'retriable-status-codes',
  'retriable-headers',
  'reset',
  'reset-before-request',
  'cancelled',
  'deadline-exceeded',
  'internal',
  'resource-exhausted',
  'unavailable',
] as const;

export const retryPolicy = object(
  {},
  {
    retry_on: text({ description: `One or more of ${retryConditions.join(', ')}, with commas between them.` }),
    num_retries: count(),
    per_try_timeout: text({ description: 'A duration such as 0.25s.' }),
    retriable_status_codes: list(integer({ minimum: 100, maximum: 599 }), {
      description: 'With the condition retriable-status-codes.',
    }),
  },
);

export const loadBalancer = object(
  { policy: oneOf(['round_robin', 'ring_hash', 'maglev', 'least_request']) },
  {
    cookie: object({ name: text() }, { path: text(), ttl: text() }),
    header: text(),
    source_ip: flag(),
  },
);

export const healthChecks = list(
  object(
    {
      health_check: object(
        {},
        {
          http: object(
            { path: text() },
            {
              hostname: text(),
              add_request_headers: map(addedHeader),
              remove_request_headers: list(text()),
              expected_statuses: list(
                object(
                  {
                    min: integer({ minimum: 100, maximum: 599 }),
                    max: integer({ minimum: 100, maximum: 599 }),
                  },
                  {},
                ),
              ),
            },
          ),
          grpc: object({ upstream_name: text() }, { authority: text() }),
        },
      ),
    },
    {
      timeout: text({ description: 'Default 3s.' }),
      interval: text({ description: 'Default 5s.' }),
      unhealthy_threshold: count({ minimum: 1, description: 'Default 2.' }),
      healthy_threshold: count({ minimum: 1, description: 'Default 1.' }),
    },
  ),
  { minItems: 1 },
);

export const regexMap = object({}, { pattern: text(), substitution: text() });

const key = (name: string) => object({ key: text({ pattern: `^${name}$`, expects: `the text \`${name}\`` }) }, {});

export const labelSpecifier = object(
  {},
  {
    source_cluster: key('source_cluster'),
    destination_cluster: key('destination_cluster'),
    remote_address: key('remote_address'),
    request_headers: object({ key: text(), header_name: text() }, { omit_if_not_present: flag() }),
    generic_key: object({ value: text() }, { key: text(), v2Shorthand: flag() }),
  },
);

/** Domain → groups, each with one name → specifiers. */
export const domainMap = map(list(map(list(labelSpecifier))), {
  description: 'What a rate limit service is told of a request, by domain.',
});

export const errorResponseOverrides = list(
  object(
    {
      on_status_code: integer({ minimum: 400, maximum: 599 }),
      body: object(
        {},
        {
          text_format: text(),
          json_format: map(text()),
          text_format_source: object({}, { filename: text() }),
          content_type: text(),
        },
      ),
    },
    {},
  ),
  { minItems: 1 },
);

export const v2ExplicitTls = object({}, { tls: text(), serviceScheme: text() });

export const selector = (description: string) =>
  object(
    {},
    {
      matchLabels: map(text()),
      matchExpressions: list(
        object({ key: text(), operator: oneOf(['In', 'NotIn', 'Exists', 'DoesNotExist']) }, { values: list(text()) }),
      ),
    },
    { description },
  );
