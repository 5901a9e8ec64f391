// Runs the conversion webhook: certificates from Secrets that all replicas share (or from files), the CRDs kept pointing
// at it, and the server. Ready once it has a certificate and has seen that the CRDs trust it.
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Clock, Timer } from '../../actors/actor.ts';
import { jsonAnswer, openDoor, type Door } from '../../actors/admin/door.ts';
import { followTlsFiles, type FollowedTlsFiles, type ServerTlsFiles } from '../../grpc/tls-files.ts';
import { createApiClient } from '../../sources/kubernetes/api-client.ts';
import { createObjectClient } from '../../sources/kubernetes/object-client.ts';
import { createSecretClient } from '../../sources/kubernetes/secret-client.ts';
import { keepCertificatesRenewed } from '../certificates/keep-renewed.ts';
import { defaultOverlapMs, type CompleteSet } from '../certificates/renew.ts';
import type { SecretFamily } from '../certificates/secrets.ts';
import { bringCrd, emissaryCrdNames, type WebhookService } from './crds.ts';
import type { WebhookServer } from '../webhook/server.ts';
import { startConversionServer } from './server.ts';

export interface WebhookConfig {
  readonly kubeconfig?: string | undefined;
  /** Where the API server finds us. */
  readonly service: WebhookService;
  readonly address: string;
  /** 0: a free one. */
  readonly port: number;
  /** Of probes and metrics. */
  readonly health: { readonly address: string; readonly port: number };
  /** Absent: certificates are made, and kept in Secrets beside the Service. */
  readonly files?: (ServerTlsFiles & { readonly caFile: string }) | undefined;
  readonly patchCrds: boolean;
  readonly lifetimeMs: number;
  readonly caLifetimeMs: number;
  readonly renewBeforeMs: number;
}

export interface RunningWebhook {
  readonly healthUrl: string;
  /** From now on not ready. */
  leave(): void;
  stop(): Promise<void>;
}

const leaf = 'webhook';
type Leaf = typeof leaf;

export const webhookSecrets: SecretFamily<Leaf> = {
  leaves: [leaf],
  nameOf: (role) => (role === 'ca' ? 'nuncio-conversion-webhook-ca' : 'nuncio-conversion-webhook'),
  labelsOf: () => ({
    'app.kubernetes.io/name': 'nuncio-conversion-webhook',
    'app.kubernetes.io/managed-by': 'nuncio',
  }),
};

/** A CRD that is applied anew has lost our CA, and nobody can read its objects until we have looked. */
const crdEveryMs = 10_000;
const retryCrdMs = 2_000;
/** How often files are read again. */
const refreshFilesMs = 5_000;

