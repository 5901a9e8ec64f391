// Writes Events (events.k8s.io/v1): a new one, or how often an old one came again. Nothing is retried in here.
// https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/
import { isRecord } from '../../model/pick.ts';
import { parseKey } from '../../model/object.ts';
import type { ObjectKey } from '../../model/object.ts';
import type { ApiClient, ApiResult } from './api-client.ts';
import { microTime } from './lease-client.ts';

export interface EventRecord {
  /** What it is about. */
  readonly object: ObjectKey;
  readonly apiVersion: string;
  readonly uid: string;
  /** Of the Event object. */
  readonly name: string;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly action: string;
  /** At most 1024 bytes. */
  readonly note: string;
}

export interface EventClient {
  /** Refused with 409 when an Event of this name is there. */
  create(event: EventRecord, atMs: number, signal: AbortSignal): Promise<ApiResult<null>>;
  /** How often and when (ms) it was told last, as stored. */
  read(event: EventRecord, signal: AbortSignal): Promise<ApiResult<StoredEvent>>;
  /** Sets how often it came (2 or more) and when last. Refused with 404 when the Event has expired. */
  repeat(event: EventRecord, count: number, atMs: number, signal: AbortSignal): Promise<ApiResult<null>>;
}

export interface StoredEvent {
  readonly count: number;
  readonly lastMs: number;
}

const deadlineMs = 10_000;

export function createEventClient(client: ApiClient, instance: string): EventClient {
  return {
    async create(event, atMs, signal) {
      const { kind, namespace, name } = parseKey(event.object);
      const answer = await client.send({
        method: 'POST',
        path: collectionOf(event),
        body: {
          contentType: 'application/json',
          json: {
            apiVersion: 'events.k8s.io/v1',
            kind: 'Event',
            metadata: { namespace: namespaceOf(event), name: event.name },
            eventTime: microTime(atMs),
            reportingController: 'nuncio',
            reportingInstance: instance.slice(0, 128),
            type: event.type,
            reason: event.reason.slice(0, 128),
            action: event.action,
            note: event.note,
            regarding: {
              apiVersion: event.apiVersion,
              kind,
              name,
              uid: event.uid,
              ...(namespace === '' ? {} : { namespace }),
            },
          },
        },
        signal,
        deadlineMs,
      });
      return answer.ok ? { ok: true, value: null } : answer;
    },
    async read(event, signal) {
      const answer = await client.send({ method: 'GET', path: pathOf(event), signal, deadlineMs });
      return answer.ok ? { ok: true, value: toStored(answer.value.json) } : answer;
    },
    async repeat(event, count, atMs, signal) {
      const answer = await client.send({
        method: 'PATCH',
        path: pathOf(event),
        body: {
          contentType: 'application/merge-patch+json',
          json: { series: { count, lastObservedTime: microTime(atMs) } },
        },
        signal,
        deadlineMs,
      });
      return answer.ok ? { ok: true, value: null } : answer;
    },
  };
}

/** Events of objects without a namespace lie in `default`. */
function namespaceOf({ object }: EventRecord): string {
  const { namespace } = parseKey(object);
  return namespace === '' ? 'default' : namespace;
}

function collectionOf(event: EventRecord): string {
  return `/apis/events.k8s.io/v1/namespaces/${encodeURIComponent(namespaceOf(event))}/events`;
}

function pathOf(event: EventRecord): string {
  return `${collectionOf(event)}/${encodeURIComponent(event.name)}`;
}

function toStored(json: unknown): StoredEvent {
  const event = isRecord(json) ? json : {};
  const series = isRecord(event['series']) ? event['series'] : {};
  const last = series['lastObservedTime'] ?? event['eventTime'];
  const lastMs = typeof last === 'string' ? Date.parse(last) : NaN;
  return {
    count: typeof series['count'] === 'number' ? series['count'] : 1,
    lastMs: Number.isNaN(lastMs) ? 0 : lastMs,
  };
}
