// The streams of nuncio with a real Envoy at their end, without sources, threads and the rest of the streamer: what comes
// in is put into the store, and Envoy is sent what the stream machine makes of it.
// Must hold: `apply` resolves when Envoy has taken, or refused, all that is for it.
import { decodeDeltaRequest } from '../../src/xds/stream/requests.ts';
import { createStore } from '../../src/xds/stream/store.ts';
import { createStream, type XdsStream } from '../../src/xds/stream/stream.ts';
import { streamTypes } from '../../src/xds/stream/types.ts';
import type { ResourceChanges } from '../../src/xds/translator.ts';
import { startAdsServer, type AdsCall, type AdsServer } from '../support/ads-server.ts';

export interface StreamServer extends Pick<AdsServer, 'bootstrap'> {
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
  let client: { readonly call: AdsCall; readonly stream: XdsStream } | undefined;
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

  const server = await startAdsServer((call) => {
    const stream = createStream({ protocol: 'delta', storeFor: () => store, only: null, ackTimeoutMs });
    stream.reach(seq);
    client = { call, stream };
    return (request) => {
      stream.takeDelta(decodeDeltaRequest(request), performance.now());
      if (client?.stream === stream) pump();
    };
  });

  return {
    bootstrap: server.bootstrap,
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
      server.stop();
    },
  };
}
