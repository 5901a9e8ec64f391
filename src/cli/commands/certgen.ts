// `nuncio certgen`: the certificates for mutual TLS between nuncio and its Envoys, as files, as manifests, or straight
// into the cluster. Run again it renews what ends soon and leaves the rest alone.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { messageOf } from '../../model/message-of.ts';
import type { CertificateChange, CertificateSet, CompleteSet, RenewalPolicy } from '../certificates/renew.ts';
import { failWith } from '../fail.ts';
import { parseDurationMs } from '../resolve-settings.ts';

interface Flags {
  readonly pem?: boolean;
  readonly yaml?: string | true;
  readonly cluster?: boolean;
  readonly kubeconfig?: string;
  readonly namespace: string;
  readonly nameSuffix: string;
  readonly lifetime: number;
  readonly caLifetime: number;
  readonly renewBefore: number;
  readonly dnsNames: readonly string[];
  readonly overwrite?: boolean;
}

const dayMs = 24 * 3_600_000;

function days(text: string): number {
  const ms = /^\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * dayMs) : parseDurationMs(text);
  if (ms !== undefined && ms >= 10_000) return ms;
  throw new InvalidArgumentError('It must be a number of days, or a duration such as 36h.');
}

const dnsNames = (text: string, before: readonly string[]): readonly string[] => {
  const names = text.split(',').map((name) => name.trim());
  const odd = names.find((name) => !/^[a-z0-9*]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(name));
  if (odd !== undefined) throw new InvalidArgumentError(`"${odd}" is not a DNS name.`);
  return [...before, ...names];
};

export function addCertgen(program: Command): void {
  program
    .command('certgen')
    .description('make or renew the certificates for mutual TLS between nuncio and its Envoys')
    .argument('[folder]', 'where --pem keeps its files', 'certs')
    .addOption(
      new Option('--pem', 'files ca.crt, ca.key, nuncio.crt, nuncio.key, envoy.crt, envoy.key (the default)').helpGroup(
        'Where to:',
      ),
    )
    .addOption(
      new Option('--yaml [file]', 'manifests of the Secrets; without file to standard output').helpGroup('Where to:'),
    )
    .addOption(new Option('--cluster', 'the Secrets of the namespace, through the API server').helpGroup('Where to:'))
    .addOption(
      new Option(
        '--kubeconfig <file>',
        'else $KUBECONFIG, the service account of the pod, or ~/.kube/config',
      ).helpGroup('Where to:'),
    )
    .addOption(
      new Option('--namespace <name>', 'namespace of nuncio: of the Secrets, and in the names of its certificate')
        .env('NUNCIO_NAMESPACE')
        .default('nuncio')
        .helpGroup('Where to:'),
    )
    .addOption(
      new Option('--name-suffix <text>', 'added to the names of the Secrets, as it is')
        .default('')
        .helpGroup('Where to:'),
    )
    .addOption(
      new Option('--lifetime <days>', 'how long the two certificates are good for')
        .default(365 * dayMs, '365')
        .argParser(days)
        .helpGroup('What:'),
    )
    .addOption(
      new Option('--ca-lifetime <days>', 'how long the CA is')
        .default(3650 * dayMs, '3650')
        .argParser(days)
        .helpGroup('What:'),
    )
    .addOption(
      new Option('--renew-before <days>', 'renew what ends within this time')
        .default(30 * dayMs, '30')
        .argParser(days)
        .helpGroup('What:'),
    )
    .addOption(
      new Option('--dns-names <name,…>', 'further names of nuncio’s certificate')
        .default([], 'none')
        .argParser(dnsNames)
        .helpGroup('What:'),
    )
    .addOption(
      new Option(
        '--overwrite',
        'make everything new; the old CA stays trusted for a day, so nobody is locked out',
      ).helpGroup('What:'),
    )
    .addHelpText(
      'after',
      `
Secrets: nuncio-xds and envoy-xds (ca.crt, tls.crt, tls.key), which the pods mount, and nuncio-xds-ca with the CA’s key.
What is there is kept unless it ends within --renew-before, is damaged, lacks a name, or --overwrite is given. A running
nuncio renews the Secrets by itself: nuncio serve --xds-renew-certificates <namespace>.
If a key has leaked, delete the three Secrets (or files) first: then nothing of the old is trusted any more.

Examples:
  nuncio certgen certs                           six files in ./certs
  nuncio certgen --yaml | kubectl apply -f -     new Secrets, each time
  nuncio certgen --cluster --namespace nuncio    make or renew the Secrets of a cluster

Exit codes: 0 done, or nothing to do; 1 it could not be done; 2 a mistake in the flags.`,
    )
    .action(async (folder: string, flags: Flags) => {
      if (!/^[a-z0-9.-]*$/.test(flags.nameSuffix)) {
        return failWith(`--name-suffix: "${flags.nameSuffix}" can't be part of a Secret's name (a-z, 0-9, - and .)`);
      }
      try {
        await certgen(folder, flags);
      } catch (error) {
        process.stderr.write(`nuncio: ${messageOf(error)}\n`);
        process.exitCode = 1;
      }
    });
}

