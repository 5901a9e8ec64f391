// A Gateway and the ListenerSets that it allows → what routes may attach to, the Envoy listeners and TLS chains that it
// needs, and all that can be said about it without knowing its routes.
// Rules: Gateway API, "Distinct Listeners"; GEP-1713 for ListenerSets (listeners of the Gateway come first, then those of
// older sets).
import { fleetCluster, fleetName } from '../../../model/gateway-fleet.ts';
import type { ListenerEntry } from '../../../model/kinds/gateway-common.ts';
import type { Gateway, Service } from '../../../model/kinds/index.ts';
import { keyOf, parseKey, type ObjectKey } from '../../../model/object.ts';
import { lookup } from '../../../model/lookup.ts';
import { compareText } from '../../compile/route-match.ts';
import type { UnitContext, UnitKind } from '../../engine.ts';
import type { Listener } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import { HTTP_LISTENER, HTTPS_LISTENER } from '../hosts/listener.ts';
import { levels, topics } from '../topics.ts';
import { portKey, type AddressAssignment } from './addresses.ts';
import { servingOf, type Serving } from './class.ts';
import { condition, type Condition } from './conditions.ts';
import { compileFrontend } from './frontend.ts';
import { compileListener, type CompiledListener } from './listener.ts';
import { isNamespaceAllowed } from './namespaces.ts';
import { parametersError } from './parameters.ts';
import { useTlsSecret } from './secret-reference.ts';
import {
  gatewayTopics,
  type EnvoyChain,
  type EnvoyListener,
  type HostEntry,
  type ListenerSetSpec,
  type Parent,
  type ParentListener,
  type Protocol,
} from './topics.ts';

export function gatewayKind(config: CompileConfig): UnitKind {
  return {
    name: 'gateway',
    level: levels.extension,
    each: { object: 'Gateway' },
    compile(rest, context) {
      const [namespace, name] = rest.split('/') as [string, string];
      const gateway = context.object<Gateway>('Gateway', namespace, name)!;
      const serving = servingOf(context, config, gateway);
      if (serving) compileGateway(context, config, gateway, serving);
    },
  };
}

/** Where listeners come from: the Gateway itself, or a ListenerSet. */
interface Origin {
  readonly object: ObjectKey;
  readonly namespace: string;
  readonly generation: number;
  readonly listeners: readonly ListenerEntry[];
}

interface Placed {
  readonly origin: Origin;
  readonly compiled: CompiledListener;
}

function compileGateway(context: UnitContext, config: CompileConfig, gateway: Gateway, serving: Serving): void {
  const { namespace, name, generation } = gateway.metadata;
  const object = keyOf(gateway);
  const place = placeOf(context, config, gateway, serving);
  const parameters = gateway.spec.infrastructure?.parametersRef;
  const invalid = parameters && parametersError(context, parameters, namespace);
  const frontend = compileFrontend(context, gateway);
  const backend = backendCertificate(context, gateway);

  const own: Origin = { object, namespace, generation, listeners: gateway.spec.listeners ?? [] };
  const sets = context.topic<ListenerSetSpec>(gatewayTopics.listenerSets(namespace, name)).map(({ value }) => value);
  const [allowed, others] = divide(sets, (set) =>
    isNamespaceAllowed(
      context,
      { from: 'None', ...gateway.spec.allowedListeners?.namespaces },
      namespace,
      parseKey(set.object).namespace,
    ),
  );
  const origins = [own, ...allowed.sort(compareSets).map(originOf)];
  const conflicts = findConflicts(origins, place);
  const isServed =
    invalid === undefined && place.problem?.reason !== 'UnsupportedAddress' && place.addresses.length > 0;
  const listeners = origins.flatMap((origin) =>
    origin.listeners.map((entry): Placed => ({
      origin,
      compiled: compileListener(context, {
        entry,
        origin,
        gateway: object,
        frontend,
        conflict: conflicts.get(entry),
        portOwner: place.portsOfOthers && lookup(place.portsOfOthers, portKey(entry)),
        isServed,
      }),
    })),
  );

  const envoyListeners = groupByPort(object, listeners, place);
  for (const { key, placed, value } of envoyListeners) {
    context.publish(gatewayTopics.listener(key), value);
    publishSections(context, object, key, placed);
    if (place.standard) settleWithStandard(context, place.standard, key, placed, value);
  }
  const keyOfPort = (placed: Placed) => envoyListeners.find((each) => each.placed.includes(placed))?.key;

  const publishParent = (origin: Origin, rest: Pick<Parent, 'conditions' | 'addresses' | 'attachedListenerSets'>) => {
    const parent: Parent = {
      controllerName: serving.controllerName,
      gateway: object,
      namespace: origin.namespace,
      fleet: place.fleet,
      ...(backend.certificate !== undefined && { clientCertificate: backend.certificate }),
      listeners: listeners
        .filter((each) => each.origin === origin)
        .map((each) => parentListener(each, keyOfPort(each))),
      ...rest,
    };
    context.publish(gatewayTopics.parent(origin.object), parent);
  };
  const { defaultScope = 'None' } = gateway.spec;
  if (defaultScope !== 'None') context.publish(gatewayTopics.defaults(defaultScope), object);
  let attached = 0;
  for (const origin of origins.slice(1)) {
    const ofSet = listeners.filter((each) => each.origin === origin);
    if (ofSet.some(isAccepted)) attached++;
    publishParent(origin, { conditions: setConditions(ofSet, origin.generation) });
  }
  for (const set of others) {
    const message = `Gateway ${namespace}/${name} does not let ListenerSets of this namespace in (spec.allowedListeners)`;
    const conditions = ['Accepted', 'Programmed'].map((type) =>
      condition(type, false, 'NotAllowed', message, set.generation),
    );
    publishParent({ ...originOf(set), listeners: [] }, { conditions });
  }
  publishParent(own, {
    conditions: [
      ...gatewayConditions(
        listeners.filter((each) => each.origin === own),
        generation,
        invalid,
        place,
      ),
      backend.condition,
      ...(gateway.spec.tls?.frontend ? [frontend.condition] : []),
    ],
    ...(place.published && { addresses: place.published }),
    attachedListenerSets: attached,
  });
}

