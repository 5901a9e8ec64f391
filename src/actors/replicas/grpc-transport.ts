// Streams between replicas over gRPC, on a port of their own, with the certificates of the xDS server.
// Must hold: with TLS only who has a certificate for a name that ours has too is a replica, on either side; the certificate
// of a Gateway's Envoys never is.
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import type { Logger } from 'pino';
import { certificateNames } from '../../grpc/certificate-names.ts';
import type { StreamClient } from '../../grpc/client.ts';
import type { TlsFiles } from '../../grpc/tls.ts';
import type { Config } from '../../model/config.ts';
import { FLEET_IDENTITY_PREFIX } from '../../model/gateway-fleet.ts';
import { messageOf } from '../../model/message-of.ts';
import type { ReportTransport } from './transport.ts';

const path = '/nuncio.replicas.v1.Replicas/Report';
/** What Envoys ask for too; only the name of the TLS handshake. */
const serverName = 'nuncio';

export function createGrpcTransport(config: Config, log: Logger): ReportTransport | undefined {
  const { replicaReports, xds } = config;
  if (replicaReports === undefined) return undefined;
  const { port, advertisedHost } = replicaReports;
  const { address, tls = null } = xds;
  let ownNames: readonly string[] = [];
  const readNames = async (): Promise<void> => {
    if (tls !== null) ownNames = await namesOf(tls);
  };
  const isReplica = (names: readonly string[]): boolean => tls === null || isOneOfUs(names, ownNames);
  return {
    async listen(open) {
      const { startGrpcServer } = await import('../../grpc/server.ts');
      await readNames();
      const server = await startGrpcServer({
        address,
        port,
        tls,
        streams: [
          {
            path,
            open(connection) {
              if (isReplica(connection.peerNames)) return open(connection);
              const names = connection.peerNames.join(', ') || 'nobody';
              log.warn({ peer: connection.peer, names }, 'refused as a replica: its certificate has none of our names');
              // Not before the server has the handlers.
              queueMicrotask(() => connection.close('permissionDenied', `a certificate for ${names} is no replica's`));
              return { message() {}, room() {}, end() {} };
            },
          },
        ],
        services: [],
        // The xDS server follows the same files and tells of what is wrong with them.
        onTlsProblem() {},
        onTlsReloaded: () => void readNames().catch(() => {}),
      });
      return {
        address: hostAndPort(advertisedHost ?? reachableHost(address), server.port),
        close: () => server.close(),
      };
    },
    connect(target, { onMessage, onEnd }) {
      let stream: StreamClient | null = null;
      let closed = false;
      const early: Uint8Array[] = [];
      const start = async (): Promise<string> => {
        const { openStream } = await import('../../grpc/client.ts');
        await readNames();
        const opened = await openStream({ target, tls, serverName, mayServe: isReplica, path, onMessage });
        stream = opened;
        for (const bytes of early) opened.write(bytes);
        if (closed) void opened.close();
        return opened.ended;
      };
      start().then(onEnd, (error: unknown) => onEnd(messageOf(error)));
      return {
        write(bytes) {
          if (stream === null) early.push(bytes);
          else if (!closed) stream.write(bytes);
        },
        close() {
          if (closed) return;
          closed = true;
          void stream?.close();
        },
      };
    },
  };
}

/** Whether a certificate for these names is that of a replica of ours. Pure. */
export function isOneOfUs(names: readonly string[], own: readonly string[]): boolean {
  if (names.some((name) => name.startsWith(FLEET_IDENTITY_PREFIX))) return false;
  return names.some((name) => own.includes(name));
}

async function namesOf({ certFile }: TlsFiles): Promise<readonly string[]> {
  return certificateNames(new X509Certificate(await readFile(certFile)).toLegacyObject());
}

/** Of the address that the server listens on; of all addresses the first that others can reach. */
function reachableHost(address: string): string {
  if (address !== '0.0.0.0' && address !== '::') return address;
  const own = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const found = own.filter(({ internal, scopeid = 0 }) => !internal && scopeid === 0);
  return (found.find(({ family }) => family === 'IPv4') ?? found[0])?.address ?? '127.0.0.1';
}

function hostAndPort(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
