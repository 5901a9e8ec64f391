// A slice of the order of matches with each run of the tests: random Gateways and routes of many ages and namespaces, and
// who answers through a real Envoy. `npm run precedence` is the whole. PRECEDENCE_SEED chooses another seed.
import { runPrecedence } from '../precedence/run.ts';
import { testNeeding } from '../support/skip.ts';

const test = await testNeeding('cluster', 'envoy');

for (const routeDiscovery of ['scoped', 'single'] as const) {
  test.serial(`the rule answers that the specification puts first (${routeDiscovery})`, async (t) => {
    t.timeout(600_000);
    const seed = Number(process.env['PRECEDENCE_SEED'] ?? 3);
    t.log(`npm run precedence -- --seed ${seed} --requests 200${routeDiscovery === 'single' ? ' --single' : ''}`);
    const { findings, contested, requests } = await runPrecedence({ seed, requests: 200, routeDiscovery });
    t.deepEqual(findings, []);
    t.true(contested > requests / 2, `${contested} of ${requests} requests had an order to show`);
  });
}
