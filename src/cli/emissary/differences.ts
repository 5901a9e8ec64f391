// What will be different for an object of getambassador.io once nuncio serves it instead of Emissary-Ingress 3 or 4: options
// that had no effect and begin to have one, defaults that change, what has to be done by hand. Pure. The same in words, for
// all objects, is in docs/differences.md.
import { idleModuleKeys, moduleKeys } from '../../model/kinds/emissary/module-config.ts';
import type {
  AuthService,
  EmissaryListener,
  Host,
  LogService,
  Mapping,
  Module,
  RateLimitServiceObject,
  TCPMapping,
  TLSContext,
  TracingService,
} from '../../model/kinds/emissary/index.ts';
import type { Ingress } from '../../model/kinds/index.ts';
import { keyOf, type ObjectKey, type SourceObject } from '../../model/object.ts';
import { isRecord } from '../../model/pick.ts';

export interface Difference {
  readonly object: ObjectKey;
  /** Of the field; empty: the whole object. */
  readonly path: string;
  /**
   * `begins`: had no effect, or switched something off, and works now. `changes`: works otherwise. `ends`: works no more
   * unless something is done. `idle`: has no effect, before and now.
   */
  readonly kind: 'begins' | 'changes' | 'ends' | 'idle';
  readonly message: string;
}

type Tell = (path: string, kind: Difference['kind'], message: string) => void;

/** In the order of the objects. */
export function emissaryDifferences(objects: readonly SourceObject[]): readonly Difference[] {
  const found: Difference[] = [];
  const all = objectsByKind(objects);
  const hasMultiple = (kind: string): boolean => (all.get(kind)?.length ?? 0) > 1;
  for (const object of objects) {
    const rule = rules[object.kind];
    if (rule === undefined) continue;
    const key = keyOf(object);
    const tell: Tell = (path, kind, message) => found.push({ object: key, path, kind, message });
    rule(object, tell, { hasMultiple, all });
    if (object.kind !== 'Ingress') findVariables((object as { readonly spec?: unknown }).spec, 'spec', tell);
  }
  found.push(...sharedClusters((all.get('Mapping') ?? []) as readonly Mapping[]));
  return found;
}

interface Others {
  readonly hasMultiple: (kind: string) => boolean;
  readonly all: ReadonlyMap<string, readonly SourceObject[]>;
}

function objectsByKind(objects: readonly SourceObject[]): ReadonlyMap<string, readonly SourceObject[]> {
  const found = new Map<string, SourceObject[]>();
  for (const object of objects) found.set(object.kind, [...(found.get(object.kind) ?? []), object]);
  return found;
}

const rules: Readonly<Record<string, (object: SourceObject, tell: Tell, others: Others) => void>> = {
  Mapping: (object, tell, others) => ofMapping(object as Mapping, tell, others),
  TCPMapping: (object, tell) => ofTcpMapping(object as TCPMapping, tell),
  Host: (object, tell) => ofHost(object as Host, tell),
  Listener: (object, tell) => ofListener(object as EmissaryListener, tell),
  TLSContext: (object, tell) => ofTlsContext(object as TLSContext, tell),
  Module: (object, tell) => ofModule(object as Module, tell),
  AuthService: (object, tell, others) => ofAuthService(object as AuthService, tell, others),
  RateLimitService: (object, tell, others) => ofRateLimitService(object as RateLimitServiceObject, tell, others),
  LogService: (object, tell, others) => ofLogService(object as LogService, tell, others),
  TracingService: (object, tell) => ofTracingService(object as TracingService, tell),
  DevPortal: (_object, tell) => tell('', 'idle', 'developer portals are not served'),
  Ingress: (object, tell) => ofIngress(object as Ingress, tell),
};

