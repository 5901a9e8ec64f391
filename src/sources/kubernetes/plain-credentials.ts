// Credentials of the two common cases, read without @kubernetes/client-node, which takes half a second of CPU and 80 MB
// to load: the service account of a pod, and a kubeconfig with tokens or certificates. Whatever else a kubeconfig may
// hold (exec plugins, auth providers, proxies, impersonation, …) is undefined here and left to the library.
import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { dirname, resolve } from 'node:path';
import { isRecord } from '../../model/pick.ts';

export interface PlainCredentials {
  /** Base URL, no slash at the end. */
  readonly server: string;
  /** undefined: verified against `ca`. */
  readonly rejectUnauthorized: false | undefined;
  readonly serverName: string | undefined;
  /** PEM, read anew at each call where it is in files. */
  material(): Promise<{
    readonly ca: string | undefined;
    readonly cert: string | undefined;
    readonly key: string | undefined;
    readonly token: string | undefined;
  }>;
}

const accountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Of the pod that we run in. Reads files only when `material` is called. */
export function podCredentials(host: string, port: string): PlainCredentials {
  const scheme = port === '80' || port === '8080' || port === '8001' ? 'http' : 'https';
  return {
    server: `${scheme}://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    rejectUnauthorized: undefined,
    serverName: undefined,
    material: async () => ({
      ca: await readFile(`${accountFolder}/ca.crt`, 'utf8'),
      cert: undefined,
      key: undefined,
      token: (await readFile(`${accountFolder}/token`, 'utf8')).trim(),
    }),
  };
}

const clusterFields = new Set([
  'server',
  'certificate-authority',
  'certificate-authority-data',
  'insecure-skip-tls-verify',
  'tls-server-name',
  'extensions',
]);
const userFields = new Set([
  'token',
  'client-certificate',
  'client-certificate-data',
  'client-key',
  'client-key-data',
  'extensions',
]);

/** Text in YAML. JSON is YAML too, and for that the parser needn't be loaded. Rejects with what is wrong. */
async function parseText(text: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch {
    const { parse } = await import('yaml');
    return parse(text);
  }
}

/** undefined: not one of the common cases, or not readable: the library knows what to do or to say. */
export async function kubeconfigCredentials(file: string): Promise<PlainCredentials | undefined> {
  let config: unknown;
  try {
    config = await parseText(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
  if (!isRecord(config)) return undefined;
  const context = named(config['contexts'], config['current-context'], 'context');
  const cluster = named(config['clusters'], context?.['cluster'], 'cluster');
  const user = named(config['users'], context?.['user'], 'user');
  if (!cluster || !user || !isPlain(cluster, clusterFields) || !isPlain(user, userFields)) return undefined;
  const { server, 'insecure-skip-tls-verify': unverified } = cluster;
  if (typeof server !== 'string') return undefined;
  const folder = dirname(file);
  const pem = async (fields: Readonly<Record<string, unknown>>, name: string): Promise<string | undefined> => {
    const path = fields[name];
    if (typeof path === 'string' && path !== '') return readFile(resolve(folder, path), 'utf8');
    const data = fields[`${name}-data`];
    return typeof data === 'string' && data !== '' ? Buffer.from(data, 'base64').toString('utf8') : undefined;
  };
  return {
    server: server.replace(/\/+$/, ''),
    // Plain http has nothing to verify.
    rejectUnauthorized: unverified === true || server.startsWith('http:') ? false : undefined,
    serverName: text(cluster['tls-server-name']),
    material: async () => ({
      ca: await pem(cluster, 'certificate-authority'),
      cert: await pem(user, 'client-certificate'),
      key: await pem(user, 'client-key'),
      token: text(user['token']),
    }),
  };
}

/** The value under `field` of the entry of that name. */
function named(list: unknown, name: unknown, field: string): Readonly<Record<string, unknown>> | undefined {
  if (!Array.isArray(list) || typeof name !== 'string') return undefined;
  const entry: unknown = list.find((each: unknown) => isRecord(each) && each['name'] === name);
  const value = isRecord(entry) ? entry[field] : undefined;
  return isRecord(value) ? value : undefined;
}

function isPlain(fields: Readonly<Record<string, unknown>>, known: ReadonlySet<string>): boolean {
  return Object.keys(fields).every((field) => known.has(field));
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
