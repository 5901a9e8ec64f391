// The spec of a ContourConfiguration, from an object or from Contour's configuration file, laid over a configuration.
// In: the spec (it fits the schema) and what holds where it says nothing. Out: the configuration, and every mistake with
// its field; a field with a mistake counts as unset. Nothing is read but the arguments, so it may run at every change.
import { defaultJsonFields, formatMistake, jsonField } from '../../model/access-log-format.ts';
import { defaultGatewayConfig } from '../../model/gateway-config.ts';
import type { Config, SecretReference } from '../../model/config.ts';
import {
  cipherSuiteMistake,
  defaultEnvoySettings,
  knownCurves,
  type AccessLogFormat,
  type EnvoySettings,
  type HttpVersion,
  type SocketPlace,
  type TlsVersion,
} from '../../model/envoy-settings.ts';
import { serverHeaderTransformations, type ContourConfigurationSpec } from '../../model/kinds/contour-configuration.ts';
import { pathText } from '../../model/pick.ts';
import { lookup } from '../../model/lookup.ts';
import { isBindable } from '../../model/ip-address.ts';
import { parseDurationMs, parseTimeout } from './duration.ts';
import { isHeaderName } from './header-name.ts';
import { headerMistake, type HeaderPolicyInput } from './header-policy.ts';
import { shown } from './problem.ts';
import { MAX_UINT32 } from '../../model/uint32.ts';

export interface ConfigurationMistake {
  readonly severity: 'error' | 'warning';
  /** Below `spec`. */
  readonly path: string;
  /** What was found and what would be right. */
  readonly message: string;
}

export interface AppliedConfiguration {
  readonly config: Config;
  readonly mistakes: readonly ConfigurationMistake[];
}

const { connectionIdleTimeoutMs: _ours, ...httpWithoutIdleTimeout } = defaultEnvoySettings.http;

/** Contour's defaults where they are not ours. */
export const contourEnvoySettings: EnvoySettings = {
  ...defaultEnvoySettings,
  http: { ...httpWithoutIdleTimeout, stripTrailingHostDot: false },
  accessLog: { ...defaultEnvoySettings.accessLog, level: 'info' },
  operators: {
    stats: { address: '0.0.0.0', port: 8002 },
    health: { address: '0.0.0.0', port: 8002 },
    adminPort: 9001,
  },
};

