// What becomes of a set of xDS certificates now: which are kept, renewed, or made. In: the set as stored, times, the
// present. Out: the set as it should be, what changed and why, and when to look again. No clock, no storage.
//
// A leaf is renewed by the CA that is there. A CA is replaced with overlap, so that no side ever meets a certificate
// that it doesn't trust, however late (up to `overlapMs`) it reads its files again:
//   1. introduce: the new CA joins the bundle that everyone trusts; the CA before goes on signing;
//   2. switch, `overlapMs` later: all leaves are issued anew by the new CA;
//   3. retire, `overlapMs` after that: the CA before leaves the bundle.
// The stage is read from the certificates themselves, so whoever runs this next (another replica, certgen) goes on.
import { factsOf, isSignedBy, issueLeaf, makeCa, readPair } from './certificate.ts';
import type { KeyPairPem } from './certificate.ts';
import type { X509Certificate } from 'node:crypto';

/** `L`: the names of the leaves; by default those of xDS. */
export interface CertificateSet<L extends string = LeafName> {
  /** Absent: there is none. */
  readonly ca?: CaEntry;
  readonly leaves: Readonly<Partial<Record<L, LeafEntry>>>;
}

export type LeafName = 'nuncio' | 'envoy';
export const leafNames: readonly LeafName[] = ['nuncio', 'envoy'];

export interface CaEntry extends KeyPairPem {
  /** The CA before, while it is being replaced. */
  readonly previous?: KeyPairPem;
}

export interface LeafEntry extends KeyPairPem {
  /** PEM of all CAs that the holder of this leaf trusts. */
  readonly bundle: string;
}

export interface RenewalPolicy<L extends string = LeafName> {
  readonly lifetimeMs: number;
  readonly caLifetimeMs: number;
  /** A leaf is renewed when it has less than this left, or less than a third of `lifetimeMs` if that is shorter. */
  readonly renewBeforeMs: number;
  /** Within this time every holder has read changed files. */
  readonly overlapMs: number;
  readonly dnsNames: Readonly<Record<L, readonly string[]>>;
  /** Begins the names of CAs that are made; absent: `nuncio xDS CA`. */
  readonly caName?: string;
  /** New leaves whatever is left of the old ones, and a new CA. */
  readonly overwrite: boolean;
}

export interface CertificateChange<L extends string = LeafName> {
  readonly what: 'ca' | L;
  /** `trust`: only the bundle of trusted CAs has changed. */
  readonly kind: 'made' | 'renewed' | 'trust' | 'retired';
  readonly reason: string;
}

export type Renewal<L extends string = LeafName> =
  | {
      readonly ok: true;
      readonly set: CompleteSet<L>;
      readonly changes: readonly CertificateChange<L>[];
      /** When the next change is due; the present or earlier if something could not be done yet. */
      readonly nextDueMs: number;
      /** When the first leaf ends. */
      readonly endsMs: number;
    }
  /** There are leaves that no CA of ours has signed: somebody else looks after them. */
  | { readonly ok: false; readonly foreign: readonly L[] };

export interface CompleteSet<L extends string = LeafName> extends CertificateSet<L> {
  readonly ca: CaEntry;
  readonly leaves: Readonly<Record<L, LeafEntry>>;
}

interface Authority extends KeyPairPem {
  readonly parsed: X509Certificate;
  readonly issuedAtMs: number;
  readonly notAfterMs: number;
}

const dayMs = 24 * 3_600_000;

/** Within a day every kubelet and every process has read a changed Secret. */
export function defaultOverlapMs(lifetimeMs: number): number {
  return Math.min(dayMs, lifetimeMs / 10);
}