async function certgen(folder: string, flags: Flags): Promise<void> {
  const [{ renewCertificates, defaultOverlapMs }, { defaultDnsNames, withNames }] = await Promise.all([
    import('../certificates/renew.ts'),
    import('../certificates/names.ts'),
  ]);
  const names = defaultDnsNames(flags.namespace);
  const policy: RenewalPolicy = {
    lifetimeMs: flags.lifetime,
    caLifetimeMs: flags.caLifetime,
    renewBeforeMs: flags.renewBefore,
    overlapMs: defaultOverlapMs(flags.lifetime),
    dnsNames: { ...names, nuncio: withNames(names.nuncio, flags.dnsNames) },
    overwrite: flags.overwrite ?? false,
  };
  const place = { namespace: flags.namespace, suffix: flags.nameSuffix };
  const nowMs = Date.now();
  const toFolder = flags.pem === true || (flags.yaml === undefined && flags.cluster !== true);

  let set: CompleteSet;
  let changes: readonly CertificateChange[];
  if (flags.cluster === true) {
    const [{ createSecretClient }, { renewInCluster }, { clockOrigin, createClock }] = await Promise.all([
      import('../../sources/kubernetes/secret-client.ts'),
      import('../certificates/cluster.ts'),
      import('../../actors/clock.ts'),
    ]);
    const client = createSecretClient({ kubeconfig: flags.kubeconfig, clock: createClock(clockOrigin()) });
    try {
      const done = await renewInCluster(client, place, () => policy, nowMs);
      if (!done.ok) throw new Error(done.message);
      ({ set, changes } = done);
    } finally {
      client.close();
    }
  } else {
    const { readFolder } = await import('../certificates/folder.ts');
    const found: CertificateSet = toFolder ? readFolder(folder) : { leaves: {} };
    const renewal = await renewCertificates(found, policy, nowMs);
    if (!renewal.ok) {
      const files = renewal.foreign.map((name) => `${name}.crt`).join(' and ');
      throw new Error(
        `${resolve(folder)}: ${files} kept, since there is no ca.key to renew with; --overwrite replaces`,
      );
    }
    ({ set, changes } = renewal);
  }

  if (toFolder) {
    const { writeFolder } = await import('../certificates/folder.ts');
    writeFolder(folder, set);
  }
  if (flags.yaml !== undefined) {
    const { secretManifest, secretRoles } = await import('../certificates/secrets.ts');
    const { stringify } = await import('yaml');
    const text = secretRoles.map((role) => stringify(secretManifest(role, set, place))).join('---\n');
    if (flags.yaml === true || flags.yaml === '-') process.stdout.write(text);
    else writeSecretFile(resolve(flags.yaml), text);
  }
  await report(flags, toFolder ? resolve(folder) : undefined, set, changes);
}

async function report(
  flags: Flags,
  folder: string | undefined,
  set: CompleteSet,
  changes: readonly CertificateChange[],
): Promise<void> {
  const { factsOf, readPair } = await import('../certificates/certificate.ts');
  const { secretNameOf, secretRoles } = await import('../certificates/secrets.ts');
  const place = { namespace: flags.namespace, suffix: flags.nameSuffix };
  for (const role of secretRoles) {
    const certificate = readPair(role === 'ca' ? set.ca : set.leaves[role]);
    const ends = certificate === undefined ? '?' : new Date(factsOf(certificate).notAfterMs).toISOString();
    const mine = changes.filter(({ what }) => what === role);
    const said = mine.map(({ kind, reason }) => `${kind === 'trust' ? 'bundle changed' : kind} (${reason})`);
    const where =
      flags.cluster === true
        ? `Secret ${flags.namespace}/${secretNameOf(role, place)}`
        : folder === undefined
          ? `Secret ${secretNameOf(role, place)}`
          : `${folder}/${role}.crt`;
    process.stderr.write(`nuncio: ${where}: ${said.length === 0 ? 'kept' : said.join(', ')}; ends ${ends}\n`);
  }
}

/** By rename, so that a reader never sees half a file; for the owner only. */
function writeSecretFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.new`;
  writeFileSync(temporary, text, { mode: 0o600 });
  renameSync(temporary, file);
}
