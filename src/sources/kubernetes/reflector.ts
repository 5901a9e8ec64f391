// Keeps our copy of one kind (in one namespace or all) equal to the API server's, for ever: a watch that begins with all
// there is, or, where the server has no such watches, a paged list and then a watch.
// In: answers of the API server. Out: `onUpsert`/`onRemove` for what really differs, the phase for readiness and logs.
// Must hold: no event is lost (a line that cannot be read leads to a new list), what a list no longer holds is removed,
// a broken or silent connection is replaced with jittered back-off, and no failure ends the loop.
import { isRecord } from '../../model/pick.ts';
import { objectKey, objectText, parseObject } from '../../model/object.ts';
import { backOffMs, forbiddenBackOff, requestBackOff } from './back-off.ts';
import { describeFailure } from './api-client.ts';
import { collectionPath, servedVersions } from './paths.ts';
import type { Logger } from 'pino';
import type { ObjectKey, ObjectText, Problem, SourceObject } from '../../model/object.ts';
import type { SourceClock } from '../source.ts';
import type { ApiClient, ApiFailure, ApiResponse, ApiResult } from './api-client.ts';
import type { BackOff } from './back-off.ts';
import type { Discovery } from './discovery.ts';
import type { WatchedKind } from './watched-kind.ts';

/**
 * `listing`: not there yet, nothing wrong. `watching`: our copy is current. `forbidden`: RBAC says no. `missing`: the
 * CRD is not installed. `failing`: anything else went wrong; what we had stays.
 */
export type ReflectorPhase = 'listing' | 'watching' | 'forbidden' | 'missing' | 'failing';

/** Why a watch was started again: `closed` is the server's normal end of it. */
export type RestartReason = 'closed' | 'expired' | 'failed' | 'unreadable';

export interface ReflectorObserver {
  phase(phase: ReflectorPhase, failure: ApiFailure | undefined): void;
  /** A full list took `durationMs`. */
  listed(durationMs: number): void;
  restarted(reason: RestartReason): void;
  /** An event or bookmark came. */
  heard(atMs: number): void;
  /** A line that is not JSON or no event, or the beginning of one when the connection broke. */
  lineLost(kind: 'unreadable' | 'partial', sizeBytes: number): void;
}

export interface ReflectorOptions {
  readonly kind: WatchedKind;
  /** Empty: all namespaces. */
  readonly namespace: string;
  /** Narrows further than the kind's own selector; for a single Namespace object. */
  readonly fieldSelector?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly client: ApiClient;
  readonly discovery: Discovery;
  readonly clock: SourceClock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: Logger;
  readonly observer: ReflectorObserver;
  readonly signal: AbortSignal;
  /** Tell every new version, also one in which nothing differs that is kept; then nothing is kept to compare with. */
  readonly everyVersion?: boolean;
  /** `text`: empty with `everyVersion`. */
  readonly onUpsert: (key: ObjectKey, object: SourceObject, text: ObjectText, atMs: number) => void;
  readonly onRemove: (key: ObjectKey, atMs: number) => void;
  /** What is wrong with the newest version of an object, whose last good version stays; empty: nothing any more. */
  readonly onRefused: (key: ObjectKey, problems: readonly Problem[]) => void;
  /** Once: everything there is has been given, or there is nothing to get (missing, forbidden). */
  readonly onSynced: () => void;
}

export interface Reflector {
  /** Settles only after the signal. */
  run(): Promise<void>;
  /** The server answers others again: if this one waits because it could not be reached, it tries again soon. */
  hurry(): void;
  readonly objectCount: number;
}

interface Served {
  readonly version: string;
  readonly path: string;
}

interface Entry {
  /** Newest seen. */
  readonly resourceVersion: string;
  /** The last good version, or what stands in for it; null: there was none. */
  readonly text: ObjectText | null;
  /** The newest version can't be used. */
  readonly refused: boolean;
  /** `text` is not a good version's. */
  readonly isStandIn?: boolean;
}

