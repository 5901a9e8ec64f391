// Which file gives which object, for every order of changes.
import test from 'ava';
import fc from 'fast-check';
import type { SourceObject } from '../../../../src/model/object.ts';
import { createClaims, type Claim } from '../../../../src/sources/filesystem/claims.ts';

const keys = ['Service/d/a', 'Service/d/b', 'Service/d/c'];
const files = ['1.yaml', '2.yaml', '3.yaml'];

function object(file: string, key: string, version: string): SourceObject {
  const metadata = { name: key.at(-1) ?? '', namespace: 'd', uid: '', generation: 0, creationTimestamp: '' };
  return {
    kind: 'Service',
    apiVersion: 'v1',
    metadata: { ...metadata, resourceVersion: version, labels: {}, annotations: {} },
    source: { kind: 'filesystem', file, line: 1 },
  };
}

/** What one file holds after one change. */
const step = fc.record({
  file: fc.constantFrom(...files),
  held: fc.dictionary(
    fc.constantFrom(...keys),
    fc.record({ version: fc.constantFrom('x', 'y'), leaving: fc.boolean() }),
  ),
});

test('for every sequence of changes: told is what counts, nothing is told twice, and nobody leaves before the last', (t) => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const claims = createClaims();
      const now = new Map<string, Map<string, Claim>>();
      const told = new Map<string, SourceObject>();
      for (const { file, held } of steps) {
        const of = new Map(
          Object.entries(held).map(([key, { version, leaving }]) => [
            key,
            { object: object(file, key, version), leaving },
          ]),
        );
        now.set(file, of);
        const { upserts, removals } = claims.set(file, of);
        for (const each of upserts) {
          const key = `Service/d/${each.metadata.name}`;
          t.notDeepEqual(told.get(key), each);
          told.set(key, each);
        }
        for (const key of removals) t.true(told.delete(key));
        for (const key of keys) {
          const claimants = files.filter((name) => now.get(name)?.has(key));
          const staying = claimants.filter((name) => now.get(name)?.get(key)?.leaving === false);
          const winner = told.get(key);
          if (claimants.length === 0) {
            t.is(winner, undefined);
            continue;
          }
          const { source } = winner ?? t.fail('a claimed object is there');
          if (source.kind !== 'filesystem') throw new Error('not from a file');
          const [first] = staying;
          if (first !== undefined) t.is(source.file, first);
          else t.true(claimants.includes(source.file));
          t.is(winner?.metadata.resourceVersion, now.get(source.file)?.get(key)?.object.metadata.resourceVersion);
          for (const name of staying.slice(1)) t.true(claims.duplicatesOf(name).some((each) => each.key === key));
        }
      }
    }),
    { numRuns: 300 },
  );
});
