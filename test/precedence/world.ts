// Random Gateways, ListenerSets and routes that get into each other's way: few host names, few paths, few ages, so that most
// requests are matched by several rules of several routes. Every rule answers with its own name in a header.
// In: random numbers and where Gateways may listen. Out: objects as users write them, and requests for them.
import type { Random } from '../simulation/world.ts';
import type {
  AnyRoute,
  Gateway,
  GrpcMatch,
  HttpMatch,
  Listener,
  ListenerSet,
  ParentRef,
  Request,
  ValueMatch,
} from './model.ts';

export interface World {
  readonly gateways: readonly Gateway[];
  readonly sets: readonly ListenerSet[];
  readonly routes: readonly YoungRoute[];
  /** Of every listener that may have an HTTPRoute: a request that only a route of this world answers. */
  readonly markers: readonly Request[];
}

/** A route that is not in a cluster yet. `age`: from 0, the oldest, up. */
export interface YoungRoute {
  readonly age: number;
  readonly route: AnyRoute;
}

/** Where Gateways listen: an address each; on `https` ports TLS ends. */
export interface Doors {
  readonly addresses: readonly string[];
  readonly ports: { readonly http: readonly number[]; readonly https: number };
}

const group = 'gateway.networking.k8s.io';
export const className = 'precedence';
export const certificateName = 'certificate';
export const backendName = 'echo';
/** `team` and `team-a`: as text, `team-a/x` comes before `team/x`. */
export const namespaces = ['infra', 'team', 'team-a', 'zoo'] as const;
export const ruleHeader = 'x-rule';

const listenerHosts = ['one.example.com', 'example.com', '*.example.com', '*.one.example.com', '*.com', 'other.org'];
const routeHosts = [...listenerHosts, 'a.one.example.com', 'two.example.com', 'a.b.one.example.com', '*.org'];
const requestHosts = [
  ...routeHosts.filter((host) => !host.startsWith('*')),
  'b.one.example.com',
  'x.com',
  'x.org',
  'nowhere.net',
];
/** So many different ages: the API server counts them in seconds. */
export const ageCount = 3;

const httpPaths: readonly HttpMatch['path'][] = [
  ...['/', '/a', '/a/', '/a/b', '/a/b/c', '/ab', '/shop.Cart', '/shop.Cart/Get'].map((value) => ({
    type: 'PathPrefix',
    value,
  })),
  ...['/', '/a', '/a/', '/a/b', '/ab', '/shop.Cart/Get'].map((value) => ({ type: 'Exact', value })),
  ...['/a.*', '/a/[a-z]+', '/.*', '/(a|ab)(/.*)?', '/[a-zA-Z.]+/Get'].map((value) => ({
    type: 'RegularExpression',
    value,
  })),
] as readonly HttpMatch['path'][];
const requestPaths = ['/', '/a', '/a/', '/a/b', '/a/b/', '/a/b/c', '/ab', '/ab/c', '/a.b', '/A', '/a/B', '/x'];
const services = ['shop.Cart', 'shop.Card', 'shop'];
const calls = ['Get', 'GetAll', 'Put'];
const headerNames = ['x-a', 'X-A', 'x-b', 'x-c'];
const queryNames = ['p', 'q', 'P'];
const values = ['1', '2', 'ten'];
const valueRegexes = ['[12]', 't.*', '.*'];
const methods = ['GET', 'POST', 'PUT'];

export function makeWorld(random: Random, number: number, doors: Doors, routeCount: number): World {
  const gateways = doors.addresses.map((address, index) => makeGateway(random, `edge-${index}`, address, doors));
  const sets = gateways.slice(0, 1).map((gateway) => makeSet(random, gateway, doors));
  const owners = [...gateways, ...sets];
  const routes = Array.from({ length: routeCount }, (_, index): YoungRoute =>
    makeRoute(random, `${random.pick(['r', 'a', 'z'])}${number}-${index}`, owners),
  );
  const marked = owners.flatMap((owner) =>
    owner.spec.listeners
      .filter(({ allowedRoutes }) => allowedRoutes?.kinds?.every(({ kind }) => kind === 'HTTPRoute') !== false)
      .map((listener) => marker(owner, listener, number, addressOf(owner, gateways))),
  );
  return {
    gateways,
    sets,
    routes: [...routes, ...marked.map(({ route }) => ({ age: ageCount - 1, route }))],
    markers: marked.map(({ request }) => request),
  };
}

function addressOf(owner: Gateway | ListenerSet, gateways: readonly Gateway[]): string {
  const gateway =
    owner.kind === 'Gateway' ? owner : gateways.find(({ metadata }) => metadata.name === owner.spec.parentRef.name);
  return gateway!.spec.addresses[0]!.value;
}

