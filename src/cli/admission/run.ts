// The admission webhook as a process: the Kubernetes source that serves, into a compiler of its own, behind a webhook server.
import type { Logger } from 'pino';
import Registry from 'prom-client/lib/registry.js';
import { clockOrigin, createClock } from '../../actors/clock.ts';
import { counter, histogram } from '../../actors/metrics.ts';
import checkSecret from '../../actors/pool-jobs/check-secret.ts';
import type { Config } from '../../model/config.ts';
import type { Secret } from '../../model/kinds/index.ts';
import { keyOf, type SourceObject } from '../../model/object.ts';
import { isRecord } from '../../model/pick.ts';
import { createKubernetesSource } from '../../sources/kubernetes/kubernetes-source.ts';
import { watchedKinds } from '../../sources/kubernetes/watched-kind.ts';
import { validatingWebhookTarget } from '../webhook/ca-bundle.ts';
import { runWebhook } from '../webhook/run.ts';
import { answerReview } from './review.ts';
import { createWhatIf } from './what-if.ts';

export interface AdmissionOptions {
  readonly settings: Config;
  readonly kubeconfig?: string;
  readonly namespace: string;
  readonly name: string;
  readonly webhookConfiguration: string;
  readonly address: string;
  readonly port: number;
  readonly denies: boolean;
  readonly log: Logger;
}

/** Objects that came are compiled at once when it is quiet, and not one by one while many come. */
const settleMs = 50;

export async function runAdmissionWebhook(
  options: AdmissionOptions,
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const { settings, kubeconfig, log, denies } = options;
  const clock = createClock(clockOrigin());
  const metrics = new Registry();
  const reviews = counter(
    metrics,
    'nuncio_admission_reviews_total',
    'Questions of the API server about objects, by answer: clean, warned, denied, or unchecked before the cluster was read',
    ['verdict'],
  );
  const duration = histogram(
    metrics,
    'nuncio_admission_review_duration_seconds',
    'Time to answer one question of the API server about an object',
    [],
    [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2],
  );
  const { watchNamespaces = [], ignoredKinds = [], labelSelector, fieldSelector } = settings.sources.kubernetes ?? {};
  // Endpoints say nothing of what is right.
  const kinds = watchedKinds([...ignoredKinds, 'EndpointSlice']);
  const whatIf = createWhatIf(settings, (raw) => {
    if (!isRecord(raw)) return undefined;
    const [version = '', group = ''] = String(raw['apiVersion']).split('/').toReversed();
    const kind = kinds.find((each) => each.kind === raw['kind'] && each.group === group);
    return kind?.parse(raw, version);
  });
  let isSynced = false;
  let isSettling = false;
  let ids = 0;

  function settleSoon(): void {
    if (isSettling || !isSynced) return;
    isSettling = true;
    clock.setTimer(settleMs, () => {
      isSettling = false;
      whatIf.settle();
    });
  }

  const source = createKubernetesSource(
    { kubeconfig, watchNamespaces, labelSelector, fieldSelector, kinds, log, metrics },
    {
      clock,
      nextChangeId: () => `a${(ids += 1)}`,
      onDelta(delta) {
        whatIf.set(delta.key, delta.kind === 'upsert' ? withCheck(delta.object, clock.dateMs()) : undefined);
        settleSoon();
      },
      onProblems: (place, problems) =>
        problems.forEach(({ message }) =>
          log.warn({ place, error: message }, 'the cluster can not be read completely'),
        ),
      onSynced() {
        isSynced = true;
        whatIf.settle();
        log.info('the cluster is read: objects are looked at from now on');
      },
    },
  );
  source.start();

  const webhook = await runWebhook({
    ...options,
    reviews: {
      async '/validate'(review) {
        const done = duration.startTimer();
        const { verdict, review: answer } = answerReview(review, isSynced ? whatIf : undefined, { denies });
        reviews.inc({ verdict });
        done();
        return answer;
      },
    },
    isReady: () => isSynced,
    targets: [validatingWebhookTarget(options.webhookConfiguration)],
    clock,
    metrics,
  });
  return {
    port: webhook.port,
    async stop() {
      await Promise.all([webhook.stop(), source.stop()]);
    },
  };
}

function withCheck(object: SourceObject, nowMs: number): SourceObject {
  if (object.kind !== 'Secret') return object;
  const secret = object as Secret;
  if (Object.keys(secret.data).length === 0) return secret;
  const checked: Secret = { ...secret, check: checkSecret({ object: keyOf(secret), data: secret.data, nowMs }) };
  return checked;
}
