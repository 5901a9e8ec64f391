// Reads and writes single Secrets, for the certificates of nuncio itself. In: names. Out: what is stored, or how it failed.
// Must hold: a write never undoes another one that it hasn't seen: a new Secret is created or not at all, an existing one
// is applied only over the version that was read. Nothing is retried in here.
import { isRecord } from '../../model/pick.ts';
import type { SourceClock } from '../source.ts';
import { createApiClient } from './api-client.ts';
import type { ApiResult } from './api-client.ts';

export interface StoredSecret {
  readonly resourceVersion: string;
  /** Decoded. */
  readonly data: Readonly<Record<string, string>>;
}

export interface SecretManifest {
  readonly apiVersion: 'v1';
  readonly kind: 'Secret';
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels: Readonly<Record<string, string>>;
  };
  readonly type: string;
  /** In base64. */
  readonly data: Readonly<Record<string, string>>;
}

export interface SecretClient {
  /** null: there is none. */
  read(namespace: string, name: string): Promise<ApiResult<StoredSecret | null>>;
  /** Fails with 409 when there is one already. */
  create(manifest: SecretManifest): Promise<ApiResult<null>>;
  /** Server-side apply; fails with 409 when the Secret is no more the one that was read. */
  apply(manifest: SecretManifest, resourceVersion: string): Promise<ApiResult<null>>;
  /** Ends requests under way. */
  close(): void;
}

const deadlineMs = 30_000;
const fieldManager = 'nuncio-certgen';

export function createSecretClient(options: {
  readonly kubeconfig?: string | undefined;
  readonly clock: SourceClock;
}): SecretClient {
  const client = createApiClient(options);
  const closing = new AbortController();
  const { signal } = closing;
  const pathOf = (namespace: string, name = ''): string =>
    `/api/v1/namespaces/${encodeURIComponent(namespace)}/secrets${name === '' ? '' : `/${encodeURIComponent(name)}`}`;

  return {
    async read(namespace, name) {
      const answer = await client.send({ method: 'GET', path: pathOf(namespace, name), signal, deadlineMs });
      if (!answer.ok) {
        const { failure } = answer;
        return failure.kind === 'http' && failure.status === 404 ? { ok: true, value: null } : answer;
      }
      const { json } = answer.value;
      const metadata = isRecord(json) ? json['metadata'] : undefined;
      const resourceVersion = isRecord(metadata) ? metadata['resourceVersion'] : undefined;
      if (!isRecord(json) || typeof resourceVersion !== 'string') {
        return {
          ok: false,
          failure: { kind: 'malformed', message: `Secret ${namespace}/${name}: the answer is not an object` },
        };
      }
      const data = Object.entries(isRecord(json['data']) ? json['data'] : {}).map(([key, value]) => [
        key,
        Buffer.from(String(value), 'base64').toString('utf8'),
      ]);
      return { ok: true, value: { resourceVersion, data: Object.fromEntries(data) as Record<string, string> } };
    },
    async create(manifest) {
      const answer = await client.send({
        method: 'POST',
        path: pathOf(manifest.metadata.namespace),
        query: { fieldManager },
        body: { contentType: 'application/json', json: manifest },
        signal,
        deadlineMs,
      });
      return answer.ok ? { ok: true, value: null } : answer;
    },
    async apply(manifest, resourceVersion) {
      const { name, namespace } = manifest.metadata;
      const answer = await client.send({
        method: 'PATCH',
        path: pathOf(namespace, name),
        query: { fieldManager, force: 'true' },
        body: {
          contentType: 'application/apply-patch+yaml',
          json: { ...manifest, metadata: { ...manifest.metadata, resourceVersion } },
        },
        signal,
        deadlineMs,
      });
      return answer.ok ? { ok: true, value: null } : answer;
    },
    close() {
      closing.abort();
      client.close();
    },
  };
}
