// VirtualHost, Listener and FilterChain vertices → routes, as they change: one scope per host, or in single mode one
// route configuration per listener and chain.
import { vertexKey } from '../dag/vertices.ts';
import type { FilterChain, VirtualHost } from '../dag/vertices.ts';
import type { Cause } from '../messages/edge.ts';
import type { EncodedResource } from '../messages/resources.ts';
import type { Config } from '../model/config.ts';
import { defaultLimits, overLimit } from '../model/limits.ts';
import { takesPlain } from './listener.ts';
import { routeConfigurationName } from './names.ts';
import { encodedHost, routeConfiguration, servesAnyName, type EncodedVirtualHost } from './route-configuration.ts';
import { protectionClusters } from './protection.ts';
import { largestBodyBytes, requiredClusters } from './route.ts';
import { ownersOf, resourceKey, withProblem } from './resource.ts';
import { misdirectedScope, scopedPart, scopedRoute, wildcardScope } from './scoped-route.ts';
import { createResourceTable, type Translator } from './translator.ts';
import { isWildcard, virtualHost, wildcardVirtualHost } from './virtual-host.ts';

/** `maxHosts`: of all listeners together; see `limits.hosts`. */
export function createRouteTranslator(
  routeDiscovery: Config['routeDiscovery'],
  maxHosts: number = defaultLimits.hosts,
): Translator {
  return routeDiscovery === 'scoped' ? createScopedRouteTranslator(maxHosts) : createSingleRouteTranslator(maxHosts);
}

/**
 * A host's scope depends on nothing but the host; whether its chain serves others is the chain's matter. In single mode
 * no host has parts.
 */
function createScopedRouteTranslator(maxHosts: number): Translator {
  const hosts = createHostLimit(maxHosts);
  const table = createResourceTable();
  table.put('constant', misdirectedScope(), []);
  /** Put since the last publication. */
  const fresh = new Map<string, EncodedResource>();
  /** What our own check says of those that break a rule. */
  const problems = new Map<string, string>();
  /** Listener and chain → hosts that share a scope, by the keys of their vertices. */
  const wildcards = new Map<string, Map<string, VirtualHost>>();
  const changed = new Map<string, Cause[]>();

  function put(key: string, resource: EncodedResource, causes: readonly Cause[]): void {
    fresh.set(key, resource);
    const { problem: _before, ...plain } = resource;
    table.put(key, withProblem(plain, hosts.problem(key) ?? problems.get(key)), causes);
  }

  /** It has no scope of its own any more. */
  function remove(key: string, causes: readonly Cause[]): void {
    problems.delete(key);
    fresh.delete(key);
    table.remove(key, causes);
  }

  function leaveWildcards(key: string, causes: readonly Cause[]): void {
    const place = placeOfHost(key);
    if (wildcards.get(place)?.delete(key) === true) noteChange(changed, place, causes);
  }

  /** Hosts over the limit are left out of the scope that they would share; each is told so by a scope of its own. */
  function putWildcards(place: string, causes: readonly Cause[]): void {
    const members = [...(wildcards.get(place) ?? [])];
    const within = members.filter(([key]) => hosts.problem(key) === undefined).map(([, host]) => host);
    for (const [key, host] of members) {
      const problem = hosts.problem(key);
      if (problem === undefined) table.remove(key, causes);
      else table.put(key, withProblem(scopedRoute(host), problem), causes);
    }
    if (within.length > 0) table.put(`wildcards ${place}`, wildcardScope(within), causes);
    else table.remove(`wildcards ${place}`, causes);
    if (members.length === 0) wildcards.delete(place);
  }

  return {
    apply({ upserts, removals }) {
      for (const { key, value, causes } of upserts) {
        if (value.kind === 'VirtualHostPart') table.put(key, scopedPart(value), causes);
        if (value.kind !== 'VirtualHost') continue;
        hosts.set(key, value.since ?? '');
        if (!value.anyDepth || !value.host.startsWith('*')) {
          leaveWildcards(key, causes);
          const resource = scopedRoute(value);
          if (resource.problem === undefined) problems.delete(key);
          else problems.set(key, resource.problem);
          put(key, resource, causes);
          continue;
        }
        remove(key, causes);
        const place = placeOfHost(key);
        const sharing = wildcards.get(place);
        if (sharing) sharing.set(key, value);
        else wildcards.set(place, new Map([[key, value]]));
        noteChange(changed, place, causes);
      }
      for (const { key, causes } of removals) {
        if (key.startsWith('VirtualHostPart/')) table.remove(key, causes);
        if (!key.startsWith('VirtualHost/')) continue;
        hosts.remove(key);
        remove(key, causes);
        leaveWildcards(key, causes);
      }
    },
    publish() {
      for (const key of hosts.changed()) {
        const place = placeOfHost(key);
        if (wildcards.get(place)?.has(key)) {
          noteChange(changed, place, noCauses);
          continue;
        }
        const name = key.slice('VirtualHost/'.length);
        const resource = fresh.get(key) ?? table.resources().get(resourceKey('scopedRoute', name));
        if (resource !== undefined) put(key, resource, noCauses);
      }
      fresh.clear();
      for (const [place, causes] of changed) putWildcards(place, causes);
      changed.clear();
      return table.publish();
    },
    resources: () => table.resources(),
  };
}

