// A webhook for the API server, as a process of its own: its HTTPS server, the certificate for it in a Secret (made,
// renewed, replaced with overlap as those of xDS), and the CA in the objects that send the API server here. Any number of
// replicas do the same.
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Clock, Timer } from '../../actors/actor.ts';
import { createApiClient } from '../../sources/kubernetes/api-client.ts';
import { createSecretClient } from '../../sources/kubernetes/secret-client.ts';
import { keepCertificatesRenewed } from '../certificates/keep-renewed.ts';
import { defaultOverlapMs } from '../certificates/renew.ts';
import type { SecretFamily } from '../certificates/secrets.ts';
import { putCaBundle, type CaTarget } from './ca-bundle.ts';
import { startWebhookServer, type WebhookServerOptions } from './server.ts';

export interface WebhookOptions extends Pick<WebhookServerOptions, 'address' | 'port' | 'reviews'> {
  readonly isReady: () => boolean;
  /** Of its Service, and of the Secret with its certificate (`<name>-ca`: with the CA). */
  readonly name: string;
  readonly namespace: string;
  readonly kubeconfig?: string | undefined;
  /** Objects that name it. */
  readonly targets: readonly CaTarget[];
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Registry;
}

const dayMs = 24 * 3_600_000;
const lifetimeMs = 365 * dayMs;
/** Objects are at most a few MB, and a review has two. */
const maxBodyBytes = 16 << 20;
/** Somebody may apply the objects anew, without the CA. */
const lookEveryMs = 30_000;
const retryMs = 5_000;

/** Resolves when it listens; it is ready once it has its certificate and `isReady` says so. */
export async function runWebhook(options: WebhookOptions): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const { name, namespace, kubeconfig, targets, clock, log, metrics } = options;
  const client = createApiClient({ kubeconfig, clock });
  const stopping = new AbortController();
  let bundle: string | undefined;
  let certificate = '';
  let timer: Timer | undefined;
  const said = new Map<string, string>();

  const server = await startWebhookServer({
    ...options,
    maxBodyBytes,
    pages: {
      '/healthz': async () => ({ status: 200, body: 'ok\n' }),
      '/readyz': async () =>
        bundle !== undefined && options.isReady() ? { status: 200, body: 'ok\n' } : { status: 503, body: 'not yet\n' },
      '/metrics': async () => ({ status: 200, body: await metrics.metrics() }),
    },
  });
  const keeper = keepCertificatesRenewed({
    client: createSecretClient({ kubeconfig, clock }),
    family: secretsOf(name),
    place: { namespace, suffix: '' },
    name: `certificate of ${name}`,
    policyFor: () => ({
      lifetimeMs,
      caLifetimeMs: 10 * lifetimeMs,
      renewBeforeMs: 30 * dayMs,
      overlapMs: defaultOverlapMs(lifetimeMs),
      dnsNames: { server: [`${name}.${namespace}.svc`] },
      caName: `${name} CA`,
      overwrite: false,
    }),
    firstLookWithinMs: 500,
    // When somebody makes a new CA at once, all replicas must soon have a certificate of it.
    lookEveryMs,
    retryMs,
    onSet({ leaves: { server: leaf } }) {
      if (leaf.certificate !== certificate) server.setCertificate({ cert: leaf.certificate, key: leaf.key });
      ({ certificate } = leaf);
      ({ bundle } = leaf);
      look();
    },
    clock,
    log,
    metrics,
  });

  function look(): void {
    timer?.cancel();
    timer = undefined;
    tell().then(
      (isDone) => {
        if (!stopping.signal.aborted) timer = clock.setTimer(isDone ? lookEveryMs : retryMs, look);
      },
      (err: unknown) => log.error({ err }, 'CA bundles were not looked at'),
    );
  }

  async function tell(): Promise<boolean> {
    if (bundle === undefined) return false;
    let isDone = true;
    for (const target of targets) {
      const mistake = await putCaBundle(client, target, bundle, stopping.signal);
      if (stopping.signal.aborted) return false;
      if (mistake !== undefined && said.get(target.path) !== mistake)
        log.warn({ error: mistake }, 'the API server could not be told our CA; trying again');
      said.set(target.path, mistake ?? '');
      isDone &&= mistake === undefined;
    }
    return isDone;
  }

  return {
    port: server.port,
    async stop() {
      stopping.abort();
      timer?.cancel();
      keeper.stop();
      await server.close();
      client.close();
    },
  };
}

/** The certificate in the Secret `name`, the CA in `<name>-ca`. */
function secretsOf(name: string): SecretFamily<'server'> {
  return {
    leaves: ['server'],
    nameOf: (role) => (role === 'ca' ? `${name}-ca` : name),
    labelsOf: () => ({ 'app.kubernetes.io/name': name, 'app.kubernetes.io/managed-by': name }),
  };
}
