// Reads one ContourConfiguration from the API server, at start. A string is what went wrong.
import { isRecord } from '../../model/pick.ts';
import { clockOrigin, createClock } from '../../actors/clock.ts';
import type { ContourConfiguration, ContourConfigurationSpec } from '../../model/kinds/contour-configuration.ts';
import { validate } from '../../model/validate.ts';
import { createApiClient, describeFailure } from '../../sources/kubernetes/api-client.ts';

export async function readContourConfiguration(
  kubeconfig: string | undefined,
  namespace: string,
  name: string,
): Promise<ContourConfigurationSpec | string> {
  const client = createApiClient({ kubeconfig, clock: createClock(clockOrigin()) });
  const path = `/apis/projectcontour.io/v1alpha1/namespaces/${encodeURIComponent(namespace)}/contourconfigurations/${encodeURIComponent(name)}`;
  const what = `ContourConfiguration ${namespace}/${name}`;
  const answer = await client.send({ method: 'GET', path, signal: new AbortController().signal, deadlineMs: 30_000 });
  if (!answer.ok) return `${what} can not be read: ${describeFailure(answer.failure)}`;
  const raw = isRecord(answer.value.json) ? answer.value.json : {};
  const result = validate(
    { apiVersion: 'projectcontour.io/v1alpha1', kind: 'ContourConfiguration', ...raw },
    { source: { kind: 'kubernetes' }, unknownFields: 'ignore' },
  );
  if (!result.ok) return `${what}: ${result.problems.map((each) => `${each.path}: ${each.message}`).join('; ')}`;
  return (result.value as ContourConfiguration).spec;
}