function makeGateway(random: Random, name: string, address: string, doors: Doors): Gateway {
  return {
    apiVersion: `${group}/v1`,
    kind: 'Gateway',
    metadata: { namespace: 'infra', name },
    spec: {
      gatewayClassName: className,
      addresses: [{ type: 'IPAddress', value: address }],
      allowedListeners: { namespaces: { from: 'All' } },
      // The first HTTP port is the ListenerSet's on its Gateway: listeners of both would have to differ in host names.
      listeners: [...doors.ports.http.slice(1), doors.ports.https].flatMap((port) =>
        makeListeners(random, port, doors),
      ),
    },
  };
}

function makeSet(random: Random, gateway: Gateway, doors: Doors): ListenerSet {
  return {
    apiVersion: `${group}/v1`,
    kind: 'ListenerSet',
    metadata: { namespace: 'team', name: 'more' },
    spec: {
      parentRef: { namespace: gateway.metadata.namespace, name: gateway.metadata.name },
      listeners: makeListeners(random, doors.ports.http[0]!, doors),
    },
  };
}

function makeListeners(random: Random, port: number, doors: Doors): readonly Listener[] {
  const hosts = new Set<string | undefined>(random.chance(0.6) ? [undefined] : []);
  const count = 1 + random.below(4);
  while (hosts.size < count) hosts.add(random.pick(listenerHosts));
  return [...hosts].map((hostname, index) => ({
    name: `p${port}-${index}`,
    port,
    ...(hostname !== undefined && { hostname }),
    ...(port === doors.ports.https
      ? { protocol: 'HTTPS', tls: { certificateRefs: [{ name: certificateName }] } }
      : { protocol: 'HTTP' }),
    ...(!random.chance(0.15) && {
      allowedRoutes: {
        namespaces: random.pick([
          { from: 'All' },
          { from: 'All' },
          { from: 'All' },
          {
            from: 'Selector',
            selector: {
              matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: ['team', 'zoo'] }],
            },
          },
        ] as const),
        ...(random.chance(0.15) && { kinds: [{ kind: random.pick(['HTTPRoute', 'GRPCRoute']) }] }),
      },
    }),
  }));
}

function makeRoute(random: Random, name: string, owners: readonly (Gateway | ListenerSet)[]): YoungRoute {
  const kind = random.chance(0.25) ? 'GRPCRoute' : 'HTTPRoute';
  const namespace = random.pick(namespaces);
  const rules = Array.from({ length: 1 + random.below(3) }, (_, rule) => ({
    ...(random.chance(0.9) && {
      matches: some(random, 1, 3, () => (kind === 'HTTPRoute' ? httpMatch(random) : grpcMatch(random))),
    }),
    ...answering(kind, namespace, name, rule),
  }));
  const route = {
    apiVersion: `${group}/v1`,
    kind,
    metadata: { namespace, name },
    spec: {
      parentRefs: subset(random, owners, 1, 2).map((owner) => parentRef(random, owner)),
      ...(random.chance(0.75) && { hostnames: subset(random, routeHosts, 1, 3) }),
      rules,
    },
  };
  return { age: random.below(ageCount), route: route as unknown as AnyRoute };
}

function answering(kind: string, namespace: string, name: string, rule: number): object {
  const set = [{ name: ruleHeader, value: `${kind}/${namespace}/${name}/${rule}` }];
  return {
    filters: [{ type: 'ResponseHeaderModifier', responseHeaderModifier: { set } }],
    backendRefs: [{ name: backendName, port: 80 }],
  };
}

function parentRef(random: Random, owner: Gateway | ListenerSet): ParentRef {
  const { namespace, name } = owner.metadata;
  const listener = random.pick(owner.spec.listeners);
  return {
    kind: owner.kind,
    namespace,
    name,
    ...(random.chance(0.25) && { sectionName: listener.name }),
    ...(random.chance(0.15) && { port: listener.port }),
  };
}

function httpMatch(random: Random): HttpMatch {
  return {
    ...(random.chance(0.9) && { path: random.pick(httpPaths)! }),
    ...(random.chance(0.2) && { method: random.pick(methods) }),
    ...(random.chance(0.35) && { headers: valueMatches(random, headerNames, 3) }),
    ...(random.chance(0.25) && { queryParams: valueMatches(random, queryNames, 2) }),
  };
}

function grpcMatch(random: Random): GrpcMatch {
  const isRegex = random.chance(0.2);
  const parts = {
    ...(random.chance(0.75) && {
      service: isRegex ? random.pick(['shop.*', 'shop[.]Car.', '[a-z]+']) : random.pick(services),
    }),
    ...(random.chance(0.6) && { method: isRegex ? random.pick(['Get.*', '[A-Z].*']) : random.pick(calls) }),
  };
  return {
    ...(Object.keys(parts).length > 0 && {
      method: { type: isRegex ? ('RegularExpression' as const) : ('Exact' as const), ...parts },
    }),
    ...(random.chance(0.35) && { headers: valueMatches(random, headerNames, 2) }),
  };
}