interface Named {
  readonly key: ObjectKey;
  readonly resourceVersion: string;
  readonly raw: Readonly<Record<string, unknown>>;
}

/** Where a watch is. The time that its list takes, and the version of that, say nothing of how good the watch is. */
interface Position {
  /** Of the last event or bookmark, or of the list; null: the watch begins with all there is, which has not all come yet. */
  version: string | null;
  /** After the list. */
  beganAtVersion: string | null;
  beganAtMs: number;
}

type WatchEnd =
  { readonly kind: 'closed' | 'expired' | 'unreadable' } | { readonly kind: 'failed'; readonly failure: ApiFailure };

const pageLimit = 500;
const smallestPageLimit = 20;
/** Pages are kept near this size, so that parsing one never holds the thread for long. */
const pageTargetBytes = 2 << 20;
const listDeadlineMs = 60_000;
/** A watch that shall begin with all there is, and is silent before it has: the server doesn't know of such. */
const listSilenceMs = 30_000;
/** Of the bookmark after the last of what there is. */
const listEndAnnotation = 'k8s.io/initial-events-end';
const watchSecondsMin = 240;
const watchSecondsMax = 480;
/** Bookmarks come about once a minute: after this long without any, the connection is not trusted. */
const watchSilenceMs = 150_000;
/** A watch that lived this long was a good one: the back-off starts over. */
const goodWatchMs = 10_000;
/** Spread of the tries when a server is back, so that not all kinds are listed in the same instant. */
const hurryWithinMs = 500;
/** Failures of a watch in a row, after which a new list is tried instead, or, of one that begins with a list, pages. */
const doubtAfter = 5;
/** A kind that we have objects of must be gone twice before they are removed: a starting API server may answer 404. */
const missingConfirmMs = 1_000;

