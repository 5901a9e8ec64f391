// HTTP/3 through a real Envoy, in both modes of route discovery. The client is another Envoy: a listener in clear text on
// this side, and HTTP/3 to the Envoy under test.
import { startBackend, type Backend } from '../support/backend.ts';
import { createCa, type CertificateAuthority } from '../support/certs.ts';
import { http3Client } from '../support/http3-client.ts';
import { until } from '../support/nuncio.ts';
import { testNeeding } from '../support/skip.ts';
import { bothModes } from './fixtures/both-modes.ts';
import { echo } from './fixtures/echo.ts';
import { httpProxy, opaqueSecret, tlsSecret, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');
const both = bothModes(test);
let backend: Backend;
let ca: CertificateAuthority;

test.before(async () => {
  ca = await createCa();
  backend = await startBackend({ name: 'a' });
  await both.start(upstream('a', [backend]), ['--http3', '--http3-advertised-port=8443']);
});

test.after.always(async () => {
  await both.stop();
  await backend.stop();
});

both.test('a host with TLS is served by HTTP/3 too, and clients are told', async (t, { nuncio, write, mode }) => {
  const fqdn = `h3-${mode}.test`;
  const secretName = `h3-${mode}`;
  const certificate = await ca.issue({ hosts: [fqdn, `*.${fqdn}`] });
  const silent = `silent-${fqdn}`;
  const routes = [{ services: [{ name: 'a', port: 80 }] }];
  const tls = { secretName };
  await write([
    tlsSecret(secretName, certificate),
    httpProxy(fqdn, { virtualhost: { fqdn, aliases: [`*.${fqdn}`], tls }, routes }),
    httpProxy(silent, { virtualhost: { fqdn: silent, tls, http3: false }, routes }),
  ]);
  const told = await until(
    'TLS',
    async () => nuncio.getTls(fqdn),
    ({ status }) => status === 200,
  );
  t.is(told.headers['alt-svc'], 'h3=":8443"; ma=86400');
  const notTold = await until(
    'TLS',
    async () => nuncio.getTls(silent),
    ({ status }) => status === 200,
  );
  t.is(notTold.headers['alt-svc'], undefined);

  const client = await http3Client(t, ca, nuncio.ports.https, fqdn);
  const answer = await until(
    'HTTP/3',
    async () => client.get(fqdn, '/x?y'),
    ({ status }) => status === 200,
  );
  t.is(echo(answer).path, '/x?y');
  t.is(echo(await client.get(`deep.${fqdn}`)).host, `deep.${fqdn}`);
  t.is(echo(await client.get(fqdn.toUpperCase())).backend, 'a');
  t.is((await client.get('elsewhere.test')).status, 421);
  const stats = await nuncio.envoyAdmin('/stats?filter=downstream_cx_http3_total');
  t.regex(stats, /downstream_cx_http3_total: [1-9]/);
  // Another route is served on the connection that is open.
  await write([
    tlsSecret(secretName, certificate),
    httpProxy(fqdn, {
      virtualhost: { fqdn, tls },
      routes: [{ directResponsePolicy: { statusCode: 203, body: 'new' } }],
    }),
  ]);
  t.is(
    (
      await until(
        'the new route',
        async () => client.get(fqdn),
        ({ status }) => status === 203,
      )
    ).body,
    'new',
  );
});

both.test('client certificates are asked for by HTTP/3 as well', async (t, { nuncio, write, mode }) => {
  const fqdn = `h3-mutual-${mode}.test`;
  const secretName = `h3-mutual-${mode}`;
  await write([
    tlsSecret(secretName, await ca.issue({ hosts: [fqdn] })),
    opaqueSecret(`${secretName}-ca`, { 'ca.crt': ca.ca }),
    httpProxy(fqdn, {
      virtualhost: { fqdn, tls: { secretName, clientValidation: { caSecret: `${secretName}-ca` } } },
      routes: [{ services: [{ name: 'a', port: 80 }] }],
    }),
  ]);
  const good = await http3Client(
    t,
    ca,
    nuncio.ports.https,
    fqdn,
    await ca.issue({ commonName: 'me', usages: ['client'] }),
  );
  await until(
    'with a certificate',
    async () => good.get(fqdn),
    ({ status }) => status === 200,
  );
  const without = await http3Client(t, ca, nuncio.ports.https, fqdn);
  t.is((await without.get(fqdn)).status, 503);
});
