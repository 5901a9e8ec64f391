// The server that the API server asks for conversions, and what is counted of it.
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { counter } from '../../actors/metrics.ts';
import { NotAReview, startWebhookServer, type WebhookServer } from '../webhook/server.ts';
import { answerReview, webhookPath } from './review.ts';

export interface ConversionServerOptions {
  readonly address: string;
  /** 0: a free one. */
  readonly port: number;
  readonly log: Logger;
  readonly metrics: Registry;
}

/** The API server sends whole lists. */
const maxBodyBytes = 512 << 20;

export async function startConversionServer(options: ConversionServerOptions): Promise<WebhookServer> {
  const { address, port, log, metrics } = options;
  const reviews = counter(
    metrics,
    'nuncio_conversion_reviews_total',
    'ConversionReviews that were answered, by how: success, failed (an object has no such version) or refused (no review)',
    ['result'],
  );
  const objects = counter(metrics, 'nuncio_conversion_objects_total', 'Objects in those reviews', []);
  return startWebhookServer({
    address,
    port,
    log,
    maxBodyBytes,
    reviews: {
      async [webhookPath](review) {
        const answer = answerReview(review);
        if (!answer.ok) throw new NotAReview(answer.message);
        reviews.labels(answer.failure === undefined ? 'success' : 'failed').inc();
        objects.inc(answer.objects);
        if (answer.failure !== undefined) log.warn({ reason: answer.failure }, 'objects were not converted');
        return answer.review;
      },
    },
    onRefused: () => reviews.labels('refused').inc(),
  });
}
