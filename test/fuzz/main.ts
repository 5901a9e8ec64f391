// `npm run fuzz -- --help` says what it does. The work runs on a thread of its own: what hangs is seen here.
import { Command, InvalidArgumentError } from 'commander';
import { wholeNumber } from '../support/whole-number.ts';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { isKindName, kindNames, type KindName } from '../../src/model/kinds/index.ts';
import { startFuzzedEnvoy } from './envoy.ts';
import { runFuzz, type Finding, type FuzzOptions, type FuzzResult } from './run.ts';

interface WorkerInput {
  readonly options: FuzzOptions;
  readonly withEnvoy: boolean;
  /** Counts objects. */
  readonly made: Int32Array;
}

/** A finding is sent when it is made; the result last. */
type WorkerMessage = { readonly finding: Finding } | { readonly result: FuzzResult };

/** An object that takes more work than this hangs, whatever else the machine has to do; and so does an Envoy that is silent for this long. */
const patience = { cpuMs: 60_000, silenceMs: 900_000 };

if (isMainThread) await main();
else await work(workerData as WorkerInput);

async function main(): Promise<void> {
  const values = new Command('fuzz')
    .description(
      'Makes objects of every kind from their schemas, breaks a third of them, compiles them all in one world, and gives what ' +
        'comes out to a real Envoy. Prints what it finds with the objects that led to it, and fails if that is anything.',
    )
    .option('--objects <n>', 'how many of each kind', wholeNumber, 20_000)
    .option('--seed <n>', 'shows the same again (default: another each time)', wholeNumber)
    .option('--kinds <kind,…>', 'only these (default: all)', kindsOf)
    .option('--single', 'one route configuration a listener instead of scopes')
    .option('--without-envoy', 'only compile and check')
    .parse()
    .opts<Arguments>();
  const { kinds = kindNames, seed = (Date.now() % 1_000_000) + 1 } = values;
  const made = new Int32Array(new SharedArrayBuffer(4));
  const options: FuzzOptions = {
    seed,
    objects: values.objects,
    kinds,
    routeDiscovery: values.single ? 'single' : 'scoped',
  };
  console.log(`seed ${options.seed}, ${options.objects} objects of each of ${kinds.length} kinds`);
  const input: WorkerInput = { options, withEnvoy: !values.withoutEnvoy, made };
  const worker = new Worker(new URL(import.meta.url), { workerData: input });
  let last = { count: 0, atMs: Date.now(), cpuMs: 0 };
  const look = async (): Promise<void> => {
    const count = Atomics.load(made, 0);
    const { user, system } = await worker.cpuUsage();
    const now = { count, atMs: Date.now(), cpuMs: (user + system) / 1000 };
    if (count > last.count) {
      last = now;
      console.log(`${count} objects`);
    } else if (now.cpuMs - last.cpuMs > patience.cpuMs || now.atMs - last.atMs > patience.silenceMs) {
      console.error(`hangs after object ${count}; seed ${options.seed} shows it again`);
      process.exit(1);
    }
  };
  const watch = setInterval(() => void look(), 10_000);
  const result = await new Promise<FuzzResult>((resolve, reject) => {
    worker.on('message', (message: WorkerMessage) => {
      if ('result' in message) resolve(message.result);
      else tell(message.finding);
    });
    worker.once('error', reject);
  });
  clearInterval(watch);
  console.log(`\nserved at the end: ${JSON.stringify(result.served)}`);
  console.log('held back by our own check:');
  for (const [words, count] of result.heldBack) console.log(`${count} × ${words.slice(0, 300)}`);
  console.log(`\n${result.made} objects, ${result.accepted} of them valid, ${result.findings.length} findings`);
  process.exitCode = result.findings.length > 0 ? 1 : 0;
}

interface Arguments {
  readonly objects: number;
  readonly seed?: number;
  readonly kinds?: readonly KindName[];
  readonly single?: true;
  readonly withoutEnvoy?: true;
}

function kindsOf(text: string): readonly KindName[] {
  return text.split(',').map((kind) => {
    if (isKindName(kind)) return kind;
    throw new InvalidArgumentError(`There is no kind ${kind}; there are ${kindNames.join(', ')}.`);
  });
}

function tell({ what, objects }: Finding): void {
  console.log(`\n# ${what}`);
  for (const object of objects) console.log(JSON.stringify(object).slice(0, 4000));
}

async function work({ options, withEnvoy, made }: WorkerInput): Promise<void> {
  const send = (message: WorkerMessage): void => parentPort?.postMessage(message);
  const fuzzed = withEnvoy ? await startFuzzedEnvoy() : undefined;
  const running = runFuzz({
    ...options,
    ...(fuzzed && { envoy: fuzzed.server }),
    onProgress: (count) => void Atomics.store(made, 0, count),
    onFinding: (finding) => send({ finding }),
  });
  const result = await (fuzzed === undefined ? running : Promise.race([running, fuzzed.failed]));
  await fuzzed?.stop();
  send({ result });
}
