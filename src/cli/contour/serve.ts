// `nuncio-contour serve`: Contour's command line and configuration → our Config, and on with it.
// Order of precedence as in Contour: with --contour-config-name the object alone counts; else file < environment < flags.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { messageOf } from '../../model/message-of.ts';
import type { Config } from '../../model/config.ts';
import type { ContourConfigurationSpec } from '../../model/kinds/contour-configuration.ts';
import { isKindName } from '../../model/kinds/index.ts';
import { applyContourConfiguration, contourEnvoySettings } from '../../dag/compile/contour-configuration.ts';
import { resolveSettings } from '../resolve-settings.ts';
import { serveConfig } from '../serve-config.ts';
import { serveSettings } from '../settings.ts';
import { fileKeyOf, readContourFile, type ProcessKeys } from './file.ts';
import type { ParsedFlags } from './flags.ts';
import { features } from './serve-flags.ts';

export interface ContourSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
  /** Reads a ContourConfiguration once, for what only counts at start. */
  readonly readConfiguration: (
    kubeconfig: string | undefined,
    namespace: string,
    name: string,
  ) => Promise<ContourConfigurationSpec | string>;
}

export type ContourConfig =
  | { readonly ok: true; readonly config: Config; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly mistakes: readonly string[] };

/** What `serve` shall run with. Never throws on a mistake of its user. */
export async function contourServeConfig(flags: ParsedFlags, around: ContourSurroundings): Promise<ContourConfig> {
  const mistakes = [...flags.mistakes];
  const warnings: string[] = [];
  const { values } = flags;
  const text = (name: string): string | undefined => (values[name] as string | undefined) || undefined;
  const file = text('config-path');
  const objectName = text('contour-config-name');
  const ownNamespace = around.environment['CONTOUR_NAMESPACE'] || 'projectcontour';
  for (const extra of flags.positionals) mistakes.push(`unexpected argument ${extra}`);
  if (file !== undefined && objectName !== undefined)
    mistakes.push('cannot specify both --contour-config-name and -c/--config-path');
  if (mistakes.length > 0) return { ok: false, mistakes };

  let spec: ContourConfigurationSpec = {};
  let processKeys: ProcessKeys = {};
  if (file !== undefined) {
    const read = await readFile(file);
    if ('mistakes' in read && read.mistakes.length > 0) return { ok: false, mistakes: read.mistakes };
    ({ spec, process: processKeys } = read);
    warnings.push(...read.warnings);
  }
  const incluster = values['incluster'] === true || (!flags.given.has('incluster') && processKeys.incluster === true);
  const kubeconfig = incluster ? undefined : (text('kubeconfig') ?? processKeys.kubeconfig);
  if (objectName !== undefined) {
    const found = await around.readConfiguration(kubeconfig, ownNamespace, objectName);
    if (typeof found === 'string') return { ok: false, mistakes: [found] };
    spec = found;
  } else spec = withFlags(withFileDefaults(spec, file !== undefined), flags);

  const base = baseConfig(spec, flags, around, {
    kubeconfig,
    ownNamespace,
    processKeys,
    fromObject: objectName !== undefined,
  });
  if (!base.ok) return { ok: false, mistakes: base.mistakes };
  const names = (path: string) =>
    objectName === undefined
      ? `${file ?? 'configuration'}: ${fileKeyOf(path)}`
      : `ContourConfiguration ${ownNamespace}/${objectName}: spec.${path}`;
  const applied = applyContourConfiguration(base.config, spec, names);
  for (const { severity, path, message } of applied.mistakes)
    (severity === 'error' ? mistakes : warnings).push(`${path}: ${message}`);
  if (mistakes.length > 0) return { ok: false, mistakes };
  if (objectName === undefined) return { ok: true, config: applied.config, warnings };
  // The object stays the authority: what it says is laid over this at each change.
  const config: Config = { ...base.config, contourConfiguration: { namespace: ownNamespace, name: objectName } };
  return { ok: true, config, warnings };
}