function ofMapping({ spec }: Mapping, tell: Tell, { all }: Others): void {
  if (spec.keepalive?.idle_time !== undefined)
    tell('spec.keepalive.idle_time', 'begins', 'never reached Envoy; now the seconds before the first probe');
  if (spec.error_response_overrides)
    tell('spec.error_response_overrides', 'begins', 'was an error since version 4; these responses are sent now');
  if (spec.health_checks && !isByEndpoints(spec.resolver))
    tell(
      'spec.health_checks',
      'begins',
      'was left out with the Kubernetes service resolver; endpoints are checked now',
    );
  if (spec.load_balancer && !isByEndpoints(spec.resolver))
    tell(
      'spec.load_balancer',
      'begins',
      'with the Kubernetes service resolver it took this Mapping out of service; now it balances among the endpoints',
    );
  if (spec.retry_policy?.retry_on?.includes(',') === true)
    tell('spec.retry_policy.retry_on', 'begins', 'several conditions were refused; all of them count now');
  for (const name of labelsThatMayBeAbsent(spec.labels))
    tell('spec.labels', 'begins', `omit_if_not_present of ${name} was not looked at; now it decides`);
  if (spec.labels && (all.get('RateLimitService') ?? []).length === 0)
    tell('spec.labels', 'idle', 'there is no RateLimitService among these objects');
  const isTls = /^https:\/\//i.test(spec.service);
  if (isTls && spec.tls === undefined)
    tell(
      'spec.service',
      'changes',
      'the upstream now gets a server name (SNI) in the TLS handshake; its certificate is not checked, as before',
    );
  if (spec.tls !== undefined) {
    const contexts = (all.get('TLSContext') ?? []).map(({ metadata }) => metadata.name);
    const isThere = contexts.some((name) => name === spec.tls || `${spec.tls}`.startsWith(`${name}.`));
    if (!isThere)
      tell(
        'spec.tls',
        'changes',
        `no TLSContext ${spec.tls} among these objects: was spoken to in clear text, gets 503 now`,
      );
  }
  if (spec.outlier_detection !== undefined) tell('spec.outlier_detection', 'idle', 'the API has no such feature');
  for (const field of ['docs', 'modules', 'envoy_override'] as const)
    if (spec[field] !== undefined) tell(`spec.${field}`, 'idle', 'has no effect');
  if (spec.connect_timeout_ms === 0)
    tell(
      'spec.connect_timeout_ms',
      'changes',
      'Envoy refused all configuration with 0; now this Mapping alone is told',
    );
  if (spec.regex_headers && Object.values(spec.regex_headers).some((pattern) => pattern.length > 200))
    tell('spec.regex_headers', 'changes', 'the limit of the size of expressions is Envoy’s own now');
}

function isByEndpoints(resolver: string | undefined): boolean {
  return resolver !== undefined && resolver !== 'kubernetes-service';
}

function labelsThatMayBeAbsent(labels: Mapping['spec']['labels']): readonly string[] {
  return Object.values(labels ?? {}).flatMap((groups) =>
    groups.flatMap((group) =>
      Object.values(group).flatMap((list) =>
        list.flatMap(({ request_headers: header }) =>
          header?.omit_if_not_present === undefined ? [] : [header.header_name],
        ),
      ),
    ),
  );
}

function ofTcpMapping({ spec }: TCPMapping, tell: Tell): void {
  if (spec.idle_timeout_ms !== undefined)
    tell('spec.idle_timeout_ms', 'begins', 'was not looked at; connections that are idle for so long are closed now');
  if (spec.stats_name !== undefined) tell('spec.stats_name', 'begins', 'was not looked at; names the statistics now');
  if (spec.weight !== undefined)
    tell('spec.weight', 'changes', 'shares were wrong (two equal members got 33 and 67); now they are what is written');
}

const files = ['cert_chain_file', 'private_key_file', 'cacert_chain_file', 'crl_file'] as const;

function ofFiles(spec: Readonly<Record<string, unknown>> | undefined, at: string, tell: Tell): void {
  for (const field of files)
    if (spec?.[field] !== undefined)
      tell(`${at}.${field}`, 'ends', 'files of the pod are not read: put what is in it into a Secret and name that');
}

function ofHost({ spec = {} }: Host, tell: Tell): void {
  if (spec.tls === undefined && spec.tlsContext === undefined && spec.tlsSecret !== undefined)
    tell(
      'spec.tlsSecret',
      'changes',
      'HTTP/2 is offered to clients (ALPN), which it was not; tls.alpn_protocols: http/1.1 prevents it',
    );
  ofFiles(spec.tls, 'spec.tls', tell);
  if (spec.tls?.alpn_protocols?.includes(',') === true)
    tell('spec.tls.alpn_protocols', 'begins', 'was offered as one protocol with a comma in it; now as a list');
  if (spec.mappingSelector?.matchExpressions)
    tell(
      'spec.mappingSelector.matchExpressions',
      'begins',
      'was not looked at, so all Mappings belonged here; now it counts',
    );
  if (spec.requestPolicy?.insecure?.additionalPort !== undefined)
    tell('spec.requestPolicy.insecure.additionalPort', 'idle', 'has no effect; a Listener opens a port');
  if (spec.acmeProvider && spec.acmeProvider.authority !== 'none')
    tell('spec.acmeProvider', 'idle', 'certificates are not ordered; cert-manager fills a Secret for tlsSecret');
  if (spec.previewUrl !== undefined) tell('spec.previewUrl', 'idle', 'has no effect');
}

