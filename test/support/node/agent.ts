// A node without a container runtime: it takes every Pod of a cluster, runs it natively (pod.ts), reports its status, serves
// its logs to the API server, and gives load balancer Services addresses that reach their Pods.
// In: a cluster, programs by image name. Out: Pods that run.
// Must hold: Services are reached only where port and target port are the same, since packets are routed, not rewritten; a
// container knows the names of the Services that were there when it started.
import { once } from 'node:events';
import { mkdir, realpath } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createCa } from '../certs.ts';
import type { Cluster, KubeObject } from '../cluster.ts';
import { KubeError } from '../kube-client.ts';
import { createTempFolder } from '../netns.ts';
import { findEnvoy, repositoryRoot } from '../root.ts';
import { createPodNetwork } from './network.ts';
import { createPod, type ImageProgram, type Pod } from './pod.ts';
import { createServiceRoutes } from './services.ts';

export type { ImageProgram } from './pod.ts';

export interface NodeAgentOptions {
  readonly cluster: Cluster;
  /** By the last part of the image's name, without its tag. */
  readonly images: Readonly<Record<string, ImageProgram>>;
  /** Names of containers that open no port: others without a probe are ready when they have. */
  readonly listeningNothing?: readonly string[];
  readonly log?: (line: string) => void;
}

export interface NodeAgent {
  /** Undefined: there is no such Pod. */
  logsOf(namespace: string, pod: string, container: string): string | undefined;
  readonly pods: readonly Pod[];
  stop(): Promise<void>;
}

const nodeName = 'node-1';

/** The images of deploy/: nuncio as it is built here, and the Envoy of the tests. */
export async function ownImages(): Promise<Readonly<Record<'nuncio' | 'envoy', ImageProgram>>> {
  const here = (path: string): string => join(repositoryRoot, path);
  return {
    nuncio: {
      program: await realpath(process.execPath),
      args: [here('dist/nuncio/main.js')],
      paths: [here('dist'), here('package.json'), here('node_modules')],
    },
    envoy: { program: await realpath(await findEnvoy()), lastArgs: ['--disable-hot-restart', '--concurrency', '1'] },
  };
}

