// Which file gives which object. Every file claims the objects that it holds; of several claims to one key the first
// by path counts, the others wait for it to go. A claim that is about to end (`leaving`: the file is gone, or no longer
// holds the object) still counts while there is no other, so that an object can move between files without a gap.
// Pure state: claims in, changes and duplicates out.
import equal from 'fast-deep-equal';
import type { ObjectKey, SourceObject } from '../../model/object.ts';

export interface Claim {
  readonly object: SourceObject;
  readonly leaving: boolean;
}

export interface ClaimChanges {
  readonly upserts: readonly SourceObject[];
  readonly removals: readonly ObjectKey[];
  /** Files whose duplicates may have changed. */
  readonly files: ReadonlySet<string>;
}

export interface Duplicate {
  readonly key: ObjectKey;
  readonly object: SourceObject;
  /** The file whose object counts. */
  readonly winner: string;
}

export interface Claims {
  /** Replaces the claims of a file; an empty map ends them. */
  set(file: string, claims: ReadonlyMap<ObjectKey, Claim>): ClaimChanges;
  /** What this file claims in vain. */
  duplicatesOf(file: string): readonly Duplicate[];
}

export function createClaims(): Claims {
  const byKey = new Map<ObjectKey, Map<string, Claim>>();
  const byFile = new Map<string, ReadonlyMap<ObjectKey, Claim>>();
  const delivered = new Map<ObjectKey, SourceObject>();

  const winnerOf = (key: ObjectKey): readonly [file: string, claim: Claim] | undefined => {
    const current = delivered.get(key)?.source;
    const file = current?.kind === 'filesystem' ? current.file : '';
    let best: readonly [string, Claim] | undefined;
    for (const candidate of byKey.get(key) ?? []) if (!best || comesBefore(candidate, best, file)) best = candidate;
    return best;
  };

  return {
    set(file, claims) {
      const touched = new Set([...claims.keys(), ...(byFile.get(file)?.keys() ?? [])]);
      if (claims.size > 0) byFile.set(file, claims);
      else byFile.delete(file);
      const upserts: SourceObject[] = [];
      const removals: ObjectKey[] = [];
      const files = new Set([file]);
      for (const key of touched) {
        const ofKey = byKey.get(key) ?? new Map<string, Claim>();
        const claim = claims.get(key);
        if (claim) ofKey.set(file, claim);
        else ofKey.delete(file);
        if (ofKey.size > 0) byKey.set(key, ofKey);
        else byKey.delete(key);
        for (const other of ofKey.keys()) files.add(other);
        const winner = winnerOf(key)?.[1].object;
        const current = delivered.get(key);
        if (!winner) {
          if (current) removals.push(key);
          delivered.delete(key);
        } else if (!current || !isSame(current, winner)) {
          upserts.push(winner);
          delivered.set(key, winner);
        }
      }
      return { upserts, removals, files };
    },
    duplicatesOf(file) {
      const duplicates: Duplicate[] = [];
      for (const [key, claim] of byFile.get(file) ?? []) {
        if (claim.leaving || (byKey.get(key)?.size ?? 0) < 2) continue;
        const winner = winnerOf(key);
        if (winner && winner[0] !== file) duplicates.push({ key, object: claim.object, winner: winner[0] });
      }
      return duplicates;
    },
  };
}

/** Between claims that are all about to end, the one in use stays. */
function comesBefore(
  [fileA, a]: readonly [string, Claim],
  [fileB, b]: readonly [string, Claim],
  fileInUse: string,
): boolean {
  if (a.leaving !== b.leaving) return b.leaving;
  if (a.leaving && (fileA === fileInUse || fileB === fileInUse)) return fileA === fileInUse;
  return fileA < fileB;
}

/** The version of a file's object is its content. A new line number alone is no change. */
function isSame(a: SourceObject, b: SourceObject): boolean {
  return (
    a.metadata.resourceVersion === b.metadata.resourceVersion &&
    a.source.kind === 'filesystem' &&
    b.source.kind === 'filesystem' &&
    a.source.file === b.source.file &&
    equal(a.problems, b.problems)
  );
}
