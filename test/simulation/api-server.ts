// A simulated API server: lists in pages or at the beginning of watches, watches, merge patches on statuses, a Lease, Events;
// with delays and, while `troubled`, with errors, watches that are cut and versions that have expired. In: changes of objects, requests of
// clients. Out: answers as the real one gives them (see src/sources/kubernetes). Must hold: a watch that is open misses
// nothing; one that began at an expired version is refused with 410.
import type {
  ApiClient,
  ApiFailure,
  ApiRequest,
  ApiResult,
  StreamEnd,
} from '../../src/sources/kubernetes/api-client.ts';
import { kinds } from '../../src/model/kinds/index.ts';
import { collectionPath, groupVersionOf } from '../../src/sources/kubernetes/paths.ts';
import { objectKey } from '../../src/model/object.ts';
import type { PlantedBug } from './planted.ts';
import { createDelays } from './world.ts';
import type { World } from './world.ts';

export interface RawObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly generation: number;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

export interface ApiServer {
  /** Creates or replaces; versions, uid and generation are the server's, the status stays. */
  put(object: Readonly<Record<string, unknown>>): void;
  remove(key: string): void;
  readonly objects: ReadonlyMap<string, RawObject>;
  troubled: boolean;
  /** Ends all watches of all clients. */
  cutWatches(): void;
  /** Versions before now have expired. */
  compact(): void;
  /** A client of one actor's life; once `isAlive` is false nobody hears from it. */
  client(name: string, isAlive: () => boolean): ApiClient;
}

interface LogEntry {
  readonly version: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: RawObject;
}

interface Collection {
  readonly kind: string;
  readonly log: LogEntry[];
  readonly watches: Set<Watch>;
}

interface Watch {
  readonly send: (line: string) => void;
  readonly end: (result: ApiResult<StreamEnd>) => void;
}

