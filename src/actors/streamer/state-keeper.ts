// Keeps what is served in a file, so that a nuncio that starts while its sources can't be reached has something to serve.
// In: the store and its changes. Out: a file of one whole state and what changed since, appended as it changes and
// written anew when that has grown (see state-file.ts). Secrets are sealed with a key (AES-256-GCM), or left out.
// Must hold: nothing waits for the disk, and no trouble with it is more than a warning and a metric. A whole new file
// takes the place of the old one only when it is on the disk; a change costs what changed.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EncodedResource, ResourceType } from '../../messages/resources.ts';
import type { Config } from '../../model/config.ts';
import { resourceKey } from '../../xds/resource.ts';
import type { Change, RestoredResource, Store } from '../../xds/stream/store.ts';
import { streamTypes } from '../../xds/stream/types.ts';
import type { ActorContext, Timer } from '../actor.ts';
import { counter, gauge } from '../metrics.ts';
import { decodeState, encodeGroup, encodeHeader } from './state-file.ts';
import type { EncodedPiece, StateHeader, StoredEntry } from './state-file.ts';

export interface StateKeeper {
  /** What an earlier process left; undefined: nothing that can be used, and the log says why. */
  read(): Promise<RestoredState | undefined>;
  /** The sources have synced: from now on what the store serves is kept. */
  begin(): void;
  changed(changes: readonly Change[]): void;
  /** Writes what has not been written. */
  stop(): Promise<void>;
}

export interface RestoredState {
  readonly resources: readonly RestoredResource[];
  /** Wall-clock milliseconds of the last change in it. */
  readonly atMs: number;
  /** Of them, those whose content is not known: secrets without a key. */
  readonly withheld: number;
}

/** The file operations of `node:fs/promises` that are used here. */
export type StateFiles = Pick<typeof import('node:fs/promises'), 'mkdir' | 'open' | 'readFile' | 'rename' | 'rm'>;

export interface StateKeeperParts {
  readonly state: NonNullable<Config['state']>;
  readonly store: Store;
  readonly files: StateFiles;
  /** Names of the store's edges. */
  readonly edges: readonly string[];
  /** See `settingsHash`. */
  readonly settings: string;
}

export const stateFileName = 'state';

/** Settings that say nothing of what is served. All others do, also those that say what may be served. */
const otherSettings: readonly (keyof Config)[] = [
  'admin',
  'canary',
  'envoy',
  'health',
  'history',
  'leaderElection',
  'log',
  'metrics',
  'placement',
  'publishedAddress',
  'shutdown',
  'state',
  'trace',
  'xds',
];

/** Equal for settings under which equal objects make equal resources. */
export function settingsHash(config: Config): string {
  const shaping = Object.entries(config)
    .filter(([name]) => !otherSettings.includes(name as keyof Config))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(shaping)).digest('hex').slice(0, 16);
}

/** Changes gather for so long before they are written. */
const flushMs = 250;
const firstRetryMs = 5_000;
const lastRetryMs = 60_000;
/** Of resources that are encoded before others have their turn. */
const sliceItems = 200;
/** What is appended may grow to the size of the whole state, and to this much in any case. */
const minAppendedBytes = 4 * 1024 * 1024;
const sealOverheadBytes = 28;

interface OpenFile {
  readonly handle: FileHandle;
  readonly seal: Seal | null;
  checksum: number;
  readonly wholeBytes: number;
  appendedBytes: number;
}

interface Seal {
  readonly salt: string;
  readonly key: Uint8Array;
}

