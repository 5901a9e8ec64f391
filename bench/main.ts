// `npm run bench -- …`: measures nuncio with a real kube-apiserver and a real Envoy, on request beside another control
// plane in the same run. Prints tables; `--json FILE` writes the same numbers.
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { Command, Option } from 'commander';
import { parseAllDocuments } from 'yaml';
import { gatewayCrds } from '../test/e2e/fixtures/deploy.ts';
import { startCluster } from '../test/support/cluster.ts';
import { wholeNumber } from '../test/support/whole-number.ts';
import { attachedScenario, comeAndGoScenario } from './gateway.ts';
import { BACKEND_PORT, type Sizes } from './objects.ts';
import { table, type Row, type Run } from './report.ts';
import {
  changeScenario,
  churnScenario,
  coldCompileScenario,
  coldStartScenario,
  scalingScenario,
  tlsScenario,
  type Setting,
} from './scenarios.ts';
import { opsScenario } from './ops.ts';
import { soakScenario } from './soak.ts';
import { statusesScenario } from './statuses.ts';
import { contour, nuncio, type SystemSpec } from './systems.ts';

const scenarios: Readonly<Record<string, (setting: Setting) => Promise<Row[]>>> = {
  change: changeScenario,
  'cold-compile': coldCompileScenario,
  'cold-start': coldStartScenario,
  churn: churnScenario,
  tls: tlsScenario,
  scaling: scalingScenario,
  soak: soakScenario,
  ops: opsScenario,
  attached: attachedScenario,
  'come-and-go': comeAndGoScenario,
  statuses: statusesScenario,
};

/** These are about HTTPRoutes, whatever `--objects` says. */
const gatewayScenarios: ReadonlySet<string> = new Set(['attached', 'come-and-go']);

const wholes = (text: string): readonly number[] => text.split(',').map(wholeNumber);

const program = new Command('bench')
  .description('Measures change → served through a real Envoy, from a real kube-apiserver.')
  .addOption(new Option('--scenario <name>', 'what to measure').choices(Object.keys(scenarios)).default('change'))
  .option('--hosts <n>', 'HTTPProxies or HTTPRoutes, one host each, or Mappings', wholeNumber, 10_000)
  .addOption(
    new Option(
      '--objects <kind>',
      'what routes: HTTPProxies, HTTPRoutes on one Gateway, Mappings under one Host *, or Mappings with a Host each',
    )
      .choices(['httpproxy', 'httproute', 'mapping', 'mapping-and-host'])
      .default('httpproxy'),
  )
  .option('--routes-per-host <n>', 'routes of each', wholeNumber, 2)
  .option('--services <n>', 'Services in all, each a cluster of Envoy (at least 50)', wholeNumber, 100)
  .option('--changes <n>', 'changes measured', wholeNumber, 50)
  .option('--steps <n,…>', 'numbers of hosts of scaling', wholes, [1000, 5000, 10_000, 20_000])
  .option('--minutes <n>', 'how long a soak lasts', wholeNumber, 30)
  .option('--seed <n>', 'of what is changed', wholeNumber, 1)
  .option('--against <system=path…>', 'another control plane in the same run: contour=PATH', (text: string) => text)
  .option('--only-against', 'do not measure nuncio itself')
  .option('--nuncio-arguments <text>', 'further arguments of nuncio serve, separated by spaces', '')
  .option('--json <file>', 'write the numbers as JSON too')
  .addHelpText(
    'after',
    `
Scenarios, each a table with all figures of its run:
  change        cold start; one route, then one Service's endpoints changed at rest; CPU a change, memory
  cold-compile  endpoints changed while the builder compiles everything from nothing
  cold-start    --changes starts of each system, by turns; highest memory
  churn         20 route changes a second for 30 s beside 200 requests a second
  tls           a certificate a host: change a route, rotate a certificate, add a host (use --hosts 1000)
  soak          50 random changes a second for --minutes; memory slope; then Envoy's dump against that of a fresh start
  statuses      route changes while all statuses are written anew, since the Envoys' Service got another address
  ops           explain, status, pages; changes beside 20 questions a second; rollback; validate and plan of files
  scaling       'change' at each number of hosts of --steps, of one cluster (--hosts counts for nothing)
  attached      --hosts HTTPRoutes are created on one Gateway, then deleted: until its number of attached routes is right,
                and how often its status is written
  come-and-go   20 HTTPRoutes a second are created and deleted beside --hosts others and 200 requests a second, 30 s

Examples:
  npm run bench -- --hosts 10000 --changes 50 --against contour=../contour/contour --json change.json
  npm run bench -- --scenario churn --hosts 5000
  npm run bench -- --objects mapping --hosts 5000
  npm run bench -- --scenario scaling --objects httproute --steps 1000,5000,10000 --changes 20
  npm run bench -- --scenario attached --hosts 1000
  npm run bench -- --scenario soak --hosts 5000 --minutes 30

A change is timed from just before the request to the API server until an answer through Envoy shows it; change → ACK
from the event's arrival in nuncio to Envoy's ACK. Needs root (network namespaces) and a quiet machine: the load is in the
table's head. Distributions are p50 / p90 / p99 / max.`,
  )
  .parse();

