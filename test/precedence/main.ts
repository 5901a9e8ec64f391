// `npm run precedence -- [--requests N] [--seed N] [--single]`: asks N requests (10,000 by default), two hundred of each world of a
// hundred random routes, of a real Envoy behind nuncio, and compares who answers with the specification's order of matches.
// Ends with exit code 1 on one wrong answer.
import { parseArgs } from 'node:util';
import { runPrecedence } from './run.ts';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    single: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
console.log(`seed ${seed}`);
const result = await runPrecedence({
  seed,
  requests: Number(values.requests),
  routeDiscovery: values.single ? 'single' : 'scoped',
  onProgress: (text) => console.log(text),
});
const { requests, worlds, served, contested, findings } = result;
console.log(
  `\n${requests} requests of ${worlds} worlds: ${served} served by a rule, ${contested} with more than one rule to choose from, ` +
    `${findings.length} wrong`,
);
process.exitCode = findings.length > 0 ? 1 : 0;