export function createStateKeeper(
  { clock, log, metrics }: ActorContext,
  { state: { folder, keyFile, maxBytes }, store, files, edges, settings }: StateKeeperParts,
): StateKeeper {
  const path = join(folder, stateFileName);
  const dirty = new Set<string>();
  let file: OpenFile | null = null;
  let begun = false;
  let stopped = false;
  let timer: Timer | null = null;
  let running: Promise<void> | null = null;
  let retryMs = firstRetryMs;
  let failing = false;

  const writes = counter(metrics, 'nuncio_stored_state_writes_total', 'Writes of the stored state', ['kind']);
  const failures = counter(
    metrics,
    'nuncio_stored_state_failures_total',
    'Writes of the stored state that failed: what is stored is older than what is served',
  );
  gauge(metrics, 'nuncio_stored_state_size_bytes', 'Size of the stored state', [], (set) =>
    set({}, file === null ? 0 : file.wholeBytes + file.appendedBytes),
  );

  function plan(delayMs: number): void {
    if (timer !== null || running !== null || stopped || !begun) return;
    timer = clock.setTimer(delayMs, () => {
      timer = null;
      start();
    });
  }

  function start(): void {
    running = write().then(
      () => {
        running = null;
        if (failing) log.info({ path }, 'the stored state is written again');
        failing = false;
        retryMs = firstRetryMs;
        if (dirty.size > 0) plan(flushMs);
      },
      async (error: unknown) => {
        await abandon();
        running = null;
        failures.inc();
        if (!failing) {
          log.warn(
            { path, err: error },
            'what is served could not be stored; everything goes on, and it is tried again, but a restart without the sources would serve what was stored before',
          );
        }
        failing = true;
        plan(retryMs);
        retryMs = Math.min(lastRetryMs, retryMs * 2);
      },
    );
  }

  /** After a failure nobody knows what of the last write is in the file: the next one is whole. */
  async function abandon(): Promise<void> {
    const old = file;
    file = null;
    await old?.handle.close().catch(() => undefined);
  }

  async function write(): Promise<void> {
    if (file === null || file.appendedBytes > Math.max(file.wholeBytes, minAppendedBytes)) await writeWhole();
    else await append(file);
  }

  async function append(to: OpenFile): Promise<void> {
    const keys = [...dirty];
    dirty.clear();
    const puts: StoredEntry[] = [];
    const removals: string[] = [];
    for (const key of keys) {
      const slash = key.indexOf('/');
      const entry = entryOf(key.slice(0, slash) as ResourceType, key.slice(slash + 1), to.seal);
      if (entry === undefined) removals.push(key);
      else puts.push(entry);
    }
    const piece = encodeGroup({ puts, removals, commitAtMs: clock.nowMs() }, to.checksum);
    await writePiece(to.handle, piece);
    await to.handle.datasync();
    to.checksum = piece.checksum;
    to.appendedBytes += piece.sizeBytes;
    writes.inc({ kind: 'change' });
  }

  async function writeWhole(): Promise<void> {
    dirty.clear();
    const names: (readonly [ResourceType, string])[] = [];
    let sizeBytes = 0;
    for (const type of Object.keys(streamTypes) as ResourceType[]) {
      for (const [name, { frame }] of store.all(type)) {
        names.push([type, name]);
        sizeBytes += frame.end - frame.start;
      }
      for (const name of store.quarantined(type).keys()) if (!store.all(type).has(name)) names.push([type, name]);
    }
    if (sizeBytes > maxBytes) {
      // What is there would only grow older.
      await files.rm(path, { force: true });
      throw new Error(`it has ${sizeBytes} bytes, and --state-max-bytes allows ${maxBytes}; nothing is stored`);
    }
    await files.mkdir(folder, { recursive: true, mode: 0o700 });
    const seal = await newSeal();
    const temporary = `${path}.new`;
    const handle = await files.open(temporary, 'w', 0o600);
    try {
      const header = encodeHeader({ settings, salt: seal?.salt ?? null });
      await writePiece(handle, header);
      let { checksum } = header;
      let wholeBytes = header.sizeBytes;
      for (let from = 0; from < names.length || from === 0; from += sliceItems) {
        const isLast = from + sliceItems >= names.length;
        const puts = names.slice(from, from + sliceItems).flatMap(([type, name]) => entryOf(type, name, seal) ?? []);
        const piece = encodeGroup({ puts, removals: [], commitAtMs: isLast ? clock.nowMs() : null }, checksum);
        await writePiece(handle, piece);
        ({ checksum } = piece);
        wholeBytes += piece.sizeBytes;
      }
      await handle.sync();
      await files.rename(temporary, path);
      await syncFolder(path);
      const old = file;
      file = { handle, seal, checksum, wholeBytes, appendedBytes: 0 };
      await old?.handle.close();
    } catch (error) {
      await handle.close().catch(() => undefined);
      await files.rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
    writes.inc({ kind: 'whole' });
  }

  /** The rename itself is on the disk. */
  async function syncFolder(of: string): Promise<void> {
    const handle = await files.open(dirname(of), 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /** Undefined: there is none of that name any more. */
  function entryOf(type: ResourceType, name: string, seal: Seal | null): StoredEntry | undefined {
    const edge = store.edgeOf(resourceKey(type, name));
    if (edge === undefined) return undefined;
    const stored = store.get(type, name);
    // In quarantine, with nothing to serve instead: clients may have an older version, and shall keep it.
    if (stored === undefined) return { edge, resource: { type, name, version: '', requires: [] }, bytes: null };
    // Nobody knows what it holds.
    if (stored.standIn && stored.instead === null) return undefined;
    const { version, requires, owners, frame } = stored;
    const resource = { type, name, version, requires: requires.map(({ key }) => key), owners };
    const bytes = frame.slab.subarray(frame.valueStart, frame.end);
    if (type !== 'secret') return { edge, resource, bytes };
    return { edge, resource, bytes: seal === null ? null : sealed(seal, resource, bytes) };
  }

  async function newSeal(): Promise<Seal | null> {
    if (keyFile === undefined) return null;
    const salt = randomBytes(16).toString('hex');
    return { salt, key: await readKey(salt) };
  }

  /** Of the file as it is now: a Secret that is mounted may have changed. */
  async function readKey(salt: string): Promise<Uint8Array> {
    const text = await files.readFile(keyFile!);
    if (text.length < 32) throw new Error(`the key in ${keyFile} has ${text.length} bytes; at least 32 are needed`);
    return new Uint8Array(hkdfSync('sha256', text, salt, 'nuncio stored state', 32));
  }

  function unusable(problem: string): undefined {
    log.warn({ path, problem }, `the stored state is not used: ${problem}`);
    return undefined;
  }

  /** With the key that it was written with; null: there is none. */
  async function openSeal({ salt }: StateHeader): Promise<Seal | null> {
    if (salt === null || keyFile === undefined) return null;
    try {
      return { salt, key: await readKey(salt) };
    } catch (error) {
      log.warn({ path, err: error }, 'the secrets of the stored state can not be opened: there is no key');
      return null;
    }
  }

  function restored({ resource, bytes }: StoredEntry, seal: Seal | null): EncodedResource {
    const isSealed = resource.type === 'secret';
    const known = bytes === null || !isSealed ? bytes : seal === null ? null : unsealed(seal, resource, bytes);
    if (known !== null) return { ...resource, bytes: known };
    // Whatever the version that comes: it is new.
    return { ...resource, version: '', bytes: new Uint8Array(), problem: 'its content is not in the stored state' };
  }

  return {
    async read() {
      let bytes: Uint8Array;
      try {
        bytes = await files.readFile(path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
          log.info({ path }, 'no stored state: the first Envoy is served when the sources have synced');
          return undefined;
        }
        return unusable(`it can not be read: ${(error as Error).message}`);
      }
      const result = decodeState(bytes);
      if (!result.ok) return unusable(result.problem);
      const { header, entries, atMs, cutBytes } = result.state;
      if (header.settings !== settings) return unusable('it was made under other settings');
      for (const { edge } of entries.values()) {
        if (!edges.includes(edge)) return unusable(`it has resources of ${edge}, which this nuncio does not have`);
      }
      const seal = await openSeal(header);
      const resources = [...entries.values()].map((entry) => ({
        edge: entry.edge,
        resource: restored(entry, seal),
      }));
      const withheld = resources.filter(({ resource }) => resource.problem !== undefined).length;
      log.info(
        { path, resources: resources.length, storedAt: new Date(atMs).toISOString(), withheld, cutBytes },
        'stored state read; it is served if the sources do not sync in time',
      );
      return { resources, atMs, withheld };
    },
    begin() {
      if (begun) return;
      begun = true;
      plan(flushMs);
    },
    changed(changes) {
      if (!begun) return;
      for (const { type, name } of changes) dirty.add(resourceKey(type, name));
      if (dirty.size > 0) plan(flushMs);
    },
    async stop() {
      if (stopped) return;
      stopped = true;
      timer?.cancel();
      await running;
      if (begun && !failing && (dirty.size > 0 || file === null)) {
        await write().catch((error: unknown) => log.warn({ path, err: error }, 'the last changes could not be stored'));
      }
      await abandon();
    },
  };
}

async function writePiece(handle: FileHandle, { parts, sizeBytes }: EncodedPiece): Promise<void> {
  const { bytesWritten } = await handle.writev(parts as Uint8Array[]);
  if (bytesWritten !== sizeBytes) throw new Error(`${bytesWritten} of ${sizeBytes} bytes were written`);
}

type Named = Pick<EncodedResource, 'type' | 'name' | 'version'>;

/** Nonce, cipher text, tag. Bound to the resource: what is sealed as one can not be opened as another. */
function sealed({ key }: Seal, named: Named, bytes: Uint8Array): Uint8Array {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(named));
  return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** Null: sealed with another key. */
function unsealed({ key }: Seal, named: Named, bytes: Uint8Array): Uint8Array | null {
  if (bytes.length < sealOverheadBytes) return null;
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      .setAAD(boundTo(named))
      .setAuthTag(bytes.subarray(-16));
    return Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]);
  } catch {
    return null;
  }
}

function boundTo({ type, name, version }: Named): Uint8Array {
  return Buffer.from(JSON.stringify([type, name, version]));
}
