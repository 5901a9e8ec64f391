// What people ask of a running control plane, and what that costs its changes: explain, status, the page, history and
// rollback; and the commands that compile files. In: the setting of a bench. Out: rows.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import type { HistoryAnswer } from '../src/actors/admin/history-answer.ts';
import { chromiumUnavailable, startBrowser } from '../test/support/browser.ts';
import { distribution, untilServed, type Client, type Distribution } from './measure.ts';
import { baseObjects, hostName, proxy, REVISION_HEADER, seededRandom } from './objects.ts';
import type { Row } from './report.ts';
import { changeRoute, eachSystem, prepare, sendRequests, type Setting } from './scenarios.ts';
import { ADMIN_PORT, HTTP_PORT, type System } from './systems.ts';

type Measured = Record<string, { unit: string; value: number | Distribution }>;

/** Of each page; the first is not counted: it loads what nobody needed before. */
const questions = 20;
const askedPerSecond = 20;
const rollbacks = 20;
const paints = 10;
/** Changes with and without questions take turns in blocks of this size, so that a busy machine harms both alike. */
const blockSize = 10;

export async function opsScenario(setting: Setting): Promise<Row[]> {
  await prepare(setting);
  return eachSystem(setting, async (system, http, measured) => {
    const host = hostName(setting.sizes.hosts - 1);
    const url = encodeURIComponent(`http://${host}/r1/x`);
    const pages = {
      'explain a request': `/explain?url=${url}`,
      status: '/status',
      'page: overview': '/',
      'page: hosts': '/ui/hosts?q=h1',
      'page: one host': `/ui/host?host=${host}`,
      'page: explain': `/ui/explain?url=${url}`,
    };
    for (const [name, path] of Object.entries(pages))
      measured[name] = { unit: 'ms', value: distribution(await timesOf(system, path)) };
    await firstPaints(setting, { 'page: overview': '/', 'page: hosts': pages['page: hosts'] }, measured);
    await changesBesideQuestions(setting, system, http, Object.values(pages), measured);
    await rollBacks(setting, system, http, measured);
    await compiledFiles(setting, measured);
  });
}

async function timesOf(system: System, path: string): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number <= questions; number++) {
    const startedAt = performance.now();
    if ((await system.admin(path)) === undefined) throw new Error(`${path} is not answered`);
    if (number > 0) times.push(performance.now() - startedAt);
  }
  return times;
}

/** In a real browser, from the beginning of the navigation; only where there is one. */
async function firstPaints(
  { cluster }: Setting,
  pages: Readonly<Record<string, string>>,
  measured: Measured,
): Promise<void> {
  if (chromiumUnavailable() !== undefined) return;
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    for (const [name, path] of Object.entries(pages)) {
      const times: number[] = [];
      for (let number = 0; number <= paints; number++) {
        await page.goto(`http://${cluster.netns.address}:${ADMIN_PORT}${path}`);
        // The page's own policy lets nothing wait inside it.
        let painted = await page.evaluate<number | null>(firstPaint);
        for (; painted === null; painted = await page.evaluate<number | null>(firstPaint)) await delay(10);
        if (number > 0) times.push(painted);
      }
      measured[`${name}, first paint`] = { unit: 'ms', value: distribution(times) };
    }
  } finally {
    await browser.close();
  }
}

