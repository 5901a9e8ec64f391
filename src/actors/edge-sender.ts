// The sending side of an edge: an outbox that keeps the newest value of each key until the receiver has room, so a
// slow receiver gets gathered changes and never makes the sender wait or grow. Bounds: one queued entry per key, at
// most two batches under way, each at most 256 items or 1 MB of bytes. Whenever a receiver is linked, it first gets
// the whole state again.
import type { Batch, Cause, Removal, Upsert } from '../messages/edge.ts';
import type { Clock, EdgeName, EdgeSender, SenderOptions, Tracer } from './actor.ts';
import { mergeCauses } from './causes.ts';
import type { SenderMeter } from './edge-metrics.ts';
import { packBytes } from './own-bytes.ts';
import type { Port } from './port.ts';

export const maxBatchItems = 256;
export const maxBatchBytes = 1024 * 1024;
export const maxBatchesInFlight = 2;
/** A batch with more items gets one summary line in a trace instead of a line per item. */
export const maxTracedItems = 50;

export interface EdgeSenderOptions<T> extends SenderOptions<T> {
  readonly edge: EdgeName;
  readonly clock: Clock;
  readonly trace: Tracer;
  readonly meter?: SenderMeter;
  /** Takes what can't be sent (a value that doesn't clone): a bug of the actor. */
  readonly fail: (error: unknown) => void;
  /** Runs the next flush; the default gathers what one turn of the actor sends. */
  readonly schedule?: (run: () => void) => void;
}

export interface LinkableSender<T> extends EdgeSender<T> {
  /** Starts over towards a (new) receiver: reset, full state, synced if the actor said so. Replaces an older link. */
  link(port: Port): void;
  /** Drops the link; changes are kept by the actor's state until the next one. */
  unlink(): void;
  /** The actor has said `synced` and a receiver has taken everything up to there, once at least. */
  readonly delivered: boolean;
}

interface Pending<T> {
  readonly change: { readonly kind: 'upsert'; readonly value: T } | { readonly kind: 'removal' };
  readonly causes: readonly Cause[];
  /** 0 when not traced. */
  readonly queuedAtMs: number;
}

interface Link {
  readonly port: Port;
  resetDue: boolean;
  batchesInFlight: number;
  /** Entries at the head of the outbox that must leave before `synced` may. */
  aheadOfSynced: number;
  syncedSeq: number | null;
  /** In order, at most two: who marks faster than batches leave is told of the first and of the last. */
  marks: readonly Mark[];
}

interface Mark {
  readonly revision: number;
  /** Entries at the head of the outbox that must leave before it may. */
  readonly ahead: number;
}

const removal = { kind: 'removal' } as const;

