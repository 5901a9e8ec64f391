// What the streamer counts, by resource type. Times begin at the source's event, so they span the whole program.
import type { Histogram, Registry } from 'prom-client';
import type { Cause } from '../../messages/edge.ts';
import { counter, gauge, histogram } from '../metrics.ts';

const secondBuckets = [
  0.001, 0.002, 0.003, 0.004, 0.005, 0.0065, 0.008, 0.01, 0.013, 0.016, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
  30,
];

export type StreamMetrics = ReturnType<typeof createStreamMetrics>;

/** `streams`: open streams by protocol, asked for at each read. */
export function createStreamMetrics(
  registry: Registry,
  streams: () => { readonly delta: number; readonly sotw: number },
) {
  gauge(registry, 'nuncio_xds_streams', 'Open xDS streams', ['protocol'], (set) => {
    const { delta, sotw } = streams();
    set({ protocol: 'delta' }, delta);
    set({ protocol: 'sotw' }, sotw);
  });
  const type = ['type'] as const;
  return {
    responses: counter(registry, 'nuncio_xds_responses_total', 'Responses sent', type),
    resources: counter(registry, 'nuncio_xds_resources_sent_total', 'New or changed resources sent', type),
    removals: counter(registry, 'nuncio_xds_removals_sent_total', 'Removed resources told', type),
    bytes: counter(registry, 'nuncio_xds_sent_bytes_total', 'Bytes of responses sent', type),
    acks: counter(registry, 'nuncio_xds_acks_total', 'Responses accepted by clients', type),
    nacks: counter(registry, 'nuncio_xds_nacks_total', 'Responses refused by clients', type),
    unauthorized: counter(
      registry,
      'nuncio_xds_unauthorized_total',
      'Streams refused because the certificate was not good for the node id',
    ),
    overdue: counter(registry, 'nuncio_xds_overdue_total', 'Responses not answered in time', type),
    toSent: histogram(
      registry,
      'nuncio_xds_change_sent_seconds',
      'From the event of a source to the response that carries its result',
      type,
      secondBuckets,
    ),
    toAcked: histogram(
      registry,
      'nuncio_xds_change_acked_seconds',
      "From the event of a source to the client's ACK of its result",
      type,
      secondBuckets,
    ),
  };
}

/** One observation per cause. */
export function observeCauses(into: Histogram<'type'>, type: string, causes: readonly Cause[], nowMs: number): void {
  for (const { atMs } of causes) into.observe({ type }, Math.max(0, nowMs - atMs) / 1000);
}
