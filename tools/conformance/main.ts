// `npm run conformance`: the official Gateway API conformance suite, unmodified, against nuncio in a cluster of its own.
// In: the suite of tools/conformance/build.mjs, the test cluster, Envoy. Out: the official report in `conformance/`, logs
// under .cache, exit code 1 on one failed or skipped test, one unsupported feature, or fewer tests than the suite has.
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Command, Option } from 'commander';
import { parse, parseAllDocuments } from 'yaml';
import { startCluster, type Cluster, type KubeObject } from '../../test/support/cluster.ts';
import { createTempFolder } from '../../test/support/netns.ts';
import { ownImages, startNodeAgent, type ImageProgram, type NodeAgent } from '../../test/support/node/agent.ts';
import { loadBalancerPool } from '../../test/support/node/services.ts';
import { runNuncio, startNuncio, type Nuncio } from '../../test/support/nuncio.ts';
import { ensureConformanceSuite, ensureGatewayCrds, repositoryRoot } from '../../test/support/root.ts';
import { judge, type Report } from './verdict.ts';

const profiles = ['GATEWAY-HTTP', 'GATEWAY-GRPC', 'GATEWAY-TLS', 'GATEWAY-TCP', 'GATEWAY-UDP'] as const;

interface Flags {
  readonly suite: string;
  readonly dataPlane: 'provisioned' | 'shared';
  readonly profile: readonly string[];
  readonly test?: string;
  readonly suiteArgument: readonly string[];
  readonly parallel: string;
  readonly serveArgument: readonly string[];
}

interface Suite {
  /** Of the programs. */
  readonly folder: string;
  readonly crds: string;
}

const className = 'nuncio';
const controllerNames = {
  provisioned: 'nuncio.dev/gateway-controller',
  shared: 'nuncio.dev/shared-gateway-controller',
} as const;
/** In shared mode: all of them are local to the cluster's namespace. */
const sharedPool = { automatic: '198.18.100.0/24', asked: '198.18.101.1' };
const unusableAddress = '203.0.113.9';
/** Also on a machine that has much else to do. */
const startWithinMs = 180_000;
/** That are shown; the log has all. */
const maxErrorLines = 200;
const nuncioMain = join(repositoryRoot, 'dist/nuncio/main.js');

const flags = parseFlags();
process.exitCode = await run(flags);

function parseFlags(): Flags {
  const more = (text: string, before: readonly string[]): readonly string[] => [...before, text];
  const program = new Command('conformance')
    .description('Runs the official Gateway API conformance suite against nuncio, with real Envoys.')
    .option('--suite <version>', 'version of the suite', 'v1.6.3')
    .addOption(
      new Option('--data-plane <kind>', 'Envoys of each Gateway, or one fleet for all')
        .choices(['provisioned', 'shared'])
        .default('provisioned'),
    )
    .option('--profile <name>', 'only this profile, such as HTTP; may be repeated', more, [])
    .option('--test <names>', 'only these tests, separated by commas; no report is written')
    .option('--parallel <n>', 'tests at once in the parallel part', '8')
    .option('--suite-argument <flag>', 'a further flag of the suite; may be repeated', more, [])
    .option('--serve-argument <flag>', 'a further flag of `nuncio serve`; may be repeated', more, []);
  program.parse();
  return program.opts<Flags>();
}

