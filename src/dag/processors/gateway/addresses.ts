// Which addresses the Gateways of the shared kind have. One unit, because an address has one owner: who has one keeps it
// (it stands in the Gateway's status), then come those who ask for one, then the others, the older first. Where no addresses are
// configured all share one, and it is ports that have an owner: the oldest Gateway that asks for one.
import { createHash } from 'node:crypto';
import { addressAt, isInPool, poolSize } from '../../../model/gateway-config.ts';
import type { ListenerEntry } from '../../../model/kinds/gateway-common.ts';
import type { Gateway, ListenerSet } from '../../../model/kinds/index.ts';
import { keyOf, type ObjectKey } from '../../../model/object.ts';
import { compareText } from '../../compile/route-match.ts';
import type { UnitContext, UnitKind } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';
import { levels } from '../topics.ts';
import { gatewayConfig, servingOf } from './class.ts';
import { gatewayTopics } from './topics.ts';

export interface AddressAssignment {
  /** Empty: it has none, `problem` says why. */
  readonly addresses: readonly { readonly type: string; readonly value: string }[];
  readonly problem?: {
    /** Reasons of conditions: the first is one of Accepted, the others of Programmed. */
    readonly reason: 'UnsupportedAddress' | 'AddressNotUsable' | 'AddressNotAssigned';
    readonly message: string;
  };
  /** Ports (see portKey) that belong to other Gateways, and to which. */
  readonly portsOfOthers?: Readonly<Record<string, ObjectKey>>;
}

/** Ports of TCP and of UDP are different ports. */
export function portKey({ protocol, port }: ListenerEntry): string {
  return `${protocol === 'UDP' ? 'udp' : 'tcp'}/${port}`;
}

export function gatewayAddressesKind(config: CompileConfig): UnitKind {
  return {
    name: 'gateway-addresses',
    level: levels.secretVerdict,
    each: { fixed: ['all'] },
    compile(_rest, context) {
      const gateways = context
        .objects<Gateway>('Gateway')
        .filter((gateway) => servingOf(context, config, gateway)?.mode === 'shared');
      const { addresses, staticAddresses } = gatewayConfig(config);
      const sorted = [...gateways].sort(
        (a, b) =>
          compareText(a.metadata.creationTimestamp, b.metadata.creationTimestamp) ||
          compareText(a.metadata.namespace, b.metadata.namespace) ||
          compareText(a.metadata.name, b.metadata.name),
      );
      const hasPool = addresses.length > 0 || staticAddresses.length > 0;
      for (const [gateway, assignment] of hasPool ? assign(config, sorted) : sharePorts(context, sorted)) {
        const { namespace, name } = gateway.metadata;
        context.publish(gatewayTopics.address(namespace, name), assignment);
      }
    },
  };
}

/** Without a pool all Gateways are served at the address of the fleet, which can't be chosen. `gateways`: the oldest first. */
function sharePorts(context: UnitContext, gateways: readonly Gateway[]): ReadonlyMap<Gateway, AddressAssignment> {
  const sets = gateways.length < 2 ? [] : context.objects<ListenerSet>('ListenerSet');
  const owners = new Map<string, ObjectKey>();
  const result = new Map<Gateway, AddressAssignment>();
  for (const gateway of gateways) {
    const own = keyOf(gateway);
    const { namespace, name } = gateway.metadata;
    const added = sets.filter(
      ({ metadata, spec: { parentRef } }) =>
        parentRef.name === name && (parentRef.namespace ?? metadata.namespace) === namespace,
    );
    const portsOfOthers: Record<string, ObjectKey> = {};
    for (const entry of [gateway, ...added].flatMap(({ spec }) => spec.listeners ?? [])) {
      const key = portKey(entry);
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, own);
      else if (owner !== own) portsOfOthers[key] = owner;
    }
    result.set(gateway, { ...withoutPool(gateway), ...(Object.keys(portsOfOthers).length > 0 && { portsOfOthers }) });
  }
  return result;
}

/** `sorted`: the oldest first. */
function assign(config: CompileConfig, sorted: readonly Gateway[]): ReadonlyMap<Gateway, AddressAssignment> {
  const { addresses: pool, staticAddresses } = gatewayConfig(config);
  const result = new Map<Gateway, AddressAssignment>();
  const taken = new Set<string>();
  const give = (gateway: Gateway, values: readonly string[]) => {
    for (const value of values) taken.add(value);
    result.set(gateway, { addresses: values.map((value) => ({ type: 'IPAddress', value })) });
  };
  const waiting: Gateway[] = [];
  for (const gateway of sorted) {
    const unsupported = (gateway.spec.addresses ?? []).find(({ type = 'IPAddress' }) => type !== 'IPAddress');
    const value = gateway.status?.addresses?.[0]?.value ?? '';
    const keeps = requested(gateway).length === 0 && isInPool(pool, value) && !taken.has(value);
    if (unsupported) {
      const message = `addresses of type ${unsupported.type} can not be given to a Gateway; only IPAddress can`;
      result.set(gateway, { addresses: [], problem: { reason: 'UnsupportedAddress', message } });
    } else if (keeps) give(gateway, [value]);
    else waiting.push(gateway);
  }
  for (const gateway of waiting) {
    const values = requested(gateway);
    if (values.length === 0) continue;
    const unusable = values.filter((value) => taken.has(value) || !isInPool([...pool, ...staticAddresses], value));
    if (unusable.length === 0) give(gateway, values);
    else {
      const message = `${unusable.join(', ')} ${unusable.length === 1 ? 'is' : 'are'} not an address of these Envoys, or another Gateway has it`;
      result.set(gateway, { addresses: [], problem: { reason: 'AddressNotUsable', message } });
    }
  }
  for (const gateway of waiting) {
    if (result.has(gateway)) continue;
    const value = freeAddress(pool, taken, gateway);
    if (value !== undefined) give(gateway, [value]);
    else {
      const message = 'every address of the configured pool belongs to another Gateway';
      result.set(gateway, { addresses: [], problem: { reason: 'AddressNotAssigned', message } });
    }
  }
  return result;
}

/**
 * Where a Gateway begins to look follows from its name: until its status holds an address, one that comes or goes meanwhile
 * moves nobody else's but in the rare case that both want the same.
 */
function freeAddress(
  pool: readonly string[],
  taken: ReadonlySet<string>,
  { metadata: { namespace, name } }: Gateway,
): string | undefined {
  const size = poolSize(pool);
  const start = createHash('sha256').update(`${namespace}/${name}`).digest().readUInt32BE(0);
  for (let step = 0; step < size; step++) {
    const address = addressAt(pool, (start + step) % size);
    if (!taken.has(address)) return address;
  }
  return undefined;
}

function withoutPool(gateway: Gateway): AddressAssignment {
  if (requested(gateway).length === 0) return { addresses: [] };
  const message = 'no addresses are configured for Gateways, so none can be asked for';
  return { addresses: [], problem: { reason: 'AddressNotUsable', message } };
}

/** An entry without value asks for any. */
function requested({ spec }: Gateway): readonly string[] {
  return (spec.addresses ?? []).flatMap(({ value = '' }) => (value === '' ? [] : [value]));
}
