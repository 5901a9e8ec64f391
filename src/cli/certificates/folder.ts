// The set of certificates as PEM files in one folder: ca.crt (all CAs to trust, the newest first), nuncio.crt, envoy.crt,
// their keys, and the CA's (ca.key; previous-ca.key while a CA is being replaced). Keys are readable by their owner only.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { splitBundle } from './certificate.ts';
import { leafNames } from './renew.ts';
import type { CertificateSet, CompleteSet, LeafEntry, LeafName } from './renew.ts';

export function readFolder(folder: string): CertificateSet {
  const bundle = readText(join(folder, 'ca.crt')) ?? '';
  const [certificate = '', previousCertificate = ''] = splitBundle(bundle);
  const leaves: Partial<Record<LeafName, LeafEntry>> = {};
  for (const name of leafNames) {
    const leaf = readText(join(folder, `${name}.crt`));
    if (leaf === undefined) continue;
    leaves[name] = { certificate: leaf, key: readText(join(folder, `${name}.key`)) ?? '', bundle };
  }
  const key = readText(join(folder, 'ca.key'));
  if (key === undefined) return { leaves };
  const previousKey = readText(join(folder, 'previous-ca.key'));
  return {
    ca: {
      certificate,
      key,
      ...(previousKey === undefined ? {} : { previous: { certificate: previousCertificate, key: previousKey } }),
    },
    leaves,
  };
}

export function writeFolder(folder: string, { ca, leaves }: CompleteSet): void {
  mkdirSync(folder, { recursive: true });
  writeText(join(folder, 'ca.key'), ca.key, 0o600);
  if (ca.previous) writeText(join(folder, 'previous-ca.key'), ca.previous.key, 0o600);
  else rmSync(join(folder, 'previous-ca.key'), { force: true });
  writeText(join(folder, 'ca.crt'), leaves.nuncio.bundle, 0o644);
  for (const name of leafNames) {
    // nuncio reads again only what fits together, so the moment between these two does no harm.
    writeText(join(folder, `${name}.key`), leaves[name].key, 0o600);
    writeText(join(folder, `${name}.crt`), leaves[name].certificate, 0o644);
  }
}

/** By rename, so that a reader never sees half a file. */
function writeText(file: string, text: string, mode: number): void {
  const temporary = `${file}.new`;
  rmSync(temporary, { force: true });
  writeFileSync(temporary, text, { mode });
  renameSync(temporary, file);
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
