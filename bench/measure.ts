// Numbers off a running system: distributions, CPU seconds and memory of processes, and how long until a request through
// Envoy shows a change.
import { readFileSync } from 'node:fs';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';

export interface Distribution {
  readonly count: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

/** By nearest rank. Empty input gives NaN everywhere. */
export function distribution(values: readonly number[]): Distribution {
  const sorted = [...values].sort((a, b) => a - b);
  const rank = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
  return { count: sorted.length, p50: rank(0.5), p90: rank(0.9), p99: rank(0.99), max: rank(1) };
}

/** Cumulative counts by upper bound, as Prometheus shows a histogram. */
export type Buckets = ReadonlyMap<number, number>;

/** Buckets of a histogram in Prometheus text, those of all label sets that match `labels` added up. */
export function readHistogram(text: string, name: string, labels: string): Buckets {
  const buckets = new Map<number, number>();
  for (const line of text.split('\n')) {
    if (!line.startsWith(`${name}_bucket{`) || !line.includes(labels)) continue;
    const bound = /le="([^"]+)"/.exec(line)?.[1];
    const upTo = bound === '+Inf' ? Infinity : Number(bound);
    buckets.set(upTo, (buckets.get(upTo) ?? 0) + Number(line.slice(line.lastIndexOf(' ') + 1)));
  }
  return buckets;
}

/** Of what was counted between two readings, in the histogram's unit: exact to the bucket, linear within it. */
export function histogramDistribution(before: Buckets, after: Buckets): Distribution {
  const bounds = [...after.keys()].sort((a, b) => a - b);
  const upTo = (bound: number): number => (after.get(bound) ?? 0) - (before.get(bound) ?? 0);
  const count = upTo(Infinity);
  const rank = (share: number): number => {
    const wanted = share * count;
    let lower = 0;
    let below = 0;
    for (const bound of bounds) {
      const cumulated = upTo(bound);
      if (cumulated >= wanted && cumulated > 0)
        return Number.isFinite(bound) ? lower + ((bound - lower) * (wanted - below)) / (cumulated - below) : lower;
      lower = bound;
      below = cumulated;
    }
    return NaN;
  };
  return { count, p50: rank(0.5), p90: rank(0.9), p99: rank(0.99), max: rank(1) };
}

/** User and system time that the process has used, in seconds; 0 when it is gone. Linux counts in hundredths. */
export function cpuSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    // It ended.
    return 0;
  }
}

/** Resident memory now and at its highest, in MB. */
export function memoryMb(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024;
  return { now: field('VmRSS'), peak: field('VmHWM') };
}

export interface Answer {
  /** 0: no answer (refused, reset). */
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Serial number of the certificate that was shown, on TLS. */
  readonly serial?: string;
}

export interface Client {
  get(host: string, path?: string): Promise<Answer>;
  close(): void;
}

/** Keeps connections open on plain HTTP; on TLS each request makes its own, with the host as SNI. */
export function client(target: { readonly address: string; readonly port: number; readonly tls: boolean }): Client {
  const { address, port, tls } = target;
  const http = new HttpAgent({ keepAlive: true });
  const https = new HttpsAgent({ keepAlive: false, rejectUnauthorized: false });
  return {
    async get(host, path = '/') {
      return new Promise((resolve) => {
        const options = { host: address, port, path, headers: { host }, timeout: 10_000 };
        const request = tls
          ? httpsRequest({ ...options, agent: https, servername: host })
          : httpRequest({ ...options, agent: http });
        request.on('response', (response) => {
          const socket = response.socket as { getPeerCertificate?: () => { serialNumber?: string } };
          const serial = tls ? socket.getPeerCertificate?.().serialNumber : undefined;
          response.resume();
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              ...(serial === undefined ? {} : { serial }),
            }),
          );
        });
        request.on('timeout', () => request.destroy());
        request.on('error', () => resolve({ status: 0, headers: {} }));
        request.end();
      });
    },
    close() {
      http.destroy();
      https.destroy();
    },
  };
}

/** Asks every millisecond until `right` holds; milliseconds since `startedAt` (performance.now()), or Infinity at the deadline. */
export async function untilServed(
  ask: () => Promise<Answer>,
  right: (answer: Answer) => boolean,
  startedAt: number,
  { deadlineMs = 60_000, pauseMs = 1 } = {},
): Promise<number> {
  for (;;) {
    const answer = await ask();
    const elapsed = performance.now() - startedAt;
    if (right(answer)) return elapsed;
    if (elapsed > deadlineMs) return Infinity;
    await delay(pauseMs);
  }
}
