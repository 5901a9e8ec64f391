// A slice of the fuzzer with each run of the tests: random objects of every kind, good and broken, through a real Envoy.
// `npm run fuzz` is the whole. From another seed each time (FUZZ_SEED chooses one).
import { startFuzzedEnvoy } from '../fuzz/envoy.ts';
import { runFuzz } from '../fuzz/run.ts';
import { testNeeding } from '../support/skip.ts';

const test = await testNeeding('envoy');

for (const routeDiscovery of ['scoped', 'single'] as const) {
  test(`nothing throws, nothing else changes, and Envoy refuses nothing (${routeDiscovery})`, async (t) => {
    t.timeout(600_000);
    const seed = Number(process.env['FUZZ_SEED'] ?? (Date.now() % 1_000_000) + 1);
    t.log(`npm run fuzz -- --seed ${seed} --objects 25${routeDiscovery === 'single' ? ' --single' : ''}`);
    const fuzzed = await startFuzzedEnvoy();
    t.teardown(async () => fuzzed.stop());
    const { findings, made, accepted } = await Promise.race([
      runFuzz({ seed, objects: 25, routeDiscovery, envoy: fuzzed.server, batch: 25, step: 5 }),
      fuzzed.failed,
    ]);
    t.deepEqual(findings, []);
    t.true(accepted > made / 4, `${accepted} of ${made} were valid`);
  });
}