/** The leaves are those of `policy.dnsNames`. */
export async function renewCertificates<L extends string = LeafName>(
  set: CertificateSet<L>,
  policy: RenewalPolicy<L>,
  nowMs: number,
): Promise<Renewal<L>> {
  const leafNames = Object.keys(policy.dnsNames) as L[];
  const { lifetimeMs, caLifetimeMs, overlapMs, overwrite } = policy;
  const renewBeforeMs = Math.min(policy.renewBeforeMs, lifetimeMs / 3);
  // A leaf that is issued now must not be cut short by its CA.
  const caRenewBeforeMs = Math.min(lifetimeMs + renewBeforeMs + overlapMs, caLifetimeMs / 3);
  const changes: CertificateChange<L>[] = [];

  const present = leafNames.filter((name) => set.leaves[name] !== undefined);
  if (set.ca === undefined && present.length > 0 && !overwrite) return { ok: false, foreign: present };

  let current = set.ca === undefined ? undefined : authority(set.ca);
  let previous = set.ca?.previous === undefined ? undefined : authority(set.ca.previous);
  if (previous !== undefined && previous.notAfterMs <= nowMs) {
    changes.push({ what: 'ca', kind: 'retired', reason: 'the CA before has ended' });
    previous = undefined;
  }

  if (current === undefined || current.notAfterMs <= nowMs) {
    const reason = set.ca === undefined ? 'there was none' : current === undefined ? 'it was damaged' : 'it had ended';
    current = await newAuthority();
    changes.push({ what: 'ca', kind: 'made', reason });
  } else if (previous === undefined && (overwrite || current.notAfterMs - nowMs < caRenewBeforeMs)) {
    previous = current;
    current = await newAuthority();
    const reason = overwrite ? 'asked to' : `the one before ends ${day(previous.notAfterMs)}`;
    changes.push({ what: 'ca', kind: 'renewed', reason });
  }

  const switchAtMs = current.issuedAtMs + overlapMs;
  const signer = previous !== undefined && nowMs < switchAtMs ? previous : current;
  const leaves: Partial<Record<L, LeafEntry & { readonly facts: ReturnType<typeof factsOf> }>> = {};
  for (const name of leafNames) {
    const entry = set.leaves[name];
    const parsed = entry === undefined ? undefined : readPair(entry);
    const reason = issueReason(name, entry, parsed);
    if (entry !== undefined && parsed !== undefined && reason === undefined) {
      leaves[name] = { ...entry, facts: factsOf(parsed) };
      continue;
    }
    const made = await issueLeaf(signer, { nowMs, lifetimeMs, dnsNames: policy.dnsNames[name] });
    changes.push({ what: name, kind: entry === undefined ? 'made' : 'renewed', reason: reason ?? '' });
    leaves[name] = { ...made, bundle: '', facts: factsOf(readPair(made)!) };
  }

  if (previous !== undefined && nowMs >= retireAtMs()) {
    changes.push({ what: 'ca', kind: 'retired', reason: 'every certificate comes from the new one' });
    previous = undefined;
  }
  const bundle = current.certificate + (previous?.certificate ?? '');
  for (const name of leafNames) {
    const entry = leaves[name]!;
    if (set.leaves[name]?.bundle !== bundle && !changes.some(({ what }) => what === name)) {
      changes.push({ what: name, kind: 'trust', reason: previous ? 'a new CA is introduced' : 'the CA is another' });
    }
    leaves[name] = { ...entry, bundle };
  }

  const ends = leafNames.map((name) => leaves[name]!.facts.notAfterMs);
  const due = [Math.min(...ends) - renewBeforeMs, current.notAfterMs - caRenewBeforeMs];
  if (previous !== undefined) due.push(signer === previous ? switchAtMs : retireAtMs());
  const plainLeaf = ({ certificate, key, bundle }: LeafEntry): LeafEntry => ({ certificate, key, bundle });
  return {
    ok: true,
    set: {
      ca: { ...plainPair(current), ...(previous ? { previous: plainPair(previous) } : {}) },
      leaves: Object.fromEntries(leafNames.map((name) => [name, plainLeaf(leaves[name]!)])) as Record<L, LeafEntry>,
    },
    changes,
    nextDueMs: Math.min(...due),
    endsMs: Math.min(...ends),
  };

  async function newAuthority(): Promise<Authority> {
    return authority(await makeCa({ nowMs, lifetimeMs: caLifetimeMs, name: policy.caName }))!;
  }

  /** Never, as long as a leaf comes from the CA before. */
  function retireAtMs(): number {
    let atMs = switchAtMs + overlapMs;
    for (const name of leafNames) {
      const leaf = leaves[name]!;
      if (!isSignedBy(readPair(leaf)!, current!.parsed)) return previous!.notAfterMs;
      atMs = Math.max(atMs, leaf.facts.issuedAtMs + overlapMs);
    }
    return atMs;
  }

  function issueReason(name: L, entry: LeafEntry | undefined, parsed: X509Certificate | undefined): string | undefined {
    if (entry === undefined) return 'there was none';
    if (parsed === undefined) return 'it was damaged, or its key did not fit';
    if (overwrite) return 'asked to';
    const facts = factsOf(parsed);
    const missing = policy.dnsNames[name].filter((wanted) => !facts.dnsNames.includes(wanted));
    if (missing.length > 0) return `it lacked the name ${missing.join(', ')}`;
    if (!isSignedBy(parsed, current!.parsed)) {
      if (previous === undefined || !isSignedBy(parsed, previous.parsed)) return 'its CA was another';
      if (signer !== previous) return 'its CA is being replaced';
    }
    const leftMs = facts.notAfterMs - nowMs;
    if (leftMs > renewBeforeMs) return undefined;
    // A CA that ends soon itself can't give more; its own renewal is due.
    const gainMs = Math.min(nowMs + lifetimeMs, signer.notAfterMs) - facts.notAfterMs;
    return gainMs > lifetimeMs / 20 ? `it ended ${day(facts.notAfterMs)}` : undefined;
  }
}

/** How long the leaf or CA was made for; undefined if it can't be read. */
export function lifetimeOf(pair: KeyPairPem | undefined): number | undefined {
  const parsed = pair === undefined ? undefined : readPair(pair);
  if (parsed === undefined) return undefined;
  const { issuedAtMs, notAfterMs } = factsOf(parsed);
  return notAfterMs - issuedAtMs;
}

function authority(pair: KeyPairPem): Authority | undefined {
  const parsed = readPair(pair);
  if (parsed === undefined || !parsed.ca) return undefined;
  const { issuedAtMs, notAfterMs } = factsOf(parsed);
  return { ...plainPair(pair), parsed, issuedAtMs, notAfterMs };
}

function plainPair({ certificate, key }: KeyPairPem): KeyPairPem {
  return { certificate, key };
}

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