/** `names`: what a person calls a field, by its path in the spec (keys of the file); absent: the path itself. */
export function applyContourConfiguration(
  base: Config,
  spec: ContourConfigurationSpec,
  names: (path: string) => string = (path) => path,
): AppliedConfiguration {
  const mistakes: ConfigurationMistake[] = [];
  const report: Report = (path, message, severity = 'error') => mistakes.push({ severity, path: names(path), message });
  const { envoy = {}, httpproxy = {}, ingress = {} } = spec;
  const settings = base.settings ?? contourEnvoySettings;
  const config: Config = {
    ...base,
    listeners: {
      http: place(envoy.http, base.listeners.http, 'envoy.http', report),
      https: place(envoy.https, base.listeners.https, 'envoy.https', report),
    },
    ingressClassNames: ingress.classNames ?? base.ingressClassNames,
    rootNamespaces: httpproxy.rootNamespaces ?? base.rootNamespaces,
    enableExternalNameService: spec.enableExternalNameService ?? base.enableExternalNameService,
    disablePermitInsecure: httpproxy.disablePermitInsecure ?? base.disablePermitInsecure ?? false,
    connectTimeoutMs: connectTimeout(envoy.timeouts?.connectTimeout, base.connectTimeoutMs, report),
    compression: envoy.listener?.compression?.algorithm ?? base.compression,
    ...optional('gateway', gateway(base.gateway, spec.gateway, report)),
    ...optional('headerPolicies', headerPolicies(spec.policy, report)),
    ...optional('globalExtAuth', globalExtAuth(spec.globalExtAuth, report)),
    ...optional('rateLimitService', rateLimitService(spec.rateLimitService, report)),
    ...optional(
      'fallbackCertificate',
      reference(httpproxy.fallbackCertificate, 'httpproxy.fallbackCertificate', report),
    ),
    ...optional('circuitBreakers', breakers(envoy.cluster?.circuitBreakers, report)),
    ...optional('envoyClientCertificate', reference(envoy.clientCertificate, 'envoy.clientCertificate', report)),
    settings: {
      http: httpSettings(settings.http, envoy, report),
      tls: {
        ...tlsSettings(settings.tls, envoy.listener?.tls, 'envoy.listener.tls', report),
        ja3: envoy.listener?.tls?.fingerprint?.ja3 ?? settings.tls.ja3,
        ja4: envoy.listener?.tls?.fingerprint?.ja4 ?? settings.tls.ja4,
      },
      listener: listenerSettings(settings.listener, envoy, report),
      cluster: {
        dnsLookupFamily:
          choice(
            envoy.cluster?.dnsLookupFamily,
            ['auto', 'v4', 'v6', 'all'],
            'envoy.cluster.dnsLookupFamily',
            report,
          ) ?? settings.cluster.dnsLookupFamily,
        ...optional('maxRequestsPerConnection', envoy.cluster?.maxRequestsPerConnection),
        ...optional('bufferLimitBytes', envoy.cluster?.['per-connection-buffer-limit-bytes']),
        tls: tlsSettings(settings.cluster.tls, envoy.cluster?.upstreamTLS, 'envoy.cluster.upstreamTLS', report),
      },
      accessLog: {
        level:
          choice(
            envoy.logging?.accessLogLevel,
            ['info', 'error', 'critical', 'disabled'],
            'envoy.logging.accessLogLevel',
            report,
          ) ?? settings.accessLog.level,
        httpPath: envoy.http?.accessLog ?? settings.accessLog.httpPath,
        httpsPath: envoy.https?.accessLog ?? settings.accessLog.httpsPath,
        format: accessLogFormat(settings.accessLog.format, envoy.logging, report),
      },
      ...optional('tracing', tracing(spec.tracing, report)),
      runtime: runtime(settings.runtime, envoy.runtimeSettings, report),
      operators: operators(settings.operators, envoy, report),
    },
  };
  unsupported(spec, report);
  tellClashes(config, report);
  return { config, mistakes };
}

type Report = (path: string, message: string, severity?: ConfigurationMistake['severity']) => void;
type Envoy = NonNullable<ContourConfigurationSpec['envoy']>;

function optional<K extends string, V>(name: K, value: V | undefined): { readonly [key in K]?: V } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [key in K]?: V };
}

function place(
  given: { readonly address?: string; readonly port?: number } | undefined,
  base: { readonly address: string; readonly port: number },
  path: string,
  report: Report,
): { readonly address: string; readonly port: number } {
  const { address = base.address, port = base.port } = given ?? {};
  const isAddress = address === base.address || isBindable(address);
  if (!isAddress) report(`${path}.address`, `must be an IP address, and not a link-local one, found ${shown(address)}`);
  const isPort = port >= 0 && port <= 65_535;
  if (!isPort) report(`${path}.port`, `must be from 1 to 65535, found ${port}`);
  return { address: isAddress ? address : base.address, port: isPort ? port : base.port };
}

const objectName = /^[a-z0-9][-a-z0-9.]{0,252}$/;

/** Names that are both empty say nothing. */
function reference(given: SecretReference | undefined, path: string, report: Report): SecretReference | undefined {
  if (isUnset(given)) return undefined;
  const { name = '', namespace = '' } = given ?? {};
  if (name === '' || namespace === '') report(path, 'needs both name and namespace');
  else if (!objectName.test(name) || !objectName.test(namespace))
    report(
      path,
      `there can be no object ${shown(`${namespace}/${name}`)}: names are lower-case letters, digits, - and .`,
    );
  else return { namespace, name };
  return undefined;
}

