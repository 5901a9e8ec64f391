// What Envoys refuse and what our own check holds back, by resource: kept for the status writer, the log, the metric and
// the admin port. In: refusals, changes of the store, clients that leave; out: values on the edge, log lines.
// Must hold: bounded by the number of resources; a resource that is refused again and again costs a line every few
// seconds, not one each time.
import type { RejectionValue } from '../../messages/rejections.ts';
import type { ResourceType } from '../../messages/resources.ts';
import type { ObjectKey } from '../../model/object.ts';
import { readPartLines, resourceKey } from '../../xds/resource.ts';
import type { Change, Store } from '../../xds/stream/store.ts';
import { streamTypes } from '../../xds/stream/types.ts';
import type { ActorContext, EdgeSender, Timer } from '../actor.ts';
import { gauge } from '../metrics.ts';

export interface Rejections {
  /** A client refuses this version. */
  refused(type: ResourceType, name: string, version: string, message: string, node: string): void;
  /** This version is on its way to the client again. */
  forgiven(type: ResourceType, name: string, version: string, node: string): void;
  /** The store changed. */
  changed(changes: readonly Change[]): void;
  /** No stream of this node that has refused something is open any more. */
  left(node: string): void;
  /** By key. */
  readonly values: ReadonlyMap<string, RejectionValue>;
  stop(): void;
}

/** Envoy repeats whole messages in its errors. */
const maxMessageLength = 600;
const maxNodes = 10;
/** Of one resource. */
const logBurst = 5;
const logEveryMs = 10_000;
const maxLogged = 10_000;
const maxOwners = 100;
/** What needs a cluster is looked up again at most so often. */
const recountMs = 1000;

/** They know themselves what they were made from. */
const ownedTypes: readonly ResourceType[] = ['scopedRoute', 'route', 'listener'];
const referringTypes: readonly ResourceType[] = [...ownedTypes, 'cluster'];

