// What Kubernetes Events say about an object: its problems, where its kind has no conditions; that it has become invalid
// or valid, where it has. Pure. In: wanted status, the status as it was, problems. Out: Events as data, with names that
// are the same for the same thing said of the same object, so that a restart or another replica says nothing twice.
import { createHash } from 'node:crypto';
import { isRecord } from '../model/pick.ts';
import { parseKey } from '../model/object.ts';
import type { ObjectKey, Problem } from '../model/object.ts';

export interface ObjectRef {
  readonly object: ObjectKey;
  readonly apiVersion: string;
  readonly uid: string;
}

export interface ObjectEvent extends ObjectRef {
  /** Of the Event object. */
  readonly name: string;
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly action: string;
  readonly note: string;
}

type Json = Readonly<Record<string, unknown>>;

/** The API server's limit of an Event's note, in bytes. */
const maxNoteBytes = 1024;
/** Events of one object at one time: more tell nobody more. */
const maxProblems = 10;

/** One Warning a problem; for kinds whose status has no place for them. */
export function problemEvents(ref: ObjectRef, problems: readonly Problem[]): readonly ObjectEvent[] {
  return problems
    .slice(0, maxProblems)
    .map((problem) => objectEvent(ref, 'Warning', problem.code, problemText(problem, ref.object)));
}

/** All that was wrong with it is repaired. */
export function repairedEvent(ref: ObjectRef): ObjectEvent {
  return objectEvent(ref, 'Normal', 'Valid', 'no problems any more');
}

/**
 * Where the written status turned an object from valid to invalid or back: the Event that says so. A new object is told
 * of only when it is invalid. `controllerNames` as in `statusPatch`.
 */
export function transitionEvent(
  ref: ObjectRef,
  before: unknown,
  wanted: Json,
  problems: readonly Problem[],
  controllerNames: readonly string[] | undefined,
): ObjectEvent | null {
  const was = validity(before, controllerNames);
  const is = validity(wanted, controllerNames);
  if (is === was || (is === 'valid' && was === 'unknown') || is === 'unknown') return null;
  if (is === 'valid') return objectEvent(ref, 'Normal', 'Valid', 'valid again');
  const errors = problems.filter(({ severity }) => severity === 'error').map((each) => problemText(each, ref.object));
  const note = errors.length > 0 ? errors.join('; ') : falseConditions(wanted, controllerNames).join('; ');
  const refused = conditionsOf(wanted, controllerNames).find(
    ({ type, status }) => type === 'Programmed' && status === 'False',
  );
  const reason = errors.length === 0 && refused !== undefined ? String(refused['reason']) : 'Invalid';
  return objectEvent(ref, 'Warning', reason, note);
}

/** `unknown`: none of our conditions has been decided. */
function validity(status: unknown, controllerNames: readonly string[] | undefined): 'valid' | 'invalid' | 'unknown' {
  const statuses = conditionsOf(status, controllerNames).map((condition) => condition['status']);
  if (statuses.includes('False')) return 'invalid';
  return statuses.includes('True') ? 'valid' : 'unknown';
}

function falseConditions(status: unknown, controllerNames: readonly string[] | undefined): string[] {
  return conditionsOf(status, controllerNames)
    .filter((condition) => condition['status'] === 'False')
    .map((condition) => `${String(condition['type'])}: ${String(condition['message'] ?? condition['reason'] ?? '')}`);
}

/**
 * Conditions of positive polarity that say whether the object is in use, its own and those of our parents' entries; what
 * waits for Envoys says nothing yet.
 */
function conditionsOf(status: unknown, controllerNames: readonly string[] | undefined): readonly Json[] {
  if (!isRecord(status)) return [];
  const parents = [status['parents'], status['ancestors']]
    .flat()
    .filter(isRecord)
    .filter((parent) => controllerNames?.some((each) => each === parent['controllerName']) === true);
  return [status, ...parents]
    .flatMap((each) => each['conditions'] ?? [])
    .filter(isRecord)
    .filter(({ type, reason }) => typeof type === 'string' && decisive.has(type) && reason !== 'Pending');
}

const decisive: ReadonlySet<string> = new Set(['Valid', 'Accepted', 'Programmed', 'ResolvedRefs']);

function objectEvent(ref: ObjectRef, type: ObjectEvent['type'], reason: string, text: string): ObjectEvent {
  const note = cut(text === '' ? reason : text, maxNoteBytes);
  const { name } = parseKey(ref.object);
  const hash = createHash('sha256').update([ref.object, ref.uid, type, reason, note].join('\n')).digest('hex');
  // A name of at most 253 characters whose parts end with a letter or digit.
  const prefix = name.slice(0, 200).replace(/[^a-z0-9]+$/, '');
  return { ...ref, name: `${prefix}.${hash.slice(0, 16)}`, type, reason, action: 'Compile', note };
}

/** The object's own key is left out: the Event names it. */
function problemText({ object, path, message }: Problem, about: ObjectKey): string {
  return [object === about ? '' : object, path, message].filter((part) => part !== '').join(': ');
}

/** At a character, never within one. */
function cut(text: string, maxBytes: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maxBytes) return text;
  const kept = new TextDecoder().decode(bytes.subarray(0, maxBytes - 3));
  return `${kept.replace(/\uFFFD+$/, '')}…`;
}
