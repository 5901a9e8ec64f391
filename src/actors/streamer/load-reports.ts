// The load reporting service: Envoys tell how many requests failed. In: their streams. Out: counts by node id. Always
// served, since Envoys whose bootstrap says so ask again and again; without canaries they are asked for nothing.
import type { Connection, StreamMethod } from '../../grpc/server.ts';
import type { ErrorCount } from '../../xds/stream/canary.ts';
import { decodeLoadReport, encodeLoadAnswer, loadReportsPath } from '../../xds/stream/load-reports.ts';
import type { ActorContext } from '../actor.ts';

export interface LoadReports {
  readonly method: StreamMethod;
  /** Ends the streams: this process ends. */
  close(): void;
}

export function createLoadReports(
  { log }: ActorContext,
  options: {
    /** Null: no reports are wanted. */
    readonly intervalMs: number | null;
    readonly mayBe: (names: readonly string[], node: { readonly id: string; readonly cluster: string }) => boolean;
    readonly maxStreams: number;
    readonly onReport: (nodeId: string, count: ErrorCount) => void;
  },
): LoadReports {
  const open = new Set<Connection>();

  function onMessage(connection: Connection, known: string | undefined, bytes: Uint8Array): string | undefined {
    const { node, ...count } = decodeLoadReport(bytes);
    if (known !== undefined) {
      options.onReport(known, count);
      return known;
    }
    // Who it is it says in the first message.
    const who = node ?? { id: '', cluster: '' };
    if (!options.mayBe(connection.peerNames, who)) {
      log.warn(
        { node: who.id, peer: connection.peer },
        'load reports refused: the certificate is not good for the node',
      );
      connection.close('permissionDenied', `these certificates are not good for the node id ${JSON.stringify(who.id)}`);
      return undefined;
    }
    if (connection.writable) connection.write(encodeLoadAnswer(options.intervalMs));
    return who.id;
  }

  return {
    method: {
      path: loadReportsPath,
      open(connection) {
        let nodeId: string | undefined;
        if (open.size >= options.maxStreams) {
          queueMicrotask(() =>
            connection.close('resourceExhausted', `${options.maxStreams} streams of load reports are open already`),
          );
        }
        open.add(connection);
        return {
          message(bytes) {
            nodeId = onMessage(connection, nodeId, bytes);
          },
          room() {},
          end: () => void open.delete(connection),
        };
      },
    },
    close() {
      for (const connection of open) connection.close('unavailable', 'nuncio ends; another replica takes over');
    },
  };
}
