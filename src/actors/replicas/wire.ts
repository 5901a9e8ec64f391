// Messages between replicas as JSON, and a stream of them as one end of an edge.
import type { Batch, BatchAck } from '../../messages/edge.ts';
import { isReplicaReport, type ReplicaMessage, type ReplicaReport } from '../../messages/replica-reports.ts';
import { isRecord } from '../../model/pick.ts';
import type { EdgeMessage, Port } from '../port.ts';

export function encodeMessage(message: ReplicaMessage): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(message));
}

/** Throws when it is no message of ours. */
export function decodeMessage(bytes: Uint8Array): ReplicaMessage {
  const message: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  const kind = isRecord(message) ? message['kind'] : undefined;
  if (isRecord(message)) {
    if (kind === 'alive') return { kind };
    if (kind === 'hello' && typeof message['replica'] === 'string' && typeof message['format'] === 'number')
      return message as unknown as ReplicaMessage;
    if (kind === 'ack' && typeof message['seq'] === 'number') return message as unknown as BatchAck;
    if (kind === 'batch' && isBatch(message)) return message as unknown as Batch<ReplicaReport>;
  }
  throw new Error(`not a message of a replica: ${JSON.stringify(message).slice(0, 100)}`);
}

function isBatch({ seq, reset, synced, upserts, removals }: Readonly<Record<string, unknown>>): boolean {
  const isKeyed = (each: unknown): each is { readonly key: string; readonly value: unknown } =>
    isRecord(each) && typeof each['key'] === 'string' && Array.isArray(each['causes']);
  if (typeof seq !== 'number' || typeof reset !== 'boolean' || typeof synced !== 'boolean') return false;
  if (!Array.isArray(upserts) || !Array.isArray(removals)) return false;
  return upserts.every((each) => isKeyed(each) && isReplicaReport(each.key, each.value)) && removals.every(isKeyed);
}

/** `take` is what the stream brings, `closed` that it is over. */
export interface StreamPort extends Port {
  take(message: EdgeMessage): void;
  closed(): void;
}

export function createStreamPort(write: (message: ReplicaMessage) => void): StreamPort {
  let listener: ((message: EdgeMessage) => void) | null = null;
  let onClosed: (() => void) | null = null;
  let open = true;
  return {
    local: false,
    post(message) {
      if (open) write(message as ReplicaMessage);
    },
    listen(handler) {
      listener = handler;
    },
    onClose(handler) {
      onClosed = handler;
    },
    close() {
      open = false;
    },
    take(message) {
      if (open) listener?.(message);
    },
    closed() {
      open = false;
      onClosed?.();
    },
  };
}