export function createApiServer(world: World, planted: PlantedBug | null): ApiServer {
  const { random, clock } = world;
  const objects = new Map<string, RawObject>();
  const others = new Map<string, Record<string, unknown>>();
  const collections = new Map<string, Collection>();
  for (const definition of Object.values(kinds))
    collections.set(collectionPath(definition, ''), { kind: definition.kind, log: [], watches: new Set() });
  const byKind = new Map([...collections.values()].map((each) => [each.kind, each]));
  const pages = new Map<string, { readonly items: readonly RawObject[]; readonly version: number }>();
  let version = 100;
  let compacted = 0;
  let uids = 0;
  let tokens = 0;

  function record(type: LogEntry['type'], object: RawObject): void {
    const collection = byKind.get(object.kind)!;
    const entry: LogEntry = { version, type, object };
    collection.log.push(entry);
    for (const watch of collection.watches) watch.send(JSON.stringify({ type, object }));
  }

  function store(key: string, object: RawObject): RawObject {
    const before = objects.get(key);
    version++;
    const stored: RawObject = { ...object, metadata: { ...object.metadata, resourceVersion: String(version) } };
    objects.set(key, stored);
    record(before === undefined ? 'ADDED' : 'MODIFIED', stored);
    return stored;
  }

  /** Undefined: none this time. */
  function trouble(): ApiFailure | undefined {
    if (!server.troubled || !random.chance(0.12)) return undefined;
    const http = (status: number): ApiFailure => ({
      kind: 'http',
      status,
      reason: '',
      message: 'simulated',
      retryAfterMs: status === 429 ? 200 : 0,
    });
    return random.pick<() => ApiFailure>([
      () => http(500),
      () => http(503),
      () => http(429),
      () => ({ kind: 'network', message: 'simulated' }),
      () => ({ kind: 'timeout', message: 'simulated' }),
    ])();
  }

  function answer(request: ApiRequest): ApiResult<unknown> {
    const { method, path, query = {}, body } = request;
    const collection = collections.get(path);
    if (collection !== undefined && method === 'GET') return list(collection, query);
    const object = parseObjectPath(path);
    if (object !== undefined) {
      const known = objects.get(object.key);
      if (known === undefined) return failure(404);
      if (method === 'GET') return { ok: true, value: known };
      if (method === 'PATCH' && object.isStatus) return patchStatus(object.key, known, body?.json);
      return failure(405);
    }
    return other(method, path, body?.json as Record<string, unknown> | undefined);
  }

  function list(collection: Collection, query: Readonly<Record<string, string>>): ApiResult<unknown> {
    const token = query['continue'] ?? '';
    const page = token === '' ? { items: listed(collection.kind), version } : pages.get(token);
    if (page === undefined || (token !== '' && page.version < compacted)) return failure(410);
    const limit = Math.min(Number(query['limit'] ?? 500), pageSize);
    const rest = page.items.slice(limit);
    const next = rest.length === 0 ? '' : `t${++tokens}`;
    if (next !== '') pages.set(next, { items: rest, version: page.version });
    return {
      ok: true,
      value: {
        metadata: { resourceVersion: String(page.version), continue: next },
        items: page.items.slice(0, limit),
      },
    };
  }

  function listed(kind: string): RawObject[] {
    return [...objects.values()].filter((object) => object.kind === kind);
  }

  function patchStatus(key: string, known: RawObject, json: unknown): ApiResult<unknown> {
    const { metadata, status } = json as { metadata: { uid: string; resourceVersion: string }; status: object };
    if (metadata.uid !== known.metadata.uid || metadata.resourceVersion !== known.metadata.resourceVersion)
      return failure(409);
    const before = (known['status'] ?? {}) as object;
    world.note(`api status ${key} ${JSON.stringify(status).slice(0, 160)}`);
    return { ok: true, value: store(key, { ...known, status: { ...before, ...status } }) };
  }

  /** Leases and Events: kept as they are, under optimistic locking. */
  function other(method: string, path: string, json: Record<string, unknown> | undefined): ApiResult<unknown> {
    if (path.startsWith('/apis/events.k8s.io/')) return { ok: true, value: json ?? {} };
    const metadata = (json?.['metadata'] ?? {}) as { name?: string; resourceVersion?: string };
    const own = method === 'POST' ? `${path}/${metadata.name}` : path;
    const known = others.get(own);
    if (method === 'GET') return known === undefined ? failure(404) : { ok: true, value: known };
    if (json === undefined) return failure(400);
    if (method === 'POST' && known !== undefined) return failure(409);
    if (method === 'PUT') {
      if (known === undefined) return failure(404);
      const stored = known['metadata'] as { resourceVersion: string };
      if (stored.resourceVersion !== metadata.resourceVersion) return failure(409);
    }
    version++;
    const kept = { ...json, metadata: { ...metadata, resourceVersion: String(version) } };
    others.set(own, kept);
    return { ok: true, value: kept };
  }

  /** Small, so that lists have several pages and things happen between them. */
  const pageSize = random.pick([2, 5, 500]);
  /** Some servers have no watches that begin with all there is. */
  const streamsLists = random.chance(0.7);

  const server: ApiServer = {
    put(object) {
      const { kind } = object as { kind: string };
      const metadata = object['metadata'] as Record<string, unknown> & { name: string; namespace?: string };
      const key = objectKey(kind, metadata.namespace ?? '', metadata.name);
      const before = objects.get(key);
      store(key, {
        ...object,
        apiVersion: groupVersionOf(kinds[kind as keyof typeof kinds]),
        kind,
        metadata: {
          ...metadata,
          uid: before?.metadata.uid ?? `u${++uids}`,
          creationTimestamp: before?.metadata['creationTimestamp'] ?? new Date(clock.nowMs()).toISOString(),
          generation: (before?.metadata.generation ?? 0) + 1,
          resourceVersion: '',
        },
        ...(before?.['status'] === undefined ? {} : { status: before['status'] }),
      });
      world.note(`api put ${key} ${JSON.stringify(object['spec'] ?? '').slice(0, 300)}`);
    },
    remove(key) {
      const before = objects.get(key);
      if (before === undefined) return;
      version++;
      objects.delete(key);
      record('DELETED', { ...before, metadata: { ...before.metadata, resourceVersion: String(version) } });
      world.note(`api remove ${key}`);
    },
    objects,
    troubled: false,
    cutWatches() {
      world.note('api cuts all watches');
      for (const { watches } of collections.values()) for (const watch of watches) watch.end(randomEnd());
    },
    compact() {
      compacted = version;
      world.note(`api compacts to ${version}`);
    },
    client: (name, isAlive) => createClient(name, isAlive),
  };

  function randomEnd(): ApiResult<StreamEnd> {
    return random.pick<() => ApiResult<StreamEnd>>([
      () => ({ ok: true, value: { partialBytes: 0 } }),
      () => ({ ok: true, value: { partialBytes: 7 } }),
      () => ({ ok: false, failure: { kind: 'network', message: 'simulated' } }),
    ])();
  }

  function createClient(name: string, isAlive: () => boolean): ApiClient {
    const delay = createDelays(random);
    const later = (run: () => void): void => {
      clock.setTimer(delay(), () => {
        if (isAlive()) run();
      });
    };
    return {
      send(request) {
        return new Promise((resolve) => {
          const aborted = (): void => resolve({ ok: false, failure: { kind: 'aborted' } });
          if (request.signal.aborted) return aborted();
          request.signal.addEventListener('abort', aborted, { once: true });
          later(() => {
            if (request.signal.aborted) return;
            const failed = trouble();
            // A failure may come before or after the server has done what it was asked.
            const result = failed === undefined || random.chance(0.3) ? answer(request) : undefined;
            later(() => {
              request.signal.removeEventListener('abort', aborted);
              if (failed !== undefined || result === undefined)
                return resolve({ ok: false, failure: failed ?? { kind: 'network', message: 'simulated' } });
              resolve(result.ok ? { ok: true, value: { json: result.value, sizeBytes: 1000 } } : result);
            });
          });
        });
      },
      stream(request) {
        return new Promise((resolve) => {
          const collection = collections.get(request.path);
          if (collection === undefined) return resolve(failure(404));
          let over = false;
          const lines: string[] = [];
          const finish = (result: ApiResult<StreamEnd>): void => {
            if (over) return;
            over = true;
            collection.watches.delete(watch);
            request.signal.removeEventListener('abort', aborted);
            resolve(result);
          };
          const watch: Watch = {
            send(line) {
              lines.push(line);
              later(() => {
                const next = lines.shift();
                if (!over && next !== undefined) request.onLine(next);
              });
            },
            end: (result) =>
              later(() => {
                finish(result);
              }),
          };
          const aborted = (): void => finish({ ok: false, failure: { kind: 'aborted' } });
          request.signal.addEventListener('abort', aborted, { once: true });
          later(() => {
            if (over) return;
            const failed = trouble();
            if (failed !== undefined) return finish({ ok: false, failure: failed });
            const { resourceVersion, sendInitialEvents } = request.query ?? {};
            if (sendInitialEvents === 'true' && !streamsLists) return finish(failure(422));
            const from = Number(resourceVersion ?? version);
            if (from < compacted) {
              world.note(`${name} watch ${collection.kind} from ${from}: expired`);
              return finish(failure(410));
            }
            request.onOpen();
            if (sendInitialEvents === 'true') {
              for (const object of listed(collection.kind)) watch.send(JSON.stringify({ type: 'ADDED', object }));
              const metadata = {
                resourceVersion: String(version),
                annotations: { 'k8s.io/initial-events-end': 'true' },
              };
              watch.send(JSON.stringify({ type: 'BOOKMARK', object: { metadata } }));
            }
            const start = planted?.resumesLate === true && from > 100 ? version : from;
            for (const { version: at, type, object } of collection.log)
              if (at > start) watch.send(JSON.stringify({ type, object }));
            collection.watches.add(watch);
          });
        });
      },
      close() {},
    };
  }

  return server;
}

function failure(status: number): { readonly ok: false; readonly failure: ApiFailure } {
  return { ok: false, failure: { kind: 'http', status, reason: '', message: 'simulated', retryAfterMs: 0 } };
}

const byPlural = new Map(Object.values(kinds).map((definition) => [definition.plural, definition]));

/** `…/namespaces/<ns>/<plural>/<name>[/status]`. */
function parseObjectPath(path: string): { readonly key: string; readonly isStatus: boolean } | undefined {
  const match = /^\/apis?(?:\/[^/]+){1,2}(?:\/namespaces\/([^/]+))?\/([^/]+)\/([^/]+)(\/status)?$/.exec(path);
  const definition = match === null ? undefined : byPlural.get(match[2]!);
  if (match === null || definition === undefined) return undefined;
  return { key: objectKey(definition.kind, match[1] ?? '', match[3]!), isStatus: match[4] !== undefined };
}
