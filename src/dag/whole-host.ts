// A host with parts as one list again, for those who look at all routes of a host.
import { matchKey } from './compile/route-match.ts';
import { vertexAt, type GraphSnapshot } from './snapshot.ts';
import { restOf, vertexKey, type HostParts, type Route, type Vertex, type VirtualHost } from './vertices.ts';

/** All routes, in an order that answers every request as the parts do. Of a host without parts itself. */
export function wholeHost(graph: GraphSnapshot, host: VirtualHost): VirtualHost {
  return joinParts((key) => vertexAt(graph, key), host);
}

/** The same; `vertex`: by `<kind>/<vertex key>`. */
export function joinParts(vertex: (key: string) => Vertex | undefined, host: VirtualHost): VirtualHost {
  if (!host.parts) return host;
  const { parts, ...content } = host;
  const routesOf = (part: string): readonly Route[] => {
    const found = vertex(partKey(host, part));
    return found?.kind === 'VirtualHostPart' ? found.routes : [];
  };
  return { ...content, routes: allRoutes(parts, routesOf) };
}

/** Key of the vertex of a part. */
export function partKey(host: VirtualHost, part: string): string {
  return `VirtualHostPart/${vertexKey(host).slice('VirtualHost/'.length)} ${part}`;
}

/**
 * What is in several parts is in that of the rest, which has all of it in order. Any other route goes right behind the last one
 * of these that stands before it in its part: no path that it matches is matched by what is in other parts alone.
 */
function allRoutes({ length, names }: HostParts, routesOf: (part: string) => readonly Route[]): readonly Route[] {
  const rest = routesOf(restOf(length));
  const position = new Map(rest.map(({ match }, i) => [matchKey(match), i + 1]));
  const behind: Route[][] = [[], ...rest.map((each) => [each])];
  for (const name of names) {
    let at = 0;
    for (const route of routesOf(name)) {
      const shared = position.get(matchKey(route.match));
      if (shared === undefined) behind[at]!.push(route);
      else at = shared;
    }
  }
  return behind.flat();
}