interface Place {
  readonly fleet: string;
  /** Keys of Envoy listeners begin with it. */
  readonly prefix: string;
  /** To bind; empty: nowhere. */
  readonly addresses: readonly string[];
  /** For the status; absent: the fleet's, which the status writer knows. */
  readonly published?: Parent['addresses'];
  readonly problem?: AddressAssignment['problem'];
  readonly portsOfOthers?: AddressAssignment['portsOfOthers'];
  readonly envoyPort: (port: number) => number;
  /** Present: where it has the same address and port as one of these, they are one. */
  readonly standard?: CompileConfig['listeners'];
}

function placeOf(context: UnitContext, config: CompileConfig, gateway: Gateway, { mode }: Serving): Place {
  const { namespace, name } = gateway.metadata;
  const any = config.listeners.http.address;
  const asGiven = (port: number) => port;
  switch (mode) {
    case 'provisioned': {
      const addresses = addressesOfService(context.object<Service>('Service', namespace, fleetName(name)), gateway);
      const fleet = fleetCluster(namespace, name);
      const { problem } = addresses;
      return {
        fleet,
        prefix: fleet,
        addresses: [any],
        published: addresses.addresses,
        envoyPort: asGiven,
        ...(problem && { problem }),
      };
    }
    case 'ref':
      // Contour's ports, so that Envoy needs no privileges.
      return {
        fleet: '',
        prefix: `shared/${namespace}/${name}`,
        addresses: [any],
        envoyPort: (port) => (port < 1024 ? port + 8000 : port),
        standard: config.listeners,
      };
    case 'shared': {
      const assignment = context.topic<AddressAssignment>(gatewayTopics.address(namespace, name))[0]?.value;
      const { addresses = [], problem, portsOfOthers } = assignment ?? {};
      const isPool = addresses.length > 0 || problem !== undefined;
      return {
        fleet: '',
        prefix: `shared/${namespace}/${name}`,
        addresses: isPool ? addresses.map(({ value }) => value) : [any],
        ...(isPool && { published: addresses }),
        ...(problem && { problem }),
        ...(portsOfOthers && { portsOfOthers }),
        envoyPort: asGiven,
      };
    }
    default:
      return mode satisfies never;
  }
}

