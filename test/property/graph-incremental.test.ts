// The law of the graph: whatever changes came in whatever order, with commits wherever, the graph, the encoded resources
// and the statuses equal those of a build from scratch, byte for byte.
import test from 'ava';
import * as fc from 'fast-check';
import { defaultGatewayConfig } from '../../src/model/gateway-config.ts';
import type { SourceObject } from '../../src/model/object.ts';
import { createCore, type Core } from '../support/compile.ts';
import { goodWorld, objectChange, settings } from './graph-objects.ts';

/** All that can be seen from outside, as text. */
function seen(core: Core): string {
  const resources = [...core.resources()].map(([key, { bytes, version, requires }]) => [
    key,
    version,
    requires,
    Buffer.from(bytes).toString('base64'),
  ]);
  return JSON.stringify({ vertices: [...core.vertices()], statuses: [...core.statuses()], resources }, null, 1);
}

const steps = fc.array(fc.tuple(objectChange, fc.boolean()), { minLength: 1, maxLength: 60 });
const start = fc.constantFrom(goodWorld, goodWorld, goodWorld, []);
const runs = Number(process.env.PROPERTY_RUNS ?? 300);

const worlds = [
  { name: 'scoped', routeDiscovery: 'scoped', partsFrom: undefined },
  { name: 'scoped, hosts in parts', routeDiscovery: 'scoped', partsFrom: 2 },
  { name: 'single', routeDiscovery: 'single', partsFrom: undefined },
] as const;

for (const { name, routeDiscovery, partsFrom } of worlds) {
  test(`an incremental build equals one from scratch (${name})`, (t) => {
    fc.assert(
      fc.property(
        start,
        steps,
        fc.boolean(),
        fc.constantFrom(undefined, undefined, { namespace: 'a', name: 'g0' }),
        fc.infiniteStream(fc.nat()),
        (first, steps, enableExternalNameService, ref, random) => {
          const config = {
            ...settings,
            enableExternalNameService,
            ...(partsFrom !== undefined && { partsFrom }),
            ...(ref && { gateway: { ...defaultGatewayConfig, ref } }),
          };
          const incremental = createCore(config, routeDiscovery);
          const objects = new Map<string, SourceObject>();
          for (const [{ key, object }, commit] of [...first.map((each) => [each, false] as const), ...steps]) {
            if (object) objects.set(key, object);
            else objects.delete(key);
            incremental.set(key, object);
            if (commit) incremental.commit();
          }
          incremental.commit();

          const scratch = createCore(config, routeDiscovery);
          for (const [key, object] of shuffled([...objects], random)) scratch.set(key, object);
          scratch.commit();
          t.deepEqual(scratch.failures(), []);
          t.deepEqual(incremental.failures(), []);
          if (seen(incremental) !== seen(scratch)) t.is(seen(incremental), seen(scratch));
        },
      ),
      { numRuns: runs },
    );
    t.pass();
  });
}

function shuffled<T>(values: readonly T[], random: Iterable<number>): T[] {
  const result = [...values];
  const numbers = random[Symbol.iterator]();
  for (let i = result.length - 1; i > 0; i--) {
    const j = (numbers.next().value as number) % (i + 1);
    [result[i], result[j]] = [result[j]!, result[i]!];
  }
  return result;
}
