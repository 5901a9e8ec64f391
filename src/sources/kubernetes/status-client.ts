// Reads and writes statuses, one object a request: merge patches on the status subresource.
// In: kinds of the registry, names. Out: what is stored, or how it failed. Nothing is retried in here.
import { isRecord } from '../../model/pick.ts';
import { findKind } from '../../model/kinds/index.ts';
import { objectKey, parseKey } from '../../model/object.ts';
import type { ObjectKey } from '../../model/object.ts';
import type { ApiClient, ApiResult } from './api-client.ts';
import { lastStatusManager } from './managed-fields.ts';
import { collectionPath, servedVersions } from './paths.ts';

export interface StoredStatus {
  readonly key: ObjectKey;
  readonly uid: string;
  readonly resourceVersion: string;
  /** 0: the kind counts none. */
  readonly generation: number;
  /** The value of `status`; undefined when there is none. */
  readonly status: unknown;
  /** The field manager other than us that wrote the status last; empty: none. */
  readonly otherManager: string;
}

export interface StatusClient {
  /** `fresh`: as etcd has it; else as the API server remembers it, which is cheap and may be a little old. */
  read(key: ObjectKey, fresh: boolean, signal: AbortSignal): Promise<ApiResult<StoredStatus>>;
  /** Refused with 409 when the object is no more the one that was read. */
  write(
    stored: StoredStatus,
    patch: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<ApiResult<StoredStatus>>;
}

/** Under this name the API server notes what we wrote. */
export const fieldManager = 'nuncio';

const deadlineMs = 30_000;

export function createStatusClient(client: ApiClient): StatusClient {
  /** Kind → its collection's version that answered last; the others are tried when that one does not know the object. */
  const served = new Map<string, string>();

  /** `path` and `query` of the request, for each version in which the API server may serve the kind. */
  async function send(
    key: ObjectKey,
    request: (path: string) => Parameters<ApiClient['send']>[0],
  ): Promise<ApiResult<StoredStatus>> {
    const { kind, namespace, name } = parseKey(key);
    const definition = findKind(kind);
    if (definition === undefined) throw new Error(`no kind "${kind}" in the registry`);
    const last = served.get(kind);
    const versions = servedVersions(definition).toSorted(
      (a, b) => Number(b.version === last) - Number(a.version === last),
    );
    let missing: ApiResult<StoredStatus> | undefined;
    for (const version of versions) {
      const answer = await client.send(request(`${collectionPath(version, namespace)}/${encodeURIComponent(name)}`));
      if (answer.ok) {
        served.set(kind, version.version);
        return stored(key, answer.value.json);
      }
      if (answer.failure.kind !== 'http' || answer.failure.status !== 404) return answer;
      missing ??= answer;
    }
    return missing!;
  }

  return {
    read(key, fresh, signal) {
      const query: Record<string, string> = fresh ? {} : { resourceVersion: '0' };
      return send(key, (path) => ({ method: 'GET', path, query, signal, deadlineMs }));
    },
    write({ key, uid, resourceVersion }, patch, signal) {
      return send(key, (path) => ({
        method: 'PATCH',
        path: `${path}/status`,
        query: { fieldManager },
        body: {
          contentType: 'application/merge-patch+json',
          json: { metadata: { uid, resourceVersion }, status: patch },
        },
        signal,
        deadlineMs,
      }));
    },
  };
}

/** Undefined: the JSON is not an object of the API. */
export function storedStatus(kind: string, json: unknown): StoredStatus | undefined {
  const metadata = isRecord(json) ? json['metadata'] : undefined;
  if (!isRecord(json) || !isRecord(metadata)) return undefined;
  const { name, namespace, uid, resourceVersion, generation, managedFields } = metadata;
  if (typeof name !== 'string' || typeof uid !== 'string' || typeof resourceVersion !== 'string') return undefined;
  return {
    key: objectKey(kind, typeof namespace === 'string' ? namespace : '', name),
    uid,
    resourceVersion,
    generation: typeof generation === 'number' ? generation : 0,
    status: json['status'],
    otherManager: lastStatusManager(managedFields, fieldManager),
  };
}

function stored(key: ObjectKey, json: unknown): ApiResult<StoredStatus> {
  const value = storedStatus(parseKey(key).kind, json);
  return value === undefined
    ? { ok: false, failure: { kind: 'malformed', message: `${key}: the answer is not an object` } }
    : { ok: true, value };
}
