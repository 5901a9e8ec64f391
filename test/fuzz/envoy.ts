// A real Envoy behind the stub control plane, for the fuzzer. The addresses of its listeners are any free ports.
import { startEnvoy, type Envoy } from '../support/envoy.ts';
import { startXdsStub, type XdsStub } from '../support/xds-stub.ts';

export interface FuzzedEnvoy {
  readonly stub: XdsStub;
  readonly envoy: Envoy;
  /** Rejects when Envoy ends, a finding of its own: nothing would answer any more. To be raced against the run. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

export async function startFuzzedEnvoy(): Promise<FuzzedEnvoy> {
  const stub = await startXdsStub();
  const envoy = await startEnvoy({ bootstrap: stub.bootstrap, logLevel: 'error' });
  let isWanted = true;
  const failed = new Promise<never>((_resolve, reject) => {
    void envoy.ended.then((how) => {
      const words = `Envoy ended (${how}); the same seed shows it again. Its last words:\n${envoy.logs().slice(-4000)}`;
      if (isWanted) reject(new Error(words));
    });
  });
  return {
    stub,
    envoy,
    failed,
    async stop() {
      isWanted = false;
      await envoy.stop();
      await stub.stop();
    },
  };
}
