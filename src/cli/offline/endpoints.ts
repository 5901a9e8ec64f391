// The endpoints of a group, from EndpointSlices in files.
import type { EndpointGroup } from '../../dag/vertices.ts';
import { vertexAt } from '../../dag/snapshot.ts';
import { serviceNameLabel, type EndpointSlice } from '../../model/kinds/endpoint-slice.ts';
import { endpointAssignment } from '../../xds/endpoint.ts';
import type { EndpointReport } from '../../dag/explain/surroundings.ts';
import { readAssignment } from '../../xds/assignment.ts';
import type { CompiledFiles } from './compile-files.ts';

export function endpointsOf({
  graph,
  objects,
}: CompiledFiles): (group: string) => readonly EndpointReport[] | undefined {
  const slices = new Map<string, EndpointSlice[]>();
  for (const object of objects.values()) {
    if (object.kind !== 'EndpointSlice') continue;
    const { namespace, labels } = object.metadata;
    const service = `${namespace}/${labels[serviceNameLabel] ?? ''}`;
    slices.set(service, [...(slices.get(service) ?? []), object as EndpointSlice]);
  }
  const of = (namespace: string, service: string): readonly EndpointSlice[] =>
    slices.get(`${namespace}/${service}`) ?? [];
  return (key) => {
    const group = vertexAt(graph, `EndpointGroup/${key}`) as EndpointGroup | undefined;
    if (!group) return undefined;
    const others = (group.others ?? []).map(({ service }) => of(group.namespace, service));
    return readAssignment(endpointAssignment(group, of(group.namespace, group.service), others).bytes);
  };
}
