// Load reports (envoy.service.load_stats.v3): what Envoys count of requests to upstreams. In: bytes of their requests. Out:
// how many were answered, and how many of those with 5xx or not at all; and the answer that asks for more.
// Answers that Envoy gives by itself, without an upstream, are not in these reports.
import { decode, encode } from '../proto/codec.ts';
import type { ErrorCount } from './canary.ts';

export const loadReportsPath = '/envoy.service.load_stats.v3.LoadReportingService/StreamLoadStats';

export interface LoadReport extends ErrorCount {
  /** Only in the first of a stream. */
  readonly node: { readonly id: string; readonly cluster: string } | undefined;
}

/** Throws on bytes that are no such message. */
export function decodeLoadReport(bytes: Uint8Array): LoadReport {
  const { node, clusterStats } = decode('envoy.service.load_stats.v3.LoadStatsRequest', bytes);
  let requests = 0;
  let errors = 0;
  for (const { upstreamLocalityStats, totalDroppedRequests = 0 } of clusterStats ?? []) {
    requests += totalDroppedRequests;
    errors += totalDroppedRequests;
    for (const { totalSuccessfulRequests = 0, totalErrorRequests = 0 } of upstreamLocalityStats ?? []) {
      requests += totalSuccessfulRequests + totalErrorRequests;
      errors += totalErrorRequests;
    }
  }
  return { node: node && { id: node.id ?? '', cluster: node.cluster ?? '' }, requests, errors };
}

/** Asks for reports of all clusters, or (null) for none. */
export function encodeLoadAnswer(intervalMs: number | null): Uint8Array<ArrayBuffer> {
  const ms = intervalMs ?? 3_600_000;
  return encode('envoy.service.load_stats.v3.LoadStatsResponse', {
    sendAllClusters: intervalMs !== null,
    loadReportingInterval: { seconds: Math.floor(ms / 1000), nanos: (ms % 1000) * 1_000_000 },
  });
}