/** The Service that the provisioner made, as far as it is there. */
function addressesOfService(service: Service | undefined, gateway: Gateway): AddressAssignment {
  const wanted = gateway.spec.addresses ?? [];
  const unsupported = wanted.find(({ type = 'IPAddress' }) => type !== 'IPAddress' && type !== 'Hostname');
  if (unsupported) {
    const message = `addresses of type ${unsupported.type} can not be given to a Gateway; IPAddress and Hostname can`;
    return { addresses: [], problem: { reason: 'UnsupportedAddress', message } };
  }
  const balancer = (service?.status?.loadBalancer?.ingress ?? []).flatMap(({ ip = '', hostname = '' }) => {
    if (ip !== '') return [{ type: 'IPAddress', value: ip }];
    return hostname === '' ? [] : [{ type: 'Hostname', value: hostname }];
  });
  const isInternal = service !== undefined && (service.spec?.type ?? 'ClusterIP') === 'ClusterIP';
  const internal = (service?.spec?.clusterIPs ?? [])
    .filter((value) => value !== 'None' && value !== '')
    .map((value) => ({ type: 'IPAddress', value }));
  const found = isInternal ? internal : balancer;
  const missing = wanted.filter(({ value = '' }) => value !== '' && !found.some((each) => each.value === value));
  if (missing.length > 0) {
    const message = `the Service of this Gateway has not got ${missing.map(({ value }) => value).join(', ')}`;
    return { addresses: found, problem: { reason: 'AddressNotUsable', message } };
  }
  if (found.length > 0) return { addresses: found };
  const message = `waiting for the Service ${gateway.metadata.namespace}/${fleetName(gateway.metadata.name)} to get an address`;
  return { addresses: [], problem: { reason: 'AddressNotAssigned', message } };
}

function backendCertificate(
  context: UnitContext,
  gateway: Gateway,
): { readonly certificate?: string; readonly condition: Condition } {
  const { generation, namespace } = gateway.metadata;
  const reference = gateway.spec.tls?.backend?.clientCertificateRef;
  const resolved = (message: string) => condition('ResolvedRefs', true, 'ResolvedRefs', message, generation);
  if (!reference) return { condition: resolved('All references are resolved') };
  const found = useTlsSecret(context, reference, {
    kind: 'Gateway',
    namespace,
    path: 'spec.tls.backend.clientCertificateRef',
  });
  if (found.ok) return { certificate: found.secret, condition: resolved('All references are resolved') };
  const reason = found.reason === 'RefNotPermitted' ? 'RefNotPermitted' : 'InvalidClientCertificateRef';
  const message = `${found.message}; backends with TLS get no requests`;
  return { certificate: '', condition: condition('ResolvedRefs', false, reason, message, generation) };
}

function compareSets(a: ListenerSetSpec, b: ListenerSetSpec): number {
  return compareText(a.creationTimestamp, b.creationTimestamp) || compareText(a.object, b.object);
}

function originOf({ object, generation, listeners }: ListenerSetSpec): Origin {
  return { object, namespace: parseKey(object).namespace, generation, listeners };
}

/** Listener → what is wrong with it beside others. Within one object nobody wins; of several objects the first does. */
function findConflicts(origins: readonly Origin[], place: Place): ReadonlyMap<ListenerEntry, Conflict> {
  const conflicts = new Map<ListenerEntry, Conflict>();
  const settled: ListenerEntry[] = [];
  for (const { listeners } of origins) {
    const note = (entry: ListenerEntry, among: readonly ListenerEntry[]): boolean => {
      const other = among.find((each) => each !== entry && conflictOf(each, entry, place) !== undefined);
      if (other) conflicts.set(entry, { reason: conflictOf(other, entry, place)!, with: other.name });
      return other !== undefined;
    };
    // One that loses to an earlier object takes nothing from those beside it.
    const left = listeners.filter((entry) => !note(entry, settled));
    for (const entry of left) note(entry, left);
    for (const entry of listeners) if (!conflicts.has(entry) && layerOf(entry)) settled.push(entry);
  }
  return conflicts;
}

export interface Conflict {
  readonly reason: 'HostnameConflict' | 'ProtocolConflict';
  /** Name of the other listener. */
  readonly with: string;
}

const layers: Readonly<Record<string, string>> = { HTTP: 'http', HTTPS: 'tls', TLS: 'tls', TCP: 'tcp', UDP: 'udp' };

/** Protocols that can share a port. */
function layerOf({ protocol }: ListenerEntry): string | undefined {
  return lookup(layers, protocol);
}

