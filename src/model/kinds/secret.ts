// Secret (core v1): certificates, keys, CA certificates and revocation lists, decoded to PEM text. Other types and
// other keys are dropped at once, so that nothing that is not served ever sits in memory.
// The check of its contents needs node:crypto and so is made in the pool; its result travels on the object.
import type { Problem, SourceObject } from '../object.ts';
import type { KindDefinition } from './kind.ts';
import { map, object, text } from './schema.ts';

/** Keys of `data` that are kept. */
export const secretKeys = ['tls.crt', 'tls.key', 'ca.crt', 'crl.pem'] as const;
export type SecretKey = (typeof secretKeys)[number];

/** Types of Secrets whose data is kept. */
export const secretTypes: readonly string[] = ['kubernetes.io/tls', 'Opaque', 'istio.io/key-and-cert'];

/** Other names under which Istio and Emissary-Ingress know them; used where the first is missing. */
const otherNames: Readonly<Record<SecretKey, readonly string[]>> = {
  'tls.crt': ['cert-chain.pem'],
  'tls.key': ['key.pem'],
  'ca.crt': ['root-cert.pem'],
  'crl.pem': ['user.key'],
};

/** What a look at the contents gave. Holds nothing secret. */
export interface SecretCheck {
  /**
   * Problems of what is there, `path` = `data["tls.crt"]` and so on. A missing key is none: it depends on the use, see
   * `secretProblems`. An error means that the key can't be used, a warning (an expired certificate) that it is.
   */
  readonly problems: readonly Problem[];
  /** Names of the server certificate, lower case, sorted; without DNS SANs its common name. */
  readonly dnsNames: readonly string[];
  /** First moment at which a certificate of the served chain is no more valid; absent without a certificate. */
  readonly notAfterMs?: number;
  /** E.g. `rsa-2048`, `ec-prime256v1`, `ed25519`; absent without a certificate. */
  readonly keyType?: string;
}

export interface Secret extends SourceObject {
  readonly kind: 'Secret';
  readonly type: string;
  /** PEM text; empty for types that are not kept. Never logged, never traced. */
  readonly data: Readonly<Partial<Record<SecretKey, string>>>;
  /** JSON Web Key Sets (RFC 7517) by key, of Opaque Secrets. */
  readonly jwks?: Readonly<Record<string, string>>;
  /** ACL token for Consul, of Opaque Secrets. Never logged, never traced. */
  readonly consulToken?: string;
  /** Attached by the watcher before the object goes on; absent: not checked. */
  readonly check?: SecretCheck;
}

/** What a Secret is used for. */
export type SecretRole = 'certificate' | 'chain' | 'ca' | 'crl';

const keysOfRole: Readonly<Record<SecretRole, readonly SecretKey[]>> = {
  certificate: ['tls.crt', 'tls.key'],
  chain: ['tls.crt'],
  ca: ['ca.crt'],
  crl: ['crl.pem'],
};

/**
 * What keeps a Secret from one use, or should be known about it: wrong type, missing keys, and what the check found of
 * the keys of this use. It can be used if none of them is an error.
 */
export function secretProblems(secret: Secret, role: SecretRole): readonly Problem[] {
  const object = `Secret/${secret.metadata.namespace}/${secret.metadata.name}`;
  const problem = (path: string, message: string): Problem => ({
    code: 'SecretNotValid',
    severity: 'error',
    object,
    path,
    message,
  });
  if (!secretTypes.includes(secret.type))
    return [problem('type', `found type "${secret.type}"; must be ${secretTypes.join(' or ')}`)];
  const keys = keysOfRole[role];
  const missing = keys.filter((key) => (secret.data[key] ?? '') === '');
  const paths = keys.map(dataPath);
  return [
    ...missing.map((key) => problem(dataPath(key), 'missing or empty')),
    ...(secret.check?.problems ?? []).filter((each) => paths.includes(each.path)),
  ];
}

export function dataPath(key: string): string {
  return `data[${JSON.stringify(key)}]`;
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

export const secretKind: KindDefinition = {
  kind: 'Secret',
  group: '',
  version: 'v1',
  plural: 'secrets',
  namespaced: true,
  secretValues: true,
  dropAnnotations: true,
  fields: object(
    {},
    {
      type: text({ default: 'Opaque' }),
      data: map(text(), {
        rules: [
          {
            expects: 'hold base64 text under every key (`stringData` takes plain text)',
            holds: (data) => Object.values(data).every((value) => base64.test(value.replace(/[\r\n]+/g, ''))),
          },
        ],
      }),
      stringData: map(text()),
    },
    { alsoKnown: ['immutable'] },
  ),
  finish: (fields) => {
    const type = fields.type as string;
    const data: Partial<Record<SecretKey, string>> = {};
    if (secretTypes.includes(type)) {
      const encoded = fields.data as Readonly<Record<string, string>> | undefined;
      const plain = fields.stringData as Readonly<Record<string, string>> | undefined;
      for (const key of secretKeys) {
        const name = [key, ...otherNames[key]].find((each) => plain?.[each] ?? encoded?.[each]) ?? key;
        const text = plain?.[name] ?? decodeBase64(encoded?.[name]);
        if (text !== undefined) data[key] = text;
      }
    }
    const jwks = type === 'Opaque' ? keySets(fields) : {};
    const consulToken = type === 'Opaque' ? tokenOf(fields) : '';
    return { type, data, ...(Object.keys(jwks).length > 0 && { jwks }), ...(consulToken !== '' && { consulToken }) };
  },
};

/** Key under which a Secret has an ACL token for Consul: a name of its own, so that no other token is ever kept. */
export const consulTokenKey = 'consul-token';

function tokenOf({ data, stringData }: Readonly<Record<string, unknown>>): string {
  const encoded = (data as Readonly<Record<string, string>> | undefined)?.[consulTokenKey];
  const plain = (stringData as Readonly<Record<string, string>> | undefined)?.[consulTokenKey];
  return (plain ?? decodeBase64(encoded) ?? '').trim();
}

/** One character a byte; PEM is ASCII. Text that is not base64 was refused before (files) or can't occur (API server). */
function decodeBase64(encoded: string | undefined): string | undefined {
  if (encoded === undefined) return undefined;
  try {
    return atob(encoded);
  } catch {
    return '';
  }
}

/** What holds keys for JWTs may have any name, so it is known by its form; all else is dropped. */
function keySets(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const found: Record<string, string> = {};
  const encoded = fields.data as Readonly<Record<string, string>> | undefined;
  const plain = fields.stringData as Readonly<Record<string, string>> | undefined;
  for (const key of new Set([...Object.keys(encoded ?? {}), ...Object.keys(plain ?? {})])) {
    if ((secretKeys as readonly string[]).includes(key)) continue;
    const text = plain?.[key] ?? decodeBase64(encoded?.[key]) ?? '';
    if (text.includes('"keys"') && isKeySet(text)) found[key] = text;
  }
  return found;
}

function isKeySet(text: string): boolean {
  try {
    const value = JSON.parse(text) as { readonly keys?: unknown } | null;
    return Array.isArray(value?.keys);
  } catch {
    return false;
  }
}
