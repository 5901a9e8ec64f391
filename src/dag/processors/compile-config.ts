// The part of the configuration that compile units see; a value, so that units stay functions of what they are given.
import type { Config } from '../../model/config.ts';
import { MIN_ROUTES } from '../compile/host-parts.ts';

export type CompileConfig = Pick<
  Config,
  | 'listeners'
  | 'gateway'
  | 'ingressClassNames'
  | 'rootNamespaces'
  | 'enableExternalNameService'
  | 'disablePermitInsecure'
  | 'connectTimeoutMs'
  | 'circuitBreakers'
  | 'envoyClientCertificate'
  | 'settings'
  | 'contourConfiguration'
  | 'compression'
  | 'rateLimitService'
  | 'fallbackCertificate'
  | 'headerPolicies'
  | 'limits'
  | 'globalExtAuth'
  | 'emissary'
> & {
  /** Absent: scoped. With `single` no host has parts. */
  readonly routeDiscovery?: Config['routeDiscovery'];
  /** For tests: how many routes a host has at least if it has parts. */
  readonly partsFrom?: number;
};

/** How many routes a host has at least if it has parts. */
export function partsFrom({ routeDiscovery, partsFrom: routes = MIN_ROUTES }: CompileConfig): number {
  return routeDiscovery === 'single' ? Infinity : routes;
}