async function readFile(name: string) {
  const { parse } = await import('yaml');
  try {
    return readContourFile(name, parse(readFileSync(name, 'utf8')));
  } catch (error) {
    const message = `${name}: ${messageOf(error)}`;
    return { mistakes: [message], warnings: [], spec: {}, process: {}, keys: [] };
  }
}

/** Contour's file has this default, its object has none. */
function withFileDefaults(spec: ContourConfigurationSpec, fromFile: boolean): ContourConfigurationSpec {
  const { envoy } = spec;
  if (!fromFile && envoy !== undefined) return spec;
  return {
    ...spec,
    envoy: { ...envoy, timeouts: { connectionIdleTimeout: '60s', ...envoy?.timeouts } },
  };
}

/** Flags that were given beat the file. */
function withFlags(spec: ContourConfigurationSpec, { values, given }: ParsedFlags): ContourConfigurationSpec {
  const flag = <T>(name: string): T | undefined => (given.has(name) ? (values[name] as T) : undefined);
  const set = <T extends object>(entries: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
    Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as never;
  const { envoy = {}, ingress, httpproxy } = spec;
  const health = set({ address: flag<string>('stats-address'), port: flag<number>('stats-port') });
  const format = flag<string>('accesslog-format');
  return {
    ...spec,
    ingress: { ...ingress, ...set({ classNames: flag<readonly string[]>('ingress-class-name') }) },
    httpproxy: { ...httpproxy, ...set({ rootNamespaces: flag<readonly string[]>('root-namespaces') }) },
    envoy: {
      ...envoy,
      http: {
        ...envoy.http,
        ...set({
          address: flag<string>('envoy-service-http-address'),
          port: flag<number>('envoy-service-http-port'),
          accessLog: flag<string>('envoy-http-access-log'),
        }),
      },
      https: {
        ...envoy.https,
        ...set({
          address: flag<string>('envoy-service-https-address'),
          port: flag<number>('envoy-service-https-port'),
          accessLog: flag<string>('envoy-https-access-log'),
        }),
      },
      listener: { ...envoy.listener, ...set({ useProxyProtocol: flag<boolean>('use-proxy-protocol') }) },
      health: { ...health, ...envoy.health },
      // As in Contour the file's address and port of metrics beat the flags.
      metrics: { ...health, ...envoy.metrics },
      ...(format === undefined ? {} : { logging: { ...envoy.logging, accessLogFormat: format as 'envoy' | 'json' } }),
    },
  };
}

interface BaseInputs {
  readonly kubeconfig: string | undefined;
  readonly ownNamespace: string;
  readonly processKeys: ProcessKeys;
  readonly fromObject: boolean;
}

/** What only counts at start, through the settings of `nuncio serve` and their rules. */
function baseConfig(
  spec: ContourConfigurationSpec,
  { values, given }: ParsedFlags,
  around: ContourSurroundings,
  { kubeconfig, ownNamespace, processKeys, fromObject }: BaseInputs,
) {
  const xds = fromObject ? spec.xdsServer : undefined;
  const value = <T>(name: string): T | undefined => values[name] as T | undefined;
  const lists = (name: string) => value<readonly string[]>(name)?.join(',');
  const tls = xds?.tls;
  const insecure = fromObject ? tls?.insecure === true : values['insecure'] === true;
  const certificate = (flag: string, fromSpec: string | undefined, standard: string) =>
    insecure ? undefined : fromObject ? (fromSpec ?? standard) : value<string>(flag);
  const debug = values['debug'] === true || (!given.has('debug') && processKeys.debug === true);
  const election = values['disable-leader-election'] !== true;
  const { debug: debugPlace, health: healthPlace } = fromObject ? spec : {};
  const wanted = value<readonly string[]>('disable-feature') ?? [];
  const unknown = wanted.find((feature) => !Object.hasOwn(features, feature));
  if (unknown !== undefined) {
    const known = Object.keys(features).join(', ');
    return { ok: false as const, mistakes: [`--disable-feature: there is no ${unknown}; there are ${known}`] };
  }
  // Kinds that nuncio doesn't know can't be watched anyway.
  const ignored = wanted.map((feature) => features[feature]!).filter(isKindName);
  const inputs: Record<string, string | undefined> = {
    kubernetes: 'true',
    kubeconfig,
    'watch-namespaces': lists('watch-namespaces'),
    'ingress-status-address': lists('ingress-status-address') ?? spec.ingress?.statusAddress,
    'envoy-service-name': value<string>('envoy-service-name') ?? spec.envoy?.service?.name ?? 'envoy',
    'envoy-service-namespace':
      value<string>('envoy-service-namespace') ?? spec.envoy?.service?.namespace ?? ownNamespace,
    'xds-address': fromObject ? (xds?.address ?? '0.0.0.0') : (value<string>('xds-address') ?? '127.0.0.1'),
    'xds-port': String((fromObject ? xds?.port : value<number>('xds-port')) ?? 8001),
    'xds-ca-file': certificate('contour-cafile', tls?.caFile, '/certs/ca.crt'),
    'xds-cert-file': certificate('contour-cert-file', tls?.certFile, '/certs/tls.crt'),
    'xds-key-file': certificate('contour-key-file', tls?.keyFile, '/certs/tls.key'),
    'insecure-xds': String(insecure),
    'ignore-kinds': ignored.length > 0 ? ignored.join(',') : undefined,
    'admin-address': debugPlace?.address || (value<string>('debug-http-address') ?? '127.0.0.1'),
    'admin-port': String(debugPlace?.port ?? value<number>('debug-http-port') ?? 6060),
    // As in Contour the file's place of metrics beats the flags.
    'metrics-address': spec.metrics?.address ?? value<string>('http-address') ?? '0.0.0.0',
    'metrics-port': String(spec.metrics?.port ?? value<number>('http-port') ?? 8000),
    'metrics-cert-file': spec.metrics?.tls?.certFile || undefined,
    'metrics-key-file': spec.metrics?.tls?.keyFile || undefined,
    'metrics-ca-file': spec.metrics?.tls?.caFile || undefined,
    'health-address': healthPlace?.address ?? value<string>('health-address') ?? '0.0.0.0',
    'health-port': String(healthPlace?.port ?? value<number>('health-port') ?? 8000),
    'log-level': debug ? 'debug' : 'info',
    'log-format': value<string>('log-format') === 'json' ? 'json' : 'auto',
    'leader-election': String(election),
    'leader-election-namespace': value<string>('leader-election-resource-namespace') ?? ownNamespace,
    'leader-election-lease-name': value<string>('leader-election-resource-name'),
    'leader-election-lease-duration': value<string>('leader-election-lease-duration'),
    'leader-election-renew-deadline': value<string>('leader-election-renew-deadline'),
    'leader-election-retry-period': value<string>('leader-election-retry-period'),
    // Without a leader election there is one replica, and so no other to which Envoys could go.
    'shutdown-delay': election ? undefined : '0s',
    'shutdown-deadline': election ? undefined : '1s',
    'route-discovery': value<string>('route-discovery'),
  };
  if (!insecure && inputs['xds-ca-file'] === undefined)
    return { ok: false as const, mistakes: ['no TLS parameters and --insecure not supplied'] };
  const result = serveConfig(resolveSettings(serveSettings, { flags: inputs, environment: {} }), {
    isTerminal: around.isTerminal,
    envoyBinary: undefined,
    readFile: (name) => readFileSync(name, 'utf8'),
    podNamespace: ownNamespace,
    podIp: process.env['POD_IP'] || undefined,
    identity: `${hostname()}_${randomUUID().slice(0, 8)}`,
  });
  if (!result.ok) return result;
  return { ok: true as const, config: { ...result.config, settings: contourEnvoySettings } };
}
