// The builder's side of holding and rolling back: which objects are compiled, commands, and what is told about them.
// In: what the watcher sends, what is stored, commands of people. Out: what the engine is to be given. The rules are those
// of src/dag/history.
import { createHistory, type ObjectChange, type RevisionSummary } from '../../dag/history/history.ts';
import { isHolding, mergeRecords, type HoldHeader, type HoldRecord } from '../../dag/history/hold-record.ts';
import type { CanaryVerdict } from '../../messages/canary.ts';
import type { Cause } from '../../messages/edge.ts';
import { holdKey, type HoldValue } from '../../messages/hold.ts';
import type { StatusValue } from '../../messages/statuses.ts';
import { holdCauseKey, parseObject, type ObjectKey, type ObjectText } from '../../model/object.ts';
import type { ActorContext, Timer } from '../actor.ts';
import { counter, gauge } from '../metrics.ts';

export interface HoldCommand {
  readonly command: 'hold' | 'resume' | 'rollback';
  /** Of a rollback: the beginning of an id; empty: the one before what is served. */
  readonly revision: string;
  readonly by: string;
  readonly reason: string;
}

export type HoldAnswer =
  { readonly ok: true; readonly report: HoldReport } | { readonly ok: false; readonly mistake: string };

export interface HoldReport {
  /** What is in force; `kind` is `none` when nothing is held. */
  readonly hold: HoldHeader;
  /** Id of the newest revision, and of the one that is served. */
  readonly newest: string;
  readonly served: string;
  /** Objects whose newest version waits; some if they are many. */
  readonly pending: readonly ObjectKey[];
  readonly pendingCount: number;
}

export interface HistoryReport extends HoldReport {
  /** The newest first. */
  readonly revisions: readonly RevisionSummary[];
}

export interface Holder {
  /** What is stored has been heard: the first build may end. */
  readonly ready: boolean;
  /** Gives what is to be compiled of what the sources say. */
  take(changes: readonly ObjectChange[]): readonly ObjectChange[];
  begin(): void;
  run(command: HoldCommand): HoldAnswer;
  report(): HoldReport;
  history(): HistoryReport;
  /** What is wanted for an object whose newest version waits: null: nothing. Undefined: it does not wait. */
  statusOf(key: ObjectKey): StatusValue | null | undefined;
  waiting(): ReadonlyMap<ObjectKey, StatusValue | null>;
}

const unknownBefore: HoldAnswer = { ok: false, mistake: 'the revision before these changes is not known here' };

export const defaultRevisions = 100;
const maxChars = 64 * 1024 * 1024;
const namedPending = 50;
/** What joins a hold gathers for so long before it is stored. */
const gatherMs = 250;

