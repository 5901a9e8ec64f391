// envoy.config.route.v3.ScopedRouteConfiguration around routes that are there already. Apart from how routes are made
// (scoped-route.ts), which the thread that answers Envoys never needs.
import { decode, encode } from './proto/codec.ts';
import type { envoy } from './proto/generated/envoy.ts';
import { scopeHeader, scopeWireName } from './names.ts';
import { concatenate, field } from './resource.ts';

export const scopeType = 'envoy.config.route.v3.ScopedRouteConfiguration';

/** Its key is its name among us; see scope-selection.ts for who selects it. */
export function scopeMessage(
  name: string,
  routes: envoy.config.route.v3.RouteConfiguration,
): envoy.config.route.v3.ScopedRouteConfiguration {
  return {
    name: scopeWireName(name),
    key: { fragments: [{ stringKey: name }] },
    routeConfiguration: {
      name,
      ignorePortInHostMatching: true,
      // Applied when the router forwards (and mirrors), after everything that may select a scope.
      requestHeadersToRemove: [scopeHeader],
      ...routes,
    },
  };
}

export function encodeScope(name: string, routes: envoy.config.route.v3.RouteConfiguration): Uint8Array {
  return encode(scopeType, scopeMessage(name, routes));
}

/** The name that we have for an encoded scope, whatever it is called on the wire. Undefined: it is none of ours. */
export function scopeNameIn(bytes: Uint8Array): string | undefined {
  return decode(scopeType, bytes).key?.fragments?.[0]?.stringKey;
}

const routeConfigurationField = 5;

/**
 * The same scope in other bytes: the name of its inline route configuration, which means nothing to Envoy, gets `mark`.
 * Needed after a refused response: Envoy (1.40) remembers the scopes that stood in it before the bad one, but does not
 * serve them, and when they come again unchanged it takes them for known and drops them. A scope that is sent again after
 * a refusal must therefore differ from what was refused; `mark` (a nonce) must differ each time.
 */
export function touchScope(bytes: Uint8Array, name: string, mark: string): Uint8Array {
  const rename = encode('envoy.config.route.v3.RouteConfiguration', { name: `${name} ${mark}` });
  // A second occurrence of a message field is merged into the first.
  return concatenate([bytes, field(routeConfigurationField, rename)]);
}
