// What Envoy says of its endpoints is read as it says it, and an Envoy that says nothing costs a deadline.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { createEnvoyClusters, readClusters } from '../../../src/actors/envoy/envoy-clusters.ts';

test('endpoints are healthy if nobody says otherwise', (t) => {
  const host = (health: object, port_value = 80): object => ({
    address: { socket_address: { address: '10.0.0.1', port_value } },
    stats: [
      { name: 'rq_total', value: '12' },
      { name: 'rq_error', value: 2 },
    ],
    health_status: health,
  });
  const read = readClusters({
    cluster_statuses: [
      {
        name: 'web',
        host_statuses: [
          host({ eds_health_status: 'HEALTHY' }),
          host({ eds_health_status: 'UNHEALTHY' }, 81),
          host({ eds_health_status: 'HEALTHY', failed_outlier_check: true }, 82),
          host({ eds_health_status: 'HEALTHY', failed_active_degraded_check: true }, 83),
        ],
      },
      { name: 'empty' },
    ],
  });
  t.deepEqual(
    read.get('web')?.map(({ address, healthy, reasons }) => [address, healthy, reasons]),
    [
      ['10.0.0.1:80', true, []],
      ['10.0.0.1:81', false, []],
      ['10.0.0.1:82', false, ['failed_outlier_check']],
      ['10.0.0.1:83', true, []],
    ],
  );
  t.like(read.get('web')?.[0], { requests: 12, errors: 2 });
  t.deepEqual(read.get('empty'), []);
});

test('no answer, a refusal and no Envoy at all are told', async (t) => {
  const server = createServer(() => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  t.regex(String(await createEnvoyClusters(port).read()), /did not answer/);
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  t.regex(String(await createEnvoyClusters(port).read()), /did not answer/);
});
