// A reflector for what the status writer looks at beside the watcher: same rules of list and watch, no metrics of a
// source, and trouble is told to one callback. In: a kind and what to keep of its objects. Out: upserts and removals.
import { createDiscovery } from './discovery.ts';
import { createReflector } from './reflector.ts';
import type { Logger } from 'pino';
import { noMetadata, type ObjectKey, type Result, type SourceObject } from '../../model/object.ts';
import type { SourceClock } from '../source.ts';
import type { ApiClient, ApiFailure } from './api-client.ts';
import type { ReflectorPhase } from './reflector.ts';
import type { WatchedKind } from './watched-kind.ts';

export interface QuietReflectorOptions<T> {
  readonly kind: Pick<
    WatchedKind,
    'kind' | 'group' | 'version' | 'olderVersions' | 'converted' | 'plural' | 'namespaced'
  >;
  /** Empty: all. */
  readonly namespace: string;
  readonly fieldSelector?: string;
  readonly labelSelector?: string;
  readonly client: ApiClient;
  readonly clock: SourceClock;
  readonly random: () => number;
  readonly log: Logger;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** See ReflectorOptions. */
  readonly everyVersion?: boolean;
  /** What is kept of an object; undefined: the JSON is not an object of the API. */
  readonly keep: (raw: Readonly<Record<string, unknown>>) => T | undefined;
  readonly onUpsert: (key: ObjectKey, kept: T) => void;
  readonly onRemove: (key: ObjectKey) => void;
  readonly onPhase: (phase: ReflectorPhase, failure: ApiFailure | undefined) => void;
}

interface Kept<T> extends SourceObject {
  readonly kept: T;
}

/** Settles when the signal has ended it. */
export async function runQuietReflector<T>(options: QuietReflectorOptions<T>): Promise<void> {
  const { kind, client, clock, random, log, signal, keep } = options;
  const apiVersion = kind.group === '' ? kind.version : `${kind.group}/${kind.version}`;
  const parse = (raw: Readonly<Record<string, unknown>>): Result<SourceObject> => {
    const kept = keep(raw);
    if (kept === undefined) return { ok: false, problems: [] };
    const object: Kept<T> = { kind: kind.kind, apiVersion, metadata: noMetadata, source: { kind: 'kubernetes' }, kept };
    return { ok: true, value: object };
  };
  const reflector = createReflector({
    kind: { ...kind, parse },
    namespace: kind.namespaced ? options.namespace : '',
    fieldSelector: options.fieldSelector,
    labelSelector: options.labelSelector,
    client,
    discovery: createDiscovery({ client, clock, random, signal }),
    clock,
    random,
    log,
    signal,
    everyVersion: options.everyVersion ?? false,
    observer: {
      phase: options.onPhase,
      listed() {},
      restarted() {},
      heard() {},
      lineLost() {},
    },
    onUpsert: (key, object) => options.onUpsert(key, (object as Kept<T>).kept),
    onRemove: options.onRemove,
    onRefused() {},
    onSynced() {},
  });
  await reflector.run();
}
