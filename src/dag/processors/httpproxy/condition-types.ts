// Which type a problem has in the status of an HTTPProxy; its code is the reason. Types and reasons are Contour's where
// Contour has them, so that what reads them keeps working.
import type { Problem } from '../../../model/object.ts';
import type { ProblemCode } from '../../../model/problem-codes.ts';

const types: Partial<Record<ProblemCode, string>> = {
  AmbiguousReplacement: 'PrefixReplaceError',
  AuthBadAllowedHeader: 'AuthError',
  AuthBadResourceVersion: 'AuthError',
  AuthContextForHTTP: 'AuthError',
  AuthResponseTimeoutInvalid: 'AuthError',
  CACertificateNotDelegated: 'TLSError',
  CertificateExpired: 'TLSError',
  CertificateHostMismatch: 'TLSError',
  ClientValidationInvalid: 'TLSError',
  CookieRewritePoliciesInvalid: 'RouteError',
  DelegationNotPermitted: 'TLSError',
  DuplicateMatchConditions: 'IncludeError',
  DuplicateReplacement: 'PrefixReplaceError',
  DuplicateVhost: 'VirtualHostError',
  ErrorPageNotValid: 'SpecError',
  ExtensionServiceNotFound: 'AuthError',
  FallbackNotDelegated: 'TLSError',
  FallbackNotPresent: 'TLSError',
  FallbackNotValid: 'TLSError',
  FQDNNotSpecified: 'VirtualHostError',
  HeaderMatchConditionsNotValid: 'RouteError',
  HostTlsConflict: 'TLSError',
  IncludeCreatesCycle: 'IncludeError',
  IncludeNotFound: 'IncludeError',
  IncludeTooDeep: 'IncludeError',
  IncompatibleIPAddressFilters: 'IPFilterError',
  InvalidCIDR: 'IPFilterError',
  InvalidJWTVerificationPolicy: 'JWTVerificationError',
  IPFilterPolicyNotValid: 'IPFilterError',
  JWTProviderNotDefined: 'JWTVerificationError',
  JWTVerificationNotPermitted: 'JWTVerificationError',
  DuplicateProviderName: 'JWTVerificationError',
  JWKSSourceConflict: 'JWTVerificationError',
  JWKSSourceMissing: 'JWTVerificationError',
  LocalJWKSInvalid: 'JWTVerificationError',
  ListenerTaken: 'ListenerError',
  MultipleDefaultProvidersSpecified: 'JWTVerificationError',
  RemoteJWKSCACertificateNotDelegated: 'JWTVerificationError',
  RemoteJWKSCacheDurationInvalid: 'JWTVerificationError',
  RemoteJWKSPortInvalid: 'JWTVerificationError',
  RemoteJWKSSchemeInvalid: 'JWTVerificationError',
  RemoteJWKSTimeoutInvalid: 'JWTVerificationError',
  RemoteJWKSUpstreamValidationInvalid: 'JWTVerificationError',
  RemoteJWKSURIInvalid: 'JWTVerificationError',
  MustHavePrefix: 'PrefixReplaceError',
  OnlyOneMirror: 'ServiceError',
  Orphaned: 'Orphaned',
  OutlierDetectionNotValid: 'ServiceError',
  PathRewritePolicyInvalid: 'RouteError',
  PolicyDidNotParse: 'CORSError',
  QueryParameterMatchConditionsNotValid: 'RouteError',
  RefNotPermitted: 'ServiceError',
  RequestBodyPolicyNotValid: 'RouteError',
  RootIncludesRoot: 'IncludeError',
  RootProxyNotAllowedInNamespace: 'RootNamespaceError',
  SecretNotValid: 'TLSError',
  ServiceUnresolvedReference: 'ServiceError',
  SlowStartInvalid: 'ServiceError',
  TLSConfigNotValid: 'TLSError',
  TLSIncompatibleFeatures: 'TLSError',
  UnsupportedServiceType: 'ServiceError',
  TLSMustBeConfigured: 'TCPProxyError',
  TLSUpstreamValidation: 'ServiceError',
};

/** Codes without a line above: the field decides, from the most particular to the widest. */
const byPath: readonly (readonly [RegExp, string])[] = [
  [/^spec\.tcpproxy/, 'TCPProxyError'],
  [/\.(authorization|authPolicy)\b/, 'AuthError'],
  [/\.(jwtProviders|jwtVerificationPolicy)\b/, 'JWTVerificationError'],
  [/\.ip(Allow|Deny)Policy\b/, 'IPFilterError'],
  [/\.corsPolicy\b/, 'CORSError'],
  [/^spec\.virtualhost\.tls/, 'TLSError'],
  [/^spec\.virtualhost/, 'VirtualHostError'],
  [/^spec\.includes/, 'IncludeError'],
  [/^spec\.routes\[\d+\]\.services\[/, 'ServiceError'],
  [/^spec\.routes/, 'RouteError'],
];

/** Types of an ExtensionService where they differ from those of an HTTPProxy. */
const extensionTypes: Partial<Record<ProblemCode, string>> = {
  TimeoutPolicyNotValid: 'SpecError',
  TLSUpstreamValidation: 'SpecError',
};

export function conditionTypeOf(problem: Problem): string {
  if (problem.object.startsWith('ExtensionService/')) {
    const type = extensionTypes[problem.code as ProblemCode];
    if (type !== undefined) return type;
  }
  if (problem.object.startsWith('ContourConfiguration/')) return 'SpecError';
  if (problem.path.startsWith('spec.tcpproxy.include')) return 'TCPProxyIncludeError';
  if (problem.code === 'ServiceUnresolvedReference' && problem.path.startsWith('spec.tcpproxy')) return 'TCPProxyError';
  return (
    types[problem.code as ProblemCode] ?? byPath.find(([pattern]) => pattern.test(problem.path))?.[1] ?? 'SpecError'
  );
}