export function createHolder(
  context: ActorContext,
  options: {
    readonly compiled: (key: ObjectKey) => ObjectText | undefined;
    /** Compiles these, and what may be compiled since the holder is ready. */
    readonly apply: (changes: readonly ObjectChange[]) => void;
  },
): Holder {
  const { clock, config, log, metrics } = context;
  const history = createHistory({
    revisions: config.history?.revisions ?? defaultRevisions,
    maxChars,
    compiled: options.compiled,
  });
  let ready = false;
  let commands = 0;
  let lastVerdict = '';
  let gathering: Timer | null = null;
  /** As the keeper has it. */
  let sent: HoldRecord = history.record;
  let waiting: ReadonlyMap<ObjectKey, StatusValue | null> = new Map();
  let waitingTexts: ReadonlyMap<ObjectKey, ObjectText | undefined> = new Map();

  const toKeeper = context.sender<HoldValue>('builder>hold', {
    state: () => (history.record.id === '' ? [] : [[holdKey, history.record]]),
  });
  context.receive<HoldValue>('hold>builder', ({ upserts, synced }) => {
    for (const { value } of upserts) sent = mergeRecords(sent, value);
    const merged = mergeRecords(history.record, sent);
    const changes = merged === history.record ? [] : impose(merged);
    const isFirst = synced && !ready;
    ready ||= synced;
    if (isFirst || changes.length > 0) options.apply(changes);
  });

  const counted = counter(metrics, 'nuncio_hold_commands_total', 'Holds, rollbacks and resumes that were carried out', [
    'command',
  ]);
  context.receive<CanaryVerdict>('streamer>builder', ({ upserts }) => {
    for (const { value } of upserts) undo(value);
  });
  gauge(metrics, 'nuncio_hold_active', '1 while routing is held, by what it is held with', ['kind'], (set) => {
    for (const kind of ['hold', 'rollback'] as const) set({ kind }, history.record.kind === kind ? 1 : 0);
  });
  gauge(metrics, 'nuncio_hold_pending_objects', 'Objects whose newest version waits for the end of a hold', [], (set) =>
    set({}, waiting.size),
  );
  gauge(metrics, 'nuncio_history_revisions', 'Revisions that can be gone back to, the newest included', [], (set) =>
    set({}, history.revisions().length),
  );
  gauge(
    metrics,
    'nuncio_history_text_bytes',
    `Text of objects as they were, kept to go back to (a byte a character); at most ${maxChars}, then the oldest revisions go`,
    [],
    (set) => set({}, history.chars),
  );

  function impose(record: HoldRecord): readonly ObjectChange[] {
    const isOther = record.id !== history.record.id;
    const cause: Cause = { id: `hold-${record.id}`, key: holdCauseKey(record.kind), atMs: clock.nowMs() };
    const changes = history.impose(record, [cause]);
    // What is said of them names the hold.
    if (isOther) waitingTexts = new Map();
    look();
    if (!isOther) return changes;
    const { kind, revision, by, reason, atMs } = record;
    const at = new Date(atMs).toISOString();
    const what = { none: 'routing is no more held', hold: 'routing is held', rollback: 'routing is rolled back' }[kind];
    log.warn({ by, reason, at, revision, objects: Object.keys(record.objects).length }, what);
    return changes;
  }

  /** What waits may have changed. */
  function look(): void {
    if (waiting.size === 0 && !isHolding(history.record)) return;
    const texts = history.pending();
    const next = new Map<ObjectKey, StatusValue | null>();
    for (const [key, text] of texts) {
      const known = waitingTexts.has(key) && waitingTexts.get(key) === text ? waiting.get(key) : undefined;
      next.set(key, known === undefined ? heldStatus(key, text) : known);
    }
    [waiting, waitingTexts] = [next, texts];
  }

  function heldStatus(key: ObjectKey, text: ObjectText | undefined): StatusValue | null {
    if (text === undefined) return null;
    const { apiVersion, metadata } = parseObject(text);
    const { by, atMs, revision } = history.record;
    const message = `this version waits: routing is held at revision ${revision}, since ${new Date(atMs).toISOString()} by ${by}; what is served is as it was then. \`nuncio resume\` ends the hold`;
    return {
      object: key,
      apiVersion,
      generation: metadata.generation,
      uid: metadata.uid,
      status: null,
      problems: [{ code: 'RoutingHeld', severity: 'warning', object: key, path: '', message }],
    };
  }

  /** After a turn in which objects may have joined: they are kept too, the first of many at once. */
  function gather(): void {
    if (gathering !== null || mergeRecords(sent, history.record) === sent) return;
    keep();
    gathering = clock.setTimer(gatherMs, () => {
      gathering = null;
      gather();
    });
  }

  function keep(): void {
    sent = mergeRecords(sent, history.record);
    toKeeper.upsert(holdKey, history.record, []);
  }

  function begin(
    kind: HoldHeader['kind'],
    revision: string,
    objects: HoldRecord['objects'],
    by: string,
    reason: string,
  ) {
    const identity = config.leaderElection?.identity ?? 'nuncio';
    const atMs = Math.max(Math.floor(clock.dateMs()), history.record.atMs + 1);
    const id = `${atMs.toString(36)}-${++commands}-${identity}`;
    options.apply(impose({ id, kind, revision, by, reason, atMs, objects }));
    keep();
    counted.inc({ command: kind === 'none' ? 'resume' : kind });
    return { ok: true, report: report() } as const;
  }

  /** To the revision before what was on trial. A verdict comes again when an edge is linked anew. */
  function undo({ id, causeIds, reason }: CanaryVerdict): void {
    if (id === lastVerdict) return;
    lastVerdict = id;
    const revision = history.before(new Set(causeIds));
    const answer = revision === undefined ? unknownBefore : rollBack({ revision, by: 'canary', reason });
    if (!answer.ok)
      log.error(
        { reason, error: answer.mistake },
        'what canaries did badly with could not be rolled back; it stays on trial',
      );
  }

  function servedId(): string {
    return isHolding(history.record) ? history.record.revision : history.newest;
  }

  function report(): HoldReport {
    const { objects: _, ...hold } = history.record;
    const pending = [...waiting.keys()];
    return {
      hold,
      newest: history.newest,
      served: servedId(),
      pending: pending.slice(0, namedPending).sort(),
      pendingCount: pending.length,
    };
  }

  function rollBack({ revision, by, reason }: Pick<HoldCommand, 'revision' | 'by' | 'reason'>): HoldAnswer {
    const ids = history.revisions().map(({ id }) => id);
    const known = `there are ${ids.length}; \`nuncio history\` lists them`;
    let id: string | undefined;
    if (revision === '') {
      id = ids[ids.indexOf(servedId()) + 1];
      if (id === undefined) return { ok: false, mistake: `there is no revision before ${servedId()}` };
    } else {
      const found = history.find(revision);
      if (found.length > 1)
        return { ok: false, mistake: `revision ${revision} is not one alone: ${found.join(', ')}, …` };
      id = found[0];
    }
    const objects = id === undefined ? undefined : history.objectsOf(id);
    if (id === undefined || objects === undefined)
      return { ok: false, mistake: `this replica knows no revision ${revision}; ${known}` };
    return begin('rollback', id, objects, by, reason);
  }

  return {
    get ready() {
      return ready;
    },
    take(changes) {
      const told = history.take(changes, clock.dateMs());
      look();
      gather();
      return told;
    },
    begin() {
      history.begin(clock.dateMs());
      toKeeper.synced();
    },
    run(command) {
      const { by, reason } = command;
      const { kind, by: holder, revision } = history.record;
      switch (command.command) {
        case 'hold':
          if (isHolding(history.record))
            return { ok: false, mistake: `routing is held already, at revision ${revision} by ${holder}` };
          return begin('hold', history.newest, {}, by, reason);
        case 'resume':
          if (kind === 'none') return { ok: false, mistake: 'nothing is held' };
          return begin('none', revision, {}, by, reason);
        case 'rollback':
          return rollBack(command);
      }
    },
    report,
    history: () => ({ ...report(), revisions: history.revisions() }),
    statusOf: (key) => waiting.get(key),
    waiting: () => waiting,
  };
}
