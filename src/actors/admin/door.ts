// One HTTP server of the admin pages, with or without TLS. Whoever comes can delay nobody else: connections are bounded
// in number and time. TLS files are followed: a rotated certificate counts for the next handshake.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { messageOf } from '../../model/message-of.ts';
import { followTlsFiles, type FollowedTlsFiles, type ServerTlsFiles, type TlsMaterial } from '../../grpc/tls-files.ts';
import { http } from '../../sources/node-http.ts';

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** Under which name a browser keeps it; absent: it shows it. */
  readonly fileName?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Door {
  readonly address: string;
  readonly port: number;
  /** `http://address:port`, or `https://…`. */
  readonly url: string;
  close(): Promise<void>;
}

export interface DoorOptions {
  readonly address: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Absent: plain text. With a CA, clients need a certificate of it. */
  readonly tls?: ServerTlsFiles;
  /** How this is named in messages. */
  readonly name: string;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<Answer>;
  readonly log: Logger;
}

const tlsRefreshMs = 5_000;

/** Listens; rejects when the address is taken or the TLS files can't be used. */
export async function openDoor(options: DoorOptions): Promise<Door> {
  const { name, log, tls } = options;
  const onRequest: RequestListener = (request, response) => {
    // Nothing here takes a body.
    request.resume();
    options
      .answer(request, response)
      .catch((err: unknown): Answer => {
        log.error({ err, path: request.url }, 'admin request failed');
        return jsonAnswer(500, { error: messageOf(err) });
      })
      .then(({ status, type, body, fileName, headers }) => {
        response.writeHead(status, {
          'content-type': type,
          'content-length': Buffer.byteLength(body),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          ...headers,
          ...(fileName !== undefined && { 'content-disposition': `attachment; filename="${fileName}"` }),
        });
        response.end(request.method === 'HEAD' ? undefined : body);
      })
      .catch((err: unknown) => log.warn({ err }, 'admin answer could not be written'));
  };

  let server: Server | HttpsServer;
  let followed: FollowedTlsFiles | undefined;
  if (tls === undefined) server = http.createServer(onRequest);
  else {
    const https = process.getBuiltinModule('node:https');
    const contextOf = (material: TlsMaterial) => ({ ...material, minVersion: 'TLSv1.3' as const });
    followed = await followTlsFiles(tls, {
      name,
      refreshMs: tlsRefreshMs,
      onProblem: (message) => log.error(message),
      onChange(material) {
        (server as HttpsServer).setSecureContext(contextOf(material));
        log.info({ certFile: tls.certFile }, `certificates of ${name} were read again`);
      },
    });
    const mustShow = tls.caFile !== undefined;
    server = https.createServer(
      { ...contextOf(followed.current), requestCert: mustShow, rejectUnauthorized: mustShow },
      onRequest,
    );
  }
  server.headersTimeout = 5_000;
  server.requestTimeout = 10_000;
  server.keepAliveTimeout = 5_000;
  server.maxConnections = 100;
  // Ends connections on which nothing moves, such as a client that doesn't read its answer.
  server.timeout = 30_000;

  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port, options.address, () => {
        server.off('error', reject);
        resolve();
      });
    });
  } catch (error) {
    followed?.stop();
    throw error;
  }
  server.on('error', (err) => log.error({ err }, `${name} server`));
  const { address, port, family } = server.address() as AddressInfo;
  return {
    address,
    port,
    url: `${tls === undefined ? 'http' : 'https'}://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: () =>
      new Promise((resolve) => {
        followed?.stop();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function jsonAnswer(status: number, value: unknown): Answer {
  return { status, type: 'application/json', body: `${JSON.stringify(value, null, 2)}\n` };
}
