// Resolved settings → the Config that every actor gets. Rules between settings are checked here, each with what to do.
import { isIP } from 'node:net';
import { messageOf } from '../model/message-of.ts';
import type { Config, DefaultHeaders, LogLevel, NodeRule, SecretReference } from '../model/config.ts';
import { defaultPlacement } from '../actors/topology.ts';
import { defaultNodeRules } from '../actors/streamer/node-authorization.ts';
import { applyContourConfiguration } from '../dag/compile/contour-configuration.ts';
import { defaultEnvoySettings, type SocketPlace } from '../model/envoy-settings.ts';
import { poolEntryError } from '../model/gateway-config.ts';
import { isKindName, kindNames } from '../model/kinds/index.ts';
import { limitRows, type Limits } from '../model/limits.ts';
import { mistakeInPattern } from '../actors/tracing/selection.ts';
import { nearest } from '../model/nearest.ts';
import { settingKeyOfPath, specOfSettings } from './envoy-setting-rows.ts';
import { fieldSelectorMistake, labelSelectorMistake } from '../sources/kubernetes/selectors.ts';
import { parseNodeRules } from './node-rules.ts';
import type { ResolvedSettings, SettingValue } from './resolve-settings.ts';

const circuitBreakers = [
  'maxConnections',
  'maxPendingRequests',
  'maxRequests',
  'maxRetries',
  'perHostMaxConnections',
] as const;

export interface Surroundings {
  readonly isTerminal: boolean;
  /** The Envoy that `envoy.binary` defaults to; absent: none found. */
  readonly envoyBinary: string | undefined;
  /** The content of a file; throws if it can't be read. */
  readonly readFile: (name: string) => string;
  /** Of the pod that this runs in; absent: not in a pod, or it does not say. */
  readonly podNamespace?: string | undefined;
  /** Its address; absent: likewise. */
  readonly podIp?: string | undefined;
  /** Names this process among all replicas, in a Lease and in Events. */
  readonly identity: string;
}

export type ConfigResult =
  { readonly ok: true; readonly config: Config } | { readonly ok: false; readonly mistakes: readonly string[] };

