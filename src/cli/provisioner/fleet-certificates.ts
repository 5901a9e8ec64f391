// The client certificates of Gateways' Envoys: each fleet has one of its own, which is good for its node.cluster alone.
// In: the Secret with nuncio's CA, the certificate that a fleet has. Out: that one as long as it will do, else a new one.
// The stages in which a CA is replaced are those of src/cli/certificates/renew.ts.
import type { X509Certificate } from 'node:crypto';
import { factsOf, isSignedBy, issueLeaf, readPair } from '../certificates/certificate.ts';
import { defaultOverlapMs } from '../certificates/renew.ts';
import type { CaEntry } from '../certificates/renew.ts';
import type { FleetCertificate } from './plan.ts';

const dayMs = 24 * 3_600_000;
const lifetimeMs = 365 * dayMs;
const renewBeforeMs = 30 * dayMs;

/** `identity`: the URI name in it. `known`: what the fleet has. */
export async function fleetCertificate(
  ca: CaEntry,
  identity: string,
  known: FleetCertificate | undefined,
  nowMs: number,
): Promise<FleetCertificate | { readonly mistake: string }> {
  const current = readPair(ca);
  const previous = ca.previous === undefined ? undefined : readPair(ca.previous);
  if (current === undefined) return { mistake: 'its certificate and key can’t be read or do not fit' };
  const bundle = ca.certificate + (ca.previous?.certificate ?? '');
  const isSwitched = nowMs >= factsOf(current).issuedAtMs + defaultOverlapMs(lifetimeMs);
  const signer = previous === undefined || ca.previous === undefined || isSwitched ? ca : ca.previous;
  if (known !== undefined && isGood(known)) return { ...known, bundle };
  return { ...(await issueLeaf(signer, { nowMs, lifetimeMs, dnsNames: [], uris: [identity] })), bundle };

  function isGood(has: FleetCertificate): boolean {
    const leaf = readPair(has);
    if (leaf === undefined || !hasName(leaf, identity)) return false;
    const bySigner = signer === ca ? current : previous;
    if (bySigner === undefined || !isSignedBy(leaf, bySigner)) return false;
    // A CA that ends soon itself can't give more.
    const gainMs = Math.min(nowMs + lifetimeMs, factsOf(bySigner).notAfterMs) - factsOf(leaf).notAfterMs;
    return factsOf(leaf).notAfterMs - nowMs > renewBeforeMs || gainMs < dayMs;
  }
}

function hasName(leaf: X509Certificate, identity: string): boolean {
  return (leaf.subjectAltName ?? '').split(', ').includes(`URI:${identity}`);
}
