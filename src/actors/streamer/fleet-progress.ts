// How far the Envoys of each fleet are with the graph, for the status writer. In: marks of the input edges, streams that
// may have got further. Out: a FleetProgress a fleet, told soon after it changed.
import { fleetKey, type FleetProgress } from '../../messages/envoy-reports.ts';
import { FLEET_CLUSTER_PREFIX } from '../../model/gateway-fleet.ts';
import type { XdsStream } from '../../xds/stream/stream.ts';
import type { Clock, EdgeSender, Timer } from '../actor.ts';

export interface ProgressClient {
  readonly stream: Pick<XdsStream, 'node' | 'listens' | 'progress' | 'reach'>;
  /** Tells its streams from those of others that have no node id. */
  readonly connection: { readonly peer: string };
  /** Its node is known, and it may be that. */
  introduced: boolean;
  /** The newest revision that it has accepted; set by us. */
  accepted: number;
}

export interface FleetProgressOptions {
  readonly clock: Clock;
  readonly edges: readonly string[];
  readonly clients: ReadonlySet<ProgressClient>;
  readonly sender: Pick<EdgeSender<FleetProgress>, 'upsert' | 'remove'>;
}

export interface FleetProgressTracker {
  /** The edge has delivered everything up to this revision; after the streams have been notified of it. */
  marked(edge: string, revision: number): void;
  /** The client may have got further, or has just come. */
  look(client: ProgressClient): void;
  left(client: ProgressClient): void;
  readonly values: ReadonlyMap<string, FleetProgress>;
  stop(): void;
}

/** What changes in one go is told at once. */
const gatherMs = 1;

export function createFleetProgress({ clock, edges, clients, sender }: FleetProgressOptions): FleetProgressTracker {
  const marks = new Map<string, number>(edges.map((edge) => [edge, 0]));
  const values = new Map<string, FleetProgress>();
  const changed = new Set<string>();
  let revision = 0;
  let timer: Timer | null = null;

  function look(client: ProgressClient): void {
    const { stream } = client;
    if (!client.introduced) return;
    stream.reach(revision);
    const accepted = stream.progress(clock.nowMs());
    const isNew = stream.listens && !values.has(fleetKey(fleetOf(client)));
    if (accepted === client.accepted && !isNew) return;
    client.accepted = accepted;
    tellSoon(fleetOf(client));
  }

  function tellSoon(fleet: string): void {
    changed.add(fleet);
    timer ??= clock.setTimer(gatherMs, () => {
      timer = null;
      for (const each of changed) tell(each);
      changed.clear();
    });
  }

  function tell(fleet: string): void {
    const key = fleetKey(fleet);
    const value = { fleet, envoys: countOf(fleet) };
    if (value.envoys.length === 0) {
      if (values.delete(key)) sender.remove(key, []);
      return;
    }
    values.set(key, value);
    sender.upsert(key, value, []);
  }

  /** An Envoy with several streams is as far as the one that is least so. */
  function countOf(fleet: string): FleetProgress['envoys'] {
    const nodes = new Map<string, { listens: boolean; accepted: number }>();
    for (const client of clients) {
      if (!client.introduced || fleetOf(client) !== fleet) continue;
      const { stream, accepted } = client;
      const id = stream.node?.id || client.connection.peer;
      const known = nodes.get(id);
      const listens = stream.listens || known?.listens === true;
      nodes.set(id, { listens, accepted: Math.min(accepted, known?.accepted ?? Number.POSITIVE_INFINITY) });
    }
    const counts = new Map<number, number>();
    for (const { listens, accepted } of nodes.values())
      if (listens) counts.set(accepted, (counts.get(accepted) ?? 0) + 1);
    return [...counts].sort(([a], [b]) => b - a).map(([each, count]) => ({ revision: each, count }));
  }

  return {
    marked(edge, reached) {
      marks.set(edge, reached);
      const lowest = Math.min(...marks.values());
      if (lowest <= revision) return;
      revision = lowest;
      for (const client of clients) look(client);
    },
    look,
    left(client) {
      if (client.introduced) tellSoon(fleetOf(client));
    },
    values,
    stop: () => timer?.cancel(),
  };
}

function fleetOf({ stream }: ProgressClient): string {
  const { cluster = '' } = stream.node ?? {};
  return cluster.startsWith(FLEET_CLUSTER_PREFIX) ? cluster : '';
}
