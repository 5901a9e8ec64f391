// The streams of nuncio with a real Envoy at their end, without sources, threads and the rest of the streamer: what comes
// in is put into the store, and Envoy is sent what the stream machine makes of it.
// Must hold: `apply` resolves when Envoy has taken, or refused, all that is for it.
import { Server, ServerCredentials, type ServerDuplexStream } from '@grpc/grpc-js';
import { bootstrap } from '../../src/xds/bootstrap.ts';
import { ADS } from '../../src/xds/proto/resource-types.ts';
import { decodeDeltaRequest } from '../../src/xds/stream/requests.ts';
import { createStore } from '../../src/xds/stream/store.ts';
import { createStream, type XdsStream } from '../../src/xds/stream/stream.ts';
import { streamTypes } from '../../src/xds/stream/types.ts';
import type { ResourceChanges } from '../../src/xds/translator.ts';

export interface StreamServer {
  /** For this server: the bootstrap that nuncio writes. */
  readonly bootstrap: Record<string, unknown>;
  apply(changes: ResourceChanges): Promise<void>;
  /** Error messages of the answers that refused something. */
  readonly refusals: readonly string[];
  stop(): Promise<void>;
}

const edge = 'fuzzer';
/** What is never there Envoy is told so after this; for it no cluster waits longer. */
const ackTimeoutMs = 1000;

export async function startStreamServer(): Promise<StreamServer> {
  const store = createStore([edge]);
  const refusals: string[] = [];
  let seq = 0;
  let client: { readonly call: ServerDuplexStream<Buffer, Uint8Array>; readonly stream: XdsStream } | undefined;
  let wake: NodeJS.Timeout | undefined;
  let waiting: (() => void)[] = [];

  function takeEvents(stream: XdsStream): void {
    for (const event of stream.takeEvents()) {
      if (event.kind !== 'nack') continue;
      refusals.push(`${streamTypes[event.type].typeUrl}: ${event.message}`);
      for (const { name, version } of event.refused) store.refuse(event.type, name, version, event.message);
    }
    const changes = store.takeChanges();
    if (changes.length > 0) stream.notify(changes);
  }

  function pump(): void {
    if (client === undefined) return;
    const { call, stream } = client;
    clearTimeout(wake);
    for (;;) {
      const polled = stream.poll(performance.now());
      takeEvents(stream);
      if (polled.kind === 'response') call.write(polled.response.bytes);
      if (polled.kind !== 'idle') continue;
      const { wakeAtMs } = polled;
      if (wakeAtMs !== null) wake = setTimeout(pump, Math.max(1, wakeAtMs - performance.now()));
      break;
    }
    if (stream.progress(performance.now()) === seq) for (const done of waiting.splice(0)) done();
  }

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
      delta(call: ServerDuplexStream<Buffer, Uint8Array>) {
        const stream = createStream({ protocol: 'delta', storeFor: () => store, only: null, ackTimeoutMs });
        stream.reach(seq);
        client = { call, stream };
        call.on('data', (bytes: Buffer) => {
          stream.takeDelta(decodeDeltaRequest(bytes), performance.now());
          if (client?.stream === stream) pump();
        });
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
    refusals,
    async apply({ upserts, removals }) {
      const isFirst = seq === 0;
      const changes = store.apply(edge, {
        kind: 'batch',
        seq: ++seq,
        reset: isFirst,
        synced: true,
        sentAtMs: 0,
        upserts,
        removals,
      });
      client?.stream.notify(changes);
      client?.stream.reach(seq);
      await new Promise<void>((done) => {
        waiting.push(done);
        pump();
      });
    },
    async stop() {
      clearTimeout(wake);
      waiting = [];
      client?.call.end();
      server.forceShutdown();
    },
  };
}
