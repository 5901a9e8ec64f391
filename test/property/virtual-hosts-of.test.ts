// What is found by name is what a look at all virtual hosts finds.
import test from 'ava';
import * as fc from 'fast-check';
import { createEngine } from '../../src/dag/engine.ts';
import { createUnitKinds } from '../../src/dag/processors/index.ts';
import { verticesOf } from '../../src/dag/snapshot.ts';
import { vertexKey, type VirtualHost } from '../../src/dag/vertices.ts';
import { virtualHostsOf } from '../../src/dag/virtual-hosts-of.ts';
import { defaultCompileConfig } from '../support/compile.ts';
import { goodWorld, objectChange } from './graph-objects.ts';

test('virtual hosts by name', (t) => {
  fc.assert(
    fc.property(fc.array(objectChange, { maxLength: 30 }), (changes) => {
      const engine = createEngine(createUnitKinds(defaultCompileConfig));
      for (const { key, object } of [...goodWorld, ...changes])
        if (!key.startsWith('EndpointSlice/')) engine.set(key, object);
      engine.commit();
      const snapshot = engine.snapshot();
      const all = [...verticesOf(snapshot, ['VirtualHost'])].map(([, vertex]) => vertex as VirtualHost);
      for (const host of new Set(all.map((each) => each.host))) {
        t.deepEqual(
          virtualHostsOf(snapshot, host).map(vertexKey).sort(),
          all
            .filter((each) => each.host === host)
            .map(vertexKey)
            .sort(),
        );
      }
    }),
    { numRuns: Number(process.env.PROPERTY_RUNS ?? 60) },
  );
  t.pass();
});
