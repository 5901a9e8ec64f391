// Objects from folders and files of YAML and JSON, kept up to date while people and programs change them.
// The system's events only say that something moved; what is there now is always found out by looking. A file is read when it has
// been still for a moment; one that can't be read gets a second chance before it is reported, since it may be half
// written. What was good stays: an object that is no more valid keeps its last good version, and so do the objects of a
// file (or of a whole folder) that can't be read at all. Removed is only what a readable file or folder no longer has,
// and only when no changed file is left that may hold it now.
import { readFile } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { keyOf, type ObjectKey, type SourceObject } from '../../model/object.ts';
import type { ProblemCode } from '../../model/problem-codes.ts';
import type { ObjectSource, SourceContext, SourceProblem } from '../source.ts';
import { createClaims, type Claim, type ClaimChanges } from './claims.ts';
import { createFolderWatches } from './folder-watches.ts';
import type { ParsedFile, ParseFile } from './parsed-file.ts';
import { isHidden, isObjectFile, look, reasonOf, scan, type FoundFile, type ScanResult } from './scan.ts';

export interface FilesystemSourceOptions extends SourceContext {
  /** Folders (with everything below) and single files. */
  readonly paths: readonly string[];
  /** The pool job `parse-file`. */
  readonly parse: ParseFile;
  readonly timing?: Partial<Timing>;
}

export interface Timing {
  /** A file is read when it has not changed for so long; a file that is gone for so long is gone. */
  readonly settleMs: number;
  /** A file that never stands still is read after so long all the same. */
  readonly unsettledMs: number;
  /** How long a changed file may be unreadable before that is believed. */
  readonly graceMs: number;
  /** A full look at everything, for filesystems that tell of no changes. */
  readonly pollMs: number;
}

const defaultTiming: Timing = { settleMs: 25, unsettledMs: 2000, graceMs: 1000, pollMs: 10_000 };

/** Files that are read and parsed at the same time. */
const concurrency = 4;

type Objects = ReadonlyMap<ObjectKey, SourceObject>;

interface FileState {
  found: FoundFile;
  /** Gone at the last look. */
  missing: boolean;
  /** When this stamp, or its being gone, was first seen. */
  sinceMs: number;
  /** When the file began to differ from what is loaded. */
  changedMs: number;
  /** Stamp of what is loaded; empty: nothing was ever. */
  loadedStamp: string;
  reading: boolean;
  held: Objects;
  /** What it held until its last change; may be in another changed file now. */
  leaving: Objects;
  problems: readonly SourceProblem[];
  timer: { cancel(): void } | null;
}

const nothing: Objects = new Map();

