// Brings the Secrets of a namespace up to date. Any number of processes may do so at once: each write is made over the
// version that was read, and whoever comes second reads again and finds the work done.
import { describeFailure } from '../../sources/kubernetes/api-client.ts';
import type { ApiFailure } from '../../sources/kubernetes/api-client.ts';
import type { SecretClient, StoredSecret } from '../../sources/kubernetes/secret-client.ts';
import { renewCertificates } from './renew.ts';
import type { CertificateSet, CertificateChange, CompleteSet, LeafName, Renewal, RenewalPolicy } from './renew.ts';
import { manifestIn, nameIn, rolesOf, setFromSecrets, xdsSecrets } from './secrets.ts';
import type { SecretFamily, SecretPlace, SecretRole } from './secrets.ts';

export type ClusterRenewal<L extends string = LeafName> =
  Extract<Renewal<L>, { readonly ok: true }> | { readonly ok: false; readonly message: string };

const maxRounds = 6;

/** `policyFor` sees what is stored, so that a renewal can keep what was chosen when the certificates were made. */
export async function renewInCluster(
  client: SecretClient,
  place: SecretPlace,
  policyFor: (set: CertificateSet) => RenewalPolicy | string,
  nowMs: number,
): Promise<ClusterRenewal> {
  return renewFamily(client, xdsSecrets, place, policyFor, nowMs);
}

/** The same for any set of Secrets. */
export async function renewFamily<L extends string>(
  client: SecretClient,
  family: SecretFamily<L>,
  place: SecretPlace,
  policyFor: (set: CertificateSet<L>) => RenewalPolicy<L> | string,
  nowMs: number,
): Promise<ClusterRenewal<L>> {
  let done: readonly CertificateChange<L>[] = [];
  for (let round = 0; round < maxRounds; round++) {
    const stored = new Map<SecretRole<L>, StoredSecret>();
    // The other way round than they are written: who sees a leaf sees the CA that it comes from.
    for (const role of rolesOf(family).toReversed()) {
      const name = nameIn(family, role, place);
      const answer = await client.read(place.namespace, name);
      if (!answer.ok) return failed('read', name, answer.failure);
      if (answer.value !== null) stored.set(role, answer.value);
    }
    const found = setFromSecrets<L>(
      Object.fromEntries([...stored].map(([role, { data }]) => [role, data])) as Partial<
        Record<SecretRole<L>, Record<string, string>>
      >,
    );
    const chosen = policyFor(found);
    if (typeof chosen === 'string') return { ok: false, message: chosen };
    // What an earlier round has written must not be overwritten again.
    const policy = done.length > 0 ? { ...chosen, overwrite: false } : chosen;
    const renewal = await renewCertificates(found, policy, nowMs);
    if (!renewal.ok) {
      const names = renewal.foreign.map((name) => nameIn(family, name, place)).join(' and ');
      return {
        ok: false,
        message: `${place.namespace}/${names}: kept as it is, since there is no Secret ${nameIn(family, 'ca', place)} with the CA that it comes from; --overwrite replaces it`,
      };
    }
    const { set, changes, nextDueMs, endsMs } = renewal;
    const write = await writeSecrets(client, family, place, set, stored);
    done = [
      ...done,
      ...changes.filter(({ what }) => (what === 'ca' ? write.written.has('ca') : write.written.has(what))),
    ];
    if (write.failure === undefined) return { ok: true, set, changes: done, nextDueMs, endsMs };
    const { role, failure } = write.failure;
    // Somebody else was faster, or deleted it.
    if (failure.kind === 'http' && (failure.status === 409 || failure.status === 404)) continue;
    return failed('write', nameIn(family, role, place), failure);
  }
  return {
    ok: false,
    message: `Secrets of namespace ${place.namespace} changed under each of ${maxRounds} attempts to write them`,
  };

  function failed(verb: string, name: string, failure: ApiFailure): ClusterRenewal<L> {
    return { ok: false, message: `can't ${verb} Secret ${place.namespace}/${name}: ${describeFailure(failure)}` };
  }
}

async function writeSecrets<L extends string>(
  client: SecretClient,
  family: SecretFamily<L>,
  place: SecretPlace,
  set: CompleteSet<L>,
  stored: ReadonlyMap<SecretRole<L>, StoredSecret>,
): Promise<{
  readonly written: ReadonlySet<SecretRole<L>>;
  readonly failure?: { readonly role: SecretRole<L>; readonly failure: ApiFailure };
}> {
  const written = new Set<SecretRole<L>>();
  for (const role of rolesOf(family)) {
    const manifest = manifestIn(family, role, set, place);
    const before = stored.get(role);
    if (before !== undefined && holdsAll(before.data, manifest.data)) continue;
    const answer =
      before === undefined ? await client.create(manifest) : await client.apply(manifest, before.resourceVersion);
    if (!answer.ok) return { written, failure: { role, failure: answer.failure } };
    written.add(role);
  }
  return { written };
}

/** Further keys, such as those that somebody else has added, are none of our business. Ours that must go count. */
function holdsAll(stored: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>): boolean {
  const ours = ['previous.crt', 'previous.key'];
  return (
    Object.entries(wanted).every(([key, value]) => stored[key] === Buffer.from(value, 'base64').toString('utf8')) &&
    ours.every((key) => key in wanted || !(key in stored))
  );
}
