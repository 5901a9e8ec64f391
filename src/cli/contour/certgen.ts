// Contour's `certgen`: one CA and the certificates of control plane and Envoys, under Contour's names, as PEM files, as
// manifests, or straight into the cluster. The CA's key is thrown away, so all of a set are made together or not at all.
// (`nuncio certgen` keeps the key and renews.)
import { mkdirSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../model/message-of.ts';
import type { SecretClient, SecretManifest } from '../../sources/kubernetes/secret-client.ts';
import type { KeyPairPem } from '../certificates/certificate.ts';
import type { Flag, ParsedFlags } from './flags.ts';

export const certgenFlags: readonly Flag[] = [
  {
    name: 'certificate-lifetime',
    type: 'integer',
    default: '365',
    help: 'how many days the certificates are good for',
  },
  { name: 'incluster', type: 'boolean', help: 'use the service account of the pod' },
  {
    name: 'kubeconfig',
    type: 'text',
    help: 'kubeconfig file; else $KUBECONFIG, the service account, or ~/.kube/config',
  },
  {
    name: 'namespace',
    type: 'text',
    default: 'projectcontour',
    environment: 'CONTOUR_NAMESPACE',
    help: 'of the Secrets, and in the names of the certificates',
  },
  { name: 'kube', type: 'boolean', help: 'make the Secrets of the cluster' },
  { name: 'yaml', type: 'boolean', help: 'write manifests of the Secrets' },
  { name: 'pem', type: 'boolean', help: 'write PEM files' },
  { name: 'overwrite', type: 'boolean', help: 'replace Secrets and files that are there' },
  {
    name: 'secrets-format',
    type: 'text',
    default: 'legacy',
    help: 'compact: the CA is in the Secrets contourcert and envoycert; legacy: also in one of its own, cacert',
  },
  { name: 'secrets-name-suffix', type: 'text', help: 'added to the names of the Secrets, as it is' },
];

export type SecretsFormat = 'legacy' | 'compact';

export interface ContourCertificates {
  /** PEM; its key is gone. */
  readonly ca: string;
  readonly contour: KeyPairPem;
  readonly envoy: KeyPairPem;
}

const dayMs = 24 * 3_600_000;

/** All new. `nowMs`: when they are made; the CA lasts as long as they do. */
export async function makeContourCertificates(
  namespace: string,
  lifetimeMs: number,
  nowMs: number,
): Promise<ContourCertificates> {
  const { issueLeaf, makeCa } = await import('../certificates/certificate.ts');
  const ca = await makeCa({ nowMs, lifetimeMs });
  const leaf = (service: string) =>
    issueLeaf(ca, {
      nowMs,
      lifetimeMs,
      dnsNames: ['', `.${namespace}`, `.${namespace}.svc`, `.${namespace}.svc.cluster.local`].map(
        (suffix) => service + suffix,
      ),
    });
  return { ca: ca.certificate, contour: await leaf('contour'), envoy: await leaf('envoy') };
}

/** File name → content. */
export function contourPemFiles({ ca, contour, envoy }: ContourCertificates): Readonly<Record<string, string>> {
  return {
    'cacert.pem': ca,
    'contourcert.pem': contour.certificate,
    'contourkey.pem': contour.key,
    'envoycert.pem': envoy.certificate,
    'envoykey.pem': envoy.key,
  };
}

export function contourSecrets(
  { ca, contour, envoy }: ContourCertificates,
  namespace: string,
  suffix: string,
  format: SecretsFormat,
): readonly SecretManifest[] {
  const secret = (name: string, type: string, texts: Readonly<Record<string, string>>): SecretManifest => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: name + suffix, namespace, labels: { app: 'contour' } },
    type,
    data: Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [key, Buffer.from(text, 'utf8').toString('base64')]),
    ),
  });
  const leaf = (name: string, { certificate, key }: KeyPairPem) =>
    secret(name, 'kubernetes.io/tls', {
      ...(format === 'compact' && { 'ca.crt': ca }),
      'tls.crt': certificate,
      'tls.key': key,
    });
  return [
    ...(format === 'legacy' ? [secret('cacert', 'Opaque', { 'cacert.pem': ca })] : []),
    leaf('contourcert', contour),
    leaf('envoycert', envoy),
  ];
}

