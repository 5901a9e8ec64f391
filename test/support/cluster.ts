// A real Kubernetes control plane for a test: etcd, kube-apiserver and kube-controller-manager in a network namespace.
// In: the programs of tools/testcluster. Out: kubeconfigs, a client for the test, a way to run programs beside the cluster.
// Must hold: any number of clusters run at once, on the same ports of namespaces of their own; authorization is RBAC, so a
// program run with a ServiceAccount's kubeconfig may do what its roles say and no more; stop() leaves nothing behind.
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { createCa } from './certs.ts';
import { createKubeClient, type KubeClient } from './kube-client.ts';
import { createNetns, isRunning, createTempFolder, type Netns } from './netns.ts';
import { patienceMs } from './patience.ts';
import { ensureTestCluster } from './root.ts';

export type { KubeClient, KubeKind, KubeObject, KubeRef } from './kube-client.ts';

export interface ClusterOptions {
  /** How often the API server compacts etcd's history. Absent: its default of five minutes. See also `compact()`. */
  readonly compactionIntervalMs?: number;
  /** Flags after ours, so they win: `['--max-requests-inflight=1']`. */
  readonly apiServerFlags?: readonly string[];
  /** Names of kube-controller-manager's controllers. Absent: {@link defaultControllers}. Empty: it isn't started at all. */
  readonly controllers?: readonly string[];
}

/** Who a kubeconfig speaks as: a ServiceAccount (which must exist), or a user with groups by client certificate. */
export type Identity =
  | { readonly namespace: string; readonly serviceAccount: string }
  | { readonly user: string; readonly groups?: readonly string[] };

export interface Cluster extends KubeClient {
  /** `https://198.19.a.b:6443`, good from the test process and from inside the namespace. */
  readonly url: string;
  /** PEM of the CA that signed the API server's certificate. */
  readonly ca: string;
  readonly adminToken: string;
  /** A kubeconfig file of an administrator (group system:masters). */
  readonly kubeconfigPath: string;
  readonly netns: Netns;
  /** Writes a kubeconfig file for this identity and resolves to its path. */
  kubeconfigFor(identity: Identity): Promise<string>;
  /** Runs a program inside the cluster's namespace; it dies with the cluster. */
  spawn(program: string, args: readonly string[], options?: SpawnOptions): ChildProcess;
  /** Ends the API server alone: SIGKILL, or the signal given. Resolves when it is gone. */
  stopApiServer(signal?: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same data. Resolves when it is ready. */
  startApiServer(): Promise<void>;
  /** Drops etcd's history now. A list's continue token from before, or a watch's resource version, then gets 410 Gone. */
  compact(): Promise<void>;
  /** What a program has written so far, to look at when a test fails. */
  logs(program: 'etcd' | 'kube-apiserver' | 'kube-controller-manager'): Promise<string>;
  stop(): Promise<void>;
}

/** What makes Pods of Deployments, EndpointSlices of Services, and empties deleted namespaces. */
export const defaultControllers: readonly string[] = [
  'daemonset-controller',
  'deployment-controller',
  'endpointslice-controller',
  'endpointslice-mirroring-controller',
  'garbage-collector-controller',
  'namespace-controller',
  'replicaset-controller',
  'root-ca-certificate-publisher-controller',
  'serviceaccount-controller',
];

const ports = { api: 6443, etcd: 2379, etcdPeer: 2380 };

/**
 * Starts a cluster and waits until the API server is ready (its RBAC roles in place).
 * @throws when a program ends early or isn't ready in {@link patienceMs}, with the end of its log; ask `testNeeding('cluster')` first
 */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const programs = await ensureTestCluster();
  if ('skip' in programs) throw new Error(`no test cluster: ${programs.skip}`);
  const netns = await createNetns();
  const folder = await createTempFolder();
  const url = `https://${netns.address}:${ports.api}`;
  const etcdUrl = `http://${netns.address}:${ports.etcd}`;
  const adminToken = 'nuncio-test-admin';
  const { ca, ...authority } = await createCa();
  const serving = await authority.issue({
    hosts: [netns.address, '127.0.0.1', 'localhost', 'kubernetes', 'kubernetes.default.svc'],
  });
  const serviceAccountKey = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;
  const file = (name: string): string => join(folder, name);
  await Promise.all([
    writeFile(file('ca.crt'), ca),
    writeFile(file('api.crt'), serving.cert),
    writeFile(file('api.key'), serving.key),
    writeFile(file('sa.key'), serviceAccountKey),
    writeFile(file('tokens.csv'), `${adminToken},nuncio-test-admin,nuncio-test-admin,"system:masters"\n`),
    writeFile(file('admin.kubeconfig'), kubeconfig({ url, ca, user: { token: adminToken } })),
  ]);

