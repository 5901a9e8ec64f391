// One route after another changes while every status in the cluster is written anew: the Envoys' Service got another
// address. Nobody's routing changes by that, so whatever a change waits for then, it waits for the writing of statuses.
import { setTimeout as delay } from 'node:timers/promises';
import { distribution } from './measure.ts';
import { seededRandom, type BenchObject } from './objects.ts';
import type { Row } from './report.ts';
import { changeRoute, eachSystem, prepare, type Setting } from './scenarios.ts';

/** Where nuncio and Contour look for the Envoys' address. */
const envoyServices: readonly BenchObject[] = ['nuncio', 'projectcontour'].map((namespace) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'envoy', namespace },
  spec: { type: 'LoadBalancer', ports: [{ name: 'http', port: 80, targetPort: 8080, protocol: 'TCP' }] },
}));

export async function statusesScenario(setting: Setting): Promise<Row[]> {
  const { cluster, sizes, changes, say } = setting;
  await cluster.apply(
    envoyServices.map(({ metadata }) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: metadata.namespace! },
    })),
  );
  await prepare(setting, envoyServices);
  let round = 0;
  return eachSystem(setting, async (system, http, measured) => {
    const random = seededRandom(setting.seed);
    const served: number[] = [];
    const rewrites: number[] = [];
    const one = async (): Promise<number> =>
      changeRoute(
        setting,
        http,
        Math.floor(random() * sizes.hosts),
        `statuses-${system.name}-${round}-${served.length}`,
      );
    const rest: number[] = [];
    for (let number = 0; number < changes; number++) {
      rest.push(await one());
      await delay(50);
    }
    while (served.length < changes && rewrites.length < 20) {
      const address = `198.51.100.${++round}`;
      const watching = new AbortController();
      const written = new Set<string>();
      const watched = cluster.watch(
        { apiVersion: 'projectcontour.io/v1', kind: 'HTTPProxy' },
        (_event, { metadata, status }) => {
          if (JSON.stringify(status ?? '').includes(`"${address}"`))
            written.add(`${metadata.namespace}/${metadata.name}`);
        },
        watching.signal,
      );
      const startedAt = performance.now();
      const ingress = [{ ip: address }];
      for (const each of envoyServices) await cluster.patchStatus(each, { loadBalancer: { ingress } });
      while (written.size < sizes.hosts) {
        // Only what is served before the last status is written has met the writing.
        const ms = written.size > 0 && served.length < changes ? await one() : undefined;
        if (ms !== undefined && written.size < sizes.hosts) served.push(ms);
        await delay(50);
        if (performance.now() - startedAt > 900_000)
          throw new Error(`${written.size} of ${sizes.hosts} statuses written in 15 minutes`);
      }
      rewrites.push((performance.now() - startedAt) / 1000);
      watching.abort();
      await watched;
      say(`${served.length} changes served while statuses were written`);
    }
    measured['route change → served, at rest'] = { unit: 'ms', value: distribution(rest) };
    measured['route change → served, all statuses being written'] = { unit: 'ms', value: distribution(served) };
    measured['until all statuses are written'] = { unit: 's', value: distribution(rewrites) };
  });
}