export function serveConfig(resolved: ResolvedSettings, surroundings: Surroundings): ConfigResult {
  const mistakes = [...resolved.mistakes];
  const { values } = resolved;
  const get = <T extends SettingValue>(key: string): T => values.get(key) as T;
  const optional = <T extends SettingValue>(key: string): T | undefined => values.get(key) as T | undefined;

  const files = optional<readonly string[]>('sources.files') ?? [];
  const kubernetes = optional<boolean>('sources.kubernetes.enabled') ?? files.length === 0;
  if (!kubernetes && files.length === 0) {
    mistakes.push('nothing to serve: give --files PATH, or --kubernetes, or both');
  }
  const kubeconfig = optional<string>('sources.kubernetes.kubeconfig');

  const consulFiles = Object.fromEntries(
    (['tokenFile', 'caFile', 'certFile', 'keyFile'] as const).flatMap((name) => {
      const file = optional<string>(`consul.${name}`);
      return file === undefined ? [] : [[name, file]];
    }),
  );
  if ('certFile' in consulFiles !== 'keyFile' in consulFiles)
    mistakes.push('--consul-cert-file and --consul-key-file go together: give both or none');

  const tlsFiles = ['caFile', 'certFile', 'keyFile'].map((name) => optional<string>(`xds.${name}`));
  const given = tlsFiles.filter((file) => file !== undefined).length;
  if (given !== 0 && given !== 3) {
    mistakes.push('--xds-ca-file, --xds-cert-file and --xds-key-file go together: give all three or none');
  }
  const address = get<string>('xds.address');
  if (given === 0 && !isLoopback(address) && !get<boolean>('xds.insecure')) {
    mistakes.push(
      `xDS on ${address} without TLS would give every secret to whoever can reach it: give --xds-ca-file, --xds-cert-file and --xds-key-file, or --insecure-xds`,
    );
  }

  const nodeRules = nodeRulesOf();
  if (nodeRules !== undefined && given !== 3) {
    mistakes.push(
      '--xds-node-authorization=san looks at the certificates of Envoys: give --xds-ca-file, --xds-cert-file and --xds-key-file too',
    );
  }
  const renewIn = optional<string>('xds.renewCertificates');
  if (renewIn !== undefined && given !== 3) {
    mistakes.push(
      '--xds-renew-certificates without --xds-ca-file, --xds-cert-file and --xds-key-file: nuncio would not use what it renews',
    );
  }
  const delayMs = get<number>('shutdown.delay');
  const deadlineMs = get<number>('shutdown.deadline');
  if (delayMs > deadlineMs) mistakes.push('--shutdown-delay is longer than --shutdown-deadline, which holds for both');

  const stateFolder = optional<string>('state.folder');
  const stateKeyFile = optional<string>('state.keyFile');
  if (stateKeyFile !== undefined) {
    if (stateFolder === undefined)
      mistakes.push('--state-key-file without --state-dir: nothing is kept that it could seal');
    try {
      const { length } = surroundings.readFile(stateKeyFile);
      if (length < 32) mistakes.push(`--state-key-file: ${stateKeyFile} has ${length} bytes; a key needs 32 or more`);
    } catch (error) {
      mistakes.push(`--state-key-file: ${messageOf(error)}`);
    }
  }

  const notifyUrls = optional<readonly string[]>('notify.urls') ?? [];
  for (const url of notifyUrls)
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      mistakes.push(`--notify-urls: ${url} must be a URL that begins with http:// or https://`);
  const notifyKeyFile = optional<string>('notify.keyFile');
  if (notifyKeyFile !== undefined) {
    if (notifyUrls.length === 0)
      mistakes.push('--notify-key-file signs what goes to --notify-urls, which are not given');
    try {
      const { length } = surroundings.readFile(notifyKeyFile).trim();
      if (length < 16) mistakes.push(`--notify-key-file: ${notifyKeyFile} has ${length} bytes; a key needs 16 or more`);
    } catch (error) {
      mistakes.push(`--notify-key-file: ${messageOf(error)}`);
    }
  }
  const canaryEnvoys = optional<string>('canary.envoys');
  if (canaryEnvoys !== undefined && Number(canaryEnvoys) === 0)
    mistakes.push('--canary=0: nobody would try a change; leave it out');

  const envoy = get<boolean>('envoy.enabled');
  const binary = optional<string>('envoy.binary') ?? surroundings.envoyBinary;
  if (envoy && binary === undefined) {
    mistakes.push('--envoy: no Envoy found; give --envoy-binary FILE, set ENVOY_BIN, or put `envoy` on the PATH');
  }

  const ignoredKinds = optional<readonly string[]>('sources.kubernetes.ignoredKinds') ?? [];
  for (const kind of ignoredKinds) {
    if (isKindName(kind)) continue;
    const guess = nearest(kind, kindNames);
    mistakes.push(`--ignore-kinds: nuncio watches no kind ${kind}${guess ? `; the nearest is ${guess}` : ''}`);
  }
  const admin = { address: get<string>('admin.address'), port: get<number>('admin.port') };
  const placeOf = (name: 'health' | 'metrics') => {
    const port = optional<number>(`${name}.port`);
    return port === undefined ? undefined : { address: optional<string>(`${name}.address`) ?? admin.address, port };
  };
  const health = placeOf('health');
  const metrics = placeOf('metrics');
  const metricsTls = metricsTlsOf();

  const placement = { ...defaultPlacement, ...optional<Record<string, string>>('placement') };
  for (const actor of Object.keys(placement)) {
    if (actor in defaultPlacement) continue;
    const guess = nearest(actor, Object.keys(defaultPlacement));
    mistakes.push(`placement: there is no actor ${actor}${guess ? `; the nearest is ${guess}` : ''}`);
  }

  const ownNamespace = surroundings.podNamespace ?? 'nuncio';
  const leaderElection = {
    namespace: optional<string>('leaderElection.namespace') ?? ownNamespace,
    leaseName: get<string>('leaderElection.leaseName'),
    identity: surroundings.identity,
    leaseDurationMs: get<number>('leaderElection.leaseDuration'),
    renewDeadlineMs: get<number>('leaderElection.renewDeadline'),
    retryPeriodMs: get<number>('leaderElection.retryPeriod'),
  };
  const { leaseDurationMs, renewDeadlineMs, retryPeriodMs } = leaderElection;
  if (leaseDurationMs < 1000 || leaseDurationMs <= renewDeadlineMs || renewDeadlineMs <= retryPeriodMs) {
    mistakes.push(
      `leader election: the lease duration (${leaseDurationMs} ms, at least 1 s) must be longer than the renew deadline (${renewDeadlineMs} ms), and that longer than the retry period (${retryPeriodMs} ms)`,
    );
  }
  const replicaPort = optional<number>('replicas.port') ?? (given === 3 ? 0 : undefined);
  const advertisedHost = address === '0.0.0.0' || address === '::' ? surroundings.podIp : undefined;
  const replicaReports = replicaPort !== undefined && {
    replicaReports: { port: replicaPort, ...(advertisedHost !== undefined && { advertisedHost }) },
  };
  const fixedAddresses = optional<readonly string[]>('ingressStatusAddress') ?? [];
  for (const address of fixedAddresses) {
    if (isIP(address) > 0 || isHostName(address)) continue;
    mistakes.push(`--ingress-status-address: "${address}" is neither an IP address nor a host name`);
  }
  const reference = (key: string): SecretReference | undefined => {
    const text = optional<string>(key);
    if (text === undefined) return undefined;
    const [namespace, name, ...rest] = text.split('/');
    if (namespace && name && rest.length === 0) return { namespace, name };
    mistakes.push(`${key}: "${text}" is not of the form namespace/name`);
    return undefined;
  };
  const envoyClientCertificate = reference('tls.envoyClientCertificate');
  const fallbackCertificate = reference('tls.fallbackCertificate');
  const authorization = reference('globalExtAuth.extensionService');
  const contourConfiguration = reference('contourConfiguration');
  const gatewayRef = reference('gateway.gatewayRef');
  const gatewayAddresses = ['addresses', 'staticAddresses'].map((field) => {
    const pool = optional<readonly string[]>(`gateway.${field}`) ?? [];
    for (const entry of pool) {
      const wrong = poolEntryError(entry);
      if (wrong !== undefined) mistakes.push(`gateway.${field}: "${entry}" ${wrong}`);
    }
    return pool;
  });

  const provisions = get<boolean>('gateway.provisioner.enabled');
  if (provisions && !kubernetes) mistakes.push('--gateway-provisioner: needs --kubernetes');
  if (provisions && given !== 3) {
    mistakes.push(
      '--gateway-provisioner: its Envoys use mutual TLS; give --xds-ca-file, --xds-cert-file and --xds-key-file',
    );
  }

  const limiterName = optional<string>('rateLimitService.extensionService');
  if (limiterName !== undefined && !/^[^/]+\/[^/]+$/.test(limiterName)) {
    mistakes.push(`--rate-limit-service: must be NAMESPACE/NAME of an ExtensionService, found ${limiterName}`);
  }
  if (authorization && get<string>('globalExtAuth.serviceType') !== 'http') {
    const onlyHttp = ['pathPrefix', 'allowedAuthorizationHeaders', 'allowedUpstreamHeaders'];
    if (onlyHttp.some((name) => optional(`globalExtAuth.httpSettings.${name}`) !== undefined))
      mistakes.push('globalExtAuth.httpSettings needs --external-authorization-type=http');
  } else if (authorization && optional('globalExtAuth.authPolicy.context') !== undefined)
    mistakes.push('--external-authorization-context is told over gRPC only, not with http');
  if (mistakes.length > 0) return { ok: false, mistakes };
  const limiter = rateLimitService(values);
  const breakers = circuitBreakers.flatMap((field) => {
    const value = optional<number>(`cluster.circuitBreakers.${field}`);
    return value === undefined ? [] : [[field, value] as const];
  });
  const traceFile = optional<string>('trace');
  const traceObjects = optional<readonly string[]>('traceObjects') ?? [];
  for (const pattern of traceObjects) {
    const mistake = mistakeInPattern(pattern);
    if (mistake !== undefined) mistakes.push(`--trace-objects: ${mistake}`);
  }
  const labelSelector = optional<string>('sources.kubernetes.labelSelector');
  const fieldSelector = optional<string>('sources.kubernetes.fieldSelector');
  const wrongLabels = labelSelector === undefined ? undefined : labelSelectorMistake(labelSelector);
  if (wrongLabels !== undefined) mistakes.push(`--label-selector: ${wrongLabels}`);
  const wrongFields = fieldSelector === undefined ? undefined : fieldSelectorMistake(fieldSelector);
  if (wrongFields !== undefined) mistakes.push(`--field-selector: ${wrongFields}`);
  const collector = optional<string>('openTelemetry.endpoint');
  if (collector !== undefined && !/^https?:$/.test(URL.parse(collector)?.protocol ?? ''))
    mistakes.push(`--otlp-endpoint: ${JSON.stringify(collector)} is not a URL with http or https`);
  if (mistakes.length > 0) return { ok: false, mistakes };
  const format = get<string>('log.format');
  const config: Config = {
    sources: {
      ...(kubernetes
        ? {
            kubernetes: {
              ...(kubeconfig === undefined ? {} : { kubeconfig }),
              watchNamespaces: optional<readonly string[]>('sources.kubernetes.watchNamespaces') ?? [],
              ...(labelSelector !== undefined && { labelSelector }),
              ...(fieldSelector !== undefined && { fieldSelector }),
              ...(ignoredKinds.length > 0 && { ignoredKinds }),
            },
          }
        : {}),
      ...(files.length > 0 ? { filesystem: { paths: files } } : {}),
    },
    consul: { ...consulFiles, maxQueries: get('consul.maxQueries') },
    listeners: {
      http: { address: get('listeners.http.address'), port: get('listeners.http.port') },
      https: { address: get('listeners.https.address'), port: get('listeners.https.port') },
    },
    routeDiscovery: get<'scoped' | 'single'>('routeDiscovery'),
    xds: {
      address,
      port: get('xds.port'),
      ...(given === 3 ? { tls: { caFile: tlsFiles[0]!, certFile: tlsFiles[1]!, keyFile: tlsFiles[2]! } } : {}),
      reflection: get('xds.reflection'),
      ackTimeoutMs: get('xds.ackTimeout'),
      ...(nodeRules === undefined ? {} : { nodeAuthorization: { rules: nodeRules } }),
      ...(renewIn === undefined
        ? {}
        : {
            renewCertificates: {
              namespace: renewIn,
              suffix: optional<string>('xds.renewCertificatesSuffix') ?? '',
              ...(kubeconfig === undefined ? {} : { kubeconfig }),
            },
          }),
    },
    shutdown: { delayMs, deadlineMs },
    admin,
    ...(health && { health }),
    ...(metrics && { metrics: { ...metrics, ...(metricsTls && { tls: metricsTls }) } }),
    ...(stateFolder !== undefined && {
      state: {
        folder: stateFolder,
        ...(stateKeyFile !== undefined && { keyFile: stateKeyFile }),
        waitMs: get<number>('state.wait'),
        maxBytes: get<number>('state.maxBytes'),
      },
    }),
    ...(canaryEnvoys !== undefined && {
      canary: {
        envoys: /^\d+$/.test(canaryEnvoys) ? { count: Number(canaryEnvoys) } : { nodeIds: canaryEnvoys },
        timeMs: get<number>('canary.time'),
        errorRise: get<number>('canary.errorRise') / 100,
        minRequests: get<number>('canary.minRequests'),
      },
    }),
    history: {
      revisions: get<number>('history.revisions'),
      ...(kubernetes && {
        configMap: { namespace: leaderElection.namespace, name: `${leaderElection.leaseName}-hold` },
      }),
    },
    ingressClassNames: optional<readonly string[]>('ingressClassNames') ?? [],
    rootNamespaces: optional<readonly string[]>('rootNamespaces') ?? [],
    enableExternalNameService: get('enableExternalNameService'),
    gateway: {
      controllerNames: { provisioned: get('gateway.controllerName'), shared: get('gateway.sharedControllerName') },
      addresses: gatewayAddresses[0]!,
      staticAddresses: gatewayAddresses[1]!,
      ...(gatewayRef && { ref: gatewayRef }),
    },
    connectTimeoutMs: get('connectTimeout'),
    ...headerPolicies(values),
    ...(limiter && { rateLimitService: limiter }),
    compression: get<Config['compression']>('compression.algorithm'),
    ...(breakers.length > 0 && { circuitBreakers: Object.fromEntries(breakers) }),
    ...(envoyClientCertificate && { envoyClientCertificate }),
    ...(fallbackCertificate && { fallbackCertificate }),
    emissary: {
      ambassadorId: get<string>('emissary.ambassadorId'),
      namespace: optional<string>('emissary.namespace') ?? surroundings.podNamespace ?? 'default',
      singleNamespace: get<boolean>('emissary.singleNamespace'),
      bindAddress: get<string>('emissary.bindAddress'),
      looseSelectors: get<boolean>('emissary.looseSelectors'),
    },
    ...(authorization && { globalExtAuth: globalExtAuth(values, authorization) }),
    ...(contourConfiguration && { contourConfiguration }),
    limits: Object.fromEntries(
      Object.keys(limitRows).map((name) => [name, get<number>(`limits.${name}`)]),
    ) as unknown as Limits,
    settings: defaultEnvoySettings,
    log: {
      level: get<LogLevel>('log.level'),
      format: format === 'auto' ? (surroundings.isTerminal ? 'pretty' : 'json') : (format as 'json' | 'pretty'),
    },
    ...(notifyUrls.length > 0 && { notify: { urls: notifyUrls, ...(notifyKeyFile && { keyFile: notifyKeyFile }) } }),
    trace: {
      ...(traceFile !== undefined && { file: traceFile }),
      selection: { sample: get<number>('traceSample'), objects: traceObjects },
    },
    ...(collector !== undefined && {
      openTelemetry: {
        endpoint: collector,
        sample: get<number>('openTelemetry.sample'),
        headers: optional<Readonly<Record<string, string>>>('openTelemetry.headers') ?? {},
      },
    }),
    ...(envoy
      ? {
          envoy: {
            binary: binary!,
            concurrency: get<number>('envoy.concurrency'),
            adminPort: get<number>('envoy.adminPort'),
            extraArguments: optional<readonly string[]>('envoy.arguments') ?? [],
            drainTimeoutMs: get<number>('envoy.drainTimeout'),
            ...(get<string>('envoy.fate') === 'shared' && { sharedFate: true as const }),
          },
        }
      : {}),
    ...(kubernetes && get<boolean>('leaderElection.enabled') ? { leaderElection, ...replicaReports } : {}),
    ...(kubernetes
      ? {
          publishedAddress:
            fixedAddresses.length > 0
              ? { kind: 'fixed' as const, addresses: fixedAddresses }
              : {
                  kind: 'service' as const,
                  namespace: optional<string>('envoyService.namespace') ?? ownNamespace,
                  name: get<string>('envoyService.name'),
                },
        }
      : {}),
    ...(provisions && {
      provisioner: {
        controllerName: get('gateway.controllerName'),
        namespace: renewIn ?? ownNamespace,
        nameSuffix: optional<string>('xds.renewCertificatesSuffix') ?? '',
        xdsAddress: optional('gateway.provisioner.xdsAddress') ?? `nuncio.${ownNamespace}.svc`,
        xdsPort: get('xds.port'),
        envoyImage: get('gateway.provisioner.envoyImage'),
        nuncioImage: get('gateway.provisioner.nuncioImage'),
      },
    }),
    placement,
  };
  const applied = applyContourConfiguration(config, specOfSettings(values), settingName);
  for (const { path, message } of applied.mistakes) mistakes.push(`${path}: ${message}`);
  return mistakes.length > 0 ? { ok: false, mistakes } : { ok: true, config: applied.config };

  /** Undefined: plain text. */
  function metricsTlsOf(): NonNullable<Config['metrics']>['tls'] | undefined {
    const [certFile, keyFile, caFile] = ['certFile', 'keyFile', 'caFile'].map((name) =>
      optional<string>(`metrics.${name}`),
    );
    if (certFile === undefined && keyFile === undefined && caFile === undefined) return undefined;
    if (certFile === undefined || keyFile === undefined) {
      mistakes.push('--metrics-cert-file and --metrics-key-file go together, and --metrics-ca-file needs both');
      return undefined;
    }
    const shared =
      metrics === undefined
        ? 'admin'
        : sameAsMetrics(admin)
          ? 'admin'
          : health && sameAsMetrics(health)
            ? 'health'
            : '';
    if (shared !== '')
      mistakes.push(`metrics with TLS need a port of their own, not that of ${shared}: give --metrics-port another`);
    return { certFile, keyFile, ...(caFile !== undefined && { caFile }) };
  }

  function sameAsMetrics(place: SocketPlace): boolean {
    return place.port === metrics?.port && place.address === metrics.address && place.port !== 0;
  }

  /** Undefined: any client may use any node id. */
  function nodeRulesOf(): readonly NodeRule[] | undefined {
    const file = optional<string>('xds.nodeAuthorizationFile');
    if (get<string>('xds.nodeAuthorization') === 'none') {
      if (file !== undefined) mistakes.push('--xds-node-authorization-file needs --xds-node-authorization=san');
      return undefined;
    }
    if (file === undefined) return defaultNodeRules;
    let text: string;
    try {
      text = surroundings.readFile(file);
    } catch (error) {
      mistakes.push(`--xds-node-authorization-file: ${messageOf(error)}`);
      return undefined;
    }
    const parsed = parseNodeRules(file, text);
    if (parsed.ok) return parsed.rules;
    mistakes.push(...parsed.mistakes);
    return undefined;
  }
}