export function createFilesystemSource(options: FilesystemSourceOptions): ObjectSource {
  const { clock } = options;
  // As they appear when joined with names: `./x/` is `x`.
  const roots = options.paths.map((path) => join(path, '.'));
  const timing = { ...defaultTiming, ...options.timing };
  const claims = createClaims();
  const files = new Map<string, FileState>();
  /** Real path → path of the known file. */
  const pathOf = new Map<string, string>();
  /** Files that are there and not loaded in their present form. */
  const pending = new Set<FileState>();
  /** Files that are gone or have `leaving` objects. */
  const leavers = new Set<FileState>();
  const failedPaths = new Set<string>();
  const queue: FileState[] = [];
  const dirty = new Set<string>();
  const published = new Map<string, string>();
  let poll: { cancel(): void } | null = null;
  let running = 0;
  let looking = false;
  let looked: Promise<void> = Promise.resolve();
  let scanWanted = false;
  let scanned = false;
  let synced = false;
  let stopped = false;

  const watches = createFolderWatches({
    onEvent(folder, event, name) {
      // The names of ConfigMap mounts: `..data` means another folder now.
      if (name === null || name.startsWith('..')) return wake(null);
      const path = join(folder, name);
      if (roots.some((root) => resolve(root) === resolve(path))) return wake(null);
      if (isObjectFile(name)) {
        wake(path);
        // Or the file behind a link.
        const known = pathOf.get(resolve(path));
        if (known !== undefined && known !== path) wake(known);
      } else if (event === 'rename' && !isHidden(name) && isInside(folder, roots)) wake(null);
    },
    onError(folder, error) {
      const message = `${folder} can not be watched (${reasonOf(error)}); its changes are found every ${timing.pollMs / 1000} s`;
      const problem = newProblem('FileNotReadable', '', message, folder, 0);
      options.onProblems(`watch ${folder}`, [{ ...problem, severity: 'warning' }]);
    },
  });

  // --- what is there -------------------------------------------------------------------------------------------------

  /** Something moved: at this path, or (null) anywhere. */
  function wake(path: string | null): void {
    if (stopped) return;
    if (path === null) scanWanted = true;
    else if (isInside(path, roots)) dirty.add(path);
    if (!looking) looked = lookAround();
  }

  /** One look after the other, until there is nothing left to look at. Never rejects. */
  async function lookAround(): Promise<void> {
    looking = true;
    for (;;) {
      const [path] = dirty;
      if (stopped || (!scanWanted && path === undefined)) break;
      if (scanWanted) {
        scanWanted = false;
        dirty.clear();
        const folders = new Set<string>();
        const result = await scan(roots, (folder, id) => {
          folders.add(folder);
          if (!stopped) watches.add(folder, id);
        });
        watches.keepOnly(folders);
        takeScan(result);
      } else if (path !== undefined) {
        dirty.delete(path);
        takeLook(path, await look(path));
      }
    }
    looking = false;
  }

  function takeLook(path: string, found: FoundFile | 'absent' | 'other'): void {
    if (stopped) return;
    const state = files.get(path);
    if (found === 'absent') {
      if (state) seeMissing(state);
    } else if (found === 'other') {
      scanWanted = true;
    } else if (state?.found.realPath === found.realPath) {
      see(found);
    } else if (pathOf.has(found.realPath)) {
      // Two paths to one file: the scan knows which of them counts.
      scanWanted = true;
    } else {
      see(found);
    }
  }

  function takeScan({ files: found, failures }: ScanResult): void {
    if (stopped) return;
    const failed = failures.map(({ path }) => path);
    for (const path of failedPaths) if (!failed.includes(path)) reportFailure(path, null);
    for (const { path, message } of failures) reportFailure(path, message);
    for (const file of found.values()) see(file);
    for (const [path, state] of files)
      if (!found.has(path) && !failed.some((place) => isUnder(path, place))) seeMissing(state);
    scanned = true;
    checkSynced();
  }

  function see(found: FoundFile): void {
    const nowMs = clock.nowMs();
    let state = files.get(found.path);
    if (!state) {
      state = {
        found,
        missing: false,
        sinceMs: nowMs,
        changedMs: nowMs,
        loadedStamp: '',
        reading: false,
        held: nothing,
        leaving: nothing,
        problems: [],
        timer: null,
      };
      files.set(found.path, state);
      pathOf.set(found.realPath, found.path);
      pending.add(state);
      consider(state);
      return;
    }
    if (state.found.stamp === found.stamp && !state.missing) return;
    if (state.found.stamp !== found.stamp) {
      if (!pending.has(state)) state.changedMs = nowMs;
      forgetRealPath(state);
      pathOf.set(found.realPath, found.path);
      state.found = found;
      state.sinceMs = nowMs;
    }
    if (state.missing) {
      state.missing = false;
      pathOf.set(found.realPath, found.path);
      claim(state, nowMs);
    }
    if (found.stamp !== state.loadedStamp) pending.add(state);
    consider(state);
  }

  function forgetRealPath({ found }: FileState): void {
    if (pathOf.get(found.realPath) === found.path) pathOf.delete(found.realPath);
  }

  function seeMissing(state: FileState): void {
    if (state.missing) return;
    state.missing = true;
    state.sinceMs = clock.nowMs();
    state.changedMs = state.sinceMs;
    pending.delete(state);
    forgetRealPath(state);
    claim(state, state.sinceMs);
    consider(state);
  }

  // --- what to do with a file ----------------------------------------------------------------------------------------

  /** Decides what a file needs now: to be read, to let go of objects, a later look, or nothing. */
  function consider(state: FileState): void {
    state.timer?.cancel();
    state.timer = null;
    if (stopped || state.reading) return;
    const nowMs = clock.nowMs();
    const stillMs = nowMs - state.sinceMs;
    if (pending.has(state)) {
      const still = Math.max(stillMs, nowMs - state.found.mtimeMs);
      if (still < timing.settleMs && nowMs - state.changedMs < timing.unsettledMs) {
        later(state, timing.settleMs - Math.max(0, still));
        return;
      }
      state.reading = true;
      queue.push(state);
      pump();
      return;
    }
    if (!leavers.has(state)) return;
    const handover = pending.size > 0 && nowMs - state.changedMs < timing.graceMs;
    if (handover || (state.missing && stillMs < timing.settleMs)) later(state, timing.settleMs);
    else letGo(state);
  }

  function later(state: FileState, delayMs: number): void {
    state.timer?.cancel();
    state.timer = clock.setTimer(delayMs, () => {
      // Look again: the file may have changed without a word.
      wake(state.found.path);
      void looked.then(() => consider(state));
    });
  }

  function pump(): void {
    while (running < concurrency) {
      const state = queue.shift();
      if (!state) return;
      running++;
      void load(state).finally(() => {
        running--;
        pump();
      });
    }
  }

  async function load(state: FileState): Promise<void> {
    const { path, stamp } = state.found;
    let parsed: ParsedFile | null = null;
    let failure = '';
    let isEmpty = false;
    try {
      const text = await readFile(path, 'utf8');
      isEmpty = text.trim() === '';
      parsed = await options.parse({ file: path, text: text.replace(/^\uFEFF/, '') });
    } catch (error) {
      failure = reasonOf(error);
    }
    state.reading = false;
    if (stopped) return;
    if (state.missing || state.found.stamp !== stamp) {
      consider(state);
      return;
    }
    const nowMs = clock.nowMs();
    const ageMs = Math.max(nowMs - state.changedMs, nowMs - state.found.mtimeMs);
    const isSuspicious = !parsed || parsed.unreadable || parsed.refused.length > 0 || (isEmpty && state.held.size > 0);
    if (isSuspicious && ageMs < timing.graceMs) {
      later(state, Math.min(timing.graceMs / 4, timing.graceMs - ageMs));
      return;
    }
    pending.delete(state);
    state.loadedStamp = stamp;
    if (parsed) take(state, parsed);
    else {
      const consequence = state.held.size > 0 ? 'its objects stay in use' : 'nothing is loaded from it';
      state.problems = [newProblem('FileNotReadable', '', `${path} ${failure}; ${consequence}`, path, 0)];
      publishProblems(path);
    }
    checkSynced();
    if (pending.size === 0) for (const each of leavers) consider(each);
  }

  /** The new content of a file, with the last good version of what is no more valid. */
  function take(state: FileState, parsed: ParsedFile): void {
    const before = state.held;
    const held = new Map(parsed.objects.map((object) => [keyOf(object), object]));
    const standIns = new Map((parsed.standIns ?? []).map((object) => [keyOf(object), object]));
    const refused = new Set(parsed.refused);
    for (const key of parsed.unreadable ? new Set([...before.keys(), ...standIns.keys()]) : parsed.refused) {
      const last = before.get(key);
      // Of what could be read so far a stand-in is the newest version's, or there is none.
      const object = last && (!isStandIn(last) || !refused.has(key)) ? last : standIns.get(key);
      if (object && !held.has(key)) held.set(key, object);
    }
    state.held = held;
    state.leaving = new Map([...state.leaving, ...before].filter(([key]) => !held.has(key)));
    state.problems = parsed.problems.map((problem) => withConsequence(problem, parsed, before));
    claim(state, state.changedMs);
    if (pending.size > 0) consider(state);
  }

  /** Nobody took the objects over: they are gone. */
  function letGo(state: FileState): void {
    state.leaving = nothing;
    if (state.missing) {
      files.delete(state.found.path);
      state.held = nothing;
      state.problems = [];
    }
    claim(state, state.changedMs);
    if (state.missing) leavers.delete(state);
    checkSynced();
  }

  // --- what the callbacks get ----------------------------------------------------------------------------------------

  function claim(state: FileState, atMs: number): void {
    const all = new Map<ObjectKey, Claim>();
    for (const [key, object] of state.leaving) all.set(key, { object, leaving: true });
    for (const [key, object] of state.held) all.set(key, { object, leaving: state.missing });
    if (state.missing || state.leaving.size > 0) leavers.add(state);
    else leavers.delete(state);
    deliver(claims.set(state.found.path, all), atMs);
  }

  function deliver(changes: ClaimChanges, atMs: number): void {
    const cause = (key: ObjectKey) => ({ id: options.nextChangeId(), key, atMs });
    for (const object of changes.upserts) {
      const key = keyOf(object);
      options.onDelta({ kind: 'upsert', key, object, cause: cause(key) });
    }
    for (const key of changes.removals) options.onDelta({ kind: 'remove', key, cause: cause(key) });
    for (const path of changes.files) publishProblems(path);
  }

  function publishProblems(path: string): void {
    const own = files.get(path)?.problems ?? [];
    const duplicates = claims.duplicatesOf(path).map(({ key, object, winner }) => {
      const line = object.source.kind === 'filesystem' ? object.source.line : 0;
      const message = `this object is also in ${winner}, which comes first and counts; this one takes over when that one goes`;
      return newProblem('DuplicateObject', key, message, path, line);
    });
    const problems = [...own, ...duplicates];
    const text = JSON.stringify(problems);
    if ((published.get(path) ?? '[]') === text) return;
    if (problems.length > 0) published.set(path, text);
    else published.delete(path);
    options.onProblems(path, problems);
  }

  function reportFailure(path: string, message: string | null): void {
    if (message === null) {
      failedPaths.delete(path);
      options.onProblems(path, files.get(path)?.problems ?? []);
      return;
    }
    if (failedPaths.has(path)) return;
    failedPaths.add(path);
    const kept = [...files.values()].some((state) => isUnder(state.found.path, path) && state.held.size > 0);
    const consequence = kept ? 'the objects that were there stay in use' : 'nothing is loaded from there';
    options.onProblems(path, [newProblem('FileNotReadable', '', `${path} ${message}; ${consequence}`, path, 0)]);
  }

  /** A path that is not there may still come: until then the state of the world is not known. */
  function checkSynced(): void {
    if (synced || !scanned || roots.some((root) => failedPaths.has(root))) return;
    if ([...pending].some((state) => state.loadedStamp === '')) return;
    synced = true;
    options.onSynced();
  }

  return {
    name: 'filesystem',
    start() {
      const again = () => {
        wake(null);
        poll = clock.setTimer(timing.pollMs, again);
      };
      again();
    },
    async stop() {
      stopped = true;
      poll?.cancel();
      for (const state of files.values()) state.timer?.cancel();
      watches.close();
      await looked;
    },
  };
}

