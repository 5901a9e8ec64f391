// Contour's configuration file → nuncio's, as text. A key whose meaning is a setting of ours becomes that setting; every
// other key becomes a comment that says what to do about it. Nothing is left out silently.
import { stringify } from 'yaml';
import { settingKeyOfPath } from '../envoy-setting-rows.ts';
import { serveSettings } from '../settings.ts';
import { readContourFile } from './file.ts';

/** Places of the spec whose setting is not one of `envoy-setting-rows.ts`. */
const otherSettings: Readonly<Record<string, string>> = {
  'ingress.statusAddress': 'ingressStatusAddress',
  'httpproxy.fallbackCertificate': 'tls.fallbackCertificate',
  'envoy.clientCertificate': 'tls.envoyClientCertificate',
  'envoy.listener.compression': 'compression',
  enableExternalNameService: 'enableExternalNameService',
  'envoy.timeouts.connectTimeout': 'connectTimeout',
  'policy.requestHeaders': 'policy.requestHeaders',
  'policy.responseHeaders': 'policy.responseHeaders',
  'policy.applyToIngress': 'policy.applyToIngress',
  'envoy.service.name': 'envoyService.name',
  'envoy.service.namespace': 'envoyService.namespace',
  'globalExtAuth.extensionRef': 'globalExtAuth.extensionService',
  'metrics.address': 'metrics.address',
  'metrics.port': 'metrics.port',
  'metrics.tls.certFile': 'metrics.certFile',
  'metrics.tls.keyFile': 'metrics.keyFile',
  'metrics.tls.caFile': 'metrics.caFile',
  'envoy.listener.tls.fingerprint': 'tls',
};

/** Why a key has no counterpart, where there is more to say than that. */
const reasons: Readonly<Record<string, string>> = {
  featureFlags: 'Contour knows none, and neither does nuncio',
};

const processSettings: Readonly<Record<string, string>> = {
  kubernetesclientqps: 'the client adapts by itself',
  kubernetesclientburst: 'the client adapts by itself',
  server: 'there is one kind of server only',
  incluster: 'found out by itself, unless a kubeconfig is named',
};

export interface Migration {
  readonly text: string;
  readonly mistakes: readonly string[];
}

export function migrateContour(files: readonly { readonly name: string; readonly content: unknown }[]): Migration {
  const ours: Record<string, unknown> = {};
  const notes: string[] = [];
  const mistakes: string[] = [];
  for (const { name, content } of files) {
    const file = readContourFile(name, content);
    mistakes.push(...file.mistakes, ...file.warnings);
    for (const { key, path } of file.keys) {
      const lower = key.toLowerCase();
      if (path === null) {
        if (lower === 'debug') put(ours, 'log.level', file.process.debug ? 'debug' : 'info');
        else if (lower === 'kubeconfig') put(ours, 'sources.kubernetes.kubeconfig', file.process.kubeconfig);
        else notes.push(`${name}: ${key} has no counterpart: ${processSettings[lower] ?? 'it is not needed'}`);
        continue;
      }
      const value = valueAt(file.spec, path);
      if (value === undefined) continue;
      const target = settingOf(path);
      if (target === undefined)
        notes.push(`${name}: ${key} has no counterpart${reasons[path] ? `: ${reasons[path]}` : ''}`);
      else put(ours, target, settingValue(target, value));
    }
  }
  const body = Object.keys(ours).length > 0 ? stringify(ours) : '';
  return { text: [...notes.map((note) => `# ${note}\n`), body].join(''), mistakes };
}

function settingOf(path: string): string | undefined {
  const known = settingKeyOfPath.get(path) ?? otherSettings[path];
  if (known !== undefined) return known;
  const breaker = /^envoy\.cluster\.circuitBreakers\.(\w+)$/.exec(path)?.[1];
  const same = breaker === undefined ? path : `cluster.circuitBreakers.${breaker}`;
  return serveSettings.some((setting) => setting.key === same || setting.key.startsWith(`${same}.`)) ? same : undefined;
}

/** References are written `namespace/name`, forms of header names with `*`. */
function settingValue(key: string, value: unknown): unknown {
  if (key === 'globalExtAuth.httpSettings')
    return Object.fromEntries(
      Object.entries(value as object).map(([field, part]: [string, unknown]) => [
        field,
        Array.isArray(part) ? part.map(headerPattern) : part,
      ]),
    );
  const setting = serveSettings.find((each) => each.key === key);
  if (setting?.type.kind !== 'string' || typeof value !== 'object' || value === null) return value;
  const { namespace = '', name = '' } = value as { namespace?: string; name?: string };
  return `${namespace}/${name}`;
}

function headerPattern({ exact, prefix, suffix, contains }: Partial<Record<string, string>>): string {
  if (exact) return exact;
  if (prefix) return `${prefix}*`;
  return suffix ? `*${suffix}` : `*${contains}*`;
}

function valueAt(spec: object, path: string): unknown {
  let value: unknown = spec;
  for (const part of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[part];
  return value;
}

/** Maps are laid over each other. */
function put(target: Record<string, unknown>, key: string, value: unknown): void {
  const parts = key.split('.');
  let node = target;
  for (const part of parts.slice(0, -1)) node = (node[part] ??= {}) as Record<string, unknown>;
  const last = parts.at(-1)!;
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value);
  node[last] = isMap ? { ...(node[last] as object | undefined), ...value } : value;
}
