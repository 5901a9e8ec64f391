// What HTTPProxies say about their services, through a real Envoy: other namespaces, failover, outlier detection, zones,
// certificates of their own. Each test has hosts and a file of its own in one folder.
import type { ExecutionContext } from 'ava';
import { startBackend, type Backend } from '../support/backend.ts';
import { createCa, type CertificateAuthority } from '../support/certs.ts';
import { request } from '../support/http-client.ts';
import { startNuncio, until as untilWithin, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { echo, served } from './fixtures/echo.ts';
import { endpointSlices, httpProxy, service, tlsSecret, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

let folder: ObjectFolder;
let nuncio: Nuncio;
let ca: CertificateAuthority;
const backends: Backend[] = [];

test.before(async () => {
  ca = await createCa();
  for (const name of ['a', 'b', 'c']) backends.push(await startBackend({ name }));
  folder = await createObjectFolder({
    'services.yaml': [
      ...backends.flatMap((backend) => upstream(backend.name, [backend])),
      ...upstream('all', backends),
      ...upstream('far', [backends[0]!], { namespace: 'other' }),
    ],
  });
  nuncio = await startNuncio({ files: [folder.path], envoy: 'child' });
});

test.after.always(async () => {
  await nuncio.stop();
  await Promise.all(backends.map(async (backend) => backend.stop()));
});

/** Sixty requests, or an Envoy more, take long on a busy machine. */
const until: typeof untilWithin = async (what, ask, holds) => untilWithin(what, ask, holds, 30_000);

/** A file of this test's own; gone behind it. */
function fileOf(t: ExecutionContext): { readonly write: (objects: readonly object[]) => Promise<void> } {
  const file = `${t.title.replaceAll(/\W+/g, '-')}.yaml`;
  t.teardown(async () => folder.remove(file).catch(() => undefined));
  return { write: async (objects) => folder.write(file, objects) };
}

const proxy = (fqdn: string, route: object): object => httpProxy(fqdn, { virtualhost: { fqdn }, routes: [route] });

test.serial('a service of another namespace is used while a ReferenceGrant is there', async (t) => {
  const fqdn = 'granted.test';
  const { write } = fileOf(t);
  const objects = [proxy(fqdn, { services: [{ name: 'far', namespace: 'other', port: 80 }] })];
  const grant = {
    apiVersion: 'gateway.networking.k8s.io/v1beta1',
    kind: 'ReferenceGrant',
    metadata: { name: 'default-may', namespace: 'other' },
    spec: {
      from: [{ group: 'projectcontour.io', kind: 'HTTPProxy', namespace: 'default' }],
      to: [{ group: '', kind: 'Service', name: 'far' }],
    },
  };
  const get = async () => nuncio.get(fqdn);
  await write(objects);
  await until('closed without a grant', get, ({ status }) => status === 503);
  await write([...objects, grant]);
  await until('open with it', get, (answer) => served(answer) === 'a');
  await write(objects);
  await until('closed again', get, ({ status }) => status === 503);
  t.pass();
});

test.serial('a service without endpoints leaves its share to the others', async (t) => {
  const fqdn = 'failover.test';
  const { write } = fileOf(t);
  const weighted = [
    { name: 'gone', port: 80, weight: 50 },
    { name: 'a', port: 80, weight: 40 },
    { name: 'b', port: 80, weight: 10 },
  ];
  const withEndpoints = (backendsOfGone: readonly Backend[]) => [
    service('gone'),
    ...endpointSlices('gone', backendsOfGone),
    proxy(fqdn, { services: weighted, failover: true }),
  ];
  const answers = async () => {
    const found = await Promise.all(Array.from({ length: 60 }, async () => served(await nuncio.get(fqdn))));
    return new Set(found);
  };
  await write(withEndpoints([]));
  await until(
    'the host is served',
    async () => nuncio.get(fqdn),
    ({ status }) => status === 200,
  );
  const empty = await until('a and b have all', answers, (found) => !found.has('503') && found.size === 2);
  t.deepEqual([...empty].sort(), ['a', 'b']);
  await write(withEndpoints([backends[2]!]));
  await until('it has its share again', answers, (found) => found.size === 3);
  await write(withEndpoints([]));
  await until('and loses it', answers, (found) => !found.has('503') && !found.has('c') && found.size === 2);
});

test.serial('an endpoint whose answers are errors gets no requests for a while', async (t) => {
  const fqdn = 'outlier.test';
  const { write } = fileOf(t);
  const failing = await startBackend({ name: 'failing' });
  t.teardown(async () => failing.stop());
  const outlierDetectionPolicy = {
    consecutive5xx: 1,
    interval: '100ms',
    baseEjectionTime: '1h',
    maxEjectionTime: '1h',
    maxEjectionPercent: 50,
  };
  await write([
    ...upstream('some', [backends[0]!, failing]),
    proxy(fqdn, { services: [{ name: 'some', port: 80, outlierDetectionPolicy }] }),
  ]);
  const both = async () => new Set([served(await nuncio.get(fqdn)), served(await nuncio.get(fqdn))]);
  await until('both endpoints answer', both, (found) => found.has('a') && found.has('failing'));
  // One error, from whichever of the two has the turn, takes it out.
  await nuncio.get(fqdn, '/', { headers: { 'x-echo-status': '500' } });
  const stats = await until(
    'it is out',
    async () => nuncio.envoyAdmin('/stats?filter=default_some_80.outlier_detection.ejections_active'),
    (text) => /ejections_active: 1/.test(text),
  );
  t.regex(stats, /ejections_active: 1/);
  const answers = await Promise.all(Array.from({ length: 20 }, async () => served(await nuncio.get(fqdn))));
  t.is(new Set(answers).size, 1);
});

test.serial('a service gets the certificate that it names', async (t) => {
  const fqdn = 'client-certificate.test';
  const { write } = fileOf(t);
  const backend = await startBackend({
    name: 'tls',
    tls: { ...(await ca.issue({ hosts: ['tls.test'] })), ca: ca.ca },
  });
  t.teardown(async () => backend.stop());
  const routes = [
    { services: [{ name: 'tls', port: 80, protocol: 'tls', clientCertificate: { secretName: 'own' } }] },
    { conditions: [{ prefix: '/none' }], services: [{ name: 'tls', port: 80, protocol: 'tls' }] },
  ];
  await write([
    tlsSecret('own', await ca.issue({ commonName: 'team one', usages: ['client'] })),
    ...upstream('tls', [backend]),
    httpProxy(fqdn, { virtualhost: { fqdn }, routes }),
  ]);
  const answer = await until(
    'it is served',
    async () => nuncio.get(fqdn),
    ({ status }) => status === 200,
  );
  t.is(echo(answer).clientCommonName, 'team one');
  t.is((await nuncio.get(fqdn, '/none')).status, 503);
});

test.serial('requests stay in the zone of the Envoy while it has a healthy endpoint', async (t) => {
  const fqdn = 'zones.test';
  const { write } = fileOf(t);
  const slices = (zones: readonly string[]) =>
    endpointSlices('zoned', backends).map((slice, i) => ({
      ...slice,
      endpoints: [{ addresses: [backends[i]!.address], conditions: { ready: true }, zone: zones[i] }],
    }));
  const zoned = service('zoned');
  const objects = (zones: readonly string[]) => [
    { ...zoned, spec: { ...(zoned['spec'] as object), trafficDistribution: 'PreferClose' } },
    ...slices(zones),
    proxy(fqdn, { services: [{ name: 'zoned', port: 80 }] }),
  ];
  await write(objects(['west', 'east', 'west']));
  const own = await startNuncio({ files: [folder.path], envoy: 'none' });
  t.teardown(async () => own.stop());
  const envoy = await own.startEnvoy({ bootstrapArgs: ['--zone=east'] });
  await envoy.whenReady();
  const get = async () => request({ address: envoy.address, port: own.ports.http }, { host: fqdn });
  const answers = async () => {
    const found = await Promise.all(Array.from({ length: 20 }, async () => served(await get())));
    return [...new Set(found)].sort();
  };
  await until('it is served', get, ({ status }) => status === 200);
  t.deepEqual(await answers(), ['b']);
  // Nothing in its zone: all of the others.
  await write(objects(['west', 'west', 'north']));
  t.deepEqual(await until('everywhere', answers, (found) => found.length === 3), ['a', 'b', 'c']);
  // An Envoy that knows no zone spreads evenly; the child of the other nuncio is one.
  await until(
    'the child serves it too',
    async () => nuncio.get(fqdn),
    ({ status }) => status === 200,
  );
  await write(objects(['west', 'east', 'west']));
  t.deepEqual(await until('home again', answers, (found) => found.length === 1), ['b']);
  const elsewhere = async () => {
    const found = await Promise.all(Array.from({ length: 20 }, async () => served(await nuncio.get(fqdn))));
    return new Set(found).size;
  };
  t.is(await until('no zone', elsewhere, (found) => found === 3), 3);
});
