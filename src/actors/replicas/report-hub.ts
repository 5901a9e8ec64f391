// The replica that leads hears what the Envoys of the others accept and refuse. In: streams of other replicas. Out: batches
// by replica, as from an edge, and which replica is gone.
// Must hold: of a replica that starts over nothing is lost until it has told its full state; what it has told holds as
// long as its stream lives and speaks, and a little longer; who does not lead hears nobody.
import type { Logger } from 'pino';
import type { Connection, ConnectionHandlers } from '../../grpc/server.ts';
import type { Batch } from '../../messages/edge.ts';
import { reportFormat, type ReplicaMessage, type ReplicaReport } from '../../messages/replica-reports.ts';
import type { Clock, Timer } from '../actor.ts';
import { createEdgeReceiver, type EdgeReceiver } from '../edge-receiver.ts';
import { createKeyedInput } from '../keyed-input.ts';
import { brokenMs, silentMs } from './deadlines.ts';
import { createStreamPort, decodeMessage, encodeMessage, type StreamPort } from './wire.ts';

export interface ReportHub {
  open(connection: Connection): ConnectionHandlers;
  /** From now on, or no more. */
  lead(leading: boolean): void;
  /** Replicas that have told their full state, sorted. */
  readonly replicas: readonly string[];
}

export interface ReportHubOptions {
  /** Of this replica: nobody else may have it. */
  readonly identity: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onBatch: (replica: string, batch: Batch<ReplicaReport>) => void;
  readonly onGone: (replica: string) => void;
  readonly fail: (error: unknown) => void;
}

interface Peer {
  readonly connection: Connection;
  readonly port: StreamPort;
  readonly receiver: EdgeReceiver;
  replica: string;
  /** Its full state has come. */
  synced: boolean;
  patience: Timer | null;
}

interface Told {
  /** Null: its stream is broken. */
  peer: Peer | null;
  expiry: Timer | null;
}

const maxPeers = 100;
const maxIdentityLength = 300;

export function createReportHub(options: ReportHubOptions): ReportHub {
  const { clock, log, onBatch, onGone } = options;
  const peers = new Set<Peer>();
  const told = new Map<string, Told>();
  let leading = false;

  function takeBatch(peer: Peer, gathered: ReturnType<typeof createKeyedInput<ReplicaReport>>) {
    return (batch: Batch<ReplicaReport>): void => {
      if (peer.synced) return onBatch(peer.replica, batch);
      // What an earlier stream has told stays until this one has told all.
      gathered.apply(batch);
      if (!gathered.synced) return;
      peer.synced = true;
      const known = told.get(peer.replica);
      known?.expiry?.cancel();
      told.set(peer.replica, { peer, expiry: null });
      if (known?.peer != null && known.peer !== peer) close(known.peer, 'a newer stream of the same replica');
      if (known === undefined) log.info({ replica: peer.replica }, 'hears of the Envoys of another replica');
      onBatch(peer.replica, {
        ...batch,
        reset: true,
        synced: true,
        upserts: [...gathered.values].map(([key, value]) => ({ key, value, causes: [] })),
        removals: [],
      });
    };
  }

  function takeMessage(peer: Peer, message: ReplicaMessage): void {
    waitOn(peer);
    if (message.kind === 'hello') {
      if (message.format !== reportFormat)
        return close(peer, `speaks format ${message.format}, here is ${reportFormat}`);
      const isName = message.replica !== '' && message.replica.length <= maxIdentityLength;
      if (peer.replica !== '' || !isName || message.replica === options.identity)
        return close(peer, 'hello with a name that can not be');
      peer.replica = message.replica;
      return;
    }
    if (peer.replica === '') return close(peer, 'it has not said hello');
    if (message.kind === 'alive') peer.connection.write(encodeMessage(message));
    else if (message.kind === 'batch') peer.port.take(message);
  }

  function waitOn(peer: Peer): void {
    peer.patience?.cancel();
    peer.patience = clock.setTimer(silentMs, () => {
      expire(peer.replica, peer);
      close(peer, 'has said nothing for a while');
    });
  }

  function close(peer: Peer, why: string): void {
    peer.connection.close('unavailable', why);
    leave(peer);
  }

  function leave(peer: Peer): void {
    if (!peers.delete(peer)) return;
    peer.patience?.cancel();
    peer.receiver.stop();
    const known = told.get(peer.replica);
    if (known?.peer !== peer) return;
    known.peer = null;
    known.expiry = clock.setTimer(brokenMs, () => expire(peer.replica, null));
  }

  function expire(replica: string, peer: Peer | null): void {
    const known = told.get(replica);
    if (known === undefined || known.peer !== peer) return;
    known.expiry?.cancel();
    told.delete(replica);
    log.info({ replica }, 'hears no more of the Envoys of another replica');
    onGone(replica);
  }

  return {
    open(connection) {
      const port = createStreamPort((message) => connection.write(encodeMessage(message)));
      const gathered = createKeyedInput<ReplicaReport>();
      const receiver = createEdgeReceiver<ReplicaReport>({
        edge: 'status>status',
        handler: (batch) => take(batch),
        clock,
        trace: { enabled: false, event() {} },
        fail: options.fail,
      });
      const peer: Peer = { connection, port, receiver, replica: '', synced: false, patience: null };
      const take = takeBatch(peer, gathered);
      const refusal = leading ? (peers.size < maxPeers ? '' : 'too many replicas') : 'this replica does not lead';
      if (refusal === '') {
        peers.add(peer);
        receiver.link(port);
        waitOn(peer);
      } else queueMicrotask(() => connection.close('unavailable', refusal));
      return {
        message(bytes) {
          if (peers.has(peer)) takeMessage(peer, decodeMessage(bytes));
        },
        room() {},
        end: () => leave(peer),
      };
    },
    lead(next) {
      if (next === leading) return;
      leading = next;
      if (leading) return;
      for (const peer of peers) close(peer, 'this replica does not lead any more');
      for (const [replica, { peer }] of told) expire(replica, peer);
    },
    get replicas() {
      return [...told.keys()].sort();
    },
  };
}