/** Mistakes; none: all is done, and was said on standard error. */
export async function contourCertgen(flags: ParsedFlags): Promise<readonly string[]> {
  const { values, positionals } = flags;
  const mistakes = [...flags.mistakes];
  const folder = positionals[0] ?? 'certs';
  for (const extra of positionals.slice(1)) mistakes.push(`unexpected argument ${extra}`);
  const format = values['secrets-format'] as string;
  if (format !== 'legacy' && format !== 'compact')
    mistakes.push(`--secrets-format: "${format}" is neither legacy nor compact`);
  const days = values['certificate-lifetime'] as number;
  if (days < 1) mistakes.push(`--certificate-lifetime: ${days} is not at least one day`);
  if (mistakes.length > 0) return mistakes;

  const namespace = values['namespace'] as string;
  const overwrite = values['overwrite'] === true;
  const made = await makeContourCertificates(namespace, days * dayMs, Date.now());
  const suffix = (values['secrets-name-suffix'] as string | undefined) ?? '';
  const secrets = contourSecrets(made, namespace, suffix, format as SecretsFormat);
  const say = (line: string) => process.stderr.write(`nuncio-contour: ${line}\n`);
  if (values['pem'] !== true && values['yaml'] !== true && values['kube'] !== true)
    say('nothing is written: give --pem, --yaml or --kube');

  if (values['pem'] === true) mistakes.push(...writeFiles(folder, contourPemFiles(made), overwrite));
  if (values['yaml'] === true) {
    const { stringify } = await import('yaml');
    const files = Object.fromEntries(secrets.map((each) => [`${each.metadata.name}.yaml`, stringify(each)]));
    mistakes.push(...writeFiles(folder, files, overwrite));
  }
  if (values['kube'] === true) {
    const [{ createSecretClient }, { clockOrigin, createClock }] = await Promise.all([
      import('../../sources/kubernetes/secret-client.ts'),
      import('../../actors/clock.ts'),
    ]);
    const kubeconfig = values['incluster'] === true ? undefined : (values['kubeconfig'] as string | undefined);
    const client = createSecretClient({ kubeconfig, clock: createClock(clockOrigin()) });
    try {
      const { said, mistake } = await writeSecrets(client, secrets, overwrite);
      said.forEach(say);
      if (mistake !== undefined) mistakes.push(mistake);
    } finally {
      client.close();
    }
  }
  return mistakes;
}

/** None is written if one is there and must not be replaced. */
function writeFiles(folder: string, files: Readonly<Record<string, string>>, overwrite: boolean): readonly string[] {
  const there = overwrite ? [] : Object.keys(files).filter((name) => existsSync(join(folder, name)));
  if (there.length > 0) return [`${folder}: ${there.join(', ')} kept, nothing is written; --overwrite replaces`];
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, content] of Object.entries(files)) {
      // By rename, so that a reader never sees half a file; for the owner only.
      writeFileSync(join(folder, `${name}.new`), content, { mode: 0o600 });
      renameSync(join(folder, `${name}.new`), join(folder, name));
    }
  } catch (error) {
    return [`${folder}: ${messageOf(error)}`];
  }
  return [];
}

/** Secrets that are there stay, unless all are replaced: what comes of two CAs doesn't fit together. */
export async function writeSecrets(
  client: SecretClient,
  secrets: readonly SecretManifest[],
  overwrite: boolean,
): Promise<{ readonly said: readonly string[]; readonly mistake?: string }> {
  const { describeFailure } = await import('../../sources/kubernetes/api-client.ts');
  const nameOf = ({ metadata: { namespace, name } }: SecretManifest) => `${namespace}/${name}`;
  const versions = new Map<string, string>();
  for (const secret of secrets) {
    const answer = await client.read(secret.metadata.namespace, secret.metadata.name);
    if (!answer.ok)
      return { said: [], mistake: `can't read Secret ${nameOf(secret)}: ${describeFailure(answer.failure)}` };
    if (answer.value !== null) versions.set(nameOf(secret), answer.value.resourceVersion);
  }
  const isThere = (secret: SecretManifest) => versions.has(nameOf(secret));
  if (!overwrite && secrets.some(isThere)) {
    const kept = secrets.filter(isThere).map((secret) => `Secret ${nameOf(secret)}: kept; --overwrite replaces it`);
    const missing = secrets.filter((secret) => !isThere(secret)).map(nameOf);
    if (missing.length === 0) return { said: kept };
    const mistake = `${missing.join(', ')}: not made, since the others come from another CA, which would not fit; --overwrite makes all new`;
    return { said: kept, mistake };
  }
  const said: string[] = [];
  for (const secret of secrets) {
    const version = versions.get(nameOf(secret));
    const answer = await (version === undefined ? client.create(secret) : client.apply(secret, version));
    if (!answer.ok)
      return { said, mistake: `can't write Secret ${nameOf(secret)}: ${describeFailure(answer.failure)}` };
    said.push(`Secret ${nameOf(secret)}: ${version === undefined ? 'made' : 'replaced'}`);
  }
  return { said };
}
