// Listener and FilterChain vertices → listeners, as they change, and the connection managers that their chains share;
// also the listeners for operators and the runtime layer, which hang on nothing.
// A listener without TLS is always there: it takes a port and answers 404 while it has no hosts. A TLS listener is there
// while it has a chain, since Envoy takes none without. No two chains ever claim one server name: Envoy would refuse
// the whole listener, so the chain with the smaller key keeps the name.
import type { FilterChain, Listener, OperatorListener } from '../dag/vertices.ts';
import type { Cause } from '../messages/edge.ts';
import type { Config } from '../model/config.ts';
import { isBindable } from '../model/ip-address.ts';
import {
  encodeFilterChain,
  hasHttp3,
  http3Listener,
  listener,
  sharedConnectionManagers,
  takesPlain,
  type EncodedChain,
} from './listener.ts';
import { fleetOf } from './names.ts';
import { operatorListener } from './operator-listener.ts';
import { runtime } from './runtime.ts';
import { withProblem } from './resource.ts';
import { createResourceTable, type Translator } from './translator.ts';

interface ChainEntry {
  readonly vertex: FilterChain;
  /** Of the server names below, with the settings of this listener (see encodeFilterChain); empty array of names: the chain is left out. */
  encoded:
    | {
        readonly serverNames: readonly string[];
        readonly owner: Listener | undefined;
        readonly chain: EncodedChain;
        /** Of the listener for HTTP/3, where the chain has a place in it. */
        readonly http3: { readonly owner: Listener; readonly chain: EncodedChain } | undefined;
      }
    | undefined;
}

interface ListenerChains {
  readonly parts: readonly EncodedChain[];
  readonly http3: readonly EncodedChain[];
  /** Keys of the clusters that chains name themselves. */
  readonly clusters: readonly string[];
}

const noChains: ListenerChains = { parts: [], http3: [], clusters: [] };