/** Registers the node and takes Pods from then on. */
export async function startNodeAgent({
  cluster,
  images,
  listeningNothing = [],
  log = () => {},
}: NodeAgentOptions): Promise<NodeAgent> {
  const network = await createPodNetwork(cluster.netns);
  const folder = await createTempFolder();
  const stopping = new AbortController();
  const { signal } = stopping;
  const pods = new Map<string, { readonly pod: Pod; readonly done: Promise<void>; stopped?: Promise<void> }>();
  const services = createServiceRoutes({ cluster, network, pods: () => [...pods.values()].map(({ pod }) => pod) });
  const nodeAddress = cluster.netns.hostAddress;
  const logs = await serveLogs(nodeAddress, find);
  await registerNode(cluster, nodeAddress, logs.port);

  function find(namespace: string, name: string): Pod | undefined {
    return [...pods.values()].find(({ pod }) => pod.namespace === namespace && pod.name === name)?.pod;
  }

  async function patchStatus(object: KubeObject, status: object): Promise<void> {
    await cluster.patchStatus(object, status).catch((error: unknown) => {
      // It is being deleted.
      if (!(error instanceof KubeError && error.status === 404) && !signal.aborted) log(String(error));
    });
    services.changed();
  }

  /** Services by name, as of now. */
  async function hosts(): Promise<string> {
    const found = await cluster.list({ apiVersion: 'v1', kind: 'Service' });
    const lines = found.flatMap(({ metadata, ...rest }) => {
      const { clusterIP = 'None' } = (rest['spec'] ?? {}) as { clusterIP?: string };
      const name = `${metadata.name}.${metadata.namespace}.svc`;
      return clusterIP === 'None' ? [] : [`${clusterIP} ${name} ${name}.cluster.local\n`];
    });
    return ['127.0.0.1 localhost\n', ...lines].join('');
  }

  async function take(object: KubeObject, uid: string): Promise<void> {
    const { name, namespace } = object.metadata;
    const own = join(folder, uid);
    await mkdir(own);
    const pod = createPod({
      object,
      images,
      network,
      volumes: cluster,
      folder: own,
      nodeName,
      nodeAddress,
      env: { KUBERNETES_SERVICE_HOST: cluster.netns.address, KUBERNETES_SERVICE_PORT: '6443' },
      hosts,
      listeningNothing,
      onStatus: (status) => void patchStatus(object, status),
    });
    const done = pod.run().catch((error: unknown) => {
      if (signal.aborted) return;
      log(`Pod ${namespace}/${name}: ${(error as Error).message}`);
      void patchStatus(object, { phase: 'Pending', reason: 'Failed', message: (error as Error).message });
    });
    pods.set(uid, { pod, done });
  }

  async function end(object: KubeObject, uid: string): Promise<void> {
    const entry = pods.get(uid);
    if (entry !== undefined) {
      entry.stopped ??= entry.pod.stop();
      await entry.stopped;
      if (!pods.delete(uid)) return;
      services.changed();
    }
    const { name, namespace = 'default' } = object.metadata;
    const body = { apiVersion: 'v1', kind: 'DeleteOptions', gracePeriodSeconds: 0, preconditions: { uid } };
    await cluster.fetch(`/api/v1/namespaces/${namespace}/pods/${name}`, { method: 'DELETE', body });
  }

  async function bind({ metadata }: KubeObject): Promise<void> {
    const { name, namespace = 'default' } = metadata;
    const target = { apiVersion: 'v1', kind: 'Node', name: nodeName };
    const body = { apiVersion: 'v1', kind: 'Binding', metadata: { name }, target };
    await cluster.fetch(`/api/v1/namespaces/${namespace}/pods/${name}/binding`, { method: 'POST', body });
  }

  const taken = new Set<string>();
  function onPod(type: 'present' | 'deleted', object: KubeObject): void {
    const uid = String(object.metadata['uid']);
    const fail = (error: unknown): void => {
      if (!signal.aborted) log(`Pod ${object.metadata.namespace}/${object.metadata.name}: ${String(error)}`);
    };
    if (type === 'deleted' || object.metadata['deletionTimestamp'] !== undefined) {
      end(object, uid).catch(fail);
    } else if ((object['spec'] as { nodeName?: string }).nodeName === undefined) {
      bind(object).catch(fail);
    } else if (!taken.has(uid)) {
      taken.add(uid);
      take(object, uid).catch(fail);
    } else {
      pods.get(uid)?.pod.update(object);
    }
  }

  const watches = [
    cluster.watch({ apiVersion: 'v1', kind: 'Pod' }, onPod, signal),
    cluster.watch({ apiVersion: 'v1', kind: 'Service' }, services.onService, signal),
  ];
  for (const watch of watches) watch.catch((error: unknown) => log(`node agent: ${String(error)}`));

  return {
    logsOf: (namespace, pod, container) => find(namespace, pod)?.logOf(container, 0),
    get pods() {
      return [...pods.values()].map(({ pod }) => pod);
    },
    async stop() {
      stopping.abort();
      await Promise.all(watches.map(async (watch) => watch.catch(() => undefined)));
      await services.stop();
      await Promise.all([...pods.values()].map(async ({ pod }) => pod.stop()));
      await logs.close();
    },
  };
}

async function registerNode(cluster: Cluster, address: string, logPort: number): Promise<void> {
  const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: nodeName } } as const;
  const labels = { 'kubernetes.io/hostname': nodeName };
  await cluster.apply([{ ...node, metadata: { ...node.metadata, labels } }]);
  const resources = { cpu: '8', memory: '16Gi', pods: '250' };
  const at = new Date().toISOString().replace(/\.\d+/, '');
  await cluster.patchStatus(node, {
    addresses: [{ type: 'InternalIP', address }],
    capacity: resources,
    allocatable: resources,
    daemonEndpoints: { kubeletEndpoint: { Port: logPort } },
    conditions: [
      { type: 'Ready', status: 'True', reason: 'AgentReady', lastHeartbeatTime: at, lastTransitionTime: at },
    ],
  });
  // Admission has put the taint "not ready" there, which a DaemonSet's Pods don't tolerate.
  await cluster.patch(node, { spec: { taints: null } });
}

/** The part of the kubelet's interface that `kubectl logs` needs. The API server doesn't check the certificate. */
async function serveLogs(
  host: string,
  find: (namespace: string, name: string) => Pod | undefined,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const { cert, key } = await (await createCa()).issue({ hosts: [host] });
  const server = createServer({ cert, key }, (request, response) => {
    const url = new URL(request.url ?? '/', `https://${host}`);
    const [, namespace = '', pod = '', container = ''] =
      /^\/containerLogs\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(url.pathname) ?? [];
    const since = url.searchParams.get('sinceTime');
    const content = find(namespace, pod)?.logOf(container, since === null ? 0 : Date.parse(since));
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': 'text/plain' }).end(content);
  });
  server.listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
