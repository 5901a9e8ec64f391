// Watches what the statuses of a kind are, whoever wrote them: the leader compares, restores, and patches without asking.
// In: a kind of the registry, namespaces. Out: each stored status, at first and whenever anything of its object changes.
// Must hold: the newest version is always told, also when only the version differs: patches are made under it.
import type { Logger } from 'pino';
import { findKind } from '../../model/kinds/index.ts';
import type { ObjectKey } from '../../model/object.ts';
import type { SourceClock } from '../source.ts';
import type { ApiClient } from './api-client.ts';
import { runQuietReflector } from './quiet-reflector.ts';
import { storedStatus } from './status-client.ts';
import type { StoredStatus } from './status-client.ts';

export interface StatusWatch {
  /** Starts watching a kind; it ends with the signal. Trouble (rights, server away) heals by itself and is logged once. */
  watch(kind: string, signal: AbortSignal, receiver: StatusReceiver): void;
}

export interface StatusReceiver {
  stored(stored: StoredStatus): void;
  gone(key: ObjectKey): void;
}

export function createStatusWatch(options: {
  readonly client: ApiClient;
  readonly clock: SourceClock;
  readonly random: () => number;
  readonly log: Logger;
  /** Empty: all. */
  readonly namespaces: readonly string[];
}): StatusWatch {
  const { client, clock, random, log } = options;
  return {
    watch(kind, signal, receiver) {
      const definition = findKind(kind);
      if (definition === undefined) throw new Error(`no kind "${kind}" in the registry`);
      const scopes = options.namespaces.length === 0 || !definition.namespaced ? [''] : options.namespaces;
      for (const namespace of scopes) {
        void runQuietReflector<StoredStatus>({
          kind: definition,
          namespace,
          client,
          clock,
          random,
          log,
          signal,
          everyVersion: true,
          keep: (raw) => storedStatus(kind, raw),
          onUpsert: (_key, stored) => receiver.stored(stored),
          onRemove: (key) => receiver.gone(key),
          // The watcher reads the same kind with the same rights, and says what is wrong.
          onPhase() {},
        });
      }
    },
  };
}
