// Replica that follows → replica that leads, over the network: what Envoys refuse and how far they are (keys as in
// envoy-reports.ts), and what statuses say (key `status/<object key>`). The messages are those of an edge (edge.ts).
import type { ObjectKey } from '../model/object.ts';
import { isRecord } from '../model/pick.ts';
import type { Batch, BatchAck } from './edge.ts';
import { isFleetKey, type EnvoyReport } from './envoy-reports.ts';

export type ReplicaReport = EnvoyReport | StatedStatus;

/** Replicas count the revisions of their graphs each for itself: what they have in common is what a status says. */
export interface StatedStatus {
  /** Hash of what it says; equal on all replicas that say the same. */
  readonly says: string;
  /** Of the graph of that replica with which it came to say it, as in FleetProgress. */
  readonly revision: number;
}

/** The first message of a replica that follows. */
export interface ReplicaHello {
  readonly kind: 'hello';
  /** Names the replica. */
  readonly replica: string;
  /** `reportFormat` of its program. */
  readonly format: number;
}

/** Each side says it from time to time. */
export interface ReplicaAlive {
  readonly kind: 'alive';
}

export type ReplicaMessage = ReplicaHello | ReplicaAlive | Batch<ReplicaReport> | BatchAck;

/** Of the messages; replicas of which one has another do not talk. */
export const reportFormat = 1;

export function statedKey(object: ObjectKey): string {
  return `status/${object}`;
}

export function isStatedKey(key: string): boolean {
  return key.startsWith(statedKey(''));
}

/** What another program sent may be anything. */
export function isReplicaReport(key: string, value: unknown): value is ReplicaReport {
  if (!isRecord(value)) return false;
  if (isStatedKey(key)) return typeof value['says'] === 'string' && typeof value['revision'] === 'number';
  if (isFleetKey(key)) return typeof value['fleet'] === 'string' && Array.isArray(value['envoys']);
  const texts = ['type', 'name', 'version', 'message', 'by', 'served'];
  return (
    texts.every((field) => typeof value[field] === 'string') && areTexts(value['nodes']) && areTexts(value['owners'])
  );
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
