// How the Envoy that is our child finds the endpoints of its clusters, by its admin interface. Asked only when somebody
// wants to know; an Envoy that is busy, away or has too much to tell costs the asker the deadline and nobody else anything.
// Shape: envoy.admin.v3.Clusters, as `/clusters?format=json` gives it.
import { messageOf } from '../../model/message-of.ts';

export interface EndpointHealth {
  /** `address:port`, or the path of a socket. */
  readonly address: string;
  /** What health checks, outlier detection and EDS say together. */
  readonly healthy: boolean;
  /** Why not; empty: it is, or EDS says so. */
  readonly reasons: readonly string[];
  /** Since Envoy has the endpoint. */
  readonly requests: number;
  readonly errors: number;
}

/** By Envoy's name of the cluster. */
export type ClusterHealth = ReadonlyMap<string, readonly EndpointHealth[]>;

export interface EnvoyClusters {
  /** Not older than `freshMs`. A text: why there is none. */
  read(): Promise<ClusterHealth | string>;
}

const freshMs = 5000;
const deadlineMs = 2000;
const maxBytes = 32 << 20;

export function createEnvoyClusters(adminPort: number, nowMs: () => number = Date.now): EnvoyClusters {
  let known: { readonly atMs: number; readonly answer: Promise<ClusterHealth | string> } | undefined;
  return {
    async read() {
      if (!known || nowMs() - known.atMs >= freshMs) known = { atMs: nowMs(), answer: ask(adminPort) };
      return known.answer;
    },
  };
}

async function ask(adminPort: number): Promise<ClusterHealth | string> {
  try {
    const url = `http://127.0.0.1:${adminPort}/clusters?format=json`;
    const response = await fetch(url, { signal: AbortSignal.timeout(deadlineMs) });
    if (response.status !== 200) return `Envoy's admin interface answered ${response.status}`;
    const chunks: Uint8Array[] = [];
    let sizeBytes = 0;
    for await (const chunk of response.body ?? []) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) return `Envoy's clusters are more than ${maxBytes >> 20} MB`;
      chunks.push(chunk);
    }
    return readClusters(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  } catch (error) {
    return `Envoy's admin interface did not answer: ${messageOf(error)}`;
  }
}

/** As far as it is read here. */
interface ClustersMessage {
  readonly cluster_statuses?: readonly {
    readonly name?: string;
    readonly host_statuses?: readonly HostStatus[];
  }[];
}

interface HostStatus {
  readonly address?: {
    readonly socket_address?: { readonly address?: string; readonly port_value?: number };
    readonly pipe?: { readonly path?: string };
  };
  readonly stats?: readonly { readonly name?: string; readonly value?: string | number }[];
  readonly health_status?: Readonly<Record<string, unknown>>;
}

/** `clusters`: the message as JSON. */
export function readClusters(clusters: unknown): ClusterHealth {
  const { cluster_statuses: all = [] } = clusters as ClustersMessage;
  return new Map(all.map(({ name = '', host_statuses: hosts = [] }) => [name, hosts.map(endpointHealth)]));
}

function endpointHealth({ address, stats = [], health_status: status = {} }: HostStatus): EndpointHealth {
  const { address: ip = '', port_value: port = 0 } = address?.socket_address ?? {};
  const eds = status['eds_health_status'] ?? 'UNKNOWN';
  const reasons = Object.keys(status).filter(
    (name) => status[name] === true && name !== 'failed_active_degraded_check',
  );
  const count = (wanted: string): number => Number(stats.find(({ name }) => name === wanted)?.value ?? 0);
  return {
    address: address?.pipe?.path ?? `${ip}:${port}`,
    healthy: reasons.length === 0 && (eds === 'HEALTHY' || eds === 'UNKNOWN'),
    reasons,
    requests: count('rq_total'),
    errors: count('rq_error'),
  };
}
