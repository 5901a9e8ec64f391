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
  const { bootstrap } = stub;
  const fixed = bootstrap['static_resources'] as { readonly clusters?: readonly object[] };
  const admin = { name: 'envoy-admin', type: 'STATIC', connect_timeout: '1s' };
  const envoy = await startEnvoy({
    bootstrap: { ...bootstrap, static_resources: { ...fixed, clusters: [...(fixed.clusters ?? []), admin] } },
  });
  return {
    stub,
    envoy,
    failed: envoy.ended.then((how) => {
      throw new Error(
        `Envoy ended (${how}); the same seed shows it again. Its last words:\n${envoy.logs().slice(-4000)}`,
      );
    }),
    async stop() {
      await envoy.stop();
      await stub.stop();
    },
  };
}