const noCauses: readonly Cause[] = [];

/** Which hosts are over the limit: the youngest, then those last by name. */
interface HostLimit {
  /** `since`: as in VirtualHost; empty: not known. */
  set(key: string, since: string): void;
  remove(key: string): void;
  /** Those that went over the limit, or came back below it, since the last call. */
  changed(): readonly string[];
  problem(key: string): string | undefined;
}

function createHostLimit(maxHosts: number): HostLimit {
  const sinceOf = new Map<string, string>();
  let over: ReadonlySet<string> = new Set();
  let isDue = false;
  return {
    set(key, since) {
      isDue ||= sinceOf.size >= maxHosts;
      sinceOf.set(key, since);
    },
    remove(key) {
      isDue ||= sinceOf.size > maxHosts;
      sinceOf.delete(key);
    },
    changed() {
      if (!isDue) return [];
      isDue = false;
      const before = over;
      const oldestFirst = [...sinceOf].sort(([a, aSince], [b, bSince]) => compare(aSince, bSince) || compare(a, b));
      over = new Set(oldestFirst.slice(maxHosts).map(([key]) => key));
      return [...sinceOf.keys()].filter((key) => over.has(key) !== before.has(key));
    },
    problem(key) {
      if (!over.has(key)) return undefined;
      return `there are ${overLimit(sinceOf.size, 'hosts', 'hosts', maxHosts)}; this is one of the youngest`;
    },
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Key of a VirtualHost vertex without the host. */
function placeOfHost(key: string): string {
  return key.slice(0, key.lastIndexOf('|'));
}

function noteChange(changed: Map<string, Cause[]>, name: string, causes: readonly Cause[]): void {
  const known = changed.get(name);
  if (known === undefined) changed.set(name, [...causes]);
  else known.push(...causes);
}

/** The hosts of one listener or chain. */
interface Table {
  readonly hosts: Map<string, VirtualHost>;
  /** Without wildcards whose answer for deeper hosts has changed. */
  readonly encoded: Map<string, EncodedVirtualHost>;
  /** Host names in order; undefined after a host came or went. */
  order: string[] | undefined;
}

function createSingleRouteTranslator(maxHosts: number): Translator {
  const limit = createHostLimit(maxHosts);
  const tables = new Map<string, Table>();
  /** Name of a route configuration → its chain, null on a listener without TLS. Only these are wanted. */
  const owners = new Map<string, FilterChain | null>();
  /** Vertex key → where it is. */
  const places = new Map<string, { readonly name: string; readonly host: string | null }>();
  const changed = new Map<string, Cause[]>();
  const resources = createResourceTable();

  const note = (name: string, causes: readonly Cause[]): void => noteChange(changed, name, causes);

  function tableOf(name: string): Table {
    let table = tables.get(name);
    if (table === undefined) tables.set(name, (table = { hosts: new Map(), encoded: new Map(), order: undefined }));
    return table;
  }

  function putOwner(vertexKey: string, name: string, chain: FilterChain | null, causes: readonly Cause[]): void {
    places.set(vertexKey, { name, host: null });
    owners.set(name, chain);
    // What a wildcard answers for deeper hosts depends on the chain.
    forgetWildcards(tableOf(name));
    note(name, causes);
  }

  function putHost(vertexKey: string, vertex: VirtualHost, causes: readonly Cause[]): void {
    const name = routeConfigurationName(vertex.listener, vertex.chain);
    const table = tableOf(name);
    if (!table.hosts.has(vertex.host)) table.order = undefined;
    table.hosts.set(vertex.host, vertex);
    table.encoded.delete(vertex.host);
    if (vertex.host === '*') forgetWildcards(table);
    // Wildcards wait for the catch-all.
    if (!sharesWithCatchAll(vertex)) table.encoded.set(vertex.host, encodeHost(vertex, limit.problem(vertexKey)));
    places.set(vertexKey, { name, host: vertex.host });
    note(name, causes);
  }

  function remove(vertexKey: string, causes: readonly Cause[]): void {
    const place = places.get(vertexKey);
    if (place === undefined) return;
    places.delete(vertexKey);
    if (place.host === null) {
      owners.delete(place.name);
    } else {
      const table = tableOf(place.name);
      table.hosts.delete(place.host);
      table.encoded.delete(place.host);
      table.order = undefined;
      if (place.host === '*') forgetWildcards(table);
    }
    note(place.name, causes);
  }

  function encodedHosts(table: Table, chain: FilterChain | undefined): EncodedVirtualHost[] {
    const misdirects = chain !== undefined && !servesAnyName(chain);
    // The connection's certificate is not for every host, so a catch-all can't be meant there.
    const catchAll = misdirects ? undefined : table.hosts.get('*');
    table.order ??= [...table.hosts.keys()].sort();
    const list: EncodedVirtualHost[] = [];
    for (const host of table.order) {
      const vertex = table.hosts.get(host);
      if (vertex === undefined || (host === '*' && misdirects)) continue;
      let encoded = table.encoded.get(host);
      if (encoded === undefined) {
        encoded = sharesWithCatchAll(vertex)
          ? encodeWildcard(vertex, catchAll, limit.problem(vertexKey(vertex)))
          : encodeHost(vertex, limit.problem(vertexKey(vertex)));
        table.encoded.set(host, encoded);
      }
      list.push(encoded);
    }
    return list;
  }

  return {
    apply({ upserts, removals }) {
      for (const { key, value, causes } of upserts) {
        switch (value.kind) {
          case 'Listener':
            if (takesPlain(value)) putOwner(key, routeConfigurationName(value.key, ''), null, causes);
            else remove(key, causes);
            break;
          case 'FilterChain':
            if (value.tcp) remove(key, causes);
            else putOwner(key, routeConfigurationName(value.listener, value.id), value, causes);
            break;
          case 'VirtualHost':
            limit.set(key, value.since ?? '');
            putHost(key, value, causes);
            break;
          default:
        }
      }
      for (const { key, causes } of removals) {
        limit.remove(key);
        remove(key, causes);
      }
    },

    publish() {
      for (const key of limit.changed()) {
        const place = places.get(key);
        const vertex = place?.host == null ? undefined : tables.get(place.name)?.hosts.get(place.host);
        if (vertex !== undefined) putHost(key, vertex, noCauses);
      }
      for (const [name, causes] of changed) {
        const owner = owners.get(name);
        const table = tableOf(name);
        if (owner === undefined) {
          resources.remove(name, causes);
          if (table.hosts.size === 0) tables.delete(name);
        } else {
          const chain = owner ?? undefined;
          resources.put(name, routeConfiguration(name, encodedHosts(table, chain), chain), causes);
        }
      }
      changed.clear();
      return resources.publish();
    },

    resources: () => resources.resources(),
  };
}

/** What a wildcard of one label answers for deeper hosts is the catch-all's. */
function sharesWithCatchAll({ host, anyDepth }: VirtualHost): boolean {
  return isWildcard(host) && !anyDepth;
}

function encodeHost(vertex: VirtualHost, problem: string | undefined): EncodedVirtualHost {
  const { routes } = vertex;
  const requires = requiredClusters(routes, protectionClusters(vertex));
  return encodedHost(virtualHost(vertex), ownersOf(routes), requires, largestBodyBytes(routes), problem);
}

function encodeWildcard(
  vertex: VirtualHost,
  catchAll: VirtualHost | undefined,
  problem: string | undefined,
): EncodedVirtualHost {
  const routes = [...vertex.routes, ...(catchAll?.routes ?? [])];
  const requires = requiredClusters(
    routes,
    [vertex, catchAll].flatMap((each) => (each ? protectionClusters(each) : [])),
  );
  const message = wildcardVirtualHost(vertex, catchAll);
  return encodedHost(message, ownersOf(routes), requires, largestBodyBytes(routes), problem);
}

function forgetWildcards(table: Table): void {
  for (const host of table.encoded.keys()) if (isWildcard(host)) table.encoded.delete(host);
}
