// A gRPC server with delta ADS alone, for a real Envoy, without the rest of nuncio.
import { Server, ServerCredentials, type ServerDuplexStream } from '@grpc/grpc-js';
import { bootstrap } from '../../src/xds/bootstrap.ts';
import { ADS } from '../../src/xds/proto/resource-types.ts';

/** Requests come as bytes; responses go as bytes. */
export type AdsCall = ServerDuplexStream<Buffer, Uint8Array>;

export interface AdsServer {
  /** For this server: the bootstrap that nuncio writes. */
  readonly bootstrap: Record<string, unknown>;
  stop(): void;
}

/** `onCall`: a client has come; returns what takes its requests. */
export async function startAdsServer(onCall: (call: AdsCall) => (request: Buffer) => void): Promise<AdsServer> {
  const server = new Server({ 'grpc.max_send_message_length': -1 });
  const pass = <T>(value: T): T => value;
  server.addService(
    {
      delta: {
        path: ADS.deltaPath,
        requestStream: true,
        responseStream: true,
        requestSerialize: (value: Buffer) => value,
        requestDeserialize: pass,
        responseSerialize: (value: Uint8Array) => Buffer.from(value),
        responseDeserialize: pass,
      },
    },
    {
      delta(call: AdsCall) {
        call.on('data', onCall(call));
        call.on('end', () => call.end());
        call.on('error', () => {});
      },
    },
  );
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => {
      if (error) reject(error);
      else resolve(bound);
    });
  });
  return {
    bootstrap: bootstrap({
      nodeId: 'test',
      xdsAddress: '127.0.0.1',
      xdsPort: port,
      zone: 'here',
      // Envoy's own is replaced by who starts it.
      admin: { kind: 'pipe', path: '/dev/null' },
    }),
    stop: () => server.forceShutdown(),
  };
}