export function createReflector(options: ReflectorOptions): Reflector {
  const { kind, namespace, client, discovery, clock, random, log, observer, signal, everyVersion = false } = options;
  const [newest, ...allOlder] = servedVersions(kind).map((each) => ({
    version: each.version,
    path: collectionPath(each, namespace),
  })) as [Served, ...Served[]];
  let { path, version: servedVersion } = newest;
  /** Versions that have not been asked for since the newest was. */
  let untried = allOlder;
  const selectors = [kind.fieldSelector, options.fieldSelector].filter((selector) => selector !== undefined);
  const { labelSelector } = options;
  const selection: Readonly<Record<string, string>> = {
    ...(selectors.length > 0 && { fieldSelector: selectors.join(',') }),
    ...(labelSelector !== undefined && { labelSelector }),
  };
  const objects = new Map<ObjectKey, Entry>();
  let synced = false;
  /** Failures since the last good watch. */
  let attempt = 0;
  let refusals = 0;
  /** The last failure was that the server could not be reached. */
  let cutOff = false;
  /** Changes what is left of the pause under way. */
  let shorten: ((leftMs: number) => void) | null = null;
  let seenMissing = false;
  /** The server has watches that begin with all there is, as far as we know. Once false, always false. */
  let streamsLists = true;
  /** The server's versions went back (etcd restored from a backup): equal versions are no longer equal objects. */
  let turnedBack = false;

  function markSynced(): void {
    if (synced) return;
    synced = true;
    options.onSynced();
  }

  function nameOf(raw: unknown): Named | undefined {
    if (!isRecord(raw)) return undefined;
    const metadata = raw['metadata'];
    if (!isRecord(metadata)) return undefined;
    const { name, resourceVersion } = metadata;
    const objectNamespace = metadata['namespace'];
    if (typeof name !== 'string' || typeof resourceVersion !== 'string') return undefined;
    const scope = kind.namespaced && typeof objectNamespace === 'string' ? objectNamespace : '';
    return { key: objectKey(kind.kind, scope, name), resourceVersion, raw };
  }

  function apply({ key, resourceVersion, raw }: Named, atMs: number): void {
    const known = objects.get(key);
    if (known?.resourceVersion === resourceVersion && !turnedBack) return;
    const parsed = kind.parse(raw, servedVersion);
    if (!parsed.ok) {
      // A list shows only the object that was made in place of one that is gone: what was good of that one counts no more.
      if (known?.text && parseObject(known.text).metadata.uid !== uidOf(raw)) {
        drop(key, atMs);
        return apply({ key, resourceVersion, raw }, atMs);
      }
      const { standIn } = parsed;
      const before = known?.text ?? null;
      options.onRefused(key, parsed.problems);
      if (before !== null && !known?.isStandIn) {
        objects.set(key, { resourceVersion, text: before, refused: true });
        return;
      }
      // A stand-in is the newest version's, or there is none.
      const text = standIn ? objectText(standIn) : null;
      objects.set(key, { resourceVersion, text, refused: true, ...(standIn && { isStandIn: true }) });
      if (standIn && text !== null && text !== before) options.onUpsert(key, standIn, text, atMs);
      else if (text === null && before !== null) options.onRemove(key, atMs);
      return;
    }
    if (known?.refused === true) options.onRefused(key, []);
    const text = everyVersion ? '' : objectText(parsed.value);
    // Only what we don't read has changed: a status or a managed field was written.
    const same = known?.text === text && !everyVersion;
    objects.set(key, { resourceVersion, text: same ? known.text : text, refused: false });
    if (!same) options.onUpsert(key, parsed.value, text, atMs);
  }

  function uidOf(raw: Named['raw']): string {
    const { uid } = raw['metadata'] as { readonly uid?: unknown };
    return typeof uid === 'string' ? uid : '';
  }

  function drop(key: ObjectKey, atMs: number): void {
    const known = objects.get(key);
    if (known === undefined) return;
    objects.delete(key);
    if (known.refused) options.onRefused(key, []);
    if (known.text !== null) options.onRemove(key, atMs);
  }

  function dropAllBut(kept: ReadonlySet<ObjectKey>): void {
    const atMs = clock.nowMs();
    for (const key of objects.keys()) if (!kept.has(key)) drop(key, atMs);
  }

  function requestPage(token: string, limit: number): Promise<ApiResult<ApiResponse>> {
    const query: Record<string, string> = { ...selection, limit: String(limit) };
    if (token !== '') query['continue'] = token;
    return client.send({ method: 'GET', path, query, signal, deadlineMs: listDeadlineMs });
  }

  /** Applies page after page, each while the server makes the next; the value is the resource version at which to watch on. */
  async function list(): Promise<ApiResult<string>> {
    const startMs = clock.nowMs();
    const seen = new Set<ObjectKey>();
    let limit = pageLimit;
    let next = requestPage('', limit);
    for (;;) {
      const answer = await next;
      if (!answer.ok) return answer;
      if (signal.aborted) return { ok: false, failure: { kind: 'aborted' } };
      const page = parsePage(answer.value.json);
      if (page === undefined) return malformed(`GET ${path}: the answer is not a list of objects`);
      if (answer.value.sizeBytes > pageTargetBytes) {
        limit = Math.max(smallestPageLimit, Math.floor((limit * pageTargetBytes) / answer.value.sizeBytes));
      }
      if (page.token !== '') next = requestPage(page.token, limit);
      const atMs = clock.nowMs();
      for (const item of page.items) {
        const named = nameOf(item);
        if (named === undefined) return malformed(`GET ${path}: an item has no name or no resourceVersion`);
        seen.add(named.key);
        apply(named, atMs);
      }
      if (page.token === '') {
        dropAllBut(seen);
        observer.listed(clock.nowMs() - startMs);
        return { ok: true, value: page.resourceVersion };
      }
    }
  }

  /**
   * One watch request. `position.version` moves on with every event and bookmark. Null: the watch begins with all there
   * is, and the position is the end of that, once all has come.
   */
  async function watch(position: Position): Promise<WatchEnd> {
    const seconds = watchSecondsMin + Math.floor(random() * (watchSecondsMax - watchSecondsMin + 1));
    const query = {
      ...selection,
      watch: 'true',
      allowWatchBookmarks: 'true',
      timeoutSeconds: String(seconds),
      ...(position.version === null
        ? { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' }
        : { resourceVersion: position.version }),
    };
    const own = new AbortController();
    const outer = (): void => own.abort();
    signal.addEventListener('abort', outer);
    let end: WatchEnd | undefined;
    const finish = (how: WatchEnd): void => {
      end ??= how;
      own.abort();
    };

    /** What the list has held so far; null: it is complete. */
    let seen = position.version === null ? new Set<ObjectKey>() : null;
    const startMs = clock.nowMs();
    function endList(kept: ReadonlySet<ObjectKey>, version: string): void {
      seen = null;
      const atMs = clock.nowMs();
      position.version = version;
      position.beganAtVersion = version;
      position.beganAtMs = atMs;
      dropAllBut(kept);
      observer.listed(atMs - startMs);
      complete();
    }

    const onLine = (line: string): void => {
      if (end !== undefined) return;
      const atMs = clock.nowMs();
      observer.heard(atMs);
      const event = parseEvent(line);
      if (event === undefined) {
        observer.lineLost('unreadable', Buffer.byteLength(line));
        return finish({ kind: 'unreadable' });
      }
      if (event.type === 'ERROR') return finish(endOfError(event.object));
      if (event.type === 'BOOKMARK') {
        const metadata = event.object['metadata'];
        const bookmark = isRecord(metadata) ? metadata['resourceVersion'] : undefined;
        if (!isRecord(metadata) || typeof bookmark !== 'string') return;
        if (seen !== null) {
          const { annotations } = metadata;
          if (!isRecord(annotations) || annotations[listEndAnnotation] !== 'true') return;
          return endList(seen, bookmark);
        }
        if (Number(bookmark) < Number(position.version)) {
          turnedBack = true;
          return finish({ kind: 'expired' });
        }
        position.version = bookmark;
        return;
      }
      const named = nameOf(event.object);
      if (named === undefined) {
        observer.lineLost('unreadable', Buffer.byteLength(line));
        return finish({ kind: 'unreadable' });
      }
      if (event.type === 'DELETED') {
        seen?.delete(named.key);
        drop(named.key, atMs);
      } else {
        seen?.add(named.key);
        apply(named, atMs);
      }
      // What comes before the end of the list is in no order of versions.
      if (seen === null) position.version = named.resourceVersion;
    };

    try {
      const answer = await client.stream({
        method: 'GET',
        path,
        query,
        signal: own.signal,
        deadlineMs: (seconds + 30) * 1000,
        silenceMs: () => (seen === null ? watchSilenceMs : listSilenceMs),
        onOpen: () => {
          cutOff = false;
          if (seen === null) observer.phase('watching', undefined);
        },
        onLine,
      });
      if (end !== undefined) return end;
      if (answer.ok) {
        if (answer.value.partialBytes > 0) observer.lineLost('partial', answer.value.partialBytes);
        return { kind: 'closed' };
      }
      const { failure } = answer;
      return failure.kind === 'http' && failure.status === 410 ? { kind: 'expired' } : { kind: 'failed', failure };
    } finally {
      signal.removeEventListener('abort', outer);
    }
  }

  /** All there is has come. */
  function complete(): void {
    refusals = 0;
    cutOff = false;
    seenMissing = false;
    turnedBack = false;
    observer.phase('watching', undefined);
    markSynced();
  }

  /**
   * Watches on from `resourceVersion`; null: from a list that the watch begins with. Returns when only a new list can
   * help, with a failure that shall be recovered from before: the list's, or that nothing may be read.
   */
  async function follow(resourceVersion: string | null): Promise<ApiFailure | undefined> {
    const position: Position = { version: resourceVersion, beganAtVersion: null, beganAtMs: 0 };
    for (;;) {
      position.beganAtMs = clock.nowMs();
      position.beganAtVersion = position.version;
      const end = await watch(position);
      if (signal.aborted) return undefined;
      if (position.version === null) return failureOf(end);
      observer.restarted(end.kind);
      const good =
        clock.nowMs() - position.beganAtMs >= goodWatchMs ||
        (end.kind === 'closed' && position.version !== position.beganAtVersion);
      if (good) attempt = 0;
      switch (end.kind) {
        case 'closed':
          // Ended at once without a word: a server that does this all the time must not be asked all the time.
          if (!good) await pause(requestBackOff, attempt++, 0);
          break;
        case 'expired':
          if (attempt > 0) await pause(requestBackOff, attempt, 0);
          attempt += 1;
          return undefined;
        case 'unreadable':
          await pause(requestBackOff, attempt++, 0);
          return undefined;
        case 'failed': {
          const { failure } = end;
          const status = failure.kind === 'http' ? failure.status : 0;
          if (status === 403) return failure;
          // The list tells whether the kind is missing, and a version that the server cannot read needs a new one.
          if (status >= 400 && status < 500 && status !== 401 && status !== 429) {
            await pause(requestBackOff, attempt++, 0);
            return undefined;
          }
          observer.phase('failing', failure);
          await pauseAfter(failure);
          // It answers, and never with events: perhaps it does not like the version.
          if (status >= 500 && attempt >= doubtAfter) return undefined;
          break;
        }
        default:
          end satisfies never;
      }
      if (signal.aborted) return undefined;
    }
  }

  /** Of a watch that ended before all there is had come. */
  function failureOf(end: WatchEnd): ApiFailure {
    switch (end.kind) {
      case 'failed':
        return end.failure;
      case 'expired':
        return {
          kind: 'http',
          status: 410,
          reason: 'Expired',
          message: `GET ${path}: the version has expired`,
          retryAfterMs: 0,
        };
      case 'closed':
        return { kind: 'malformed', message: `GET ${path}: the watch ended before all there is had come` };
      case 'unreadable':
        return { kind: 'malformed', message: `GET ${path}: a line of the watch is no event in JSON` };
    }
  }

  /** After a list that failed: waits for as long as that failure asks. */
  async function recover(failure: ApiFailure): Promise<void> {
    const status = failure.kind === 'http' ? failure.status : 0;
    if (status !== 404) seenMissing = false;
    if (streamsLists) {
      // It doesn't know of a watch that begins with a list, or doesn't want one; if it has another reason, pages tell.
      const refused = status === 400 || status === 422;
      streamsLists = !refused && failure.kind !== 'timeout' && failure.kind !== 'malformed';
      if (refused) return;
    }
    if (status === 403) {
      observer.phase('forbidden', failure);
      markSynced();
      return pause(forbiddenBackOff, refusals++, 0);
    }
    // The core group is always there: a 404 of it comes from something that is no API server.
    if (status === 404 && kind.group !== '') {
      const [older, ...rest] = untried;
      if (older !== undefined) {
        ({ path, version: servedVersion } = older);
        untried = rest;
        return;
      }
      ({ path, version: servedVersion } = newest);
      untried = allOlder;
      if (objects.size > 0 && !seenMissing) {
        seenMissing = true;
        return sleep(missingConfirmMs);
      }
      dropAllBut(new Set());
      observer.phase('missing', failure);
      markSynced();
      return served();
    }
    // A list whose continue token has expired starts over; the first time at once.
    if (status === 410 && attempt === 0) {
      attempt = 1;
      return;
    }
    observer.phase('failing', failure);
    const reached = !cutOff && status !== 401 && status !== 429;
    await pauseAfter(failure);
    // Something ends each stream before its list is over; pages are short.
    if (reached && attempt >= doubtAfter) streamsLists = false;
  }

  function served(): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const wake = (): void => {
        signal.removeEventListener('abort', wake);
        resolve();
      };
      signal.addEventListener('abort', wake);
      discovery.waitFor(kind, wake);
    });
  }

  /** A server that answers again, if only with an error, starts the back-off over. */
  function pauseAfter(failure: ApiFailure): Promise<void> {
    const answered = failure.kind === 'http';
    if (answered && cutOff) attempt = 0;
    cutOff = !answered;
    return pause(requestBackOff, attempt++, answered ? failure.retryAfterMs : 0);
  }

  function pause(backOff: BackOff, tries: number, atLeastMs: number): Promise<void> {
    return sleep(Math.max(atLeastMs, backOffMs(backOff, tries, random())));
  }

  function sleep(durationMs: number): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const wake = (): void => {
        timer.cancel();
        shorten = null;
        signal.removeEventListener('abort', wake);
        resolve();
      };
      let timer = clock.setTimer(durationMs, wake);
      shorten = (leftMs) => {
        timer.cancel();
        timer = clock.setTimer(Math.min(leftMs, durationMs), wake);
      };
      signal.addEventListener('abort', wake);
    });
  }

  return {
    async run() {
      observer.phase('listing', undefined);
      while (!signal.aborted) {
        const listed: ApiResult<string | null> = streamsLists ? { ok: true, value: null } : await list();
        if (signal.aborted) return;
        if (listed.ok && listed.value !== null) complete();
        const failure = listed.ok ? await follow(listed.value) : listed.failure;
        if (signal.aborted) return;
        if (failure === undefined) continue;
        log.debug({ path, failure: describeFailure(failure) }, 'list or watch failed');
        await recover(failure);
      }
    },
    hurry() {
      if (!cutOff || shorten === null) return;
      attempt = 0;
      shorten(random() * hurryWithinMs);
    },
    get objectCount() {
      return objects.size;
    },
  };
}