export function createRejections(
  context: ActorContext,
  store: Store,
  sender: Pick<EdgeSender<RejectionValue>, 'upsert' | 'remove'>,
): Rejections {
  const { clock, log, metrics } = context;
  const values = new Map<string, RejectionValue>();
  const logged = new Map<string, { readonly left: number; readonly atMs: number }>();
  /** Resource → keys of its parts among the values. */
  const partKeys = new Map<string, readonly string[]>();
  let recount: Timer | null = null;

  gauge(
    metrics,
    'nuncio_quarantined_resources',
    'Resources whose newest version is refused by an Envoy or by our own check',
    ['type'],
    (set) => {
      const counts = new Map<string, number>(Object.keys(streamTypes).map((type) => [type, 0]));
      for (const { type } of values.values()) counts.set(type, (counts.get(type) ?? 0) + 1);
      for (const [type, count] of counts) set({ type }, count);
    },
  );

  function put(value: RejectionValue): void {
    const key = keyOf(value);
    values.set(key, value);
    sender.upsert(key, value, []);
  }

  function drop(key: string): void {
    if (!values.delete(key)) return;
    sender.remove(key, []);
    sayEnd(key);
  }

  /** Compares the parts with those in the store. */
  function lookAtParts(type: ResourceType, name: string): void {
    const key = resourceKey(type, name);
    const verdicts = store.quarantinedParts(type, name);
    const before = partKeys.get(key) ?? [];
    if (verdicts.size === 0 && before.length === 0) return;
    const version = store.newest(type, name)?.version ?? '';
    const now = [...verdicts].map(([part, { message, by, owners, served }]) => {
      const value: RejectionValue = {
        type,
        name,
        part,
        version,
        message: short(message),
        by,
        served,
        nodes: [],
        owners: owners.slice(0, maxOwners),
      };
      const partKey = keyOf(value);
      const known = values.get(partKey);
      const isNew = known?.message !== value.message;
      if (isNew || known.served !== served || !sameList(known.owners, value.owners)) put(value);
      if (isNew) say(value, '');
      return partKey;
    });
    if (now.length > 0) partKeys.set(key, now);
    else partKeys.delete(key);
    for (const partKey of before) if (!now.includes(partKey)) drop(partKey);
  }

  /** Compares with the store. */
  function look(type: ResourceType, name: string): void {
    lookAtParts(type, name);
    const key = resourceKey(type, name);
    const before = values.get(key);
    const quarantine = store.quarantined(type).get(name);
    const newest = store.newest(type, name);
    if (quarantine === undefined) {
      if (before === undefined) return;
      if (newest?.version !== before.version || before.by === 'check') drop(key);
      else if (before.nodes.length === 0) drop(key);
      else if (before.served !== 'perClient') put({ ...before, served: 'perClient' });
      return;
    }
    const { version, by, served } = quarantine;
    const isKnown = before?.version === version && before.by === by;
    if (isKnown && before.served === served && sameList(before.owners, ownersOf(type, name))) return;
    const message = short(quarantine.message);
    const value: RejectionValue = {
      type,
      name,
      version,
      message,
      by,
      served,
      nodes: isKnown ? before.nodes : [],
      owners: ownersOf(type, name),
    };
    put(value);
    if (!isKnown && by === 'check') say(value, '');
  }

  /** The node refuses it no more, or is gone. */
  function leaveOut(value: RejectionValue, node: string): void {
    if (!value.nodes.includes(node)) return;
    put({ ...value, nodes: value.nodes.filter((each) => each !== node) });
    look(value.type, value.name);
  }

  /** Those that it was made from; for what doesn't know them, those of the resources that require it. */
  function ownersOf(type: ResourceType, name: string): readonly ObjectKey[] {
    const own = store.newest(type, name)?.owners ?? [];
    if (own.length > 0 || ownedTypes.includes(type)) return own.slice(0, maxOwners);
    const key = resourceKey(type, name);
    const owners = new Set<ObjectKey>();
    for (const referring of referringTypes) {
      for (const resource of store.all(referring).values()) {
        if (owners.size >= maxOwners) break;
        const parts = resource.parts?.includes(key) ? [...readPartLines(resource.parts).values()] : [];
        const users = parts.filter(({ requires, uses = [] }) => requires.includes(key) || uses.includes(key));
        for (const part of users) for (const owner of part.owners) owners.add(owner);
        if (users.length > 0) continue;
        if (resource.uses.includes(key) || resource.requires.some((requirement) => requirement.key === key))
          for (const owner of ownersOf(referring, resource.name)) owners.add(owner);
      }
    }
    return [...owners].sort().slice(0, maxOwners);
  }

  /** Routes may need a cluster that is refused, or need it no more. */
  function recountLater(): void {
    recount ??= clock.setTimer(recountMs, () => {
      recount = null;
      for (const value of values.values()) {
        const { type, name } = value;
        if (ownedTypes.includes(type)) continue;
        const owners = ownersOf(type, name);
        if (!sameList(owners, value.owners)) put({ ...value, owners });
      }
    });
  }

  /** A few lines at once, then one every few seconds. */
  function mayLog(key: string): boolean {
    const nowMs = clock.nowMs();
    const { left, atMs } = logged.get(key) ?? { left: logBurst, atMs: nowMs };
    const now = Math.min(logBurst, left + (nowMs - atMs) / logEveryMs);
    if (now < 1) return false;
    if (logged.size >= maxLogged) logged.clear();
    logged.set(key, { left: now - 1, atMs: nowMs });
    return true;
  }

  function say(value: RejectionValue, node: string): void {
    const { type, name, version, message, by, owners, served } = value;
    const { part } = value;
    if (!mayLog(keyOf(value))) return;
    const what = part === undefined ? `${type} ${name}` : `${part} in ${type} ${name}`;
    const who = by === 'check' ? 'our own check' : 'an Envoy';
    log.warn(
      {
        type,
        name,
        ...(part !== undefined && { part }),
        version,
        objects: owners,
        served,
        ...(node !== '' && { node }),
        error: message,
      },
      `${what} is refused by ${who} and ${served === 'perClient' ? 'sent on to the others' : 'kept from the others'}; everything else goes on`,
    );
  }

  function sayEnd(key: string): void {
    if (!mayLog(`${key} ended`)) return;
    log.info({ resource: key }, `${key} is no longer refused`);
  }

  return {
    refused(type, name, version, message, node) {
      const refused = store.refuse(type, name, version, message);
      if (refused === 'parts') {
        lookAtParts(type, name);
        return;
      }
      const isOut = refused === 'held';
      const key = resourceKey(type, name);
      const before = values.get(key);
      const known = before?.version === version ? before : undefined;
      const served = isOut ? (store.quarantined(type).get(name)?.served ?? 'nothing') : 'perClient';
      // Something newer has come: what was refused is not wanted any more.
      if (store.newest(type, name)?.version !== version) return;
      const nodes = known?.nodes ?? [];
      const isNew = !nodes.includes(node) && nodes.length < maxNodes;
      if (known !== undefined && known.served === served && !isNew) return;
      const value: RejectionValue = {
        type,
        name,
        version,
        message: short(message),
        by: 'client',
        served,
        nodes: isNew ? [...nodes, node] : nodes,
        owners: ownersOf(type, name),
      };
      put(value);
      say(value, node);
    },
    changed(changes) {
      let referring = false;
      for (const { type, name } of changes) {
        look(type, name);
        referring ||= ownedTypes.includes(type);
      }
      if (referring && values.size > 0) recountLater();
    },
    forgiven(type, name, version, node) {
      const value = values.get(resourceKey(type, name));
      if (value?.version === version) leaveOut(value, node);
    },
    left(node) {
      for (const value of values.values()) leaveOut(value, node);
    },
    values,
    stop: () => recount?.cancel(),
  };
}

function keyOf({ type, name, part }: RejectionValue): string {
  const key = resourceKey(type, name);
  return part === undefined ? key : `${key}#${part}`;
}

function short(message: string): string {
  return message.length <= maxMessageLength ? message : `${message.slice(0, maxMessageLength - 1)}…`;
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}
