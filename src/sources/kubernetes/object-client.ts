// Reads, applies and deletes single objects of any kind, for what nuncio makes itself. Nothing is retried in here.
// Must hold: a delete names the object that was read, by uid.
import { isRecord } from '../../model/pick.ts';
import type { ApiClient, ApiResult } from './api-client.ts';
import { collectionPath } from './paths.ts';

export interface ObjectPlace {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly name: string;
}

export type RawObject = Readonly<Record<string, unknown>>;

export interface ObjectClient {
  /** null: there is none. */
  read(place: ObjectPlace, signal: AbortSignal): Promise<ApiResult<RawObject | null>>;
  /** Server-side apply; fails with 409 when another field manager has other values, unless forced. */
  apply(place: ObjectPlace, manifest: object, force: boolean, signal: AbortSignal): Promise<ApiResult<RawObject>>;
  /** JSON merge patch. */
  patch(place: ObjectPlace, patch: object, signal: AbortSignal): Promise<ApiResult<RawObject>>;
  /** An object that isn't there any more, or is another one by now, counts as deleted. */
  remove(place: ObjectPlace, uid: string, signal: AbortSignal): Promise<ApiResult<null>>;
}

const deadlineMs = 30_000;

export function createObjectClient(client: ApiClient, fieldManager: string): ObjectClient {
  const pathOf = (place: ObjectPlace): string => {
    const collection = collectionPath({ ...place, namespaced: place.namespace !== '' }, place.namespace);
    return `${collection}/${encodeURIComponent(place.name)}`;
  };
  async function write(
    place: ObjectPlace,
    contentType: string,
    json: object,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<ApiResult<RawObject>> {
    return objectOf(
      place,
      await client.send({
        method: 'PATCH',
        path: pathOf(place),
        query: { fieldManager, ...query },
        body: { contentType, json },
        signal,
        deadlineMs,
      }),
    );
  }
  return {
    async read(place, signal) {
      const answer = await client.send({ method: 'GET', path: pathOf(place), signal, deadlineMs });
      if (answer.ok) return objectOf(place, answer);
      const { failure } = answer;
      return failure.kind === 'http' && failure.status === 404 ? { ok: true, value: null } : answer;
    },
    apply: async (place, manifest, force, signal) =>
      write(place, 'application/apply-patch+yaml', manifest, { force: String(force) }, signal),
    patch: async (place, patch, signal) => write(place, 'application/merge-patch+json', patch, {}, signal),
    async remove(place, uid, signal) {
      const answer = await client.send({
        method: 'DELETE',
        path: pathOf(place),
        body: { contentType: 'application/json', json: { preconditions: { uid }, propagationPolicy: 'Background' } },
        signal,
        deadlineMs,
      });
      if (answer.ok) return { ok: true, value: null };
      const { failure } = answer;
      const isGone = failure.kind === 'http' && (failure.status === 404 || failure.status === 409);
      return isGone ? { ok: true, value: null } : answer;
    },
  };
}

function objectOf(place: ObjectPlace, answer: ApiResult<{ readonly json: unknown }>): ApiResult<RawObject> {
  if (!answer.ok) return answer;
  const { json } = answer.value;
  if (isRecord(json) && isRecord(json['metadata'])) return { ok: true, value: json };
  const message = `${place.plural} ${place.namespace}/${place.name}: the answer is not an object`;
  return { ok: false, failure: { kind: 'malformed', message } };
}