/** Undefined: it says nothing, or nothing that is known. */
function choice<const T extends string>(
  given: string | undefined,
  known: readonly T[],
  path: string,
  report: Report,
): T | undefined {
  const found = known.find((each) => each === given);
  if (found === undefined && given !== undefined && given !== '')
    report(path, `"${given}" is none of ${known.join(', ')}`);
  return found;
}

function isUnset(given: SecretReference | undefined): boolean {
  return (given?.name ?? '') === '' && (given?.namespace ?? '') === '';
}

function headerPolicies(
  given: ContourConfigurationSpec['policy'],
  report: Report,
): Config['headerPolicies'] | undefined {
  if (given === undefined) return undefined;
  const side = (field: 'requestHeaders' | 'responseHeaders') => {
    const which = field === 'requestHeaders' ? 'request' : 'response';
    const isRight = (policy: HeaderPolicyInput, path: string): boolean => {
      const mistake = headerMistake(policy, which);
      if (mistake !== undefined) report(`policy.${field}.${path}`, mistake);
      return mistake === undefined;
    };
    const { set = {}, remove = [] } = given[field] ?? {};
    return {
      set: Object.fromEntries(
        Object.entries(set).filter(([name, value]) => isRight({ set: [{ name, value }] }, pathText(['set', name]))),
      ),
      remove: remove.filter((name, i) => isRight({ remove: [name] }, `remove[${i}]`)),
    };
  };
  return {
    requestHeaders: side('requestHeaders'),
    responseHeaders: side('responseHeaders'),
    applyToIngress: given.applyToIngress ?? false,
  };
}

function globalExtAuth(
  given: ContourConfigurationSpec['globalExtAuth'],
  report: Report,
): Config['globalExtAuth'] | undefined {
  if (given === undefined) return undefined;
  const { name = '', namespace = '' } = given.extensionRef ?? {};
  const found = reference({ name, namespace }, 'globalExtAuth.extensionRef', report);
  if (found === undefined) {
    if (name === '' && namespace === '') report('globalExtAuth.extensionRef', 'needs both name and namespace');
    return undefined;
  }
  return given;
}

function rateLimitService(
  given: ContourConfigurationSpec['rateLimitService'],
  report: Report,
): Config['rateLimitService'] | undefined {
  if (given === undefined) return undefined;
  const extensionService = reference(given.extensionService, 'rateLimitService.extensionService', report);
  if (extensionService === undefined) return undefined;
  return {
    extensionService,
    // Contour's documentation names this default; Envoy takes no empty one.
    domain: given.domain || 'contour',
    failOpen: given.failOpen ?? false,
    enableXRateLimitHeaders: given.enableXRateLimitHeaders ?? false,
    enableResourceExhaustedCode: given.enableResourceExhaustedCode ?? false,
    ...optional('defaultGlobalRateLimitPolicy', given.defaultGlobalRateLimitPolicy),
  };
}