/** Runs in the browser. */
const firstPaint = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null`;

async function changesBesideQuestions(
  setting: Setting,
  system: System,
  http: Client,
  paths: readonly string[],
  measured: Measured,
): Promise<void> {
  const random = seededRandom(setting.seed);
  const times = { alone: [] as number[], asked: [] as number[] };
  const blocks = Math.ceil(setting.changes / blockSize);
  for (let block = 0; block < blocks * 2; block++) {
    const isAsked = block % 2 === 1;
    const over = new AbortController();
    const asking = isAsked ? ask(system, paths, over.signal) : Promise.resolve();
    for (let number = 0; number < blockSize; number++) {
      const index = Math.floor(random() * setting.sizes.hosts);
      const ms = await changeRoute(setting, http, index, `ops-${block}-${number}`);
      (isAsked ? times.asked : times.alone).push(ms);
      await delay(20);
    }
    over.abort();
    await asking;
  }
  const [alone, asked] = [distribution(times.alone), distribution(times.asked)];
  measured['route change → served, nobody asks'] = { unit: 'ms', value: alone };
  measured[`route change → served, ${askedPerSecond} questions a second`] = { unit: 'ms', value: asked };
  measured['ratio of the two, p50'] = { unit: '×', value: asked.p50 / alone.p50 };
}

async function ask(system: System, paths: readonly string[], signal: AbortSignal): Promise<void> {
  const pending: Promise<unknown>[] = [];
  for (let number = 0; !signal.aborted; number++) {
    pending.push(system.admin(paths[number % paths.length]!));
    await delay(1000 / askedPerSecond);
  }
  await Promise.all(pending);
}

/**
 * To the revision before a change and on again, from the request to the admin port until Envoy serves it; beside requests
 * to all hosts.
 */
async function rollBacks(setting: Setting, system: System, http: Client, measured: Measured): Promise<void> {
  const index = 0;
  await changeRoute(setting, http, index, 'ops-old');
  await delay(1000);
  const { newest } = JSON.parse((await system.admin('/history')) ?? '') as HistoryAnswer;
  await changeRoute(setting, http, index, 'ops-new');
  // Starts the program that sends commands: that is not what is timed.
  await system.steer('POST', '/hold');
  await system.steer('POST', '/resume');
  const times: number[] = [];
  let isOver = false;
  const traffic = sendRequests(setting, http, seededRandom(setting.seed), () => isOver);
  try {
    for (let number = 0; number < rollbacks; number++) {
      for (const [path, revision] of [
        [`/rollback?revision=${newest}`, 'ops-old'],
        ['/resume', 'ops-new'],
      ] as const) {
        const startedAt = performance.now();
        const commanded = system.steer('POST', path);
        times.push(
          await untilServed(
            async () => http.get(hostName(index)),
            (answer) => answer.headers[REVISION_HEADER] === revision,
            startedAt,
          ),
        );
        await commanded;
      }
    }
  } finally {
    isOver = true;
  }
  const { requests, wrong } = await traffic;
  measured['wrong answers beside rollbacks'] = { unit: `of ${requests}`, value: wrong };
  measured['rollback, resume → served'] = { unit: 'ms', value: distribution(times) };
}

/** `validate` of all objects as files, and `plan` of two such trees of which one host in a hundred differs. */
async function compiledFiles({ sizes, backends }: Setting, measured: Measured): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'nuncio-ops-'));
  const run = promisify(execFile);
  const trees = ['old', 'new'].map((name) => join(folder, name));
  try {
    for (const [which, tree] of trees.entries()) {
      await mkdir(tree);
      const objects = [
        ...baseObjects(sizes, backends[0], HTTP_PORT),
        ...Array.from({ length: sizes.hosts }, (_, index) =>
          proxy(index, which === 1 && index % 100 === 0 ? 'changed' : 'first', sizes),
        ),
      ];
      for (let at = 0; at < objects.length; at += 500)
        await writeFile(
          join(tree, `${at}.yaml`),
          objects
            .slice(at, at + 500)
            .map((each) => stringify(each))
            .join('---\n'),
        );
    }
    const main = 'dist/nuncio/main.js';
    for (const [name, args] of [
      ['validate of all objects', ['validate', trees[0]!]],
      ['plan of two trees', ['plan', ...trees]],
    ] as const) {
      const startedAt = performance.now();
      await run(process.execPath, [main, ...args], { maxBuffer: 1e9 });
      measured[name] = { unit: 's', value: (performance.now() - startedAt) / 1000 };
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
