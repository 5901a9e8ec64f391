// The part of the configuration that compile units see; a value, so that units stay functions of what they are given.
import type { Config } from '../../model/config.ts';

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
>;