/** 0 says nothing. */
function breakers(
  given: NonNullable<Envoy['cluster']>['circuitBreakers'],
  report: Report,
): Config['circuitBreakers'] | undefined {
  const entries = Object.entries(given ?? {}).filter(([field, value]) => {
    if (value > MAX_UINT32)
      report(`envoy.cluster.circuitBreakers.${field}`, `must be at most ${MAX_UINT32}, found ${value}`);
    return value !== 0 && value <= MAX_UINT32;
  });
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function connectTimeout(text: string | undefined, base: number, report: Report): number {
  if (text === undefined || text === '') return base;
  const ms = parseDurationMs(text);
  if (ms !== undefined) return ms === 0 ? base : ms;
  report('envoy.timeouts.connectTimeout', `"${text}" is not a duration such as 500ms or 2s`);
  return base;
}

const timeouts = [
  ['requestTimeout', 'requestTimeoutMs'],
  ['connectionIdleTimeout', 'connectionIdleTimeoutMs'],
  ['streamIdleTimeout', 'streamIdleTimeoutMs'],
  ['maxConnectionDuration', 'maxConnectionDurationMs'],
  ['delayedCloseTimeout', 'delayedCloseTimeoutMs'],
  ['connectionShutdownGracePeriod', 'connectionShutdownGracePeriodMs'],
] as const;

const serverHeaders = {
  overwrite: 'overwrite',
  append_if_absent: 'appendIfAbsent',
  pass_through: 'passThrough',
} as const;

/** RFC 9113, 5.1.1: numbers of streams have 31 bits. */
const MAX_STREAMS = 2_147_483_647;

function httpSettings(base: EnvoySettings['http'], envoy: Envoy, report: Report): EnvoySettings['http'] {
  const { listener = {}, network = {} } = envoy;
  const times: Partial<Record<(typeof timeouts)[number][1], number>> = {};
  for (const [field, name] of timeouts) {
    const text = envoy.timeouts?.[field];
    const parsed = parseTimeout(text);
    if (parsed.kind === 'ms') times[name] = parsed.ms;
    if (parsed.kind === 'invalid')
      report(`envoy.timeouts.${field}`, `"${text}" is not a duration such as 500ms or 1m30s, nor infinity`);
  }
  const transformation = choice(
    listener.serverHeaderTransformation,
    serverHeaderTransformations,
    'envoy.listener.serverHeaderTransformation',
    report,
  );
  const { httpMaxConcurrentStreams: streams = 1 } = listener;
  if (streams > MAX_STREAMS)
    report('envoy.listener.httpMaxConcurrentStreams', `must be at most ${MAX_STREAMS}, found ${streams}`);
  const { http3: before, ...rest } = base;
  return {
    ...rest,
    versions: httpVersions(base.versions, envoy.defaultHTTPVersions ?? [], report),
    ...times,
    xffTrustedHops: Math.min(network.numTrustedHops ?? base.xffTrustedHops, MAX_UINT32),
    stripTrailingHostDot: network.stripTrailingHostDot ?? base.stripTrailingHostDot,
    mergeSlashes: listener.disableMergeSlashes === undefined ? base.mergeSlashes : !listener.disableMergeSlashes,
    allowChunkedLength:
      listener.disableAllowChunkedLength === undefined ? base.allowChunkedLength : !listener.disableAllowChunkedLength,
    serverHeader: transformation === undefined ? base.serverHeader : serverHeaders[transformation],
    ...optional('maxRequestsPerConnection', listener.maxRequestsPerConnection),
    ...(streams <= MAX_STREAMS && optional('http2MaxConcurrentStreams', listener.httpMaxConcurrentStreams)),
    ...http3(before, listener, report),
  };
}

/** Connections of QUIC have no PROXY protocol: what trusts it would trust anybody. */
function http3(
  before: EnvoySettings['http']['http3'],
  { http3: wanted = {}, useProxyProtocol }: NonNullable<Envoy['listener']>,
  report: Report,
): Pick<EnvoySettings['http'], 'http3'> {
  if (!(wanted.enabled ?? before !== undefined)) return {};
  if (useProxyProtocol) {
    report('envoy.listener.http3.enabled', 'there is no HTTP/3 beside useProxyProtocol, which QUIC does not know');
    return {};
  }
  return { http3: { advertisedPort: wanted.advertisedPort ?? before?.advertisedPort ?? 443 } };
}

const knownVersions: Readonly<Record<string, HttpVersion>> = { 'http/1.1': 'http1', 'http/2': 'http2' };

/** In any case of letters; an empty list says nothing. */
function httpVersions(base: readonly HttpVersion[], given: readonly string[], report: Report): readonly HttpVersion[] {
  const versions = new Set<HttpVersion>();
  for (const text of given) {
    const version = lookup(knownVersions, text.toLowerCase());
    if (version) versions.add(version);
    else report('envoy.defaultHTTPVersions', `"${text}" is neither HTTP/1.1 nor HTTP/2`);
  }
  return versions.size === 0 ? base : [...versions].sort();
}

function tlsSettings(
  base: EnvoySettings['cluster']['tls'],
  given: NonNullable<NonNullable<Envoy['listener']>['tls']> | undefined,
  path: string,
  report: Report,
): EnvoySettings['cluster']['tls'] {
  const version = (field: 'minimumProtocolVersion' | 'maximumProtocolVersion', fallback: TlsVersion): TlsVersion => {
    const text = given?.[field] ?? '';
    if (text === '1.2' || text === '1.3') return text;
    if (text !== '') report(`${path}.${field}`, `"${text}" is neither 1.2 nor 1.3`);
    return fallback;
  };
  const minimumVersion = version('minimumProtocolVersion', base.minimumVersion);
  let maximumVersion = version('maximumProtocolVersion', base.maximumVersion);
  if (minimumVersion > maximumVersion) {
    report(`${path}.minimumProtocolVersion`, `the minimum ${minimumVersion} is above the maximum ${maximumVersion}`);
    maximumVersion = minimumVersion;
  }
  const cipherSuites: string[] = [];
  for (const text of given?.cipherSuites ?? []) {
    const suite = text.trim();
    const mistake = suite === '' ? undefined : cipherSuiteMistake(suite);
    if (mistake !== undefined) report(`${path}.cipherSuites`, mistake);
    else if (suite !== '' && !cipherSuites.includes(suite)) cipherSuites.push(suite);
  }
  const curves: string[] = [];
  for (const text of given?.ecdhCurves ?? []) {
    const curve = text.trim();
    if (curve === '' || curves.includes(curve)) continue;
    if (knownCurves.includes(curve)) curves.push(curve);
    else
      report(
        `${path}.ecdhCurves`,
        `"${curve}" is no curve that Envoy may be given; there are ${knownCurves.join(', ')}`,
      );
  }
  return {
    minimumVersion,
    maximumVersion,
    cipherSuites: cipherSuites.length > 0 ? cipherSuites : base.cipherSuites,
    curves: curves.length > 0 ? curves : base.curves,
  };
}

function listenerSettings(
  base: EnvoySettings['listener'],
  { listener = {} }: Envoy,
  report: Report,
): EnvoySettings['listener'] {
  const balancer = listener.connectionBalancer ?? '';
  if (balancer !== '' && balancer !== 'exact')
    report('envoy.listener.connectionBalancer', `"${balancer}" is not exact; leave it out for Envoy's own way`);
  return {
    ...base,
    useProxyProtocol: listener.useProxyProtocol ?? base.useProxyProtocol,
    ...optional('bufferLimitBytes', listener['per-connection-buffer-limit-bytes']),
    ...optional('connectionBalancer', balancer === 'exact' ? ('exact' as const) : undefined),
    ...optional('maxConnectionsPerSocketEvent', listener.maxConnectionsToAcceptPerSocketEvent),
    ...optional('maxConnections', listener.maxConnectionsPerListener),
    ...optional('maxRequestsPerIoCycle', listener.maxRequestsPerIOCycle),
    tos: listener.socketOptions?.tos ?? base.tos,
    trafficClass: listener.socketOptions?.trafficClass ?? base.trafficClass,
  };
}

function accessLogFormat(base: AccessLogFormat, logging: Envoy['logging'], report: Report): AccessLogFormat {
  const text = logging?.accessLogFormatString ?? '';
  const fields = logging?.accessLogJSONFields ?? [];
  const kind =
    choice(logging?.accessLogFormat, ['envoy', 'json'], 'envoy.logging.accessLogFormat', report) ??
    (base.kind === 'json' ? 'json' : 'envoy');
  if (kind === 'json') {
    const wanted = fields.length > 0 ? fields : base.kind === 'json' ? base.fields : defaultJsonFields;
    const good: string[] = [];
    for (const each of wanted) {
      const field = jsonField(each);
      if ('mistake' in field) report('envoy.logging.accessLogJSONFields', field.mistake);
      else good.push(each);
    }
    return { kind: 'json', fields: good };
  }
  if (text === '') return base.kind === 'json' ? { kind: 'default' } : base;
  const mistake = formatMistake(text);
  if (mistake !== undefined) report('envoy.logging.accessLogFormatString', mistake);
  else if (!text.endsWith('\n')) report('envoy.logging.accessLogFormatString', 'must end with a line break');
  else return { kind: 'text', text };
  return { kind: 'default' };
}

function tracing(given: ContourConfigurationSpec['tracing'], report: Report): EnvoySettings['tracing'] | undefined {
  if (given === undefined) return undefined;
  const extensionService = reference(given.extensionService, 'tracing.extensionService', report);
  if (extensionService === undefined) {
    if (isUnset(given.extensionService)) report('tracing.extensionService', 'is required');
    return undefined;
  }
  const percent = (field: 'overallSampling' | 'clientSampling' | 'randomSampling'): number => {
    const text = given[field] ?? '';
    const value = text === '' ? 100 : Number(text);
    if (value >= 0 && value <= 100) return value;
    report(`tracing.${field}`, `"${text}" is not a percentage from 0 to 100`);
    return 100;
  };
  const tags: NonNullable<EnvoySettings['tracing']>['customTags'][number][] = [];
  for (const [index, { tagName: name, literal = '', requestHeaderName = '' }] of (given.customTags ?? []).entries()) {
    const path = `tracing.customTags[${index}]`;
    if (name === '') report(path, 'the tag has no name');
    else if (requestHeaderName !== '' && !isHeaderName(requestHeaderName))
      report(path, `${shown(requestHeaderName)} is not a header name`);
    else if (tags.some((tag) => tag.name === name)) report(path, `tag ${name} is there twice`);
    else if ((literal === '') === (requestHeaderName === ''))
      report(path, 'needs exactly one of literal and requestHeaderName');
    else
      tags.push({
        name,
        value:
          literal === '' ? { kind: 'requestHeader', header: requestHeaderName } : { kind: 'literal', text: literal },
      });
  }
  if (given.includePodDetail ?? true) {
    // Each Envoy knows its own pod; the control plane's, which Contour tells, says nothing about a request.
    const own = [
      ['podName', 'HOSTNAME'],
      ['podNamespace', 'CONTOUR_NAMESPACE'],
    ] as const;
    for (const [name, variable] of own) tags.push({ name, value: { kind: 'environment', variable } });
  }
  return {
    extensionService,
    serviceName: given.serviceName || 'contour',
    overallSampling: percent('overallSampling'),
    clientSampling: percent('clientSampling'),
    randomSampling: percent('randomSampling'),
    maxPathTagLength: given.maxPathTagLength ?? 256,
    customTags: tags,
  };
}

const ownRuntimeKeys: Readonly<Record<string, string>> = {
  'http.max_requests_per_io_cycle': 'envoy.listener.maxRequestsPerIOCycle',
};

function runtime(
  base: EnvoySettings['runtime'],
  given: Envoy['runtimeSettings'],
  report: Report,
): EnvoySettings['runtime'] {
  const values: Record<string, string> = { ...base };
  for (const [key, value] of Object.entries(given ?? {})) {
    const owner = key.startsWith('envoy.resource_limits.listener.')
      ? 'envoy.listener.maxConnectionsPerListener'
      : lookup(ownRuntimeKeys, key);
    if (owner === undefined) values[key] = value;
    else report('envoy.runtimeSettings', `${key} is set by ${owner}; this value is ignored`, 'warning');
  }
  return values;
}

function operators(base: EnvoySettings['operators'], envoy: Envoy, report: Report): EnvoySettings['operators'] {
  // Where nothing is said and the base has none, there is none.
  const health =
    envoy.health || base.health ? place(envoy.health, base.health ?? standard, 'envoy.health', report) : undefined;
  const stats =
    envoy.metrics || base.stats ? place(envoy.metrics, base.stats ?? standard, 'envoy.metrics', report) : undefined;
  const tls = metricsTls(envoy.metrics?.tls, report);
  const same = (a: SocketPlace | undefined, b: SocketPlace | undefined) =>
    a !== undefined && a.address === b?.address && a.port === b.port;
  if (tls && same(health, stats))
    report('envoy.metrics', 'with TLS, statistics need another address or port than health');
  let overloadHealth;
  if (envoy.omEnforcedHealth !== undefined) {
    const { address = '', port = 0 } = envoy.omEnforcedHealth;
    if (address === '' || port === 0) report('envoy.omEnforcedHealth', 'needs both address and port');
    else if (same({ address, port }, health)) report('envoy.omEnforcedHealth', 'must differ from envoy.health');
    else {
      const right = place({ address, port }, { address: '', port: 0 }, 'envoy.omEnforcedHealth', report);
      if (right.address !== '' && right.port !== 0) overloadHealth = right;
    }
  }
  let adminPort = envoy.network?.adminPort ?? base.adminPort ?? 0;
  if (adminPort < 0 || adminPort > 65_535) {
    report('envoy.network.adminPort', `${adminPort} is not a port (1 to 65535), nor 0 for none`);
    adminPort = base.adminPort ?? 0;
  }
  return {
    ...optional('health', health),
    ...(stats && { stats: { ...stats, ...(tls && !same(health, stats) && { tls }) } }),
    ...optional('overloadHealth', overloadHealth ?? base.overloadHealth),
    ...(adminPort !== 0 && { adminPort }),
  };
}

/** Envoy opens one listener an address and port: the first of those here. */
function tellClashes({ listeners: { http, https }, settings }: Config, report: Report): void {
  const { health, stats, overloadHealth, adminPort } = settings!.operators;
  const places: readonly (readonly [path: string, place: SocketPlace | undefined])[] = [
    ['envoy.http', http],
    ['envoy.https', https],
    ['envoy.health', health],
    ['envoy.metrics', stats],
    ['envoy.omEnforcedHealth', overloadHealth],
    ['envoy.network.adminPort', adminPort === undefined ? undefined : { address: '127.0.0.1', port: adminPort }],
  ];
  const taken = new Map<string, string>();
  for (const [path, place] of places) {
    if (!place || place.port === 0) continue;
    const text = `${place.address}:${place.port}`;
    const first = taken.get(text);
    if (first === undefined) taken.set(text, path);
    // These two share a listener.
    else if (first !== 'envoy.health' || path !== 'envoy.metrics')
      report(path, `${text} is the place of ${first} already, and only that is opened`);
  }
}

const standard: SocketPlace = { address: '0.0.0.0', port: 8002 };

function metricsTls(given: NonNullable<Envoy['metrics']>['tls'], report: Report) {
  const { certFile = '', keyFile = '', caFile = '' } = given ?? {};
  if (certFile === '' && keyFile === '' && caFile === '') return undefined;
  if (certFile !== '' && keyFile !== '') return { certFile, keyFile, ...(caFile !== '' && { caFile }) };
  report('envoy.metrics.tls', 'needs both certFile and keyFile');
  return undefined;
}

function gateway(
  base: Config['gateway'],
  given: ContourConfigurationSpec['gateway'],
  report: Report,
): Config['gateway'] {
  const ref = reference(given?.gatewayRef, 'gateway.gatewayRef', report);
  return ref ? { ...(base ?? defaultGatewayConfig), ref } : undefined;
}

/** What is read and has no effect here; the message says so. */
function unsupported(spec: ContourConfigurationSpec, report: Report): void {
  for (const flag of spec.featureFlags ?? []) {
    report('featureFlags', `there is no feature flag "${flag}"; it is ignored`, 'warning');
  }
}
