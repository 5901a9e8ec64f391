// Where the API server is and how we prove who we are: kubeconfig or in-cluster files → address, TLS, headers.
// The only importer of @kubernetes/client-node, which knows exec plugins, auth providers and proxies, and is loaded when
// plain-credentials.ts doesn't do. Its own agent keeps the first TLS material for ever, so agents are made here and
// replaced when that changes.
import { existsSync } from 'node:fs';
import type { Agent, RequestOptions } from 'node:http';
import https from 'node:https';
import { http } from '../node-http.ts';
import { kubeconfigCredentials, podCredentials } from './plain-credentials.ts';
import type { PlainCredentials } from './plain-credentials.ts';

export interface Connection {
  /** Address, agent and headers for one request. Throws with a readable message when there are no usable credentials. */
  prepare(): Promise<PreparedRequest>;
  /** Reads the kubeconfig (and tokens, and exec plugins) anew before the next request: after a 401. */
  forget(): void;
  close(): void;
}

export interface PreparedRequest {
  /** Base URL, no slash at the end; may have a path (a proxy of API servers). */
  readonly server: string;
  readonly options: RequestOptions;
}

interface AgentEntry {
  readonly material: string;
  readonly agent: Agent;
}

const podTokenFile = '/var/run/secrets/kubernetes.io/serviceaccount/token';
const keepAliveMs = 30_000;

/** Where and as whom. */
interface Credentials {
  readonly server: string;
  /** Fills in TLS material, headers and, behind a proxy, the agent. */
  apply(options: https.RequestOptions): Promise<void>;
  readonly isProxied: boolean;
  /** How long what `apply` gave may be used again; 0: ask each time, it knows best. */
  readonly validMs: number;
}

/** Token files are replaced long before their tokens end. */
const plainValidMs = 30_000;

/** `kubeconfig`: a file; absent: `KUBECONFIG`, the service account of the pod, or `~/.kube/config`, in this order. */
export function createConnection(kubeconfig: string | undefined): Connection {
  let credentials: Credentials | undefined;
  let current: AgentEntry | undefined;
  /** Requests that start together share one look at the credentials, so an exec plugin runs once. */
  let preparing: Promise<PreparedRequest> | undefined;
  let prepared: { readonly request: PreparedRequest; readonly untilMs: number } | undefined;

  async function load(): Promise<Credentials> {
    const { KUBECONFIG, KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT } = process.env;
    const inPod =
      kubeconfig === undefined && !KUBECONFIG && KUBERNETES_SERVICE_HOST !== undefined && existsSync(podTokenFile);
    if (inPod) return plain(podCredentials(KUBERNETES_SERVICE_HOST, KUBERNETES_SERVICE_PORT ?? '443'));
    const file = kubeconfig ?? KUBECONFIG;
    const found = file ? await kubeconfigCredentials(file) : undefined;
    if (found !== undefined) return plain(found);

    const { KubeConfig } = await import('@kubernetes/client-node');
    const config = new KubeConfig();
    if (kubeconfig !== undefined) config.loadFromFile(kubeconfig);
    else config.loadFromDefault();
    // The library's last resort; nobody means it without a kubeconfig that says so.
    if (kubeconfig === undefined && config.getCurrentCluster()?.server === 'http://localhost:8080') {
      throw new Error(
        'no kubeconfig: KUBECONFIG is not set, and there is neither a service account of a pod nor ~/.kube/config',
      );
    }
    // Plain http has nothing to verify; the library refuses it unless told so.
    config.clusters = config.clusters.map((cluster) =>
      cluster.server.startsWith('http:') ? { ...cluster, skipTLSVerify: true } : cluster,
    );
    const cluster = config.getCurrentCluster();
    if (cluster === null) {
      throw new Error(
        `kubeconfig ${kubeconfig ?? '(default)'}: current-context "${config.getCurrentContext()}" names no known cluster`,
      );
    }
    return {
      server: cluster.server,
      apply: async (options) => config.applyToHTTPSOptions(options),
      isProxied: cluster.proxyUrl !== undefined,
      validMs: 0,
    };
  }

  function agentFor(server: string, options: https.RequestOptions): Agent {
    const { ca, cert, key, rejectUnauthorized, servername, passphrase, pfx } = options;
    const material = JSON.stringify([server, String(ca), String(cert), String(key), rejectUnauthorized, servername]);
    if (current?.material === material) return current.agent;
    // Requests under way keep their sockets; only idle ones of the old agent go.
    const old = current?.agent;
    const agent = server.startsWith('https:')
      ? new https.Agent({
          keepAlive: true,
          keepAliveMsecs: keepAliveMs,
          ca,
          cert,
          key,
          rejectUnauthorized,
          servername,
          passphrase,
          pfx,
        })
      : new http.Agent({ keepAlive: true, keepAliveMsecs: keepAliveMs });
    current = { material, agent };
    if (old !== undefined) closeIdle(old);
    return agent;
  }

  async function prepare(): Promise<PreparedRequest> {
    credentials ??= await load();
    const { server, isProxied, validMs } = credentials;
    const applied: https.RequestOptions = {};
    await credentials.apply(applied);
    const agent = isProxied ? applied.agent : agentFor(server, applied);
    const options: RequestOptions = { headers: applied.headers ?? {} };
    if (agent !== undefined && agent !== false) options.agent = agent;
    if (applied.auth !== undefined && applied.auth !== null) options.auth = applied.auth;
    const request = { server, options };
    if (validMs > 0) prepared = { request, untilMs: performance.now() + validMs };
    return request;
  }

  return {
    prepare() {
      if (prepared !== undefined && performance.now() < prepared.untilMs) return Promise.resolve(prepared.request);
      if (preparing === undefined) {
        const mine = prepare().finally(() => {
          if (preparing === mine) preparing = undefined;
        });
        preparing = mine;
      }
      return preparing;
    },
    forget() {
      credentials = undefined;
      prepared = undefined;
      preparing = undefined;
    },
    close() {
      current?.agent.destroy();
      current = undefined;
    },
  };
}

function plain(found: PlainCredentials): Credentials {
  return {
    server: found.server,
    async apply(options) {
      const { ca, cert, key, token } = await found.material();
      Object.assign(options, {
        ca,
        cert,
        key,
        rejectUnauthorized: found.rejectUnauthorized,
        servername: found.serverName,
      });
      options.headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    },
    isProxied: false,
    validMs: plainValidMs,
  };
}

function closeIdle(agent: Agent): void {
  for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
}
