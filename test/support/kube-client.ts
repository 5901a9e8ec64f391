// A small client of the Kubernetes API for tests: apply, read, patch, delete, and wait for an object to become something.
// In: URL, CA and token. Out: plain objects as the API server answers them.
// Must hold: it shares no code with src/sources/kubernetes, so that a mistake there can't hide here.
import { request as httpsRequest, Agent } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { patienceMs } from './patience.ts';

/** Any Kubernetes object; what a test doesn't look at stays unknown. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

/** Names one object; any object can stand for itself. */
export type KubeRef = Pick<KubeObject, 'apiVersion' | 'kind' | 'metadata'>;

/** Names all objects of a kind; without namespace those of all namespaces. */
export interface KubeKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace?: string;
}

export interface KubeResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface KubeRequest {
  readonly method?: string;
  readonly body?: unknown;
  readonly contentType?: string;
  /** Absent: `application/json`. */
  readonly accept?: string;
  readonly signal?: AbortSignal;
}

export interface KubeClient {
  /** One request as it is, whatever the answer's status. `path` starts with a slash. Rejects when there is no answer. */
  fetch(path: string, request?: KubeRequest): Promise<KubeResponse>;
  /**
   * Server-side apply with force. Namespaces and CRDs go first (and CRDs are awaited until Established), then the rest, many
   * at once. `status` is ignored, as by the API server; see {@link patchStatus}. Resolves to the stored objects, in order.
   */
  apply<const T extends readonly KubeRef[]>(objects: T): Promise<KubeObject[]>;
  /** Undefined when there is no such object or no such kind. */
  get(ref: KubeRef): Promise<KubeObject | undefined>;
  list(kind: KubeKind): Promise<KubeObject[]>;
  /** Resolves when the API server has taken the request; an object that isn't there is no error. Background propagation. */
  delete(...refs: readonly KubeRef[]): Promise<void>;
  /** JSON merge patch of the object. */
  patch(ref: KubeRef, patch: object): Promise<KubeObject>;
  /** JSON merge patch of the status subresource; `status` is the value of the field. */
  patchStatus(ref: KubeRef, status: object): Promise<KubeObject>;
  /**
   * Watches one object until `until` holds; undefined stands for "doesn't exist". Resolves to what it held for.
   * Rejects after `timeoutMs` (absent: {@link patienceMs}) with the last state seen.
   */
  waitFor(
    ref: KubeRef,
    until: (object: KubeObject | undefined) => boolean,
    timeoutMs?: number,
  ): Promise<KubeObject | undefined>;
  /**
   * Tells every object of a kind, at first and whenever it changes, until the signal. Broken watches start anew with a list;
   * what went meanwhile is told as deleted. A handler's exception ends the watch and rejects.
   */
  watch(
    kind: KubeKind,
    handler: (type: 'present' | 'deleted', object: KubeObject) => void,
    signal: AbortSignal,
  ): Promise<void>;
  /** A ServiceAccount's token by TokenRequest, good for an hour. */
  token(namespace: string, serviceAccount: string): Promise<string>;
  close(): void;
}

/** An answer of the API server that isn't a success. */
export class KubeError extends Error {
  readonly status: number;
  constructor(method: string, path: string, response: KubeResponse) {
    super(`${method} ${path}: ${response.status} ${messageOf(response.body)}`);
    this.status = response.status;
  }
}

const applyAtOnce = 16;