function conflictOf(a: ListenerEntry, b: ListenerEntry, { envoyPort }: Place): Conflict['reason'] | undefined {
  const [layerA, layerB] = [layerOf(a), layerOf(b)];
  if (envoyPort(a.port) !== envoyPort(b.port) || layerA === undefined || layerB === undefined) return undefined;
  if ((layerA === 'udp') !== (layerB === 'udp')) return undefined;
  if (layerA !== layerB) return 'ProtocolConflict';
  if (layerA === 'tcp' || layerA === 'udp') return 'ProtocolConflict';
  return (a.hostname ?? '') === (b.hostname ?? '') ? 'HostnameConflict' : undefined;
}

function isAccepted({ compiled }: Placed): boolean {
  return compiled.isAccepted;
}

interface PortGroup {
  readonly key: string;
  readonly placed: readonly Placed[];
  readonly value: EnvoyListener;
}

/** One Envoy listener for all listeners of a port that have traffic. */
function groupByPort(owner: ObjectKey, listeners: readonly Placed[], place: Place): readonly PortGroup[] {
  const { prefix, addresses, envoyPort, standard } = place;
  const groups = new Map<string, Placed[]>();
  for (const placed of listeners) {
    if (!placed.compiled.hasTraffic) continue;
    const { protocol } = placed.compiled.entry;
    const port = envoyPort(placed.compiled.entry.port);
    const here = standard && standardAt(standard, port);
    const isSame = here !== undefined && here.protocol === envoyProtocols[protocol as Protocol];
    const key = isSame ? here.key : `${prefix}/${port}${protocol === 'UDP' ? '/udp' : ''}`;
    const group = groups.get(key);
    if (group) group.push(placed);
    else groups.set(key, [placed]);
  }
  return [...groups].map(([key, placed]) => {
    const { entry } = placed[0]!.compiled;
    const protocol = envoyProtocols[entry.protocol as Protocol];
    const isL4 = protocol === 'tcp' || protocol === 'udp';
    return {
      key,
      placed,
      value: {
        owner,
        addresses,
        port: envoyPort(entry.port),
        protocol,
        ...(isL4 && { section: sectionOf(placed[0]!) }),
      },
    };
  });
}

const envoyProtocols = { HTTP: 'http', HTTPS: 'https', TLS: 'https', TCP: 'tcp', UDP: 'udp' } as const satisfies Record<
  Protocol,
  EnvoyListener['protocol']
>;

interface StandardListener {
  readonly key: string;
  readonly protocol: 'http' | 'https';
}

function standardAt(standard: CompileConfig['listeners'], port: number): StandardListener | undefined {
  if (standard.http.port === port) return { key: HTTP_LISTENER, protocol: 'http' };
  if (standard.https.port === port) return { key: HTTPS_LISTENER, protocol: 'https' };
  return undefined;
}

/**
 * A Gateway that the configuration names has the ports of the listeners of the configuration: with the same protocol they
 * serve the hosts of both, else the Gateway has the place.
 */
function settleWithStandard(
  context: UnitContext,
  standard: CompileConfig['listeners'],
  key: string,
  placed: readonly Placed[],
  { owner, port, protocol }: EnvoyListener,
): void {
  const here = standardAt(standard, port);
  if (here === undefined || protocol === 'udp') return;
  if (here.key !== key) {
    context.publish(topics.listenerTaken(here.key), owner);
    return;
  }
  context.publish(topics.anyDepth(key), true);
  const users = new Set([owner, ...placed.map(({ origin }) => origin.object)]);
  context.publish(topics.listenerUsers(key), [...users] satisfies readonly ObjectKey[]);
  context.publish(topics.listenerSettings(key), { anyDepth: true } satisfies Partial<Listener>);
  if (protocol !== 'https') return;
  for (const { origin, compiled } of placed) context.publish(topics.serverName(key, compiled.hostname), origin.object);
}

/** Unique on the Gateway; a listener's name has no slash. */
function sectionOf({ origin, compiled: { entry } }: Placed): string {
  const { kind, namespace, name } = parseKey(origin.object);
  return kind === 'ListenerSet' ? `${namespace}/${name}/${entry.name}` : entry.name;
}

