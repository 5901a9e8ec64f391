// A real Envoy at the end of a stream of ours, for the fuzzer. The addresses of its listeners are any free ports.
import { startEnvoy, type Envoy } from '../support/envoy.ts';
import { startStreamServer, type StreamServer } from './stream-server.ts';

export interface FuzzedEnvoy {
  readonly server: StreamServer;
  readonly envoy: Envoy;
  /** Rejects when Envoy ends, a finding of its own: nothing would answer any more. To be raced against the run. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

export async function startFuzzedEnvoy(): Promise<FuzzedEnvoy> {
  const server = await startStreamServer();
  const envoy = await startEnvoy({ bootstrap: server.bootstrap, logLevel: 'error' });
  let isWanted = true;
  const failed = new Promise<never>((_resolve, reject) => {
    void envoy.ended.then((how) => {
      const words = `Envoy ended (${how}); the same seed shows it again. Its last words:\n${envoy.logs().slice(-4000)}`;
      if (isWanted) reject(new Error(words));
    });
  });
  return {
    server,
    envoy,
    failed,
    async stop() {
      isWanted = false;
      await envoy.stop();
      await server.stop();
    },
  };
}