async function run({ suite: version, dataPlane, ...how }: Flags): Promise<number> {
  const suite = await findSuite(version);
  const logs = join(repositoryRoot, '.cache/conformance/logs', `${version}-${dataPlane}`);
  await rm(logs, { recursive: true, force: true });
  await mkdir(logs, { recursive: true });
  const wanted = how.profile.length === 0 ? profiles : how.profile.map(profileOf);
  const whole = how.test === undefined;
  const reportFile = join(logs, 'report.yaml');
  const started = performance.now();
  const rig = await startRig(suite, dataPlane, logs, how.serveArgument);
  let failed: boolean;
  try {
    console.log(`cluster, nuncio and GatewayClass are there after ${seconds(started)}`);
    const tests = (how.test ?? '').split(',').join('|');
    const usable = dataPlane === 'shared' ? sharedPool.asked : `${loadBalancerPool.prefix}${loadBalancerPool.last}`;
    failed = await runSuite(rig.cluster, join(suite.folder, 'suite'), join(logs, 'suite.log'), [
      `-test.run=^TestConformance$${whole ? '' : `/^(${tests})$`}`,
      '-test.v',
      '-test.timeout=90m',
      `-test.parallel=${how.parallel}`,
      `--gateway-class=${className}`,
      `--conformance-profiles=${wanted.join(',')}`,
      `--usable-address=${usable}`,
      `--unusable-address=${unusableAddress}`,
      // How fast namespaces go is the cluster's matter.
      '--timeout-config-overrides=DeleteTimeout:180',
      ...(whole ? [`--report-output=${reportFile}`, ...about()] : []),
      ...how.suiteArgument,
    ]);
  } finally {
    await rig.stop();
  }
  console.log(`logs: ${logs}; ${seconds(started)} in all`);
  if (!whole) return failed ? 1 : 0;
  const text = await readFile(reportFile, 'utf8').catch(() => undefined);
  if (text === undefined) {
    console.log('the suite wrote no report');
    return 1;
  }
  const verdict = judge(parse(text) as Report, version, wanted);
  for (const line of verdict.lines) console.log(line);
  if (wanted.length === profiles.length) {
    const folder = join(repositoryRoot, 'conformance');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${version}-${dataPlane}.yaml`), text);
  }
  return failed || !verdict.passed ? 1 : 0;
}

function seconds(sinceMs: number): string {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}

/** Where things are and how they are named in the report. A snapshot is named by its commit. */
function about(): readonly string[] {
  const commit = execFileSync('git', ['-C', repositoryRoot, 'rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8' });
  return [
    '--organization=nuncio',
    '--project=nuncio',
    '--url=https://nuncio.dev',
    `--version=${commit.trim()}`,
    '--contact=https://nuncio.dev',
  ];
}

function profileOf(text: string): string {
  const name = text.toUpperCase();
  return name.startsWith('GATEWAY-') ? name : `GATEWAY-${name}`;
}

async function findSuite(version: string): Promise<Suite> {
  const [suite, crds] = await Promise.all([ensureConformanceSuite(version), ensureGatewayCrds(version)]);
  if ('skip' in suite) throw new Error(`no conformance suite: ${suite.skip}`);
  if ('skip' in crds) throw new Error(`no CRDs of the Gateway API: ${crds.skip}`);
  return { folder: suite.dir, crds: crds.dir };
}

interface Rig {
  readonly cluster: Cluster;
  stop(): Promise<void>;
}

/** Cluster, node, nuncio with the rights of deploy/manifests, and the class, accepted. */
async function startRig(
  suite: Suite,
  dataPlane: Flags['dataPlane'],
  logs: string,
  more: readonly string[],
): Promise<Rig> {
  const cluster = await startCluster();
  let agent: NodeAgent | undefined;
  let nuncio: Nuncio | undefined;
  const stop = async (): Promise<void> => {
    await writeFile(join(logs, 'nuncio.log'), (nuncio?.log ?? []).map((line) => `${JSON.stringify(line)}\n`).join(''));
    await nuncio?.stop();
    await agent?.stop();
    await cluster.stop();
  };
  try {
    const crds = await yamlFiles(suite.crds);
    await cluster.apply(crds.filter(({ kind }) => kind === 'CustomResourceDefinition'));
    await cluster.apply(crds.filter(({ kind }) => kind !== 'CustomResourceDefinition'));
    await cluster.apply(await yamlFiles(join(repositoryRoot, 'deploy/crds')));
    const manifests = await yamlFiles(join(repositoryRoot, 'deploy/manifests'));
    const running = new Set(['Deployment', 'Job', 'Service']);
    await cluster.apply(manifests.filter(({ kind }) => !running.has(kind)));
    const agentLog = createWriteStream(join(logs, 'node-agent.log'));
    agent = await startNodeAgent({ cluster, images: await images(suite), log: (line) => agentLog.write(`${line}\n`) });
    nuncio = dataPlane === 'shared' ? await startShared(cluster, more) : await startProvisioned(cluster, logs, more);
    await nuncio.whenReady(startWithinMs);
    const gatewayClass = {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'GatewayClass',
      metadata: { name: className },
      spec: { controllerName: controllerNames[dataPlane] },
    };
    await cluster.apply([gatewayClass]);
    await cluster.waitFor(gatewayClass, isAccepted, startWithinMs);
    return { cluster, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function isAccepted(object: KubeObject | undefined): boolean {
  const { conditions = [] } = (object?.['status'] ?? {}) as { conditions?: { type: string; status: string }[] };
  return conditions.some(({ type, status }) => type === 'Accepted' && status === 'True');
}

async function serviceAccount(cluster: Cluster, name: string): Promise<string> {
  return cluster.kubeconfigFor({ namespace: 'nuncio', serviceAccount: name });
}

async function startShared(cluster: Cluster, more: readonly string[]): Promise<Nuncio> {
  return startNuncio({
    kubeconfig: await serviceAccount(cluster, 'nuncio'),
    netns: cluster.netns,
    envoy: 'child',
    withoutWaiting: true,
    args: [`--gateway-addresses=${sharedPool.automatic}`, `--gateway-static-addresses=${sharedPool.asked}`, ...more],
  });
}

async function startProvisioned(cluster: Cluster, logs: string, more: readonly string[]): Promise<Nuncio> {
  await runNuncio(['certgen', '--cluster', '--namespace=nuncio', `--kubeconfig=${cluster.kubeconfigPath}`]);
  const secret = await cluster.get({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { namespace: 'nuncio', name: 'nuncio-xds' },
  });
  const certs = await createTempFolder();
  for (const [name, text] of Object.entries(secret?.['data'] as Record<string, string>)) {
    await writeFile(join(certs, name), Buffer.from(text, 'base64'));
  }
  const nuncio = await startNuncio({
    kubeconfig: await serviceAccount(cluster, 'nuncio'),
    netns: cluster.netns,
    envoy: 'none',
    withoutWaiting: true,
    args: [
      '--xds-address=0.0.0.0',
      `--xds-ca-file=${certs}/ca.crt`,
      `--xds-cert-file=${certs}/tls.crt`,
      `--xds-key-file=${certs}/tls.key`,
      ...more,
    ],
  });
  const provisioner = cluster.spawn(
    process.execPath,
    [
      nuncioMain,
      'gateway-provisioner',
      `--kubeconfig=${await serviceAccount(cluster, 'nuncio-gateway-provisioner')}`,
      '--namespace=nuncio',
      // There is no cluster DNS here.
      `--xds-address=${cluster.netns.address}`,
      `--xds-port=${nuncio.ports.xds}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  provisioner.stderr?.pipe(createWriteStream(join(logs, 'provisioner.log')));
  return nuncio;
}

/** What stands for the images that the suite and the provisioner name. */
async function images(suite: Suite): Promise<Record<string, ImageProgram>> {
  return {
    'echo-basic': { program: join(suite.folder, 'echo-basic') },
    coredns: { program: join(suite.folder, 'dns-responder') },
    ...(await ownImages()),
  };
}

async function yamlFiles(folder: string): Promise<KubeObject[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  const texts = await Promise.all(names.map(async (name) => readFile(join(folder, name), 'utf8')));
  return texts
    .flatMap((text) => parseAllDocuments(text).map((document) => document.toJS() as KubeObject | null))
    .filter((object) => object !== null);
}

/** @returns whether it failed */
async function runSuite(cluster: Cluster, program: string, logFile: string, args: readonly string[]): Promise<boolean> {
  const env = { ...process.env, KUBECONFIG: cluster.kubeconfigPath };
  const child = cluster.spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  const log = createWriteStream(logFile);
  child.stderr?.pipe(log, { end: false });
  let inError = false;
  let shown = 0;
  if (child.stdout !== null) {
    for await (const line of createInterface({ input: child.stdout })) {
      log.write(`${line}\n`);
      // Results of whole tests; those of their parts are indented further.
      if (/^ {0,4}--- /.test(line) || /^(FAIL|PASS|panic)/.test(line)) console.log(line.trim());
      // Why one failed, as the suite's assertions say it.
      if (/^\s+Error Trace:/.test(line)) inError = true;
      if (inError && shown++ < maxErrorLines) console.log(line);
      if (/^\s+Test:/.test(line)) inError = false;
    }
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  log.end();
  return child.exitCode !== 0;
}