export function createListenerTranslator(routeDiscovery: Config['routeDiscovery']): Translator {
  const listeners = new Map<string, Listener>();
  /** Listener key → chain key → chain. */
  const chains = new Map<string, Map<string, ChainEntry>>();
  const listenerOfChain = new Map<string, string>();
  const changed = new Map<string, Cause[]>();
  /** Listener key → where its connection managers come from in the table. */
  const managersOf = new Map<string, readonly string[]>();
  const operators = new Map<string, OperatorListener>();
  const places = createPlaces();
  const table = createResourceTable();

  function note(key: string, causes: readonly Cause[]): void {
    const known = changed.get(key);
    if (known === undefined) changed.set(key, [...causes]);
    else known.push(...causes);
  }

  /** Whoever shares its old or its new address is looked at again. */
  function notePlace(key: string, vertex: Listener | OperatorListener | undefined, causes: readonly Cause[]): void {
    for (const other of places.set(key, vertex)) note(other, causes);
    note(key, causes);
  }

  function putChain(vertexKey: string, vertex: FilterChain, causes: readonly Cause[]): void {
    let entries = chains.get(vertex.listener);
    if (entries === undefined) chains.set(vertex.listener, (entries = new Map()));
    const entry: ChainEntry = { vertex, encoded: undefined };
    entries.set(vertex.key, entry);
    listenerOfChain.set(vertexKey, vertex.listener);
    note(vertex.listener, causes);
  }

  function removeChain(vertexKey: string, causes: readonly Cause[]): void {
    const owner = listenerOfChain.get(vertexKey);
    if (owner === undefined) return;
    listenerOfChain.delete(vertexKey);
    chains.get(owner)?.delete(vertexKey.slice('FilterChain/'.length));
    note(owner, causes);
  }

  function encodeEntry(entry: ChainEntry, serverNames: readonly string[]): void {
    const inside = routeDiscovery === 'single' || entry.vertex.tcp !== undefined;
    const of = listeners.get(entry.vertex.listener);
    const owner = inside ? of : undefined;
    const { encoded } = entry;
    const http3Owner = of?.http3 !== undefined && hasHttp3(entry.vertex) ? of : undefined;
    if (
      encoded !== undefined &&
      encoded.owner === owner &&
      encoded.http3?.owner === http3Owner &&
      sameNames(encoded.serverNames, serverNames)
    )
      return;
    const chain = encodeFilterChain(entry.vertex, serverNames, owner);
    const http3 = http3Owner && {
      owner: http3Owner,
      chain: encodeFilterChain(entry.vertex, serverNames, owner, { owner: http3Owner, routeDiscovery }),
    };
    entry.encoded = { serverNames, owner, chain, http3 };
  }

  function putListener(key: string, vertex: Listener | undefined, causes: readonly Cause[]): void {
    const { parts, http3, clusters } = vertex?.protocol === 'https' ? chainBytes(key) : noChains;
    const hasTcp = vertex?.http3 !== 'only';
    const wanted =
      vertex !== undefined && hasTcp && (vertex.protocol !== 'https' || takesPlain(vertex) || parts.length > 0);
    if (wanted) {
      const resource = listener(vertex, parts, routeDiscovery, [...clusters, ...ownClusters(vertex)]);
      table.put(key, withProblem(resource, resource.problem ?? places.clash(key)), causes);
    } else table.remove(key, causes);
    if (vertex !== undefined && http3.length > 0) {
      const resource = http3Listener(vertex, http3);
      const clash = hasTcp ? undefined : places.clash(key);
      table.put(`${key} http3`, withProblem(resource, resource.problem ?? clash), causes);
    } else table.remove(`${key} http3`, causes);

    const shares = parts.length > 0 && hasTcp && routeDiscovery === 'scoped';
    const vertices = [...(chains.get(key)?.values() ?? [])].map((entry) => entry.vertex);
    const managers = new Map(
      (shares && vertex !== undefined ? sharedConnectionManagers(vertex, vertices) : []).map((manager) => [
        `${key} ${manager.name}`,
        manager,
      ]),
    );
    for (const from of managersOf.get(key) ?? []) if (!managers.has(from)) table.remove(from, causes);
    for (const [from, manager] of managers) table.put(from, manager, causes);
    managersOf.set(key, [...managers.keys()]);
  }

  function chainBytes(key: string): ListenerChains {
    const claimed = new Set<string>();
    const clusters: string[] = [];
    const sorted = [...(chains.get(key) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
    const parts: EncodedChain[] = [];
    const http3: EncodedChain[] = [];
    for (const [, entry] of sorted) {
      const names = entry.vertex.serverNames.some((name) => claimed.has(name))
        ? entry.vertex.serverNames.filter((name) => !claimed.has(name))
        : entry.vertex.serverNames;
      if (names.length === 0) continue;
      for (const name of names) claimed.add(name);
      encodeEntry(entry, names);
      if (entry.encoded !== undefined) parts.push(entry.encoded.chain);
      if (entry.encoded?.http3 !== undefined) http3.push(entry.encoded.http3.chain);
      for (const { cluster } of entry.vertex.tcp?.clusters ?? []) clusters.push(cluster);
    }
    return { parts, http3, clusters };
  }

  /** The secrets of its TLS are resources of their own. */
  function putOperators(vertexKey: string, vertex: OperatorListener, causes: readonly Cause[]): void {
    const [listener, ...secrets] = operatorListener(vertex);
    const problem = listener?.problem ?? places.clash(vertex.key);
    const resources = listener === undefined ? [] : [withProblem(listener, problem), ...secrets];
    for (const index of [0, 1, 2]) {
      const resource = resources[index];
      if (resource === undefined) table.remove(`${vertexKey} ${index}`, causes);
      else table.put(`${vertexKey} ${index}`, resource, causes);
    }
  }

  return {
    apply({ upserts, removals }) {
      for (const { key, value, causes } of upserts) {
        if (value.kind === 'OperatorListener') {
          operators.set(value.key, value);
          notePlace(value.key, value, causes);
        } else if (value.kind === 'Runtime') {
          table.put(key, runtime(value), causes);
        } else if (value.kind === 'Listener') {
          listeners.set(value.key, value);
          notePlace(value.key, value, causes);
        } else if (value.kind === 'FilterChain') {
          putChain(key, value, causes);
        }
      }
      for (const { key, causes } of removals) {
        if (key.startsWith('OperatorListener/')) {
          const name = key.slice('OperatorListener/'.length);
          operators.delete(name);
          for (const index of [0, 1, 2]) table.remove(`${key} ${index}`, causes);
          notePlace(name, undefined, causes);
        } else if (key.startsWith('Runtime/')) {
          table.remove(key, causes);
        } else if (key.startsWith('FilterChain/')) {
          removeChain(key, causes);
        } else if (key.startsWith('Listener/')) {
          const name = key.slice('Listener/'.length);
          listeners.delete(name);
          notePlace(name, undefined, causes);
        }
      }
    },

    publish() {
      for (const [key, causes] of changed) {
        const operator = operators.get(key);
        if (operator === undefined) putListener(key, listeners.get(key), causes);
        else putOperators(`OperatorListener/${key}`, operator, causes);
      }
      changed.clear();
      return table.publish();
    },

    resources: () => table.resources(),
  };
}

/** Which listener is where: Envoy refuses a second one on the same address and port. */
interface Places {
  /** Returns the others at its old and its new place. */
  set(key: string, vertex: Listener | OperatorListener | undefined): readonly string[];
  /**
   * Why the listener can not be there: that is no address, or another one has the place. What the configuration says comes
   * before what objects ask for, hosts before operators; then the order of keys.
   */
  clash(key: string): string | undefined;
}

function createPlaces(): Places {
  const placeOf = new Map<string, string>();
  const holders = new Map<string, Map<string, Listener | OperatorListener>>();
  const othersAt = (place: string | undefined): string[] => [...(holders.get(place ?? '')?.keys() ?? [])];

  return {
    set(key, vertex) {
      const before = placeOf.get(key);
      if (before !== undefined) holders.get(before)?.delete(key);
      placeOf.delete(key);
      const touched = othersAt(before);
      // Port 0 is any that is free.
      if (vertex === undefined || vertex.port === 0) return touched;
      const place = placeText(vertex);
      touched.push(...othersAt(place));
      placeOf.set(key, place);
      const there = holders.get(place);
      if (there === undefined) holders.set(place, new Map([[key, vertex]]));
      else there.set(key, vertex);
      return touched;
    },
    clash(key) {
      const place = placeOf.get(key);
      if (place === undefined) return undefined;
      const address = holders.get(place)?.get(key)?.address ?? '';
      if (!isBindable(address))
        return `listener ${key} can not have the address ${JSON.stringify(address)}: it must be an IPv4 or IPv6 address, and not a link-local one`;
      const [first] = [...(holders.get(place)?.values() ?? [])].sort(
        (a, b) => rankOf(a) - rankOf(b) || (a.key < b.key ? -1 : 1),
      );
      if (first === undefined || first.key === key) return undefined;
      return `listener ${key} can not have ${place}: listener ${first.key} has it; give one of them another address or port`;
    },
  };
}

function rankOf(vertex: Listener | OperatorListener): number {
  if (vertex.kind === 'OperatorListener') return 1;
  return vertex.owners === undefined ? 0 : 2;
}

/** Other Envoys have the same address for themselves, and UDP has ports of its own. */
function placeText(vertex: Listener | OperatorListener): string {
  const { key, address, port } = vertex;
  const isUdp = vertex.kind === 'Listener' && (vertex.protocol === 'udp' || vertex.http3 === 'only');
  return [fleetOf(key), `${address}:${port}`, isUdp ? 'UDP' : ''].filter((part) => part !== '').join(' ');
}

/** Keys of the clusters that the listener names itself. */
function ownClusters({ tracing, tcp, udp, accessLogServices = [] }: Listener): readonly string[] {
  return [
    ...(tracing ? [tracing.cluster] : []),
    ...(tcp?.clusters ?? []).map(({ cluster }) => cluster),
    ...(udp ? [udp.cluster] : []),
    // Envoy refuses a listener that tells somebody unknown.
    ...accessLogServices.map(({ cluster }) => cluster),
  ];
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((name, index) => name === b[index]));
}