function ofListener({ spec }: EmissaryListener, tell: Tell): void {
  if (spec.protocol === 'HTTPSPROXY' || isTlsBeforeProxy(spec.protocolStack))
    tell(
      spec.protocol === 'HTTPSPROXY' ? 'spec.protocol' : 'spec.protocolStack',
      'changes',
      'the PROXY header was looked for behind TLS, which failed behind load balancers; now it comes first',
    );
  if (spec.hostBinding.selector?.matchExpressions)
    tell('spec.hostBinding.selector.matchExpressions', 'begins', 'was not looked at; now it counts');
}

function isTlsBeforeProxy(stack: readonly string[] = []): boolean {
  return stack.includes('PROXY') && stack.includes('TLS') && stack.indexOf('TLS') < stack.indexOf('PROXY');
}

function ofTlsContext({ spec = {} }: TLSContext, tell: Tell): void {
  ofFiles(spec, 'spec', tell);
  if (spec.hosts && spec.alpn_protocols === undefined)
    tell('spec.alpn_protocols', 'changes', 'HTTP/2 is offered to clients unless this says http/1.1; it was not');
  if (spec.alpn_protocols?.includes(',') === true)
    tell('spec.alpn_protocols', 'begins', 'was offered as one protocol with a comma in it; now as a list');
  if (spec.redirect_cleartext_from !== undefined)
    tell('spec.redirect_cleartext_from', 'idle', 'has no effect; a Host says it in requestPolicy');
}

function ofAuthService({ spec }: AuthService, tell: Tell, { hasMultiple }: Others): void {
  if (spec === undefined) return;
  if (spec.proto === 'grpc' && spec.protocol_version !== 'v3')
    tell('spec.protocol_version', 'begins', 'anything but v3 closed the gateway; now it is v3 unless it says v2');
  if (spec.allow_request_body !== undefined && spec.include_body)
    tell(
      'spec.include_body',
      'changes',
      'both options together answered all requests with 500; now include_body counts',
    );
  if (hasMultiple('AuthService'))
    tell(
      '',
      'changes',
      'several AuthServices were endpoints of one; now the first is asked, the next while it has none',
    );
}

function ofRateLimitService({ spec }: RateLimitServiceObject, tell: Tell, { hasMultiple }: Others): void {
  if (spec === undefined) return;
  if (spec.protocol_version !== 'v3')
    tell('spec.protocol_version', 'begins', 'anything but v3 switched rate limits off; now requests are limited');
  if (spec.grpc?.use_resource_exhausted_code !== undefined)
    tell('spec.grpc.use_resource_exhausted_code', 'begins', 'was not looked at; now gRPC clients get that code');
  if (hasMultiple('RateLimitService')) tell('', 'changes', 'several switched rate limits off; now the first is asked');
}

function ofLogService({ spec }: LogService, tell: Tell, { hasMultiple }: Others): void {
  if (spec === undefined) return;
  if (spec.protocol_version !== 'v3')
    tell('spec.protocol_version', 'begins', 'anything but v3 switched it off; now it is told of requests');
  if (spec.driver_config === undefined)
    tell('spec.driver_config', 'begins', 'without it no configuration was made at all; now it may be absent');
  if (hasMultiple('LogService')) tell('', 'begins', 'only the first LogService was used; all are');
}

function ofTracingService({ spec }: TracingService, tell: Tell): void {
  if (spec === undefined) return;
  if (spec.driver === 'lightstep')
    tell('spec.driver', 'ends', 'is not supported, as since version 3; opentelemetry is');
  if (spec.tag_headers) tell('spec.tag_headers', 'idle', 'custom_tags says it');
  tell('', 'changes', 'changes of it count at once; they waited for the next start of the pod');
}

function ofModule({ metadata, spec }: Module, tell: Tell): void {
  const config = spec?.config;
  if (metadata.name !== 'ambassador' || !isRecord(config)) return;
  for (const [name, value] of Object.entries(config)) {
    const path = `spec.config.${name}`;
    const idle = Object.hasOwn(idleModuleKeys, name) ? idleModuleKeys[name] : undefined;
    if (idle !== undefined) tell(path, 'idle', `had no effect and has none: ${idle}`);
    else if (Object.hasOwn(changedKeys, name)) {
      const change = changedKeys[name]!(value);
      if (change) tell(path, ...change);
    } else if (!Object.hasOwn(moduleKeys, name)) tell(path, 'idle', 'there is no such setting; that was never said');
  }
}