function withConsequence(problem: SourceProblem, parsed: ParsedFile, before: Objects): SourceProblem {
  if (problem.severity !== 'error' || problem.code === 'DuplicateObject') return problem;
  let consequence: string;
  if (problem.object === '')
    consequence =
      parsed.unreadable && before.size > 0
        ? 'the objects that this file held stay in use'
        : 'this document is not loaded';
  else {
    const last = before.get(problem.object);
    const isClosed = parsed.standIns?.some((object) => keyOf(object) === problem.object);
    if (last && !isStandIn(last)) consequence = 'its last good version stays in use';
    else consequence = isClosed ? 'it is not loaded, and what it should protect is closed' : 'it is not loaded';
  }
  return { ...problem, message: `${problem.message}; ${consequence}` };
}

/** What is good has warnings at most. */
function isStandIn({ problems = [] }: SourceObject): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

function newProblem(code: ProblemCode, object: string, message: string, file: string, line: number): SourceProblem {
  return { code, severity: 'error', object, path: '', message, source: { kind: 'filesystem', file, line } };
}

/** One of the roots, or below one on a way without hidden names. */
function isInside(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => {
    if (!isUnder(path, root)) return false;
    return !relative(root, path)
      .split(sep)
      .some((name) => name.startsWith('.'));
  });
}

function isUnder(path: string, root: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