/** A DNS name in lower or upper case; one that looks like an IPv4 address with a mistake in it is none. */
function isHostName(text: string): boolean {
  return text.length <= 253 && /^([a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?\.)*[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/i.test(text);
}

function rateLimitService(values: ReadonlyMap<string, SettingValue>): Config['rateLimitService'] {
  const of = <T extends SettingValue>(name: string): T => values.get(`rateLimitService.${name}`) as T;
  const service = values.get('rateLimitService.extensionService') as string | undefined;
  if (service === undefined) return undefined;
  const [namespace, name] = service.split('/') as [string, string];
  return {
    extensionService: { namespace, name },
    domain: of('domain'),
    failOpen: of('failOpen'),
    enableXRateLimitHeaders: of('enableXRateLimitHeaders'),
    enableResourceExhaustedCode: of('enableResourceExhaustedCode'),
  };
}

function globalExtAuth(
  values: ReadonlyMap<string, SettingValue>,
  extensionRef: SecretReference,
): NonNullable<Config['globalExtAuth']> {
  const of = <T extends SettingValue>(name: string): T | undefined => values.get(`globalExtAuth.${name}`) as T;
  const timeoutMs = of<number>('responseTimeout');
  const context = of<Readonly<Record<string, string>>>('authPolicy.context');
  const maxRequestBytes = of<number>('withRequestBody.maxRequestBytes');
  const names = (field: string) =>
    of<readonly string[]>(`httpSettings.${field}`)?.map((name) => ({ ...headerMatcher(name), ignoreCase: true }));
  const [pathPrefix, toServer, toUpstream] = [
    of<string>('httpSettings.pathPrefix'),
    names('allowedAuthorizationHeaders'),
    names('allowedUpstreamHeaders'),
  ];
  const isHttpSet = pathPrefix !== undefined || toServer !== undefined || toUpstream !== undefined;
  return {
    extensionRef,
    serviceType: of<'grpc' | 'http'>('serviceType') ?? 'grpc',
    failOpen: of<boolean>('failOpen') ?? false,
    ...(timeoutMs !== undefined && { responseTimeout: `${timeoutMs}ms` }),
    ...((context || of<boolean>('authPolicy.disabled')) && {
      authPolicy: { ...(context && { context }), disabled: of<boolean>('authPolicy.disabled') ?? false },
    }),
    ...(maxRequestBytes !== undefined && {
      withRequestBody: {
        maxRequestBytes,
        allowPartialMessage: of<boolean>('withRequestBody.allowPartialMessage') ?? false,
        packAsBytes: of<boolean>('withRequestBody.packAsBytes') ?? false,
      },
    }),
    ...(isHttpSet && {
      httpSettings: {
        ...(pathPrefix !== undefined && { pathPrefix }),
        ...(toServer && { allowedAuthorizationHeaders: toServer }),
        ...(toUpstream && { allowedUpstreamHeaders: toUpstream }),
      },
    }),
  };
}

/** `x-*` is a prefix, `*-x` a suffix, `*x*` any part. */
function headerMatcher(name: string) {
  const [begin, end] = [name.startsWith('*'), name.endsWith('*')];
  const text = name.slice(begin ? 1 : 0, end ? -1 : undefined);
  if (begin) return end ? { contains: text } : { suffix: text };
  return end ? { prefix: text } : { exact: text };
}

/** Only if there are any. */
function headerPolicies(values: ReadonlyMap<string, SettingValue>): Pick<Config, 'headerPolicies'> {
  const side = (name: 'requestHeaders' | 'responseHeaders'): DefaultHeaders => ({
    set: (values.get(`policy.${name}.set`) ?? {}) as Readonly<Record<string, string>>,
    remove: (values.get(`policy.${name}.remove`) ?? []) as readonly string[],
  });
  const [requestHeaders, responseHeaders] = [side('requestHeaders'), side('responseHeaders')];
  const isEmpty = [requestHeaders, responseHeaders].every(
    ({ set, remove }) => Object.keys(set).length === 0 && remove.length === 0,
  );
  const applyToIngress = values.get('policy.applyToIngress') === true;
  return isEmpty ? {} : { headerPolicies: { requestHeaders, responseHeaders, applyToIngress } };
}

function settingName(path: string): string {
  for (const [known, key] of settingKeyOfPath) if (path === known || path.startsWith(`${known}.`)) return key;
  return path;
}

export function isLoopback(address: string): boolean {
  return address === '::1' || address === 'localhost' || /^127(\.\d{1,3}){3}$/.test(address);
}
