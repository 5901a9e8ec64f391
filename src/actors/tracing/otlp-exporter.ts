// Sends spans to an OpenTelemetry collector: OTLP over HTTP, JSON encoding (opentelemetry-proto, docs/specification.md). Runs on
// the main thread, which serves no Envoy. Must hold: memory is bounded; a collector that is slow, away or in error costs spans
// (counted), never more.
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../../model/config.ts';
import type { Clock, Timer } from '../actor.ts';
import { counter } from '../metrics.ts';
import type { Span } from './spans.ts';

export interface OtlpExporter {
  /** Of one trace. */
  add(spans: readonly Span[]): void;
  /** Sends what is left; resolves when that is done, or after a few seconds. */
  stop(): Promise<void>;
}

export interface OtlpOptions {
  readonly collector: NonNullable<Config['openTelemetry']>;
  readonly version: string;
  /** Names this process among all replicas. */
  readonly instance: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Registry;
}

const maxQueued = 8192;
const maxBatch = 512;
const gatherMs = 1000;
const timeoutMs = 10_000;
/** The specification's: others are final. */
const retriedStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const maxTries = 4;
const stopWithinMs = 3000;

export function createOtlpExporter(options: OtlpOptions): OtlpExporter {
  const { collector, clock, log } = options;
  const url = tracesUrl(collector.endpoint);
  const count = counter(
    options.metrics,
    'nuncio_open_telemetry_spans_total',
    'Spans for the OpenTelemetry collector: sent, dropped because too many waited, or failed for good',
    ['result'],
  );
  const resource = {
    attributes: Object.entries({
      'service.name': 'nuncio',
      'service.version': options.version,
      'service.instance.id': options.instance,
    }).map(([key, value]) => ({ key, value: { stringValue: value } })),
  };
  let queue: Span[] = [];
  let timer: Timer | undefined;
  let sending: Promise<void> | undefined;
  let lastMistake = '';
  const stopping = new AbortController();

  function sendSoon(delayMs: number): void {
    if (sending !== undefined || queue.length === 0) return;
    timer ??= clock.setTimer(delayMs, () => {
      timer = undefined;
      void send();
    });
  }

  function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined;
      sendSoon(gatherMs);
    });
    return sending;
  }

  async function sendAll(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, maxBatch);
      queue = queue.slice(maxBatch);
      const mistake = await sendBatch(batch);
      count.inc({ result: mistake === undefined ? 'sent' : 'failed' }, batch.length);
      if (mistake !== undefined && mistake !== lastMistake)
        log.warn(
          { url, error: mistake, spans: batch.length },
          'traces could not be sent to the OpenTelemetry collector',
        );
      if (mistake === undefined && lastMistake !== '')
        log.info({ url }, 'the OpenTelemetry collector takes traces again');
      lastMistake = mistake ?? '';
    }
  }

  /** Undefined: they are there. */
  async function sendBatch(spans: readonly Span[]): Promise<string | undefined> {
    const scope = { name: 'nuncio', version: options.version };
    const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] });
    for (let tries = 1; ; tries++) {
      const mistake = await post(body);
      if (mistake === undefined || !mistake.isPassing || tries === maxTries || stopping.signal.aborted)
        return mistake?.message;
      await new Promise<void>((resolve) => {
        clock.setTimer(mistake.waitMs ?? 500 * 2 ** tries * (0.5 + Math.random()), resolve);
      });
    }
  }

  async function post(
    body: string,
  ): Promise<{ readonly message: string; readonly isPassing: boolean; readonly waitMs?: number } | undefined> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...collector.headers, 'content-type': 'application/json' },
        body,
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await answer.text();
      if (answer.ok) return undefined;
      const after = Number(answer.headers.get('retry-after') ?? NaN);
      return {
        message: `${answer.status} ${text.slice(0, 200)}`.trim(),
        isPassing: retriedStatuses.has(answer.status),
        ...(after >= 0 && { waitMs: Math.min(after * 1000, timeoutMs) }),
      };
    } catch (error) {
      const { cause, message } = error as Error & { cause?: { message?: string } };
      return { message: cause?.message ?? message, isPassing: true };
    }
  }

  return {
    add(spans) {
      const room = maxQueued - queue.length;
      // A part of a trace helps nobody.
      if (spans.length > room) count.inc({ result: 'dropped' }, spans.length);
      else queue.push(...spans);
      sendSoon(gatherMs);
    },
    async stop() {
      timer?.cancel();
      timer = undefined;
      stopping.abort();
      const end = clockEnd(clock);
      await Promise.race([send(), end.promise]);
      end.cancel();
    },
  };
}

function clockEnd(clock: Clock): { readonly promise: Promise<void>; cancel(): void } {
  let timer: Timer | undefined;
  const promise = new Promise<void>((resolve) => {
    timer = clock.setTimer(stopWithinMs, resolve);
  });
  return { promise, cancel: () => timer?.cancel() };
}

/** As the specification has it of the base URL: the path of the signal is added, unless it is there. */
function tracesUrl(endpoint: string): string {
  const url = new URL(endpoint);
  if (!url.pathname.endsWith('/v1/traces')) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url.href;
}
