// `npm test`: builds what the tests need (once; then from .cache), runs all tests, and ends with the line
// `N passed, N failed` (and `, N skipped`). A test that cannot run on this machine is skipped with its reason; with CI
// set a skip counts as a failure. What fails beside real processes is run once more; if it passes then, it counts as passed and
// the end names it as flaky. Arguments are passed on to ava (files, --match=…); the one argument `--conformance` adds the
// Gateway API's conformance suite to all tests.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { findEnvoy } from './envoy/find-envoy.mjs';
import { ensureTestCluster } from './testcluster/build.mjs';

/** The second group starts Envoys and API servers: one file after the other, so that they have the machine to themselves. */
const groups = [
  { folders: ['unit', 'property', 'golden', 'simulation'], concurrency: 2, again: false },
  { folders: ['feature', 'threads', 'e2e'], concurrency: 1, again: true },
];

const env = { ...process.env };
try {
  env.ENVOY_BIN = await findEnvoy();
} catch (error) {
  console.error(`no Envoy: ${error.message}`);
}
const cluster = await ensureTestCluster();
if ('dir' in cluster) env.KUBEBUILDER_ASSETS = cluster.dir;
else console.error(`no test cluster: ${cluster.skip}`);

/**
 * Titles: what failed is shown again at the end, since of a long log CI may keep no more than that.
 * @returns {Record<'passed' | 'failed' | 'skipped' | 'flaky', string[]>}
 */
const noResults = () => ({ passed: [], failed: [], skipped: [], flaky: [] });
const results = noResults();
const started = Date.now();
const given = process.argv.slice(2);
const withConformance = given.length === 1 && given[0] === '--conformance';
if (given.length > 0 && !withConformance) add(await run(given));
else {
  for (const { folders, concurrency, again } of groups) {
    const present = folders.map((folder) => `dist/test/${folder}`).filter((folder) => existsSync(folder));
    if (present.length === 0) continue;
    const found = await run([`--concurrency=${concurrency}`, ...present.map((folder) => `${folder}/**/*.test.js`)]);
    add(again && found.failed.length > 0 ? await runAgain(found) : found);
  }
  if (withConformance) add(await runConformance());
}
if (process.env.CI) results.failed.push(...results.skipped.splice(0));
for (const title of results.flaky) console.log(`flaky, passed when it ran again: ${title}`);
for (const title of results.failed) console.log(`failed: ${title}`);
console.log(`# ${Math.round((Date.now() - started) / 1000)} s`);
const [passed, failed, skipped] = [results.passed.length, results.failed.length, results.skipped.length];
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function add(found) {
  for (const [kind, titles] of Object.entries(found)) results[kind].push(...titles);
}

/** The files of tests that failed, once more, if these are few: of those tests what passes now has passed, and is flaky. */
async function runAgain(found) {
  const files = new Set(found.failed.map(fileOf));
  if (files.has(undefined) || files.size > 10) return found;
  console.log(`# running again: ${[...files].join(', ')}`);
  const second = await run(['--concurrency=1', ...files]);
  // With fewer files ava leaves out the part of the titles that is the same in all.
  const flaky = found.failed.filter((title) =>
    second.passed.some((now) => title === now || title.endsWith(` › ${now}`)),
  );
  const failed = found.failed.filter((title) => !flaky.includes(title));
  return { ...found, passed: [...found.passed, ...flaky], failed, flaky };
}

/** `e2e › traffic › its title` is of dist/test/e2e/traffic.test.js; undefined for what is no test of a file. */
function fileOf(title) {
  const parts = title.split(' › ');
  return parts
    .map((_, index) => `dist/test/${parts.slice(0, index + 1).join('/')}.test.js`)
    .find((file) => existsSync(file));
}

/** Runs ava and reads its TAP; failures are shown whole, passes only as progress. */
async function run(args) {
  const ava = spawn(process.execPath, ['node_modules/ava/entrypoints/cli.mjs', '--tap', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  const exit = new Promise((resolve) => ava.once('exit', resolve));
  const found = noResults();
  let inFailure = false;
  let lastShown = Date.now();
  for await (const line of createInterface({ input: ava.stdout })) {
    const isSkipped = /^(?:not )?ok .*# (?:SKIP|TODO)/.test(line);
    if (line.startsWith('ok ')) {
      inFailure = false;
      found[isSkipped ? 'skipped' : 'passed'].push(titleOf(line));
      if (isSkipped) console.log(line);
      else if (process.stdout.isTTY || Date.now() - lastShown > 15_000) {
        console.log(`${results.passed.length + found.passed.length} passed, … ${titleOf(line)}`);
        lastShown = Date.now();
      }
    } else if (line.startsWith('not ok ')) {
      found[isSkipped ? 'skipped' : 'failed'].push(titleOf(line));
      inFailure = true;
      console.log(line);
    } else if (inFailure || (line.startsWith('#') && /exception|rejection|uncaught|timed out/i.test(line))) {
      if (!/^(1\.\.|# (tests|pass|fail|skip))/.test(line)) console.log(line);
    }
  }
  const code = await exit;
  // A crash of a test process or of ava itself without a failed test is a failure too.
  if (code !== 0 && found.failed.length === 0)
    found.failed.push(`ava itself, with exit code ${code}: ${args.join(' ')}`);
  return found;
}

/** Its tests count as ours do; those of a service mesh, which it names and leaves out, do not. */
async function runConformance() {
  const suite = spawn(process.execPath, ['dist/tools/conformance/main.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  const exit = new Promise((resolve) => suite.once('exit', resolve));
  const found = noResults();
  for await (const line of createInterface({ input: suite.stdout })) {
    const [, result, name] = /^--- (PASS|FAIL): TestConformance\/(\S+)/.exec(line) ?? [];
    if (result !== undefined) found[result === 'PASS' ? 'passed' : 'failed'].push(`conformance › ${name}`);
    if (!/^--- (PASS|SKIP)/.test(line)) console.log(line);
  }
  const code = await exit;
  if (code !== 0 && found.failed.length === 0)
    found.failed.push('conformance: fewer tests or features than there are, or no report; see above');
  return found;
}

function titleOf(line) {
  return line.replace(/^(?:not )?ok \d+ - /, '');
}
