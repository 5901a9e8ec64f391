// `/explain` of the admin port: asks the builder why, then the watcher, the endpoints' resources and the streams for what
// the graph does not know. In: the query of the URL. Out: one JSON value (LiveAnswer). Reads only.
import type { Explanation } from '../../dag/explain/explain.ts';
import type { ObjectExplanation } from '../../dag/explain/object.ts';
import type { ExplainRequest } from '../../dag/explain/request.ts';
import type { Config } from '../../model/config.ts';
import type { SourceMark } from '../../model/object.ts';
import type { EndpointReport, EnvoyReport } from '../../dag/explain/surroundings.ts';
import { readAssignment } from '../../xds/assignment.ts';
import type { VirtualHost } from '../../dag/vertices.ts';
import {
  clusterName,
  endpointsName,
  listenerName,
  routeConfigurationName,
  scopeName,
  scopePartName,
} from '../../xds/names.ts';
import type { ClientStanding, DumpedResource, ResourceReference } from '../streamer/actor.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';

/** What `/explain` answers: `explanations` for a request, `object` for an object. */
export interface LiveAnswer {
  readonly explanations?: readonly Explanation[];
  readonly object?: ObjectExplanation;
  /** Object → `file:line`; only of those that came from files. */
  readonly places: Readonly<Record<string, string>>;
  /** By key of the group; of backends of a request. */
  readonly endpoints: Readonly<Record<string, readonly EndpointReport[]>>;
  readonly envoys: readonly EnvoyReport[];
}

type Asked = Pick<Supervisor, 'query'>;

export async function explainRequest(
  supervisor: Asked,
  routeDiscovery: Config['routeDiscovery'],
  request: ExplainRequest,
): Promise<LiveAnswer> {
  const explanations = (await supervisor.query('builder', 'explain', request)) as readonly Explanation[];
  const groups = new Set<string>();
  const resources = new Map<string, ResourceReference>();
  const objects = new Set<string>();
  for (const explanation of explanations) {
    for (const { object } of explanation.candidates) objects.add(object);
    for (const resource of resourcesOf(explanation, routeDiscovery))
      resources.set(`${resource.type}/${resource.name}`, resource);
    const { outcome } = explanation;
    if ('backends' in outcome)
      for (const { endpoints } of outcome.backends) if ('group' in endpoints) groups.add(endpoints.group);
  }
  const [places, endpoints, envoys] = await Promise.all([
    placesOf(supervisor, [...objects]),
    endpointsOf(supervisor, [...groups]),
    envoysOf(supervisor, [...resources.values()]),
  ]);
  return { explanations, places, endpoints, envoys };
}

/** Undefined: there is no such object. */
export async function explainOneObject(
  supervisor: Asked,
  routeDiscovery: Config['routeDiscovery'],
  object: string,
): Promise<LiveAnswer | undefined> {
  const found = (await supervisor.query('watcher', 'places', [object])) as Readonly<Record<string, SourceMark | null>>;
  if (found[object] == null) return undefined;
  const explanation = (await supervisor.query('builder', 'explainObject', object)) as ObjectExplanation;
  const resources = explanation.routes.map(({ virtualHost }) => routeResource(virtualHost, routeDiscovery));
  const objects = [object, ...explanation.usedBy.flatMap(({ object: user }) => user ?? [])];
  const [places, envoys] = await Promise.all([placesOf(supervisor, objects), envoysOf(supervisor, resources)]);
  return { object: explanation, places, endpoints: {}, envoys };
}

function resourcesOf(
  { listener, chain, host, part, outcome }: Explanation,
  routeDiscovery: Config['routeDiscovery'],
): readonly ResourceReference[] {
  if (!listener) return [];
  const found: ResourceReference[] = [{ type: 'listener', name: listenerName(listener.key) }];
  const chainId = chain === undefined ? '' : chain.key.slice(listener.key.length + 1);
  if (host !== undefined)
    found.push(routeResource({ listener: listener.key, chain: chainId, host, part }, routeDiscovery));
  if ('backends' in outcome)
    for (const { cluster } of outcome.backends) found.push({ type: 'cluster', name: clusterName(cluster) });
  return found;
}

export function routeResource(
  {
    listener,
    chain,
    host,
    part,
  }: Pick<VirtualHost, 'listener' | 'chain' | 'host'> & { readonly part?: string | undefined },
  routeDiscovery: Config['routeDiscovery'],
): ResourceReference {
  return routeDiscovery === 'scoped'
    ? {
        type: 'scopedRoute',
        name: part === undefined ? scopeName(listener, chain, host) : scopePartName(listener, chain, host, part),
      }
    : { type: 'route', name: routeConfigurationName(listener, chain) };
}

async function placesOf(supervisor: Asked, objects: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const marks = (await supervisor.query('watcher', 'places', objects)) as Readonly<Record<string, SourceMark | null>>;
  return Object.fromEntries(
    Object.entries(marks).flatMap(([object, mark]) =>
      mark?.kind === 'filesystem' ? [[object, `${mark.file}:${mark.line}`]] : [],
    ),
  );
}

export async function endpointsOf(
  supervisor: Asked,
  groups: readonly string[],
): Promise<Readonly<Record<string, readonly EndpointReport[]>>> {
  const found = await Promise.all(
    groups.map(async (group) => {
      const argument = { type: 'endpoint', name: endpointsName(group), bytes: true };
      const dumped = (await supervisor.query('streamer', 'dump', argument)) as {
        readonly endpoint: readonly DumpedResource[];
      };
      const bytes = dumped.endpoint[0]?.bytes;
      return bytes === undefined ? [] : [[group, readAssignment(Buffer.from(bytes, 'base64'))] as const];
    }),
  );
  return Object.fromEntries(found.flat());
}

/** How each Envoy stands to all these resources together: the worst counts. */
async function envoysOf(supervisor: Asked, resources: readonly ResourceReference[]): Promise<readonly EnvoyReport[]> {
  if (resources.length === 0) return [];
  const clients = (await supervisor.query('streamer', 'standing', resources)) as readonly ClientStanding[];
  return clients.map(({ node, peer, standings }): EnvoyReport => {
    const present = standings.filter((each) => each !== null);
    const refused = present.find(({ state }) => state === 'refused');
    const name = node === '' ? peer : node;
    if (refused)
      return { node: name, state: 'refused', ...(refused.message !== undefined && { message: refused.message }) };
    return { node: name, state: present.every(({ state }) => state === 'accepted') ? 'accepted' : 'pending' };
  });
}
