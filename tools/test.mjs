// `npm test`: builds what the tests need (once; then from .cache), runs all tests, and ends with the line
// `N passed, N failed` (and `, N skipped`). A test that cannot run on this machine is skipped with its reason; with CI
// set a skip counts as a failure. Arguments are passed on to ava (files, --match=…); the one argument `--conformance` adds the
// Gateway API's conformance suite to all tests.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { findEnvoy } from './envoy/find-envoy.mjs';
import { ensureTestCluster } from './testcluster/build.mjs';

/** The second group starts Envoys and API servers: one file after the other, so that they have the machine to themselves. */
const groups = [
  { folders: ['unit', 'property', 'golden', 'simulation'], concurrency: 2 },
  { folders: ['feature', 'threads', 'e2e'], concurrency: 1 },
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

const counts = { passed: 0, failed: 0, skipped: 0 };
/** Titles, shown again at the end: of a long log CI may keep no more than that. */
const failedTitles = [];
const skippedTitles = [];
const started = Date.now();
const given = process.argv.slice(2);
const withConformance = given.length === 1 && given[0] === '--conformance';
if (given.length > 0 && !withConformance) await run(given);
else {
  for (const { folders, concurrency } of groups) {
    const present = folders.map((folder) => `dist/test/${folder}`).filter((folder) => existsSync(folder));
    if (present.length > 0)
      await run([`--concurrency=${concurrency}`, ...present.map((folder) => `${folder}/**/*.test.js`)]);
  }
  if (withConformance) await runConformance();
}
const inCi = Boolean(process.env.CI);
if (inCi) {
  counts.failed += counts.skipped;
  failedTitles.push(...skippedTitles);
  counts.skipped = 0;
}
for (const title of failedTitles) console.log(`failed: ${title}`);
console.log(`# ${Math.round((Date.now() - started) / 1000)} s`);
console.log(`${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;

/** Runs ava and counts its TAP; failures are shown whole, passes only as progress. */
async function run(args) {
  const ava = spawn(process.execPath, ['node_modules/ava/entrypoints/cli.mjs', '--tap', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  const exit = new Promise((resolve) => ava.once('exit', resolve));
  let inFailure = false;
  let failed = 0;
  let lastShown = Date.now();
  for await (const line of createInterface({ input: ava.stdout })) {
    if (line.startsWith('ok ')) {
      inFailure = false;
      const skip = /# (?:SKIP|TODO)\s*(.*)$/.exec(line);
      if (skip) {
        counts.skipped++;
        skippedTitles.push(titleOf(line));
        console.log(line);
      } else {
        counts.passed++;
        if (process.stdout.isTTY || Date.now() - lastShown > 15_000) {
          console.log(`${counts.passed} passed, … ${line.replace(/^ok \d+ - /, '')}`);
          lastShown = Date.now();
        }
      }
    } else if (line.startsWith('not ok ')) {
      if (/# (?:SKIP|TODO)/.test(line)) {
        counts.skipped++;
        skippedTitles.push(titleOf(line));
      } else {
        failed++;
        failedTitles.push(titleOf(line));
      }
      inFailure = true;
      console.log(line);
    } else if (inFailure || (line.startsWith('#') && /exception|rejection|uncaught|timed out/i.test(line))) {
      if (!/^(1\.\.|# (tests|pass|fail|skip))/.test(line)) console.log(line);
    }
  }
  const code = await exit;
  // A crash of a test process or of ava itself without a failed test is a failure too.
  if (code !== 0 && failed === 0) {
    failed = 1;
    failedTitles.push(`ava itself, with exit code ${code}: ${args.join(' ')}`);
  }
  counts.failed += failed;
}

/** Its tests count as ours do; those of a service mesh, which it names and leaves out, do not. */
async function runConformance() {
  const suite = spawn(process.execPath, ['dist/tools/conformance/main.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  const exit = new Promise((resolve) => suite.once('exit', resolve));
  let failed = 0;
  for await (const line of createInterface({ input: suite.stdout })) {
    const [, result, name] = /^--- (PASS|FAIL): TestConformance\/(\S+)/.exec(line) ?? [];
    if (result === 'PASS') counts.passed++;
    else if (result === 'FAIL') {
      failed++;
      failedTitles.push(`conformance › ${name}`);
    }
    if (!/^--- (PASS|SKIP)/.test(line)) console.log(line);
  }
  const code = await exit;
  if (code !== 0 && failed === 0) {
    failed = 1;
    failedTitles.push('conformance: fewer tests or features than there are, or no report; see above');
  }
  counts.failed += failed;
}

function titleOf(line) {
  return line.replace(/^(?:not )?ok \d+ - /, '');
}
