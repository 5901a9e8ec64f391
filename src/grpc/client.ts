// A gRPC client for one bidirectional stream of raw bytes: the counterpart of server.ts. Knows nothing of xDS.
import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Client, credentials as grpcCredentials, status as grpcStatus } from '@grpc/grpc-js';
import type { ChannelCredentials } from '@grpc/grpc-js';
import { certificateNames } from './certificate-names.ts';
import type { TlsFiles } from './tls.ts';

export interface StreamClientOptions {
  /** `host:port`. */
  readonly target: string;
  /** null: plain text. */
  readonly tls: TlsFiles | null;
  /** The name that the server's certificate must have, unless `mayServe` decides. */
  readonly serverName: string;
  /** Whether a server with a certificate for these names is the right one. */
  readonly mayServe?: (names: readonly string[]) => boolean;
  /** `/package.Service/Method`. */
  readonly path: string;
  readonly onMessage: (bytes: Uint8Array) => void;
}

export interface StreamClient {
  write(bytes: Uint8Array): void;
  /** How the stream ended, such as `UNAVAILABLE: connection refused`. Never rejects. */
  readonly ended: Promise<string>;
  /** Resolves when what was written has been taken and the stream is over; after a second it is cut. */
  close(): Promise<void>;
}

const closeWithinMs = 1000;

/** Rejects when the TLS files can't be read or used; a server that can't be reached shows in `ended`. */
export async function openStream(options: StreamClientOptions): Promise<StreamClient> {
  const client = new Client(options.target, await credentialsOf(options), {
    'grpc.max_receive_message_length': -1,
    'grpc.max_send_message_length': -1,
    ...(options.tls === null
      ? {}
      : {
          'grpc.ssl_target_name_override': options.serverName,
          'grpc.default_authority': options.serverName,
        }),
  });
  const pass = (bytes: Buffer): Buffer => bytes;
  const stream = client.makeBidiStreamRequest(options.path, pass, pass);
  const ended = new Promise<string>((resolve) => {
    stream.on('status', ({ code, details }: { readonly code: number; readonly details: string }) => {
      client.close();
      resolve(`${grpcStatus[code]}: ${details}`);
    });
  });
  // The status says the same.
  stream.on('error', () => {});
  stream.on('data', (bytes: Buffer) => options.onMessage(bytes));
  return {
    write: (bytes) => void stream.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
    ended,
    async close() {
      stream.end();
      const hard = setTimeout(() => stream.cancel(), closeWithinMs);
      await ended;
      clearTimeout(hard);
    },
  };
}

async function credentialsOf({ tls, mayServe }: StreamClientOptions): Promise<ChannelCredentials> {
  if (tls === null) return grpcCredentials.createInsecure();
  const [ca, key, cert] = await Promise.all([readFile(tls.caFile), readFile(tls.keyFile), readFile(tls.certFile)]);
  if (mayServe === undefined) return grpcCredentials.createSsl(ca, key, cert);
  return grpcCredentials.createSsl(ca, key, cert, {
    checkServerIdentity(_name, { raw }) {
      const names = certificateNames(new X509Certificate(raw).toLegacyObject());
      return mayServe(names) ? undefined : new Error(`its certificate is for ${names.join(', ') || 'nobody'}`);
    },
  });
}
