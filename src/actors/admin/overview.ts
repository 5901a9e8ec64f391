// `/status` of the admin port: how everything stands, in one value, for `nuncio status`, scripts and the page.
import type { RejectionValue } from '../../messages/rejections.ts';
import type { Problem } from '../../model/object.ts';
import type { BuilderStats } from '../builder/actor.ts';
import type { HoldReport } from '../builder/hold.ts';
import type { ReplicasReport } from '../status/status-writer.ts';
import type { ClientReport } from '../streamer/actor.ts';
import type { CanaryReport } from '../streamer/canary.ts';
import type { Supervisor, SupervisorStatus } from '../supervisor/supervisor.ts';
import type { CertificateReport, SourceReport } from '../watcher/watcher.ts';

export interface Overview {
  readonly version: string;
  readonly ready: boolean;
  readonly missing: readonly string[];
  readonly threads: readonly { readonly name: string; readonly phase: string; readonly restarts: number }[];
  readonly sources: readonly {
    readonly name: string;
    readonly synced: boolean;
    readonly troubles: readonly string[];
  }[];
  /** Number of objects and vertices by kind. */
  readonly objects: Readonly<Record<string, number>>;
  readonly vertices: Readonly<Record<string, number>>;
  /** Of this replica, as what is quarantined, and under way. */
  readonly envoys: readonly EnvoyOverview[];
  /** Null: the status writer gave no answer. */
  readonly replicas: ReplicasReport | null;
  readonly quarantined: readonly RejectionValue[];
  /** Errors first; at most 1,000. */
  readonly problems: readonly Problem[];
  readonly problemCounts: { readonly error: number; readonly warning: number };
  /** Objects of which some Envoy has not accepted everything yet; some of them if they are many. */
  readonly underWay: readonly string[];
  /** What is held; null: the builder gave no answer. */
  readonly hold: HoldReport | null;
  /** Null: there is no canary mode. */
  readonly canary: CanaryReport | null;
  /** That end within 30 days, or have ended. */
  readonly certificates: readonly CertificateReport[];
  /** What gave no answer in time; its part of this is empty. */
  readonly silent: readonly string[];
}

export interface EnvoyOverview {
  /** Node id, or the peer's address if it names none. */
  readonly node: string;
  readonly peer: string;
  readonly protocol: 'delta' | 'sotw';
  readonly connectedAtMs: number;
  /** Has accepted all that it asks for. */
  readonly current: boolean;
  /** Changes that it has not been sent, and age of the oldest thing that waits. */
  readonly pending: number;
  readonly lagMs: number;
  readonly nacks: number;
  readonly refused: number;
}

const soonMs = 30 * 86_400_000;
const maxProblems = 1000;

export async function readOverview(
  supervisor: Pick<Supervisor, 'query'>,
  status: () => Promise<SupervisorStatus>,
  { version, nowMs }: { readonly version: string; readonly nowMs: number },
): Promise<Overview> {
  const silent: string[] = [];
  /** A thread that is busy or gone must not take the rest of the answer along. */
  const ask = async <T>(actor: Parameters<Supervisor['query']>[0], name: string, otherwise: T): Promise<T> => {
    try {
      return (await supervisor.query(actor, name)) as T;
    } catch (error) {
      silent.push(`${actor} ${name}: ${(error as Error).message}`);
      return otherwise;
    }
  };
  const noStats = { objects: {}, vertices: {}, problems: { error: 0, warning: 0 } };
  const [
    { ready, missing, threads },
    stats,
    problems,
    clients,
    quarantined,
    sources,
    certificates,
    hold,
    canary,
    replicas,
  ] = await Promise.all([
    status(),
    ask<Pick<BuilderStats, 'objects' | 'vertices' | 'problems'>>('builder', 'stats', noStats),
    ask<readonly Problem[]>('builder', 'problems', []),
    ask<readonly ClientReport[]>('streamer', 'clients', []),
    ask<readonly RejectionValue[]>('streamer', 'rejections', []),
    ask<readonly SourceReport[]>('watcher', 'sources', []),
    ask<readonly CertificateReport[]>('watcher', 'certificates', []),
    ask<HoldReport | null>('builder', 'hold', null),
    ask<CanaryReport | null>('streamer', 'canary', null),
    ask<ReplicasReport | null>('status', 'replicas', null),
  ]);
  const order = { error: 0, warning: 1 };
  return {
    version,
    ready,
    missing,
    threads: threads.map(({ name, phase, restarts }) => ({ name, phase, restarts })),
    sources: sources.map(({ name, synced, kinds }) => ({
      name,
      synced,
      troubles: kinds.filter(({ detail }) => detail !== '').map(({ kind, detail }) => `${kind}: ${detail}`),
    })),
    objects: stats.objects,
    vertices: stats.vertices,
    envoys: clients.map(envoyOverview).sort((a, b) => (a.node < b.node ? -1 : 1)),
    replicas,
    quarantined,
    problems: [...problems].sort((a, b) => order[a.severity] - order[b.severity]).slice(0, maxProblems),
    problemCounts: stats.problems,
    underWay: [...new Set(clients.flatMap(({ underWay }) => underWay))].sort(),
    hold,
    canary,
    certificates: certificates.filter(({ notAfterMs }) => notAfterMs < nowMs + soonMs),
    silent,
  };
}

function envoyOverview({ node, peer, protocol, connectedAtMs, nacks, types }: ClientReport): EnvoyOverview {
  return {
    node: node === null || node.id === '' ? peer : node.id,
    peer,
    protocol,
    connectedAtMs,
    current: types.every((type) => type.current),
    pending: types.reduce((sum, type) => sum + type.pending, 0),
    lagMs: Math.max(0, ...types.map(({ lagMs }) => lagMs)),
    nacks,
    refused: types.reduce((sum, type) => sum + type.refused.length, 0),
  };
}