/** Which hosts belong to which section, and the TLS chains. */
function publishSections(context: UnitContext, gateway: ObjectKey, key: string, group: readonly Placed[]): void {
  for (const placed of group) {
    const { entry, hostname, chain } = placed.compiled;
    if (entry.protocol === 'TCP' || entry.protocol === 'UDP') continue;
    const section = sectionOf(placed);
    context.publish(gatewayTopics.section(key, hostname), section);
    if (entry.protocol === 'TLS' && chain)
      context.publish(gatewayTopics.l4Tls(key, section), {
        serverName: hostname,
        owner: placed.origin.object,
        ...chain,
      } satisfies EnvoyChain);
    if (entry.protocol === 'HTTP') {
      context.publish(gatewayTopics.host(key, section, hostname), { kind: 'listener' } satisfies HostEntry);
    } else if (entry.protocol === 'HTTPS' && chain) {
      context.publish(gatewayTopics.chain(key, section), {
        serverName: hostname,
        owner: placed.origin.object,
        ...chain,
      } satisfies EnvoyChain);
      context.publish(gatewayTopics.host(key, section, hostname), { kind: 'listener' } satisfies HostEntry);
      // A connection was made for one listener's certificate; what another listener serves is not served on it.
      const secure = group.filter((each) => each !== placed && each.compiled.entry.protocol === 'HTTPS');
      for (const other of secure)
        context.publish(gatewayTopics.host(key, section, other.compiled.hostname), {
          kind: 'misdirected',
          owner: gateway,
        } satisfies HostEntry);
    }
  }
}

function parentListener(placed: Placed, key: string | undefined): ParentListener {
  const { entry, hostname, kinds, conditions, chain } = placed.compiled;
  const { namespaces } = entry.allowedRoutes ?? {};
  return {
    name: entry.name,
    port: entry.port,
    protocol: entry.protocol,
    hostname,
    kinds,
    namespaces: { from: 'Same', ...namespaces },
    conditions,
    ...(key !== undefined && {
      traffic: { listener: key, section: sectionOf(placed), passthrough: entry.protocol === 'TLS' && !chain },
    }),
  };
}

function gatewayConditions(
  listeners: readonly Placed[],
  generation: number,
  invalidParameters: string | undefined,
  { problem }: Place,
): readonly Condition[] {
  const accepted = listeners.filter(isAccepted);
  const refused = listeners.filter((each) => !isAccepted(each)).map(({ compiled }) => compiled.entry.name);
  const refusedText = `listeners that can not be served: ${refused.join(', ')}`;
  const of = (type: string, status: boolean, reason: string, message: string) =>
    condition(type, status, reason, message, generation);
  if (invalidParameters !== undefined) {
    const message = `spec.infrastructure.parametersRef: ${invalidParameters}`;
    return [of('Accepted', false, 'InvalidParameters', message), of('Programmed', false, 'Invalid', message)];
  }
  if (problem?.reason === 'UnsupportedAddress')
    return [
      of('Accepted', false, 'UnsupportedAddress', problem.message),
      of('Programmed', false, 'Invalid', problem.message),
    ];
  if (accepted.length === 0 && listeners.length > 0)
    return [of('Accepted', false, 'ListenersNotValid', refusedText), of('Programmed', false, 'Invalid', refusedText)];
  return [
    refused.length > 0
      ? of('Accepted', true, 'ListenersNotValid', refusedText)
      : of('Accepted', true, 'Accepted', 'The Gateway is served'),
    problem
      ? of('Programmed', false, problem.reason, problem.message)
      : of('Programmed', true, 'Programmed', 'Envoy has its configuration'),
  ];
}

function setConditions(listeners: readonly Placed[], generation: number): readonly Condition[] {
  const accepted = listeners.filter((each) => isAccepted(each) && each.compiled.hasTraffic);
  const refused = listeners.filter((each) => !accepted.includes(each)).map(({ compiled }) => compiled.entry.name);
  if (accepted.length === 0)
    return ['Accepted', 'Programmed'].map((type) =>
      condition(type, false, 'ListenersNotValid', `no listener can be served: ${refused.join(', ')}`, generation),
    );
  const of = (type: string, reason: string, message: string) => condition(type, true, reason, message, generation);
  return [
    refused.length > 0
      ? of('Accepted', 'ListenersNotValid', `listeners that can not be served: ${refused.join(', ')}`)
      : of('Accepted', 'Accepted', 'The listeners are served'),
    of('Programmed', 'Programmed', 'Envoy has its configuration'),
  ];
}

function divide<T>(list: readonly T[], is: (each: T) => boolean): [T[], T[]] {
  const [yes, no]: [T[], T[]] = [[], []];
  for (const each of list) (is(each) ? yes : no).push(each);
  return [yes, no];
}