type Change = readonly [kind: Difference['kind'], message: string];

/** Keys of the Module `ambassador` that work otherwise. */
const changedKeys: Readonly<Record<string, (value: unknown) => Change | undefined>> = {
  admin_port: () => ['ends', 'the bootstrap of the Envoys says it: nuncio bootstrap, or --envoy-admin-port'],
  debug_mode: () => ['idle', 'nothing is hidden without it'],
  diagnostics: (value) =>
    isRecord(value) && value.enabled === false
      ? undefined
      : ['ends', 'the page for people is not on your hosts; it is on the admin port of nuncio'],
  enable_grpc_http11_bridge: presence,
  enable_grpc_web: presence,
  envoy_validation_timeout: () => ['idle', 'every resource is checked before it is sent, without an Envoy'],
  error_response_overrides: () => ['begins', 'was an error since version 4; these responses are sent now'],
  header_case_overrides: () => ['changes', 'header names keep the case in which they came'],
  ip_allow: () => ['changes', 'entries that can not be read let nobody in; a list of only such let everybody in'],
  keepalive: (value) =>
    isRecord(value) && value.idle_time !== undefined
      ? ['begins', 'idle_time was not looked at (only time was); now it is the same']
      : undefined,
  listener_idle_timeout_ms: (value) => (value === 0 ? ['begins', '0 had no effect; now it means never'] : undefined),
  load_balancer: () => ['changes', 'balanced among addresses of DNS only; now among the endpoints of Services'],
  regex_max_size: () => ['idle', 'the limit is Envoy’s own'],
  runtime_flags: () => ['ends', 'the configuration of nuncio says it (runtime)'],
};

function presence(value: unknown): Change | undefined {
  return value === false ? ['changes', 'false switched it on; now it switches it off'] : undefined;
}

function ofIngress({ metadata, spec = {} }: Ingress, tell: Tell): void {
  const className = metadata.annotations['kubernetes.io/ingress.class'] ?? spec.ingressClassName;
  if (className?.toLowerCase() !== 'ambassador') return;
  tell('', 'ends', 'is read when its class is one of ours: --ingress-class-names=ambassador');
  const hasPaths = (spec.rules ?? []).some(({ http }) =>
    (http?.paths ?? []).some(({ path }) => path !== undefined && path !== '/'),
  );
  if (hasPaths)
    tell('spec.rules', 'changes', 'the path was cut off before the upstream saw it; it stays, as Ingress means it');
}

/** They are not replaced any more. */
function findVariables(value: unknown, path: string, tell: Tell): void {
  if (typeof value === 'string') {
    const [name] = /\$(?:\{[A-Za-z_]\w*\}|[A-Za-z_]\w*)/.exec(value) ?? [];
    if (name !== undefined)
      tell(path, 'changes', `${name} was replaced if the pod had such a variable; now it stays as it is written`);
  } else if (Array.isArray(value)) value.forEach((each, index) => findVariables(each, `${path}[${index}]`, tell));
  else if (isRecord(value))
    for (const [name, each] of Object.entries(value)) findVariables(each, `${path}.${name}`, tell);
}

const ofTheCluster = [
  'connect_timeout_ms',
  'cluster_idle_timeout_ms',
  'cluster_max_connection_lifetime_ms',
  'health_checks',
  'keepalive',
  'dns_type',
  'grpc',
  'enable_ipv4',
  'enable_ipv6',
  'stats_name',
  'resolver',
  'respect_dns_ttl',
] as const;

/** Mappings to one service shared the cluster of whichever came first. */
function sharedClusters(mappings: readonly Mapping[]): readonly Difference[] {
  const byService = new Map<string, Mapping[]>();
  for (const mapping of mappings) {
    const { service, tls, cluster_tag: tag } = mapping.spec;
    const shared = JSON.stringify([mapping.metadata.namespace, service, tls, tag, mapping.spec.circuit_breakers]);
    byService.set(shared, [...(byService.get(shared) ?? []), mapping]);
  }
  return [...byService.values()].flatMap(([first, ...others]) =>
    others.flatMap((mapping) => {
      const differing = ofTheCluster.filter(
        (field) => JSON.stringify(mapping.spec[field]) !== JSON.stringify(first!.spec[field]),
      );
      if (differing.length === 0) return [];
      const message = `shared a cluster with ${keyOf(first!)}, so that one of them had no effect on ${differing.join(', ')}; each has its own now`;
      return [{ object: keyOf(mapping), path: `spec.${differing[0]}`, kind: 'changes', message } as const];
    }),
  );
}
