// What several kinds of the Gateway API have in common. The API server has checked their objects by the API's own CRDs;
// the schemas here say what nuncio reads and check files.
import { integer, list, map, object, oneOf, text, type Infer } from './schema.ts';

export const GATEWAY_GROUP = 'gateway.networking.k8s.io';

/** `1h30m10s5ms`, at most four parts (GEP-2257). */
export const gatewayDuration = text({
  pattern: '^([0-9]{1,5}(h|m|s|ms)){1,4}$',
  expects: 'a duration such as `500ms`, `10s` or `1h30m`',
});

export const gatewayPort = integer({
  minimum: 1,
  maximum: 65535,
  expects: 'a port number from 1 to 65535',
});

export const gatewayHostname = text({
  maxLength: 253,
  pattern: '^(\\*\\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
  expects: 'a host name in lower case, such as `shop.example.com` or `*.example.com`',
});

export const parentReference = object(
  { name: text() },
  { group: text(), kind: text(), namespace: text(), sectionName: text(), port: gatewayPort },
);
export type ParentReference = Infer<typeof parentReference>;

/** Kinds that have a namespace but may only name their own. */
export const localReference = object({ group: text(), kind: text(), name: text() }, {});
export type LocalReference = Infer<typeof localReference>;

export const objectReference = object({ name: text() }, { group: text(), kind: text(), namespace: text() });
export type ObjectReference = Infer<typeof objectReference>;

/** Optional fields of a reference to a backend, beside `name`. */
const backendFields = { group: text(), kind: text(), namespace: text(), port: gatewayPort };

export const backendObjectReference = object({ name: text() }, backendFields);
export type BackendObjectReference = Infer<typeof backendObjectReference>;

export const weightedBackendFields = { ...backendFields, weight: integer({ minimum: 0, maximum: 1_000_000 }) };

export const backendReference = object({ name: text() }, weightedBackendFields);
export type BackendReference = Infer<typeof backendReference>;

export const labelSelector = object(
  {},
  {
    matchLabels: map(text()),
    matchExpressions: list(
      object({ key: text(), operator: oneOf(['In', 'NotIn', 'Exists', 'DoesNotExist']) }, { values: list(text()) }),
    ),
  },
);

const headers = list(object({ name: text(), value: text() }, {}));

export const headerFilter = object({}, { set: headers, add: headers, remove: list(text()) });
export type HeaderFilter = Infer<typeof headerFilter>;

export const mirrorFilter = object(
  { backendRef: backendObjectReference },
  {
    percent: integer({ minimum: 0, maximum: 100 }),
    fraction: object({ numerator: integer({ minimum: 0 }) }, { denominator: integer({ minimum: 1 }) }),
  },
);
export type MirrorFilter = Infer<typeof mirrorFilter>;

export const sessionPersistence = object(
  {},
  {
    sessionName: text(),
    absoluteTimeout: gatewayDuration,
    idleTimeout: gatewayDuration,
    type: oneOf(['Cookie', 'Header']),
    cookieConfig: object({}, { lifetimeType: oneOf(['Session', 'Permanent']) }),
  },
);
export type SessionPersistence = Infer<typeof sessionPersistence>;

const tlsMode = oneOf(['Terminate', 'Passthrough']);

/** An entry of `listeners` of a Gateway or a ListenerSet. */
export const listener = object(
  { name: text(), port: gatewayPort, protocol: text() },
  {
    hostname: gatewayHostname,
    tls: object({}, { mode: tlsMode, certificateRefs: list(objectReference), options: map(text()) }),
    allowedRoutes: object(
      {},
      {
        namespaces: object({}, { from: oneOf(['All', 'Selector', 'Same', 'None']), selector: labelSelector }),
        kinds: list(object({ kind: text() }, { group: text() })),
      },
    ),
  },
);
export type ListenerEntry = Infer<typeof listener>;

export const commonRouteFields = { parentRefs: list(parentReference), useDefaultGateways: text() };

/** A route of layer 4: one rule, backends. */
export const l4RouteRules = list(object({}, { name: text(), backendRefs: list(backendReference) }));
