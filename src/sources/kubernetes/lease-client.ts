// Reads and writes one Lease (coordination.k8s.io/v1), the lock of leader election. Nothing is retried in here.
// Must hold: an update is refused (409) when the Lease is no more as it was read; fields that we don't know are kept.
import { isRecord } from '../../model/pick.ts';
import type { ApiClient, ApiResult } from './api-client.ts';

export interface Lease {
  readonly resourceVersion: string;
  /** Empty: nobody holds it. */
  readonly holder: string;
  readonly durationMs: number;
  /** RFC 3339, of the holder's clock: to look at, not to reckon with. */
  readonly acquireTime: string;
  readonly renewTime: string;
  readonly transitions: number;
  /** Where the holder hears from others, `host:port`; empty: nowhere. */
  readonly address: string;
  /** As the API server has it. */
  readonly raw: Readonly<Record<string, unknown>>;
}

export interface LeaseRecord {
  readonly holder: string;
  readonly durationMs: number;
  readonly acquireMs: number;
  readonly renewMs: number;
  readonly transitions: number;
  readonly address: string;
}

export interface LeaseClient {
  /** Null: there is none. */
  read(signal: AbortSignal, deadlineMs: number): Promise<ApiResult<Lease | null>>;
  create(record: LeaseRecord, signal: AbortSignal, deadlineMs: number): Promise<ApiResult<Lease>>;
  update(lease: Lease, record: LeaseRecord, signal: AbortSignal, deadlineMs: number): Promise<ApiResult<Lease>>;
}

export function createLeaseClient(
  client: ApiClient,
  { namespace, name }: { readonly namespace: string; readonly name: string },
): LeaseClient {
  const collection = `/apis/coordination.k8s.io/v1/namespaces/${encodeURIComponent(namespace)}/leases`;
  const path = `${collection}/${encodeURIComponent(name)}`;
  const contentType = 'application/json';
  return {
    async read(signal, deadlineMs) {
      const answer = await client.send({ method: 'GET', path, signal, deadlineMs });
      if (answer.ok) return toLease(answer.value.json);
      const { failure } = answer;
      return failure.kind === 'http' && failure.status === 404 ? { ok: true, value: null } : answer;
    },
    async create(record, signal, deadlineMs) {
      const json = {
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { namespace, name, ...annotated({}, record) },
        spec: toSpec(record),
      };
      const answer = await client.send({
        method: 'POST',
        path: collection,
        body: { contentType, json },
        signal,
        deadlineMs,
      });
      return answer.ok ? toLease(answer.value.json) : answer;
    },
    async update({ raw, resourceVersion }, record, signal, deadlineMs) {
      const spec = isRecord(raw['spec']) ? raw['spec'] : {};
      const metadata = isRecord(raw['metadata']) ? raw['metadata'] : {};
      const json = {
        ...raw,
        metadata: { ...metadata, resourceVersion, ...annotated(metadata['annotations'], record) },
        spec: { ...spec, ...toSpec(record) },
      };
      const answer = await client.send({ method: 'PUT', path, body: { contentType, json }, signal, deadlineMs });
      return answer.ok ? toLease(answer.value.json) : answer;
    },
  };
}

/** Not a field of a Lease. */
const addressAnnotation = 'nuncio.dev/reports-address';

function annotated(before: unknown, { address }: LeaseRecord): { readonly annotations?: object } {
  const { [addressAnnotation]: known, ...others } = isRecord(before) ? before : {};
  if (address === '' && known === undefined) return {};
  return { annotations: address === '' ? others : { ...others, [addressAnnotation]: address } };
}

function toSpec({ holder, durationMs, acquireMs, renewMs, transitions }: LeaseRecord): Record<string, unknown> {
  return {
    holderIdentity: holder,
    leaseDurationSeconds: Math.max(1, Math.ceil(durationMs / 1000)),
    acquireTime: microTime(acquireMs),
    renewTime: microTime(renewMs),
    leaseTransitions: transitions,
  };
}

function toLease(json: unknown): ApiResult<Lease> {
  const metadata = isRecord(json) ? json['metadata'] : undefined;
  if (!isRecord(json) || !isRecord(metadata) || typeof metadata['resourceVersion'] !== 'string')
    return { ok: false, failure: { kind: 'malformed', message: 'the answer is not a Lease' } };
  const spec = isRecord(json['spec']) ? json['spec'] : {};
  const annotations = isRecord(metadata['annotations']) ? metadata['annotations'] : {};
  const text = (field: string): string => (typeof spec[field] === 'string' ? spec[field] : '');
  const number = (field: string): number => (typeof spec[field] === 'number' ? spec[field] : 0);
  return {
    ok: true,
    value: {
      resourceVersion: metadata['resourceVersion'],
      holder: text('holderIdentity'),
      durationMs: number('leaseDurationSeconds') * 1000,
      acquireTime: text('acquireTime'),
      renewTime: text('renewTime'),
      transitions: number('leaseTransitions'),
      address: typeof annotations[addressAnnotation] === 'string' ? annotations[addressAnnotation] : '',
      raw: json,
    },
  };
}

/** RFC 3339 with six digits, as the API's MicroTime wants it. */
export function microTime(atMs: number): string {
  return new Date(atMs).toISOString().replace('Z', '000Z');
}
