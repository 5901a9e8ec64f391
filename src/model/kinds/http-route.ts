// HTTPRoute (gateway.networking.k8s.io): requests of some hosts, told apart by matches, to backends.
import type { SourceObject } from '../object.ts';
import {
  backendObjectReference,
  commonRouteFields,
  GATEWAY_GROUP,
  gatewayDuration,
  gatewayHostname,
  gatewayPort,
  headerFilter,
  localReference,
  mirrorFilter,
  sessionPersistence,
  weightedBackendFields,
} from './gateway-common.ts';
import type { KindDefinition } from './kind.ts';
import { flag, integer, list, object, oneOf, text, type Infer } from './schema.ts';

const valueMatch = oneOf(['Exact', 'RegularExpression']);

const match = object(
  {},
  {
    path: object({}, { type: oneOf(['Exact', 'PathPrefix', 'RegularExpression']), value: text() }),
    headers: list(object({ name: text(), value: text() }, { type: valueMatch })),
    queryParams: list(object({ name: text(), value: text() }, { type: valueMatch })),
    method: text(),
  },
);

const pathModifier = object(
  { type: oneOf(['ReplaceFullPath', 'ReplacePrefixMatch']) },
  { replaceFullPath: text(), replacePrefixMatch: text() },
);

const externalAuth = object(
  { backendRef: backendObjectReference },
  {
    protocol: oneOf(['HTTP', 'GRPC']),
    grpc: object({}, { allowedHeaders: list(text()) }),
    http: object({}, { path: text(), allowedHeaders: list(text()), allowedResponseHeaders: list(text()) }),
    forwardBody: object({}, { maxSize: integer({ minimum: 0 }) }),
  },
);

export const cors = object(
  {},
  {
    allowOrigins: list(text()),
    allowCredentials: flag(),
    allowMethods: list(text()),
    allowHeaders: list(text()),
    exposeHeaders: list(text()),
    maxAge: integer({ minimum: 1 }),
  },
);

const filter = object(
  { type: text() },
  {
    requestHeaderModifier: headerFilter,
    responseHeaderModifier: headerFilter,
    requestMirror: mirrorFilter,
    requestRedirect: object(
      {},
      {
        scheme: text(),
        hostname: gatewayHostname,
        path: pathModifier,
        port: gatewayPort,
        statusCode: integer({ minimum: 300, maximum: 399 }),
      },
    ),
    urlRewrite: object({}, { hostname: gatewayHostname, path: pathModifier }),
    cors,
    externalAuth,
    extensionRef: localReference,
  },
);

const backend = object({ name: text() }, { ...weightedBackendFields, filters: list(filter) });

const rule = object(
  {},
  {
    name: text(),
    matches: list(match),
    filters: list(filter),
    backendRefs: list(backend),
    timeouts: object({}, { request: gatewayDuration, backendRequest: gatewayDuration }),
    retry: object({}, { codes: list(integer()), attempts: integer({ minimum: 0 }), backoff: gatewayDuration }),
    sessionPersistence,
  },
);

const spec = object({}, { ...commonRouteFields, hostnames: list(gatewayHostname), rules: list(rule) });

export type HTTPRouteSpec = Infer<typeof spec>;
export type HTTPRouteRule = Infer<typeof rule>;
export type HTTPRouteMatch = Infer<typeof match>;
export type HTTPRouteFilter = Infer<typeof filter>;
export type HTTPBackendReference = Infer<typeof backend>;
export type ExternalAuthFilter = Infer<typeof externalAuth>;
export type CorsFilter = Infer<typeof cors>;
export type PathModifier = Infer<typeof pathModifier>;

export interface HTTPRoute extends SourceObject {
  readonly kind: 'HTTPRoute';
  readonly spec: HTTPRouteSpec;
}

export const httpRouteKind: KindDefinition = {
  kind: 'HTTPRoute',
  group: GATEWAY_GROUP,
  version: 'v1',
  olderVersions: ['v1beta1'],
  plural: 'httproutes',
  namespaced: true,
  fields: object({ spec }, {}, { alsoKnown: ['status'] }),
};