export async function runWebhook(options: {
  readonly config: WebhookConfig;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Registry;
}): Promise<RunningWebhook> {
  const { config, clock, log, metrics } = options;
  const { service } = config;
  const client = createApiClient({ kubeconfig: config.kubeconfig, clock });
  const objects = createObjectClient(client, 'nuncio-conversion-webhook');
  const ending = new AbortController();
  let server: WebhookServer | undefined;
  let starting: Promise<void> | undefined;
  let bundle: string | undefined;
  let timer: Timer | undefined;
  let leaving = false;
  /** Undefined: not looked yet. */
  let missing: readonly string[] | undefined;
  const said = new Map<string, string>();

  async function serve(certificate: { readonly cert: string; readonly key: string }, ca: string): Promise<void> {
    const isNew = bundle !== ca;
    bundle = ca;
    if (server === undefined) {
      starting ??= startConversionServer({ ...config, log, metrics }).then((started) => {
        started.setCertificate(certificate);
        server = started;
        log.info({ port: started.port }, 'conversion webhook listens');
      });
      await starting;
    } else server.setCertificate(certificate);
    if (!isNew) return;
    timer?.cancel();
    await lookAtCrds();
  }

  /** The CRDs trust the new CA long before a certificate comes from it; see renew.ts. */
  async function lookAtCrds(): Promise<void> {
    const ca = bundle;
    if (ca === undefined || ending.signal.aborted) return;
    const states = await Promise.all(
      emissaryCrdNames.map(async (name) => ({
        name,
        state: await bringCrd(objects, name, service, ca, config.patchCrds, ending.signal),
      })),
    );
    if (ending.signal.aborted) return;
    for (const { name, state } of states) {
      if (state.kind === 'ready' && state.patched) log.info({ crd: name }, 'CRD points at this webhook');
      const message = state.kind === 'failed' ? state.message : '';
      if (message !== '' && said.get(name) !== message)
        log.warn({ crd: name, error: message }, 'CRD does not point at this webhook; trying again');
      said.set(name, message);
    }
    missing = states.filter(({ state }) => state.kind === 'failed').map(({ name }) => name);
    timer = clock.setTimer(missing.length > 0 ? retryCrdMs : crdEveryMs, () => void lookAtCrds());
  }

  const fail = (err: unknown): void => {
    // Nothing can be served: the port is taken, say. The container is to be started again.
    log.fatal({ err }, 'conversion webhook can not be served');
    process.exitCode = 1;
    process.kill(process.pid, 'SIGTERM');
  };
  const door: Door = await openDoor({
    ...config.health,
    name: 'health',
    log,
    async answer(request) {
      const { pathname } = new URL(request.url ?? '/', 'http://health');
      switch (pathname) {
        case '/healthz':
          return jsonAnswer(200, { healthy: true });
        case '/readyz': {
          const waitsFor = leaving ? ['the end'] : server === undefined ? ['a certificate'] : (missing ?? ['the CRDs']);
          return jsonAnswer(waitsFor.length === 0 ? 200 : 503, { ready: waitsFor.length === 0, missing: waitsFor });
        }
        case '/metrics':
          return { status: 200, type: metrics.contentType, body: await metrics.metrics() };
        default:
          return jsonAnswer(404, { error: `no ${pathname} here; there is /healthz, /readyz, /metrics` });
      }
    },
  });
  let followed: FollowedTlsFiles | undefined;
  let keeper: { stop(): void } | undefined;
  if (config.files !== undefined) {
    const { files } = config;
    const take = ({ cert, key, ca }: FollowedTlsFiles['current']): void => {
      serve({ cert: String(cert), key: String(key) }, String(ca)).catch(fail);
    };
    followed = await followTlsFiles(files, {
      name: 'conversion webhook',
      refreshMs: refreshFilesMs,
      onProblem: (message) => log.error(message),
      onChange: take,
    });
    take(followed.current);
  } else {
    const secrets = createSecretClient({ kubeconfig: config.kubeconfig, clock });
    keeper = keepCertificatesRenewed<Leaf>({
      client: secrets,
      family: webhookSecrets,
      place: { namespace: service.namespace, suffix: '' },
      name: 'certificate of the conversion webhook',
      policyFor: ({ ca }) => ({
        lifetimeMs: config.lifetimeMs,
        caLifetimeMs: config.caLifetimeMs,
        renewBeforeMs: config.renewBeforeMs,
        overlapMs: defaultOverlapMs(config.lifetimeMs),
        dnsNames: { [leaf]: [`${service.name}.${service.namespace}.svc`] },
        caName: 'nuncio conversion webhook CA',
        // Nobody else makes these: a certificate whose CA is gone is of no use.
        overwrite: ca === undefined,
      }),
      clock,
      log,
      metrics,
      firstLookWithinMs: 500,
      // When somebody makes a new CA at once, all replicas must soon have a certificate of it.
      lookEveryMs: crdEveryMs,
      retryMs: retryCrdMs,
      onSet(set: CompleteSet<Leaf>) {
        const { certificate, key, bundle: ca } = set.leaves[leaf];
        serve({ cert: certificate, key }, ca).catch(fail);
      },
    });
  }

  return {
    healthUrl: door.url,
    leave() {
      leaving = true;
    },
    async stop() {
      keeper?.stop();
      followed?.stop();
      timer?.cancel();
      ending.abort();
      await starting?.catch(() => {});
      await server?.close();
      await door.close();
      client.close();
    },
  };
}
