// The gRPC server: bidirectional streams of raw bytes, health, optional reflection. In: methods by path and what to do
// with their streams; out: bytes as they are, so one encoded response serves many streams. Knows nothing of xDS.
import { Server, ServerCredentials, status as grpcStatus } from '@grpc/grpc-js';
import type { ServerDuplexStream } from '@grpc/grpc-js';
import { messageOf } from '../model/message-of.ts';
import { certificateNames } from './certificate-names.ts';
import { createTlsCredentials } from './tls.ts';
import type { CertificateEnds, TlsCredentials, TlsFiles } from './tls.ts';

export interface GrpcServerOptions {
  /** Address to listen on, without port. */
  readonly address: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Null: plain text. */
  readonly tls: TlsFiles | null;
  readonly streams: readonly StreamMethod[];
  readonly services: readonly GrpcService[];
  /** TLS files that can't be read or used: the ones before stay in force. */
  readonly onTlsProblem: (message: string) => void;
  readonly onTlsReloaded: () => void;
  /** For who wants to have the files looked at sooner. */
  readonly onTlsReady?: (tls: TlsCredentials) => void;
}

export interface StreamMethod {
  /** `/package.Service/Method`. */
  readonly path: string;
  /** Called for each new stream; what it returns hears of everything that happens to it. */
  readonly open: (connection: Connection) => ConnectionHandlers;
}

export interface Connection {
  /** `address:port` of the client. */
  readonly peer: string;
  /** What its certificate says it is: DNS and URI names, or the common name if there are none. Empty without TLS. */
  readonly peerNames: readonly string[];
  /** The client has room: what was written has left for the network, up to a small rest. */
  readonly writable: boolean;
  /** Never waits; check `writable` first. Bytes must not change afterwards. */
  write(bytes: Uint8Array<ArrayBuffer>): void;
  close(code: CloseCode, message: string): void;
}

export type CloseCode =
  'ok' | 'invalidArgument' | 'permissionDenied' | 'resourceExhausted' | 'unavailable' | 'internal';

export interface ConnectionHandlers {
  /** One message. An exception closes the stream as `invalidArgument`. */
  readonly message: (bytes: Uint8Array) => void;
  /** `writable` is true again. */
  readonly room: () => void;
  /** The stream is over; called once. */
  readonly end: (reason: string) => void;
}

/** A service that adds its own handlers, such as health. */
export interface GrpcService {
  readonly register: (server: Server) => void;
}

export interface GrpcServer {
  /** The port bound. */
  readonly port: number;
  /** Of the certificates in force; null without TLS. */
  readonly certificateEnds: CertificateEnds | null;
  /** Stops listening and tells all clients to make new streams elsewhere (GOAWAY); open streams go on. */
  drain(): void;
  /** Ends all streams and stops listening. */
  close(): Promise<void>;
}

/** Reads the TLS files again this often: polling sees symlink swaps, which watches miss. */
export const tlsRefreshMs = 5000;

const keepaliveTimeMs = 60_000;
const keepaliveTimeoutMs = 20_000;
/** A request lists at most every resource the client has, by name: this is enough for 500,000. */
const maxRequestBytes = 64 * 1024 * 1024;
const maxStreamsPerConnection = 256;

/**
 * Bytes that may wait for the network before a stream counts as full. Node reports a write as done once HTTP/2 flow
 * control has let it pass, so this bounds what a client that doesn't read can make us keep.
 */
const maxUnsentBytes = 256 * 1024;

const codes: Readonly<Record<CloseCode, grpcStatus>> = {
  ok: grpcStatus.OK,
  invalidArgument: grpcStatus.INVALID_ARGUMENT,
  permissionDenied: grpcStatus.PERMISSION_DENIED,
  resourceExhausted: grpcStatus.RESOURCE_EXHAUSTED,
  unavailable: grpcStatus.UNAVAILABLE,
  internal: grpcStatus.INTERNAL,
};

/** Rejects if the address can't be bound or the TLS files can't be used at the start. */
export async function startGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  const server = new Server({
    'grpc.keepalive_time_ms': keepaliveTimeMs,
    'grpc.keepalive_timeout_ms': keepaliveTimeoutMs,
    'grpc.keepalive_permit_without_calls': 1,
    'grpc.max_receive_message_length': maxRequestBytes,
    'grpc.max_send_message_length': -1,
    'grpc.max_concurrent_streams': maxStreamsPerConnection,
    'grpc.enable_channelz': 0,
  });
  for (const method of options.streams) {
    server.register(method.path, (call: RawCall) => serve(call, method), passBytes, passBytes, 'bidi');
  }
  for (const service of options.services) service.register(server);

  const tls: TlsCredentials | null =
    options.tls === null
      ? null
      : await createTlsCredentials(options.tls, {
          refreshMs: tlsRefreshMs,
          onProblem: options.onTlsProblem,
          onReloaded: options.onTlsReloaded,
        });
  if (tls !== null) options.onTlsReady?.(tls);
  const credentials = tls?.credentials ?? ServerCredentials.createInsecure();
  const host = options.address.includes(':') ? `[${options.address}]` : options.address;
  const target = `${host}:${options.port}`;
  let port: number;
  try {
    port = await new Promise<number>((resolve, reject) => {
      server.bindAsync(target, credentials, (error, bound) => (error === null ? resolve(bound) : reject(error)));
    });
  } catch (error) {
    tls?.stop();
    throw new Error(`xds.address ${target} can't be bound: ${messageOf(error)}`, {
      cause: error,
    });
  }
  return {
    port,
    get certificateEnds() {
      return tls?.ends ?? null;
    },
    // The callback comes when the last stream is over, which the caller sees by itself.
    drain: () => server.tryShutdown(() => {}),
    close: () => {
      tls?.stop();
      // Streams of Envoys have no end of their own, so there is nothing to wait for.
      server.forceShutdown();
      return Promise.resolve();
    },
  };
}

type RawCall = ServerDuplexStream<Buffer, Buffer>;

function passBytes(bytes: Buffer): Buffer {
  return bytes;
}

function serve(call: RawCall, method: StreamMethod): void {
  let unsentBytes = 0;
  let full = false;
  let ended = false;

  function end(reason: string): void {
    if (ended) return;
    ended = true;
    handlers.end(reason);
  }

  const connection: Connection = {
    peer: call.getPeer(),
    get peerNames() {
      const certificate = call.getAuthContext()?.sslPeerCertificate;
      return certificate === undefined ? [] : certificateNames(certificate);
    },
    get writable() {
      return !ended && unsentBytes < maxUnsentBytes;
    },
    write(bytes) {
      if (ended) return;
      unsentBytes += bytes.length;
      full ||= unsentBytes >= maxUnsentBytes;
      call.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), (error?: Error | null) => {
        unsentBytes -= bytes.length;
        if (!full || error != null || ended || unsentBytes >= maxUnsentBytes) return;
        full = false;
        handlers.room();
      });
    },
    close(code, message) {
      if (ended) return;
      if (code === 'ok') call.end();
      else call.emit('error', { code: codes[code], details: message });
      end(message);
    },
  };
  const handlers = method.open(connection);
  call.on('data', (bytes: Buffer) => {
    if (ended) return;
    try {
      handlers.message(bytes);
    } catch (error) {
      connection.close('invalidArgument', messageOf(error));
    }
  });
  call.on('end', () => {
    if (ended) return;
    call.end();
    end('client closed the stream');
  });
  call.on('cancelled', () => end('client cancelled the stream or its connection broke'));
  call.on('error', (error: { readonly message?: string }) => end(error.message ?? 'stream failed'));
}