const options = program.opts<{
  scenario: string;
  hosts: number;
  objects: Sizes['objects'];
  routesPerHost: number;
  services: number;
  changes: number;
  steps: readonly number[];
  minutes: number;
  seed: number;
  against?: string;
  onlyAgainst?: boolean;
  nuncioArguments: string;
  json?: string;
}>();

const startedAt = performance.now();
const say = (text: string): void => {
  process.stderr.write(`[${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s] ${text}\n`);
};

const systems: SystemSpec[] = options.onlyAgainst ? [] : [nuncio(options.nuncioArguments.split(' ').filter(Boolean))];
if (options.against !== undefined) {
  const [name, path] = options.against.split('=');
  if (name !== 'contour' || path === undefined) program.error('--against takes contour=PATH');
  systems.push(contour(path!));
}

say('starting a cluster');
const cluster = await startCluster({
  // The objects of a bench come in one rush; without this the API server would slow the bench, not the systems.
  apiServerFlags: ['--max-requests-inflight=2000', '--max-mutating-requests-inflight=1000'],
  controllers: [],
});
try {
  const crds = readdirSync('deploy/crds').flatMap((file) =>
    parseAllDocuments(readFileSync(`deploy/crds/${file}`, 'utf8')).map((document) => document.toJS()),
  );
  await cluster.apply([...(await gatewayCrds()), ...crds]);
  const backends = ['198.18.1.1', '198.18.1.2'] as const;
  const backend = cluster.spawn(process.execPath, ['dist/bench/backend.js', String(BACKEND_PORT), ...backends], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(backend.stdout!, 'data');
  const sizes = {
    hosts: options.hosts,
    routesPerHost: options.routesPerHost,
    services: options.services,
    tls: options.scenario === 'tls',
    objects: gatewayScenarios.has(options.scenario) ? ('httproute' as const) : options.objects,
  };
  const rows = await scenarios[options.scenario]!({
    cluster,
    systems,
    sizes,
    changes: options.changes,
    steps: options.steps,
    minutes: options.minutes,
    seed: options.seed,
    backends,
    say,
  });
  const run: Run = {
    scenario: options.scenario,
    parameters: { ...sizes, changes: options.changes, seed: options.seed },
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memoryGb: Math.round(totalmem() / 2 ** 30),
      load: Number(loadavg()[0]!.toFixed(1)),
      node: process.versions.node,
    },
    rows,
  };
  process.stdout.write(`\n${table(run)}`);
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(run, null, 2)}\n`);
} finally {
  await cluster.stop();
}