  const client = createKubeClient({ url, ca, token: adminToken });
  const start = (program: string, flags: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess => {
    const log = openSync(file(`${program}.log`), 'a');
    const child = netns.spawn(join(programs.dir, program), flags, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    return child;
  };
  const logs = async (program: string): Promise<string> => readFile(file(`${program}.log`), 'utf8').catch(() => '');

  const apiFlags = apiServerFlags({ options, etcdUrl, address: netns.address, file });
  let apiServer: ChildProcess | undefined;
  async function startApiServer(): Promise<void> {
    const child = start('kube-apiserver', apiFlags);
    apiServer = child;
    const deadlineMs = performance.now() + patienceMs;
    for (;;) {
      const failed = !isRunning(child) || performance.now() > deadlineMs;
      if (failed) throw new Error(`kube-apiserver is not ready:\n${tail(await logs('kube-apiserver'))}`);
      const answer = await client.fetch('/readyz', { signal: AbortSignal.timeout(10_000) }).catch(() => undefined);
      if (answer?.status === 200) return;
      await delay(25);
    }
  }

  async function stop(): Promise<void> {
    client.close();
    await netns.delete();
    await rm(folder, { recursive: true, force: true });
  }

  try {
    start('etcd', etcdFlags(etcdUrl, file('etcd')), { ETCD_UNSUPPORTED_ARCH: process.arch });
    await startApiServer();
    const controllers = options.controllers ?? defaultControllers;
    if (controllers.length > 0) start('kube-controller-manager', controllerFlags(controllers, file));
  } catch (error) {
    await stop();
    throw error;
  }

  let identities = 0;
  return {
    ...client,
    url,
    ca,
    adminToken,
    kubeconfigPath: file('admin.kubeconfig'),
    netns,
    async kubeconfigFor(identity) {
      const path = file(`${++identities}.kubeconfig`);
      if ('serviceAccount' in identity) {
        const token = await client.token(identity.namespace, identity.serviceAccount);
        await writeFile(path, kubeconfig({ url, ca, user: { token } }));
      } else {
        const { user, groups = [] } = identity;
        const { cert, key } = await authority.issue({ commonName: user, organizations: groups, usages: ['client'] });
        const data = { 'client-certificate-data': base64(cert), 'client-key-data': base64(key) };
        await writeFile(path, kubeconfig({ url, ca, user: data }));
      }
      return path;
    },
    spawn: (program, args, spawnOptions) => netns.spawn(program, args, spawnOptions),
    async stopApiServer(signal = 'SIGKILL') {
      if (apiServer === undefined || !isRunning(apiServer)) return;
      const exited = once(apiServer, 'exit');
      apiServer.kill(signal);
      await exited;
    },
    startApiServer,
    compact: async () => compact(etcdUrl),
    logs,
    stop,
  };
}

function etcdFlags(clientUrl: string, dataFolder: string): string[] {
  const peerUrl = `http://127.0.0.1:${ports.etcdPeer}`;
  return [
    `--data-dir=${dataFolder}`,
    `--listen-client-urls=${clientUrl}`,
    `--advertise-client-urls=${clientUrl}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
    // The data need not survive a power cut, and fsync costs most of a write.
    '--unsafe-no-fsync',
    '--log-level=warn',
  ];
}

interface ApiServerSetting {
  readonly options: ClusterOptions;
  readonly etcdUrl: string;
  readonly address: string;
  readonly file: (name: string) => string;
}

function apiServerFlags({ options, etcdUrl, address, file }: ApiServerSetting): string[] {
  const { compactionIntervalMs, apiServerFlags: extra = [] } = options;
  return [
    `--etcd-servers=${etcdUrl}`,
    `--secure-port=${ports.api}`,
    '--bind-address=0.0.0.0',
    `--advertise-address=${address}`,
    `--tls-cert-file=${file('api.crt')}`,
    `--tls-private-key-file=${file('api.key')}`,
    `--client-ca-file=${file('ca.crt')}`,
    `--token-auth-file=${file('tokens.csv')}`,
    '--authorization-mode=RBAC',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${file('sa.key')}`,
    `--service-account-signing-key-file=${file('sa.key')}`,
    // Without kube-proxy nothing answers there; in the namespace's own range no packet can leave it.
    '--service-cluster-ip-range=198.18.240.0/20',
    '--allow-privileged=true',
    '--profiling=false',
    ...(compactionIntervalMs === undefined ? [] : [`--etcd-compaction-interval=${compactionIntervalMs}ms`]),
    ...extra,
  ];
}

function controllerFlags(controllers: readonly string[], file: (name: string) => string): string[] {
  return [
    `--kubeconfig=${file('admin.kubeconfig')}`,
    `--controllers=${controllers.join(',')}`,
    `--root-ca-file=${file('ca.crt')}`,
    '--leader-elect=false',
    '--use-service-account-credentials=false',
    // The defaults (20 requests a second) are what a test would wait for.
    '--kube-api-qps=500',
    '--kube-api-burst=1000',
    '--secure-port=0',
    '--profiling=false',
  ];
}

/** JSON is YAML, so this needs no emitter. */
function kubeconfig({ url, ca, user }: { url: string; ca: string; user: Record<string, string> }): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'test', cluster: { server: url, 'certificate-authority-data': base64(ca) } }],
    users: [{ name: 'test', user }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
    'current-context': 'test',
  });
}

/** etcd speaks JSON beside gRPC: https://etcd.io/docs/latest/dev-guide/api_grpc_gateway/ */
async function compact(etcdUrl: string): Promise<void> {
  const { header } = (await post(`${etcdUrl}/v3/kv/range`, { key: base64('/') })) as { header: { revision: string } };
  await post(`${etcdUrl}/v3/kv/compaction`, { revision: header.revision, physical: true });
}

async function post(url: string, body: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method: 'POST' }, (response) => {
      text(response).then((answer) => {
        if (response.statusCode === 200) resolve(JSON.parse(answer));
        else reject(new Error(`POST ${url}: ${response.statusCode} ${answer}`));
      }, reject);
    });
    request.once('error', reject);
    request.end(JSON.stringify(body));
  });
}

function base64(value: string): string {
  return Buffer.from(value).toString('base64');
}

function tail(log: string): string {
  return log.split('\n').slice(-15).join('\n');
}
