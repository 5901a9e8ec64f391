// The network between simulated replicas: streams whose messages take their time, each direction in its own order; who dies
// takes its streams along. In: who listens, who connects. Out: the transport that replicas report by.
import type { ReportTransport } from '../../src/actors/replicas/transport.ts';
import { decodeMessage, encodeMessage } from '../../src/actors/replicas/wire.ts';
import type { Connection, ConnectionHandlers } from '../../src/grpc/server.ts';
import type { Batch } from '../../src/messages/edge.ts';
import type { ReplicaReport } from '../../src/messages/replica-reports.ts';
import type { PlantedBug } from './planted.ts';
import { createDelays } from './world.ts';
import type { World } from './world.ts';

export interface Network {
  transportOf(life: NetworkLife): ReportTransport;
}

/** Of an actor. */
export interface NetworkLife {
  readonly replica: string;
  readonly alive: boolean;
  /** What ends its streams when it dies. */
  readonly connections: Set<() => void>;
}

interface Listener {
  readonly life: NetworkLife;
  readonly open: (connection: Connection) => ConnectionHandlers;
}

export function createNetwork(world: World, planted: PlantedBug | null): Network {
  const { clock, random } = world;
  const listeners = new Map<string, Listener>();
  let ports = 0;

  /** One direction: in order, and nothing once the stream is over. */
  function direction(isOpen: () => boolean): (run: () => void) => void {
    const delay = createDelays(random);
    const waiting: (() => void)[] = [];
    return (run) => {
      waiting.push(run);
      clock.setTimer(delay(), () => {
        const next = waiting.shift();
        if (isOpen()) next?.();
      });
    };
  }

  return {
    transportOf: (life) => ({
      listen(open) {
        const address = `${life.replica}:${++ports}`;
        listeners.set(address, { life, open });
        return Promise.resolve({ address, close: () => Promise.resolve(void listeners.delete(address)) });
      },
      connect(address, { onMessage, onEnd }) {
        let open = true;
        let handlers: ConnectionHandlers | null = null;
        const toServer = direction(() => open);
        const toClient = direction(() => open);
        const filter = planted?.batch?.({ edge: 'status>status', relinks: 1, random });
        let batches = 0;
        const listener = listeners.get(address);
        const end = (reason: string): void => {
          if (!open) return;
          open = false;
          life.connections.delete(crash);
          listener?.life.connections.delete(crash);
          if (listener?.life.alive === true) handlers?.end(reason);
          // Each side hears of it in its own time.
          clock.setTimer(random.next() * 100, () => {
            if (life.alive) onEnd(reason);
          });
        };
        const crash = (): void => end('crash');
        life.connections.add(crash);
        listener?.life.connections.add(crash);
        toServer(() => {
          if (listener?.life.alive !== true) return end('connection refused');
          world.note(`${life.replica} tells ${address}`);
          handlers = listener.open({
            peer: life.replica,
            peerNames: [],
            get writable() {
              return open;
            },
            write: (bytes) => toClient(() => onMessage(bytes)),
            close: (_code, message) => end(message),
          });
        });
        return {
          write(bytes) {
            const message = decodeMessage(bytes);
            let sent = bytes;
            if (message.kind === 'batch') {
              const batch = filter?.(message, batches++) ?? message;
              sent = encodeMessage(batch as Batch<ReplicaReport>);
              world.note(`${life.replica} tells ${batch.upserts.map(({ key }) => `+${key}`).join(' ')}`);
            }
            toServer(() => handlers?.message(sent));
          },
          close: () => end('closed'),
        };
      },
    }),
  };
}
