// A way between two programs that a test turns and cuts. In: a port. Out: a port of its own that leads there.
// Must hold: bytes pass unchanged; what is cut is reset for both sides at once, as when a machine between them dies.
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpSwitch {
  readonly port: number;
  /** Connections made from now on lead there; those that are open stay where they are. */
  to(port: number): void;
  /** Resets every connection that is open. */
  cut(): void;
  /** Connections made so far. */
  connections(): number;
  close(): void;
}

/** Listens on and leads to 127.0.0.1. */
export async function startTcpSwitch(first: number): Promise<TcpSwitch> {
  let target = first;
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((inner) => {
    connections++;
    const outer = connect({ host: '127.0.0.1', port: target });
    for (const [from, into] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from);
      from.on('error', () => into.destroy());
      from.on('close', () => {
        sockets.delete(from);
        into.destroy();
      });
      from.pipe(into);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    to: (port) => {
      target = port;
    },
    cut,
    connections: () => connections,
    close() {
      server.close();
      cut();
    },
  };
}