interface Page {
  readonly items: readonly unknown[];
  readonly resourceVersion: string;
  /** Empty: this was the last page. */
  readonly token: string;
}

function parsePage(json: unknown): Page | undefined {
  if (!isRecord(json) || !isRecord(json['metadata'])) return undefined;
  // A list without items may leave the field out or say null.
  const items: unknown = json['items'] ?? [];
  const { resourceVersion } = json['metadata'];
  const token = json['metadata']['continue'] ?? '';
  if (!Array.isArray(items) || typeof resourceVersion !== 'string' || typeof token !== 'string') return undefined;
  return { items, resourceVersion, token };
}

interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: Readonly<Record<string, unknown>>;
}

const eventTypes: ReadonlySet<string> = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR']);

function parseEvent(line: string): WatchEvent | undefined {
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isRecord(json) || typeof json['type'] !== 'string' || !eventTypes.has(json['type']) || !isRecord(json['object']))
    return undefined;
  return { type: json['type'] as WatchEvent['type'], object: json['object'] };
}

/** The Status object of an ERROR event. */
function endOfError(status: Readonly<Record<string, unknown>>): WatchEnd {
  const code = typeof status['code'] === 'number' ? status['code'] : 500;
  if (code === 410) return { kind: 'expired' };
  const reason = typeof status['reason'] === 'string' ? status['reason'] : '';
  const message = typeof status['message'] === 'string' ? status['message'] : 'error event without a message';
  return { kind: 'failed', failure: { kind: 'http', status: code, reason, message, retryAfterMs: 0 } };
}

function malformed(message: string): { readonly ok: false; readonly failure: ApiFailure } {
  return { ok: false, failure: { kind: 'malformed', message } };
}