/** Of different names; to the API server names that differ in case are different. */
function valueMatches(random: Random, names: readonly string[], most: number): readonly ValueMatch[] {
  return subset(random, names, 1, most).map((name) => {
    const isRegex = random.chance(0.25);
    return {
      name,
      value: random.pick(isRegex ? valueRegexes : values),
      ...(isRegex ? { type: 'RegularExpression' } : random.chance(0.5) && { type: 'Exact' }),
    };
  });
}

function subset<T>(random: Random, from: readonly T[], least: number, most: number): readonly T[] {
  return [...new Set(some(random, least, most, () => random.pick(from)))];
}

function some<T>(random: Random, least: number, most: number, make: () => T): readonly T[] {
  return Array.from({ length: least + random.below(most - least + 1) }, make);
}

/** A route for one listener that no other route comes before, and the request that it answers. */
function marker(
  owner: Gateway | ListenerSet,
  listener: Listener,
  number: number,
  address: string,
): { readonly route: AnyRoute; readonly request: Request } {
  const host = (listener.hostname ?? 'marker.net').replace('*', 'marker');
  const path = `/world-${number}`;
  const { namespace, name } = owner.metadata;
  // In a namespace that every listener of the worlds lets in, but that with the default: it takes its own only.
  const from = listener.allowedRoutes?.namespaces.from ?? 'Same';
  const own = from === 'Same' ? namespace : 'team';
  const routeName = `marker-${number}-${name}-${listener.name}`;
  return {
    route: {
      apiVersion: `${group}/v1`,
      kind: 'HTTPRoute',
      metadata: { namespace: own, name: routeName },
      spec: {
        parentRefs: [{ kind: owner.kind, namespace, name, sectionName: listener.name }],
        hostnames: [host],
        rules: [{ matches: [{ path: { type: 'Exact', value: path } }], ...answering('HTTPRoute', own, routeName, 0) }],
      },
    } as unknown as AnyRoute,
    request: {
      address,
      port: listener.port,
      ...(listener.protocol === 'HTTPS' && { sni: host }),
      host,
      method: 'GET',
      path,
      query: {},
      headers: {},
    },
  };
}

/** Half of them are made to meet a match of some route, the others of nothing but chance. */
export function makeRequest(random: Random, world: World): Request {
  const owners = [...world.gateways, ...world.sets];
  const owner = random.pick(owners);
  const listener = random.pick(owner.spec.listeners);
  const host = random.pick(requestHosts);
  const isTls = listener.protocol === 'HTTPS';
  const sni = random.chance(0.85) ? host : random.chance(0.2) ? undefined : random.pick(requestHosts);
  return {
    address: addressOf(owner, world.gateways),
    port: listener.port,
    ...(isTls && sni !== undefined && { sni }),
    host: random.chance(0.1) ? host.toUpperCase() : random.chance(0.1) ? `${host}:${listener.port}` : host,
    ...(random.chance(0.5) ? aimed(random, world) : aimless(random)),
  };
}

type Asked = Pick<Request, 'method' | 'path' | 'query' | 'headers'>;

function aimless(random: Random): Asked {
  const isCall = random.chance(0.3);
  return {
    method: isCall ? 'POST' : random.pick(methods),
    path: isCall ? `/${random.pick(services)}/${random.pick(calls)}` : random.pick(requestPaths),
    query: Object.fromEntries(some(random, 0, 2, () => [random.pick(queryNames), random.pick(values)])),
    headers: Object.fromEntries(
      some(random, 0, 3, () => [random.pick(headerNames).toLowerCase(), random.pick(values)]),
    ),
  };
}

/** Headers and parameters of one match of one route, beside those of chance. */
function aimed(random: Random, world: World): Asked {
  const chance = aimless(random);
  const rules: readonly { readonly matches?: readonly object[] }[] = random.pick(world.routes).route.spec.rules;
  const { matches = [{}] } = random.pick(rules);
  const match = random.pick(matches) as HttpMatch;
  const given = (list: readonly ValueMatch[] | undefined, lower: boolean): Record<string, string> =>
    Object.fromEntries(
      (list ?? []).map(({ name, type, value }) => [
        lower ? name.toLowerCase() : name,
        type === 'RegularExpression' ? random.pick(values) : value,
      ]),
    );
  const value = match.path?.type === 'RegularExpression' ? undefined : match.path?.value;
  return {
    method: typeof match.method === 'string' ? match.method : chance.method,
    path:
      value === undefined
        ? chance.path
        : match.path?.type === 'PathPrefix' && random.chance(0.5)
          ? `${value.replace(/\/$/, '')}/b`
          : value,
    query: { ...chance.query, ...given(match.queryParams, false) },
    headers: { ...chance.headers, ...given(match.headers, true) },
  };
}
