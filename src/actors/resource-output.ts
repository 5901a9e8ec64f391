// The output edge of the actors that make resources, and their answers to queries.
// Bytes travel apart from the rest of the value, in one transferred buffer; the actor keeps its own.
import type { EncodedResource } from '../messages/resources.ts';
import type { ResourceChanges } from '../xds/translator.ts';
import type { ActorContext, ActorName, EdgeName } from './actor.ts';

export interface ResourceOutput {
  send(changes: ResourceChanges): void;
  synced(): void;
  /** What was sent so far is what follows from this revision of the graph; see EdgeSender.mark. */
  mark(revision: number): void;
}

/** `resources`: the whole current state, asked for whenever a (new) streamer is linked. */
export function createResourceOutput(
  context: ActorContext,
  edge: EdgeName,
  resources: () => ReadonlyMap<string, EncodedResource>,
): ResourceOutput {
  const sender = context.sender<EncodedResource>(edge, {
    state: () => resources(),
    bytes: { get: ({ bytes }) => bytes, with: (resource, bytes) => ({ ...resource, bytes }) },
  });
  return {
    send({ upserts, removals }) {
      for (const { key, value, causes } of upserts) sender.upsert(key, value, causes);
      for (const { key, causes } of removals) sender.remove(key, causes);
    },
    synced: () => sender.synced(),
    mark: (revision) => sender.mark(revision),
  };
}

/** One resource in the answer to `resources`: never the bytes, which may hold a private key. */
export interface ResourceReport {
  readonly key: string;
  readonly version: string;
  readonly sizeBytes: number;
  readonly requires: readonly string[];
}

/** `resources`: a ResourceReport each, by key. Throws on other names. */
export function resourceQuery(
  actor: ActorName,
  resources: ReadonlyMap<string, EncodedResource>,
  name: string,
): readonly ResourceReport[] {
  if (name !== 'resources') throw new Error(`actor ${actor} knows no query "${name}"; it has resources`);
  const reports = [...resources].map(([key, { version, bytes, requires }]) => ({
    key,
    version,
    sizeBytes: bytes.length,
    requires,
  }));
  return reports.sort((a, b) => (a.key < b.key ? -1 : 1));
}
