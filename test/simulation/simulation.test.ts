// A slice of the simulation with every run of the tests, from another seed each time (SIMULATION_SEED chooses one). On a busy
// machine the slice is shorter, never slower.
import test from 'ava';
import { plantedBugs } from './planted.ts';
import { runSeed } from './run.ts';

const first = Number(process.env['SIMULATION_SEED'] ?? Date.now() % 1_000_000_000);
const seeds = Number(process.env['SIMULATION_SEEDS'] ?? 60);
const budgetMs = 25_000;

test('control planes, Envoys and an API server in trouble agree once it is quiet', async (t) => {
  const endMs = Date.now() + budgetMs;
  let seed = first;
  for (; seed < first + seeds && (seed === first || Date.now() < endMs); seed++) {
    const { violations } = await runSeed({ seed });
    t.deepEqual(violations, [], `replay: npm run simulate -- --seed ${seed} --trace`);
  }
  t.log(`${seed - first} seeds from ${first}`);
});

test('a seed runs the same each time', async (t) => {
  const [one, other] = [await runSeed({ seed: 7 }), await runSeed({ seed: 7 })];
  t.true(one.trace.length > 100);
  t.deepEqual(one.trace, other.trace);
});

// Those that any few seeds show; `npm run simulate -- --planted` plants them all.
for (const planted of [
  'removal-before-ack',
  'slice-removal-lost',
  'endpoints-not-resent',
  'part-stays',
  'policy-out-of-reach',
]) {
  test(`the simulation finds: ${plantedBugs[planted]!.what}`, async (t) => {
    for (let seed = 1; seed <= 100; seed++) {
      const { violations } = await runSeed({ seed, planted });
      if (violations.length > 0) return t.pass();
    }
    return t.fail('not in 100 seeds');
  });
}
