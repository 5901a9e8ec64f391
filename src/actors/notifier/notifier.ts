// Tells others by HTTP that the routing has changed: a POST to each URL, signed, tried again until it gets through. Runs on
// the main thread and asks the builder; neither the builder nor an Envoy ever waits for it.
// Must hold: at most one request a URL is under way; what changes meanwhile goes with the next one, so memory is bounded
// and a slow receiver gets fewer messages, none of them old.
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../../model/config.ts';
import { backOffMs, type BackOff } from '../../sources/kubernetes/back-off.ts';
import type { Clock, Timer } from '../actor.ts';
import type { BuilderChanges } from '../builder/actor.ts';
import { counter } from '../metrics.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';

export interface NotifierOptions {
  readonly config: NonNullable<Config['notify']>;
  readonly supervisor: Pick<Supervisor, 'query'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Registry;
  /** Who tells: host name of this replica. */
  readonly sender: string;
  readonly version: string;
  /** Default: `Math.random`. */
  readonly random?: () => number;
}

export interface Notifier {
  /** Ends requests under way. What was not told is not told. */
  stop(): void;
}

/** Header with `t=<seconds since 1970>,v1=<hex>`: HMAC-SHA256 of `<t>.<body>`. */
export const signatureHeader = 'nuncio-signature';

interface Pending {
  changes: number;
  upserts: number;
  removals: number;
  firstAtMs: number;
  lastAtMs: number;
  readonly objects: Set<string>;
  /** Objects beyond those named. */
  more: number;
}

const mostObjects = 200;
/** Below the deadline of control calls. */
const pollMs = 2_000;
const retryPollMs = 1_000;
const requestDeadlineMs = 10_000;
const retryBackOff: BackOff = { firstMs: 1_000, maxMs: 300_000 };

export function startNotifier(options: NotifierOptions): Notifier {
  const { config, supervisor, clock, log, sender, version } = options;
  const random = options.random ?? Math.random;
  const stopping = new AbortController();
  const { signal } = stopping;
  const sent = counter(
    options.metrics,
    'nuncio_notifications_total',
    'POSTs that told of changes of the routing, by result: delivered or failed (tried again)',
    ['result'],
  );
  const targets = config.urls.map((url) => createTarget(url));

  function createTarget(url: string) {
    let pending: Pending | undefined;
    let isBusy = false;
    let attempt = 0;
    let timer: Timer | undefined;

    async function deliver(): Promise<void> {
      const message = pending;
      if (isBusy || message === undefined || signal.aborted) return;
      isBusy = true;
      pending = undefined;
      const failure = await post(url, message);
      isBusy = false;
      if (signal.aborted) return;
      if (failure === undefined) {
        sent.labels('delivered').inc();
        if (attempt > 0) log.info({ url, attempts: attempt + 1 }, 'notification was delivered');
        attempt = 0;
        return deliver();
      }
      sent.labels('failed').inc();
      if (attempt === 0) log.warn({ url, error: failure }, 'notification failed; trying again');
      const delayMs = backOffMs(retryBackOff, attempt, random());
      attempt = Math.min(attempt + 1, 20);
      pending = pending === undefined ? message : merged(message, pending);
      timer = clock.setTimer(delayMs, () => {
        timer = undefined;
        void deliver();
      });
    }

    return {
      add(found: Pending) {
        pending = pending === undefined ? { ...found, objects: new Set(found.objects) } : merged(pending, found);
        if (timer === undefined) void deliver();
      },
      stop: () => timer?.cancel(),
    };
  }

  /** What failed; undefined: delivered. */
  async function post(url: string, message: Pending): Promise<string | undefined> {
    const body = JSON.stringify({
      kind: 'reconfigured',
      sender,
      version,
      from: new Date(message.firstAtMs).toISOString(),
      at: new Date(message.lastAtMs).toISOString(),
      changes: message.changes,
      upserts: message.upserts,
      removals: message.removals,
      objects: [...message.objects],
      ...(message.more > 0 && { moreObjects: message.more }),
    });
    try {
      const headers: Record<string, string> = { 'content-type': 'application/json', 'user-agent': `nuncio/${version}` };
      if (config.keyFile !== undefined)
        // Read each time: a key that was replaced counts at once.
        headers[signatureHeader] = signatureOf(await readFile(config.keyFile), clock.dateMs(), body);
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(requestDeadlineMs)]);
      const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: deadline });
      await answer.body?.cancel();
      return answer.ok ? undefined : `status ${answer.status}`;
    } catch (error) {
      const { message: text, cause } = error as Error;
      return cause instanceof Error ? `${text}: ${cause.message}` : text;
    }
  }

  async function follow(): Promise<void> {
    let seen: { readonly builder: string; readonly seq: number } | undefined;
    while (!signal.aborted) {
      try {
        const argument = { builder: seen?.builder, after: seen?.seq, waitMs: pollMs };
        const found = (await supervisor.query('builder', 'changesAfter', argument)) as BuilderChanges;
        seen = { builder: found.builder, seq: found.seq };
        const message = pendingOf(found);
        if (message !== undefined) for (const target of targets) target.add(message);
      } catch {
        // The builder starts again, or is busy: what it does then is told then.
        await new Promise<void>((resolve) => clock.setTimer(retryPollMs, resolve));
      }
    }
  }
  void follow();

  return {
    stop() {
      stopping.abort();
      for (const target of targets) target.stop();
    },
  };
}

/** `key`: as the file holds it, without a newline at its end. */
export function signatureOf(key: Buffer, nowMs: number, body: string): string {
  const seconds = Math.floor(nowMs / 1000);
  const trimmed = key.at(-1) === 0x0a ? key.subarray(0, -1) : key;
  return `t=${seconds},v1=${createHmac('sha256', trimmed).update(`${seconds}.${body}`).digest('hex')}`;
}

function pendingOf({ changes, missed }: BuilderChanges): Pending | undefined {
  const [first] = changes;
  if (first === undefined) return undefined;
  const result: Pending = {
    changes: missed + changes.length,
    upserts: changes.reduce((sum, { upserts }) => sum + upserts, 0),
    removals: changes.reduce((sum, { removals }) => sum + removals, 0),
    firstAtMs: first.atMs,
    lastAtMs: changes.at(-1)!.atMs,
    objects: new Set(),
    more: 0,
  };
  for (const { objects } of changes) name(result, objects);
  return result;
}

function merged(a: Pending, b: Pending): Pending {
  const result: Pending = {
    changes: a.changes + b.changes,
    upserts: a.upserts + b.upserts,
    removals: a.removals + b.removals,
    firstAtMs: Math.min(a.firstAtMs, b.firstAtMs),
    lastAtMs: Math.max(a.lastAtMs, b.lastAtMs),
    objects: new Set(a.objects),
    more: a.more + b.more,
  };
  name(result, [...b.objects]);
  return result;
}

function name(pending: Pending, objects: readonly string[]): void {
  for (const object of objects) {
    if (pending.objects.has(object)) continue;
    if (pending.objects.size < mostObjects) pending.objects.add(object);
    else pending.more += 1;
  }
}