export function createEdgeSender<T>(options: EdgeSenderOptions<T>): LinkableSender<T> {
  const { edge, clock, trace, meter, bytes } = options;
  const schedule = options.schedule ?? queueMicrotask;
  let outbox = new Map<string, Pending<T>>();
  let link: Link | null = null;
  let seq = 0;
  let synced = false;
  let delivered = false;
  let flushScheduled = false;
  let lastMark: number | null = null;

  function enqueue(key: string, change: Pending<T>['change'], causes: readonly Cause[]): void {
    const before = outbox.get(key);
    // `set` on a queued key keeps its place, so a key that changes all the time isn't starved.
    outbox.set(key, {
      change,
      causes: before === undefined ? mergeCauses([], causes) : mergeCauses(before.causes, causes),
      queuedAtMs: trace.enabled ? (before?.queuedAtMs ?? clock.nowMs()) : 0,
    });
    scheduleFlush();
  }

  function scheduleFlush(): void {
    if (flushScheduled || link === null || link.batchesInFlight >= maxBatchesInFlight) return;
    flushScheduled = true;
    schedule(flush);
  }

  function flush(): void {
    flushScheduled = false;
    try {
      if (link !== null) while (hasRoomAndWork(link)) sendBatch(link);
    } catch (error) {
      options.fail(error);
    }
  }

  function hasRoomAndWork(to: Link): boolean {
    if (to.batchesInFlight >= maxBatchesInFlight) return false;
    if (to.resetDue || outbox.size > 0 || to.marks.length > 0) return true;
    return synced && to.syncedSeq === null && to.aheadOfSynced === 0;
  }

  function sendBatch(to: Link): void {
    const upserts: Upsert<T>[] = [];
    const removals: Removal[] = [];
    let oldestQueuedMs = Number.POSITIVE_INFINITY;
    const views: Uint8Array[] = [];
    let sizeBytes = 0;
    let items = 0;
    for (const [key, pending] of outbox) {
      if (items >= maxBatchItems) break;
      if (pending.change.kind === 'upsert') {
        const { value } = pending.change;
        if (bytes !== undefined) {
          const view = bytes.get(value);
          if (items > 0 && sizeBytes + view.byteLength > maxBatchBytes) break;
          sizeBytes += view.byteLength;
          views.push(view);
        }
        upserts.push({ key, value, causes: pending.causes });
      } else {
        removals.push({ key, causes: pending.causes });
      }
      if (pending.queuedAtMs > 0) oldestQueuedMs = Math.min(oldestQueuedMs, pending.queuedAtMs);
      items += 1;
      outbox.delete(key);
    }
    to.aheadOfSynced = Math.max(0, to.aheadOfSynced - items);
    const marks = to.marks.map(({ revision, ahead }): Mark => ({ revision, ahead: ahead - items }));
    to.marks = marks.filter(({ ahead }) => ahead > 0);
    const mark = marks.findLast(({ ahead }) => ahead <= 0)?.revision;
    seq += 1;
    if (synced && to.syncedSeq === null && to.aheadOfSynced === 0) to.syncedSeq = seq;
    let transfer: ArrayBuffer[] | undefined;
    if (bytes !== undefined && !to.port.local && upserts.length > 0) {
      const packed = packBytes(views);
      for (const [index, view] of packed.views.entries()) {
        const upsert = upserts[index]!;
        upserts[index] = { key: upsert.key, value: bytes.with(upsert.value, view), causes: upsert.causes };
      }
      transfer = [packed.buffer];
    }
    const batch: Batch<T> = {
      kind: 'batch',
      seq,
      reset: to.resetDue,
      synced: to.syncedSeq !== null,
      upserts,
      removals,
      ...(mark !== undefined && { mark }),
      sentAtMs: clock.nowMs(),
    };
    to.resetDue = false;
    to.batchesInFlight += 1;
    to.port.post(batch, transfer);
    meter?.sent(items, sizeBytes);
    if (trace.enabled) traceSend(batch, views, Math.max(0, batch.sentAtMs - oldestQueuedMs));
  }

  /** `queueMs`: how long the oldest of the batch has waited for its turn. */
  function traceSend(batch: Batch<T>, views: readonly Uint8Array[], queueMs: number): void {
    const items = batch.upserts.length + batch.removals.length;
    const startMs = batch.sentAtMs;
    const detail = { seq: batch.seq, items, ...(batch.reset && { reset: true }) };
    if (items === 0 || items > maxTracedItems) {
      let bytesTotal = 0;
      for (const view of views) bytesTotal += view.byteLength;
      trace.event({ kind: 'send', edge, causes: allCauses(batch), startMs, queueMs, bytes: bytesTotal, detail });
      return;
    }
    for (const [index, { key, causes }] of batch.upserts.entries()) {
      const view = views[index];
      trace.event({
        kind: 'send',
        edge,
        key,
        causes,
        startMs,
        queueMs,
        ...(view !== undefined && { bytes: view.byteLength }),
        detail,
      });
    }
    for (const { key, causes } of batch.removals) {
      trace.event({ kind: 'send', edge, key, causes, startMs, queueMs, detail: { ...detail, removed: true } });
    }
  }

  return {
    upsert(key, value, causes) {
      enqueue(key, { kind: 'upsert', value }, causes);
    },
    remove(key, causes) {
      // Without a receiver the state that the next one gets simply lacks the key.
      if (link === null) outbox.delete(key);
      else enqueue(key, removal, causes);
    },
    synced() {
      if (synced) return;
      synced = true;
      if (link !== null) link.aheadOfSynced = outbox.size;
      scheduleFlush();
    },
    mark(revision) {
      lastMark = revision;
      if (link === null) return;
      link.marks = [...link.marks.slice(0, 1), { revision, ahead: outbox.size }];
      scheduleFlush();
    },
    get depth() {
      return outbox.size;
    },
    get delivered() {
      return delivered;
    },
    link(port) {
      link?.port.close();
      const queued = outbox;
      outbox = new Map();
      for (const [key, value] of options.state()) {
        const before = queued.get(key);
        outbox.set(key, {
          change: { kind: 'upsert', value },
          causes: before?.causes ?? [],
          queuedAtMs: trace.enabled ? (before?.queuedAtMs ?? clock.nowMs()) : 0,
        });
      }
      const current: Link = {
        port,
        resetDue: true,
        batchesInFlight: 0,
        aheadOfSynced: synced ? outbox.size : 0,
        syncedSeq: null,
        marks: lastMark === null ? [] : [{ revision: lastMark, ahead: outbox.size }],
      };
      link = current;
      port.onClose(() => {
        if (link === current) dropLink();
      });
      port.listen((message) => {
        if (link !== current || message.kind !== 'ack') return;
        current.batchesInFlight -= 1;
        if (current.syncedSeq !== null && message.seq >= current.syncedSeq) delivered = true;
        // At once, not scheduled: what gathered while the receiver worked goes now.
        if (!flushScheduled) flush();
      });
      scheduleFlush();
    },
    unlink() {
      const { port } = link ?? {};
      dropLink();
      port?.close();
    },
  };

  function dropLink(): void {
    link = null;
    // Removals would pile up for as long as nobody listens, and the next full state makes them needless.
    for (const [key, pending] of outbox) if (pending.change.kind === 'removal') outbox.delete(key);
  }
}

/** Every cause of a batch, each once. */
export function allCauses(batch: Batch<unknown>): readonly Cause[] {
  const byId = new Map<string, Cause>();
  for (const { causes } of batch.upserts) for (const cause of causes) byId.set(cause.id, cause);
  for (const { causes } of batch.removals) for (const cause of causes) byId.set(cause.id, cause);
  return [...byId.values()];
}
