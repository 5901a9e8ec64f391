// Where a hold is kept: a ConfigMap of nuncio's namespace, with an Event for whoever looks there; or a file.
import { createHash } from 'node:crypto';
import files from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { isHolding, mergeRecords, noHold, type HoldRecord } from '../../dag/history/hold-record.ts';
import { describeFailure } from '../../sources/kubernetes/api-client.ts';
import type { EventClient } from '../../sources/kubernetes/event-client.ts';
import type { ConfigMapStore, StoredData } from '../../sources/kubernetes/hold-store.ts';
import type { Clock } from '../actor.ts';
import type { HoldStore } from './keeper.ts';
import { decodeRecord, encodeRecord } from './record-text.ts';

export const holdFileName = 'hold.json';

/** The API server takes objects of 1.5 MB at most; of a ConfigMap's data a MiB. */
const maxConfigMapChars = 1_000_000;

export interface ConfigMapHoldOptions {
  readonly configMaps: ConfigMapStore;
  readonly events: EventClient;
  readonly namespace: string;
  readonly name: string;
  readonly clock: Clock;
  readonly log: Logger;
}

export function createConfigMapHold(options: ConfigMapHoldOptions): HoldStore {
  const { configMaps, events, namespace, name, clock, log } = options;
  const place = `ConfigMap ${namespace}/${name}`;
  const closing = new AbortController();
  const { signal } = closing;

  async function decoded(data: StoredData | null): Promise<HoldRecord | null> {
    if (data === null) return null;
    const { record, objects = '' } = data.data;
    try {
      if (record === undefined) throw new Error('it has no key "record"');
      return await decodeRecord({ record, objects });
    } catch (error) {
      log.error({ place, error: String(error) }, `what ${place} holds is no hold of nuncio: it counts as none`);
      return null;
    }
  }

  async function tell(record: HoldRecord, { uid }: StoredData): Promise<void> {
    const answer = await events.create(
      {
        object: `ConfigMap/${namespace}/${name}`,
        apiVersion: 'v1',
        uid,
        name: `${name}.${createHash('sha256').update(record.id).digest('hex').slice(0, 16)}`,
        type: isHolding(record) ? 'Warning' : 'Normal',
        action: 'Hold',
        ...wordsOf(record),
      },
      clock.dateMs(),
      signal,
    );
    if (!answer.ok && answer.failure.kind !== 'aborted')
      log.info({ place }, `the Event of a hold could not be written: ${describeFailure(answer.failure)}`);
  }

  return {
    place,
    follow(onRecord) {
      let last = Promise.resolve();
      configMaps.follow((data) => {
        // In the order of coming.
        last = last.then(async () => {
          const record = await decoded(data);
          if (!signal.aborted) onRecord(record);
        });
      }, signal);
    },
    async write(record) {
      const read = await configMaps.read(signal);
      if (!read.ok) throw new Error(describeFailure(read.failure));
      const before = (await decoded(read.value)) ?? noHold;
      const merged = mergeRecords(before, record);
      if (merged === before) return before;
      const text = await encodeRecord(merged);
      const chars = text.record.length + text.objects.length;
      if (chars > maxConfigMapChars)
        throw new Error(`it has ${chars} characters, and a ConfigMap takes ${maxConfigMapChars}`);
      const written = await configMaps.write(read.value, { ...text }, signal);
      if (!written.ok) throw new Error(describeFailure(written.failure));
      if (merged.id !== before.id) void tell(merged, written.value);
      return merged;
    },
    stop: () => closing.abort(),
  };
}

/** Reason and note of the Event. */
function wordsOf({ kind, revision, by, reason }: HoldRecord): { readonly reason: string; readonly note: string } {
  const why = `by ${by}${reason === '' ? '' : `: ${reason}`}`.slice(0, 800);
  switch (kind) {
    case 'none':
      return { reason: 'RoutingResumed', note: `the newest configuration is served again, ${why}` };
    case 'hold':
      return { reason: 'RoutingHeld', note: `routing stays at revision ${revision}, ${why}` };
    case 'rollback':
      return { reason: 'RoutingRolledBack', note: `routing is back at revision ${revision}, ${why}` };
  }
}

/** In the folder of the stored state. Only this process writes it. */
export function createFileHold({ folder, log }: { readonly folder: string; readonly log: Logger }): HoldStore {
  const path = join(folder, holdFileName);

  async function read(): Promise<HoldRecord | null> {
    let text: string;
    try {
      text = await files.readFile(path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        log.error({ path, error: String(error) }, 'the file with what is held can not be read: it counts as none');
      return null;
    }
    try {
      const { record, objects } = JSON.parse(text) as { readonly record: unknown; readonly objects: unknown };
      return await decodeRecord({ record: JSON.stringify(record), objects: String(objects) });
    } catch (error) {
      log.error({ path, error: String(error) }, 'the file with what is held is damaged: it counts as none');
      return null;
    }
  }

  return {
    place: path,
    follow(onRecord) {
      void read().then(onRecord);
    },
    async write(record) {
      const { record: header, objects } = await encodeRecord(record);
      await files.mkdir(folder, { recursive: true, mode: 0o700 });
      const temporary = `${path}.new`;
      const handle = await files.open(temporary, 'w', 0o600);
      try {
        await handle.writeFile(JSON.stringify({ record: JSON.parse(header), objects }));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await files.rename(temporary, path);
      return record;
    },
    stop() {},
  };
}
