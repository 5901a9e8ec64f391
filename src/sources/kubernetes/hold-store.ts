// Keeps one small text in a ConfigMap, for all replicas: reads and watches it, and replaces it as long as nobody else has
// meanwhile. In: namespace and name. Out: the data of the ConfigMap. Nothing is retried in here but the watch.
import type { Logger } from 'pino';
import { isRecord } from '../../model/pick.ts';
import { kinds } from '../../model/kinds/index.ts';
import type { SourceClock } from '../source.ts';
import { describeFailure } from './api-client.ts';
import type { ApiClient, ApiResult } from './api-client.ts';
import { runQuietReflector } from './quiet-reflector.ts';

export interface StoredData {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly data: Readonly<Record<string, string>>;
}

export interface ConfigMapStore {
  /** Null: there is none. */
  read(signal: AbortSignal): Promise<ApiResult<StoredData | null>>;
  /** `over`: what it replaces, refused with 409 when that is no more; null: there was none. */
  write(over: StoredData | null, data: StoredData['data'], signal: AbortSignal): Promise<ApiResult<StoredData>>;
  /**
   * Tells the data at first (null: there is none, or we may not look) and whenever it changes, until the signal. A
   * deletion is told as null too.
   */
  follow(onData: (stored: StoredData | null) => void, signal: AbortSignal): void;
}

const deadlineMs = 10_000;

export function createConfigMapStore(options: {
  readonly client: ApiClient;
  readonly namespace: string;
  readonly name: string;
  readonly clock: SourceClock;
  readonly random: () => number;
  readonly log: Logger;
}): ConfigMapStore {
  const { client, namespace, name, clock, random, log } = options;
  const collection = `/api/v1/namespaces/${encodeURIComponent(namespace)}/configmaps`;
  const path = `${collection}/${encodeURIComponent(name)}`;
  return {
    async read(signal) {
      const answer = await client.send({ method: 'GET', path, signal, deadlineMs });
      if (answer.ok) return toStored(answer.value.json);
      const { failure } = answer;
      return failure.kind === 'http' && failure.status === 404 ? { ok: true, value: null } : answer;
    },
    async write(over, data, signal) {
      const metadata = { namespace, name, labels: { 'app.kubernetes.io/name': 'nuncio' } };
      const json = {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: over === null ? metadata : { ...metadata, resourceVersion: over.resourceVersion },
        data,
      };
      const answer = await client.send({
        ...(over === null ? { method: 'POST', path: collection } : { method: 'PUT', path }),
        body: { contentType: 'application/json', json },
        signal,
        deadlineMs,
      });
      return answer.ok ? toStored(answer.value.json) : answer;
    },
    follow(onData, signal) {
      let told = false;
      void runQuietReflector<StoredData>({
        namespace,
        client,
        clock,
        random,
        log,
        signal,
        kind: kinds.ConfigMap,
        fieldSelector: `metadata.name=${name}`,
        // The version is content here: a write that changes nothing else is no news.
        keep(raw) {
          const stored = toStored(raw);
          return stored.ok ? stored.value : undefined;
        },
        onUpsert(_key, stored) {
          told = true;
          onData(stored);
        },
        onRemove: () => onData(null),
        onPhase(phase, failure) {
          if (phase === 'forbidden' && failure !== undefined && !told) {
            log.warn(
              { namespace, name },
              `may not watch the ConfigMap ${namespace}/${name}, where holds are kept: ${describeFailure(failure)}; a hold ends with this process, and other replicas do not hear of it`,
            );
          }
          if (told || (phase !== 'watching' && phase !== 'forbidden')) return;
          told = true;
          onData(null);
        },
      });
    },
  };
}

function toStored(json: unknown): ApiResult<StoredData> {
  const metadata = isRecord(json) ? json['metadata'] : undefined;
  const malformed = { ok: false, failure: { kind: 'malformed', message: 'the answer is not a ConfigMap' } } as const;
  if (!isRecord(json) || !isRecord(metadata)) return malformed;
  const { uid, resourceVersion } = metadata;
  if (typeof uid !== 'string' || typeof resourceVersion !== 'string') return malformed;
  const data = isRecord(json['data']) ? json['data'] : {};
  const texts = Object.entries(data).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { ok: true, value: { uid, resourceVersion, data: Object.fromEntries(texts) } };
}
