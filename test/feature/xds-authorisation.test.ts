// Node ids by certificate (xds.nodeAuthorization=san) over real TLS: who may be who, by the default rule and by a map.
// And what is told of the server's own certificates.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { credentials, status as grpcStatus } from '@grpc/grpc-js';
import test from 'ava';
import type { ExecutionContext } from 'ava';
import { defaultNodeRules } from '../../src/actors/streamer/node-authorization.ts';
import type { NodeRule } from '../../src/model/config.ts';
import { connectAds } from '../support/ads-client.ts';
import { createCa } from '../support/certs.ts';
import type { CertificateAuthority, LeafOptions } from '../support/certs.ts';
import { createTempFolder } from '../support/netns.ts';
import { cluster } from '../unit/xds/stream/harness.ts';
import { startStreamer } from './streamer-rig.ts';
import type { StreamerRig } from './streamer-rig.ts';

interface Ground {
  readonly ca: CertificateAuthority;
  readonly rig: StreamerRig;
  /** `served`, or how the stream ended. */
  readonly ask: (certificate: LeafOptions, nodeId: string, protocol?: 'delta' | 'sotw') => Promise<string>;
}

async function ground(
  t: ExecutionContext,
  rules: readonly NodeRule[] | undefined,
  server: LeafOptions = {},
): Promise<Ground> {
  const folder = await createTempFolder();
  const tls = { caFile: join(folder, 'ca.crt'), certFile: join(folder, 'tls.crt'), keyFile: join(folder, 'tls.key') };
  const ca = await createCa();
  const { cert, key } = await ca.issue({ hosts: ['127.0.0.1'], ...server });
  await Promise.all([writeFile(tls.caFile, ca.ca), writeFile(tls.certFile, cert), writeFile(tls.keyFile, key)]);
  const rig = await startStreamer({ xds: { tls, ...(rules === undefined ? {} : { nodeAuthorization: { rules } }) } });
  t.teardown(() => rig.stop());
  rig.put(cluster('a', '1', null));
  return {
    ca,
    rig,
    async ask(certificate, nodeId, protocol = 'delta') {
      const leaf = await ca.issue(certificate);
      const client = connectAds({
        target: rig.target,
        protocol,
        nodeId,
        credentials: credentials.createSsl(Buffer.from(ca.ca), Buffer.from(leaf.key), Buffer.from(leaf.cert)),
      });
      t.teardown(() => client.close());
      client.subscribe('cluster');
      const first = await Promise.race([client.next('cluster').catch(() => undefined), client.ended]);
      if (first !== undefined && 'resources' in first) return 'served';
      const { code, details } = await client.ended;
      return `${grpcStatus[code]}: ${details}`;
    },
  };
}

test('without it any certificate of the CA may use any node id', async (t) => {
  const { ask } = await ground(t, undefined);
  t.is(await ask({ hosts: ['envoy'] }, 'somebody-else'), 'served');
});

test('by default a name is good for itself and for what begins with it', async (t) => {
  const { ask, rig } = await ground(t, defaultNodeRules);
  t.is(await ask({ hosts: ['envoy', 'envoy.edge'] }, 'envoy-7c9d-1'), 'served');
  t.is(await ask({ hosts: ['envoy', 'envoy.edge'] }, 'envoy.edge/pod-1', 'sotw'), 'served');
  t.is(await ask({ uris: ['spiffe://a.test/ns/shop/sa/envoy'] }, 'spiffe://a.test/ns/shop/sa/envoy'), 'served');
  // Tools that write no names into the certificate.
  t.is(await ask({ commonName: 'envoy' }, 'envoy-1'), 'served');
  t.is(
    await ask({ hosts: ['envoy', 'envoy.edge'] }, 'gateway-1'),
    'PERMISSION_DENIED: node id "gateway-1" is not for certificates of envoy, envoy.edge (setting xds.nodeAuthorization)',
  );
  t.regex(await ask({ hosts: ['gate'] }, 'gateway-1', 'sotw'), /^PERMISSION_DENIED/);
  // The common name counts only where there is no other.
  t.regex(await ask({ commonName: 'gateway', hosts: ['envoy'] }, 'gateway'), /^PERMISSION_DENIED/);
  t.regex(await ask({ hosts: ['envoy'] }, ''), /^PERMISSION_DENIED/);
  const { values } = await rig.metrics.getSingleMetric('nuncio_xds_unauthorized_total')!.get();
  t.is(values[0]?.value, 4);
  t.is(rig.clients().length, 4);
});

test('a map: words of the name may be repeated in the node id', async (t) => {
  const { ask } = await ground(t, [
    { san: 'spiffe://*/ns/{namespace}/sa/{account}', nodeIds: ['{namespace}/{account}-*', 'router~*.{namespace}~*'] },
    { san: 'ops', nodeIds: ['*'] },
  ]);
  const shop = { uris: ['spiffe://cluster.local/ns/shop/sa/envoy'] };
  t.is(await ask(shop, 'shop/envoy-1'), 'served');
  t.is(await ask(shop, 'router~10.0.0.1~envoy-1.shop~shop.svc'), 'served');
  t.regex(await ask(shop, 'bank/envoy-1'), /^PERMISSION_DENIED/);
  t.regex(await ask({ uris: ['spiffe://cluster.local/ns/shop/x/sa/envoy'] }, 'shop/envoy-1'), /^PERMISSION_DENIED/);
  t.is(await ask({ hosts: ['ops'] }, 'whatever'), 'served');
  t.regex(await ask({ hosts: ['ops2'] }, 'whatever'), /^PERMISSION_DENIED/);
});

test('a node that names itself in a later request only is refused', async (t) => {
  const { ca, rig } = await ground(t, defaultNodeRules);
  const leaf = await ca.issue({ hosts: ['envoy'] });
  const client = connectAds({
    target: rig.target,
    protocol: 'delta',
    credentials: credentials.createSsl(Buffer.from(ca.ca), Buffer.from(leaf.key), Buffer.from(leaf.cert)),
  });
  t.teardown(() => client.close());
  const typeUrl = 'type.googleapis.com/envoy.config.cluster.v3.Cluster';
  client.sendRaw({ node: undefined, typeUrl });
  client.sendRaw({ node: { id: 'envoy' }, typeUrl });
  t.is((await client.ended).code, grpcStatus.PERMISSION_DENIED);
});

test('the end of the server’s certificate is a metric and a field of the log, and a warning in its last two weeks', async (t) => {
  const dayMs = 24 * 3_600_000;
  const { rig } = await ground(t, undefined, { notAfterMs: 13.5 * dayMs });
  const { values } = await rig.metrics.getSingleMetric('nuncio_certificate_not_after_timestamp_seconds')!.get();
  const byUse = new Map(values.map(({ labels, value }) => [labels['use'], value * 1000 - Date.now()]));
  t.true(byUse.get('xds')! > 13 * dayMs && byUse.get('xds')! <= 13.5 * dayMs);
  t.true(byUse.get('xds-ca')! <= dayMs);
  const listens = rig.logged.find(({ msg }) => msg === 'xDS server listens');
  t.regex(String(listens?.['certificateEnds']), /^\d{4}-\d\d-\d\dT/);
  const warning = rig.logged.find(({ msg }) => String(msg).startsWith('certificate of the xDS server ends soon'));
  t.is(warning?.['daysLeft'], 13);
});