export function createKubeClient({ url, ca, token }: { url: string; ca: string; token: string }): KubeClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 * applyAtOnce, ca });
  const resources = new Map<string, Promise<Map<string, { plural: string; namespaced: boolean }>>>();

  async function open(path: string, options: KubeRequest): Promise<IncomingMessage> {
    const { method = 'GET', body, contentType = 'application/json', accept = 'application/json', signal } = options;
    const payload = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const request = httpsRequest(
        new URL(path, url),
        {
          method,
          agent,
          headers: {
            authorization: `Bearer ${token}`,
            accept,
            ...(payload === undefined
              ? {}
              : { 'content-type': contentType, 'content-length': Buffer.byteLength(payload) }),
          },
          ...(signal === undefined ? {} : { signal }),
        },
        resolve,
      );
      request.once('error', (error: NodeJS.ErrnoException) => {
        // A kept connection may have died with a stopped API server; that says nothing about this request.
        if (request.reusedSocket && error.code === 'ECONNRESET') resolve(open(path, options));
        else reject(error);
      });
      request.end(payload);
    });
  }

  async function fetch(path: string, options: KubeRequest = {}): Promise<KubeResponse> {
    const response = await open(path, options);
    return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
  }

  async function send(method: string, path: string, body?: unknown, contentType?: string): Promise<KubeObject> {
    const response = await fetch(path, {
      method,
      body,
      ...(contentType === undefined ? {} : { contentType }),
    });
    if (response.status >= 300) throw new KubeError(method, path, response);
    return JSON.parse(response.body) as KubeObject;
  }

  async function discover(apiVersion: string): Promise<Map<string, { plural: string; namespaced: boolean }>> {
    const response = await fetch(groupPath(apiVersion));
    if (response.status === 404) return new Map();
    if (response.status >= 300) throw new KubeError('GET', groupPath(apiVersion), response);
    const list = JSON.parse(response.body) as {
      resources: { name: string; kind: string; namespaced: boolean }[];
    };
    return new Map(
      list.resources
        .filter(({ name }) => !name.includes('/'))
        .map(({ name, kind, namespaced }) => [kind, { plural: name, namespaced }]),
    );
  }

  /** Undefined when the API server doesn't serve the kind. A kind that was missing is asked for again: its CRD may have come. */
  async function collection({ apiVersion, kind, namespace }: KubeKind): Promise<string | undefined> {
    const asked = resources.get(apiVersion);
    let known = await asked;
    if (!known?.has(kind)) {
      // Of many that miss it at once only the first asks.
      if (resources.get(apiVersion) === asked) resources.set(apiVersion, discover(apiVersion));
      known = await resources.get(apiVersion);
    }
    const resource = known?.get(kind);
    if (resource === undefined) return undefined;
    const scope = resource.namespaced && namespace !== undefined ? `/namespaces/${namespace}` : '';
    return `${groupPath(apiVersion)}${scope}/${resource.plural}`;
  }

  async function collectionOf(ref: KubeRef): Promise<string | undefined> {
    const { apiVersion, kind, metadata } = ref;
    return collection({ apiVersion, kind, namespace: metadata.namespace ?? 'default' });
  }

  async function pathOf(ref: KubeRef): Promise<string> {
    const path = await collectionOf(ref);
    if (path === undefined) throw new Error(`the API server serves no ${ref.kind} of ${ref.apiVersion}`);
    return `${path}/${encodeURIComponent(ref.metadata.name)}`;
  }

  async function applyOne(object: KubeRef): Promise<KubeObject> {
    const path = await pathOf(object);
    return send('PATCH', `${path}?fieldManager=nuncio-test&force=true`, object, 'application/apply-patch+yaml');
  }

  /** The discovery document follows the condition Established after a moment, and nothing tells when. */
  async function untilDiscovered(definition: KubeRef): Promise<void> {
    const { group, names, versions } = (definition as KubeObject)['spec'] as {
      group: string;
      names: { kind: string };
      versions: { name: string; served: boolean }[];
    };
    const version = versions.find(({ served }) => served)?.name;
    for (let tries = 0; tries < 400; tries += 1) {
      if (await collection({ apiVersion: `${group}/${version}`, kind: names.kind })) return;
      await delay(25);
    }
    throw new Error(`the API server does not serve ${names.kind} of ${group}/${version} although it is Established`);
  }

  const client: KubeClient = {
    fetch,
    async apply(objects) {
      const stored: KubeObject[] = [];
      const phases = [
        (kind: string) => kind === 'Namespace' || kind === 'CustomResourceDefinition',
        (kind: string) => kind !== 'Namespace' && kind !== 'CustomResourceDefinition',
      ];
      for (const inPhase of phases) {
        const indexes = [...objects.keys()].filter((index) => inPhase(objects[index]?.kind ?? '')).values();
        // The iterator is shared: each worker takes the next object when it is done with its last.
        const worker = async (): Promise<void> => {
          for (const index of indexes) {
            const object = objects[index];
            if (object === undefined) continue;
            stored[index] = await applyOne(object);
            if (object.kind === 'CustomResourceDefinition') {
              await client.waitFor(object, isEstablished);
              await untilDiscovered(object);
            }
          }
        };
        await Promise.all(Array.from({ length: applyAtOnce }, worker));
      }
      return stored;
    },
    async get(ref) {
      const path = await collectionOf(ref);
      if (path === undefined) return undefined;
      const response = await fetch(`${path}/${encodeURIComponent(ref.metadata.name)}`);
      if (response.status === 404) return undefined;
      if (response.status >= 300) throw new KubeError('GET', path, response);
      return JSON.parse(response.body) as KubeObject;
    },
    async list(kind) {
      const path = await collection(kind);
      if (path === undefined) return [];
      const { items } = (await send('GET', path)) as unknown as { items: KubeObject[] };
      // Items of a list carry neither field; callers compare and re-apply them.
      return items.map((item) => ({ ...item, apiVersion: kind.apiVersion, kind: kind.kind }));
    },
    async delete(...refs) {
      for (const ref of refs) {
        const path = await pathOf(ref);
        const response = await fetch(path, { method: 'DELETE' });
        if (response.status >= 300 && response.status !== 404) throw new KubeError('DELETE', path, response);
      }
    },
    async patch(ref, patch) {
      return send('PATCH', await pathOf(ref), patch, 'application/merge-patch+json');
    },
    async patchStatus(ref, status) {
      return send('PATCH', `${await pathOf(ref)}/status`, { status }, 'application/merge-patch+json');
    },
    async waitFor(ref, until, timeoutMs = patienceMs) {
      const signal = AbortSignal.timeout(timeoutMs);
      let last: KubeObject | undefined;
      try {
        for (;;) {
          const path = await collectionOf(ref);
          if (path === undefined) throw new Error(`the API server serves no ${ref.kind} of ${ref.apiVersion}`);
          const selector = `fieldSelector=${encodeURIComponent(`metadata.name=${ref.metadata.name}`)}`;
          const list = await fetch(`${path}?${selector}`, { signal });
          if (list.status >= 300) throw new KubeError('GET', path, list);
          const { items, metadata } = JSON.parse(list.body) as {
            items: KubeObject[];
            metadata: { resourceVersion: string };
          };
          last = items[0];
          if (until(last)) return last;
          const from = `&watch=true&resourceVersion=${metadata.resourceVersion}`;
          const watch = await open(`${path}?${selector}${from}`, { signal });
          for await (const line of createInterface({ input: watch })) {
            const event = JSON.parse(line) as { type: string; object: KubeObject };
            if (event.type === 'ERROR') break;
            last = event.type === 'DELETED' ? undefined : event.object;
            if (until(last)) {
              watch.destroy();
              return last;
            }
          }
        }
      } catch (error) {
        if (!signal.aborted) throw error;
        const { namespace, name } = ref.metadata;
        throw new Error(
          `${ref.kind} ${namespace ?? ''}/${name} did not become what was waited for in ${timeoutMs} ms; last seen: ${JSON.stringify(last)}`,
          { cause: error },
        );
      }
    },
    async watch(kind, handler, signal) {
      const { apiVersion, kind: name } = kind;
      const known = new Map<string, KubeObject>();
      const uidOf = (object: KubeObject): string => String(object.metadata['uid']);
      const tell = (type: string, item: KubeObject): void => {
        const object = { ...item, apiVersion, kind: name };
        if (type === 'DELETED') known.delete(uidOf(object));
        else known.set(uidOf(object), object);
        handler(type === 'DELETED' ? 'deleted' : 'present', object);
      };
      while (!signal.aborted) {
        let lines: AsyncIterable<string>;
        try {
          const path = await collection(kind);
          if (path === undefined) throw new Error(`the API server serves no ${name} of ${apiVersion}`);
          const { items, metadata } = (await send('GET', path)) as unknown as {
            items: KubeObject[];
            metadata: { resourceVersion: string };
          };
          const listed = new Set(items.map(uidOf));
          for (const [uid, object] of known) if (!listed.has(uid)) tell('DELETED', object);
          for (const item of items) tell('ADDED', item);
          const query = `watch=true&resourceVersion=${metadata.resourceVersion}`;
          const answer = await open(`${path}?${query}`, { signal });
          lines = createInterface({ input: answer });
        } catch (error) {
          if (signal.aborted) return;
          if (!(error instanceof Error && 'code' in error) && !(error instanceof KubeError)) throw error;
          await delay(200);
          continue;
        }
        try {
          for await (const line of lines) {
            const event = JSON.parse(line) as { type: string; object: KubeObject };
            if (event.type === 'ERROR') break;
            tell(event.type, event.object);
          }
        } catch (error) {
          if (signal.aborted) return;
          if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
        }
      }
    },
    async token(namespace, serviceAccount) {
      const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${serviceAccount}/token`;
      const answer = await send('POST', path, {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        spec: { expirationSeconds: 3600 },
      });
      return (answer['status'] as { token: string }).token;
    },
    close() {
      agent.destroy();
    },
  };
  return client;
}

function groupPath(apiVersion: string): string {
  return apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

function isEstablished(object: KubeObject | undefined): boolean {
  const conditions = (object?.['status'] as { conditions?: { type: string; status: string }[] } | undefined)
    ?.conditions;
  return conditions?.some(({ type, status }) => type === 'Established' && status === 'True') ?? false;
}

function messageOf(body: string): string {
  try {
    return (JSON.parse(body) as { message?: string }).message ?? body;
  } catch {
    return body;
  }
}
