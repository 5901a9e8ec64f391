// `npm run simulate -- --help` says what it does.
import { Command, Option } from 'commander';
import { wholeNumber } from '../support/whole-number.ts';
import { plantedBugs } from './planted.ts';
import { runSeed } from './run.ts';
import type { SeedResult } from './run.ts';

interface Arguments {
  readonly seeds: number;
  readonly seed: number;
  readonly planted?: true;
  readonly only?: string;
  readonly trace?: true;
  readonly events?: number;
}

const values = new Command('simulate')
  .description(
    'Runs the whole control plane with model Envoys and a model API server in one thread, under a scheduler and a clock ' +
      'that follow from a seed, through troubles of all kinds. Says which seeds fail, with the command that replays each.',
  )
  .option('--seeds <n>', 'how many, one after the other', wholeNumber, 1)
  .option('--seed <n>', 'the first', wholeNumber, 1)
  .option('--events <n>', 'only so many of the troubles of each seed', wholeNumber)
  .option('--trace', 'print what happens')
  .option('--planted', 'plant each known bug in turn, and say after how many seeds it is found')
  .addOption(new Option('--only <bug>', 'plant this bug').choices(Object.keys(plantedBugs)))
  .parse()
  .opts<Arguments>();
const count = values.seeds;
const first = values.seed;
const startedMs = Date.now();

if (values.planted) await findPlanted(values.only === undefined ? Object.keys(plantedBugs) : [values.only]);
else await runSeeds();

async function runSeeds(): Promise<void> {
  let failed = 0;
  let steps = 0;
  for (let seed = first; seed < first + count; seed++) {
    const options = {
      seed,
      planted: values.only,
      ...(values.events !== undefined && { events: values.events }),
    };
    const result = await runSeed({ ...options, verbose: values.trace === true });
    steps += result.steps;
    if (values.trace) for (const line of result.trace) console.log(line);
    if (result.violations.length > 0) {
      failed++;
      await report(result);
    }
    if ((seed - first + 1) % 500 === 0)
      console.log(`${seed - first + 1} seeds, ${failed} failed, ${rate(seed - first + 1)}`);
  }
  console.log(
    `${count} seeds from ${first}: ${failed} failed; ${rate(count)}, ${Math.round(steps / count)} steps each`,
  );
  process.exitCode = failed > 0 ? 1 : 0;
}

function rate(seeds: number): string {
  return `${(seeds / ((Date.now() - startedMs) / 1000)).toFixed(1)} seeds/s`;
}

/** Leaves out troubles from the end as long as the seed still fails. */
async function report(result: SeedResult): Promise<void> {
  console.log(`seed ${result.seed} failed:`);
  for (const violation of result.violations.slice(0, 5)) console.log(`  ${violation}`);
  let shortest = result.events;
  if (values.events === undefined) {
    for (let low = 0; low < shortest;) {
      const middle = (low + shortest) >> 1;
      const { violations } = await runSeed({ seed: result.seed, planted: values.only, events: middle });
      if (violations.length > 0) shortest = middle;
      else low = middle + 1;
    }
  }
  const planted = values.only === undefined ? '' : ` --only ${values.only}`;
  console.log(`  replay: npm run simulate -- --seed ${result.seed} --events ${shortest} --trace${planted}`);
}

async function findPlanted(names: readonly string[]): Promise<void> {
  const limit = count === 1 ? 1000 : count;
  let missed = 0;
  for (const name of names) {
    let tried = 0;
    let found: SeedResult | null = null;
    for (let seed = first; seed < first + limit && found === null; seed++) {
      tried++;
      const result = await runSeed({ seed, planted: name });
      if (result.violations.length > 0) found = result;
    }
    if (found === null) missed++;
    const how =
      found === null
        ? `NOT FOUND in ${tried} seeds`
        : `found after ${tried} seeds: ${found.violations[0]!.slice(0, 130)}`;
    console.log(`${name.padEnd(28)} ${how}`);
  }
  process.exitCode = missed > 0 ? 1 : 0;
}
