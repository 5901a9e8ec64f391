// TLS hosts from a folder of files through a real Envoy: names, shared chains, rotation, delegation, plain HTTP beside it.
// Each test has hosts and a file of its own; certificates are made here, so a handshake tells which one it met.
import { startBackend, type Backend } from '../support/backend.ts';
import { createCa, type Certificate, type CertificateAuthority } from '../support/certs.ts';
import { http1, http2, openSocket, rawRequest, request, type HttpAnswer } from '../support/http-client.ts';
import { until } from '../support/nuncio.ts';
import { testNeeding } from '../support/skip.ts';
import { bothModes } from './fixtures/both-modes.ts';
import { echo, served } from './fixtures/echo.ts';
import { delegation, httpProxy, ingress, tlsSecret, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

const both = bothModes(test);

let ca: CertificateAuthority;
const backends: Backend[] = [];

test.before(async () => {
  ca = await createCa();
  for (const name of ['a', 'b']) backends.push(await startBackend({ name }));
  await both.start(backends.flatMap((backend) => upstream(backend.name, [backend])));
});

test.after.always(async () => {
  await both.stop();
  await Promise.all(backends.map(async (backend) => backend.stop()));
});

interface TlsHost {
  readonly secretName: string;
  readonly [field: string]: unknown;
}

function tlsHost(fqdn: string, tls: TlsHost, routes: readonly object[] = [to('a')], namespace = 'default'): object {
  return httpProxy(fqdn.replace('*', 'any'), { virtualhost: { fqdn, tls }, routes }, { namespace });
}

function to(name: string): object {
  return { services: [{ name, port: 80 }] };
}

const shows =
  ({ sha256 }: Certificate) =>
  ({ status, certificateSha256 }: HttpAnswer): boolean =>
    status === 200 && certificateSha256 === sha256;

both.test('the server name chooses the certificate', async (t, { nuncio, write }) => {
  const one = await ca.issue({ hosts: ['one.tls.test'] });
  const wild = await ca.issue({ hosts: ['*.tls.test'] });
  await write([
    tlsSecret('one', one),
    tlsSecret('wild', wild),
    tlsHost('one.tls.test', { secretName: 'one' }),
    tlsHost('*.tls.test', { secretName: 'wild' }, [to('b')]),
  ]);
  await until('one', async () => nuncio.getTls('one.tls.test'), shows(one));
  const answer = await until('wild', async () => nuncio.getTls('x.tls.test'), shows(wild));
  t.is(served(answer), 'b');
  // Clients check what they get against the CA that they know.
  const checked = await nuncio.getTls('one.tls.test', '/', {}, { sni: 'one.tls.test', ca: ca.ca });
  t.is(served(checked), 'a');
  t.is(served(await nuncio.getTls('ONE.tls.test:8443', '/', {}, { sni: 'one.tls.test' })), 'a');
  await t.throwsAsync(nuncio.getTls('nobody.test'), undefined, 'no chain for this name');
  await t.throwsAsync(nuncio.getTls('one.tls.test', '/', {}, {}), undefined, 'no server name');
  const connection = await http2(nuncio.https({ sni: 'one.tls.test' }));
  t.teardown(() => connection.close());
  const overHttp2 = await connection.request({ host: 'one.tls.test' });
  t.is(overHttp2.alpn, 'h2');
  t.is(served(overHttp2), 'a');
});

both.test('hosts with one certificate share connections; another host gets 421', async (t, { nuncio, write }) => {
  const shared = await ca.issue({ hosts: ['*.shared.test'] });
  const other = await ca.issue({ hosts: ['other.test'] });
  await write([
    tlsSecret('shared', shared),
    tlsSecret('other', other),
    tlsHost('one.shared.test', { secretName: 'shared' }),
    tlsHost('two.shared.test', { secretName: 'shared' }, [to('b')]),
    tlsHost('strict.shared.test', { secretName: 'shared', minimumProtocolVersion: '1.3' }, [to('b')]),
    tlsHost('other.test', { secretName: 'other' }),
  ]);
  await until('one', async () => nuncio.getTls('one.shared.test'), shows(shared));
  await until('other', async () => nuncio.getTls('other.test'), shows(other));
  await until('strict', async () => nuncio.getTls('strict.shared.test'), shows(shared));
  const connection = await http2(nuncio.https({ sni: 'one.shared.test' }));
  t.teardown(() => connection.close());
  t.is(served(await connection.request({ host: 'one.shared.test' })), 'a');
  t.is(served(await connection.request({ host: 'two.shared.test' })), 'b');
  t.is(served(await connection.request({ host: 'TWO.shared.test:443' })), 'b');
  // Another certificate, other TLS settings, no host at all: not on this connection.
  for (const host of ['other.test', 'strict.shared.test', 'nobody.test', 'x.shared.test']) {
    t.is((await connection.request({ host })).status, 421, host);
    const forged = { 'x-nuncio-scope': `ingress_https||${host}` };
    t.is((await connection.request({ host, headers: forged })).status, 421, `${host}, forged`);
  }
  t.is(served(await connection.request({ host: 'one.shared.test' })), 'a');
});

both.test('TLS versions', async (t, { nuncio, write }) => {
  const versions = await ca.issue({ hosts: ['*.versions.test'] });
  await write([
    tlsSecret('versions', versions),
    tlsHost('new.versions.test', { secretName: 'versions', minimumProtocolVersion: '1.3' }),
    tlsHost('old.versions.test', { secretName: 'versions', maximumProtocolVersion: '1.2' }),
  ]);
  await until('new', async () => nuncio.getTls('new.versions.test'), shows(versions));
  await until('old', async () => nuncio.getTls('old.versions.test'), shows(versions));
  const protocolOf = async (sni: string, maxVersion: 'TLSv1.2' | 'TLSv1.3'): Promise<string | null> => {
    const { connect } = await import('node:tls');
    return new Promise((resolve, reject) => {
      const socket = connect({ port: nuncio.ports.https, servername: sni, maxVersion, rejectUnauthorized: false });
      socket.once('secureConnect', () => {
        resolve(socket.getProtocol());
        socket.destroy();
      });
      socket.once('error', reject);
    });
  };
  t.is(await protocolOf('new.versions.test', 'TLSv1.3'), 'TLSv1.3');
  await t.throwsAsync(protocolOf('new.versions.test', 'TLSv1.2'));
  t.is(await protocolOf('old.versions.test', 'TLSv1.3'), 'TLSv1.2');
});

both.test('a certificate is rotated while a connection stays open', async (t, { nuncio, write }) => {
  const [first, second] = await Promise.all([
    ca.issue({ hosts: ['rotate.test'] }),
    ca.issue({ hosts: ['rotate.test'] }),
  ]);
  const host = tlsHost('rotate.test', { secretName: 'rotate' });
  await write([tlsSecret('rotate', first), host]);
  await until('the first certificate', async () => nuncio.getTls('rotate.test'), shows(first));
  const open = http1(nuncio.https({ sni: 'rotate.test' }));
  t.teardown(() => open.close());
  const before = await open.request({ host: 'rotate.test' });
  const drained = async (): Promise<string> =>
    nuncio.envoyAdmin('/stats?filter=^listener_manager.listener_(modified|in_place_updated)$');
  const listenersBefore = await drained();

  await write([tlsSecret('rotate', second), host]);
  await until('the second certificate', async () => nuncio.getTls('rotate.test'), shows(second));
  const after = await open.request({ host: 'rotate.test' });
  t.is(after.status, 200);
  t.is(after.localPort, before.localPort);
  t.is(after.headers['connection'], undefined);
  t.is(await drained(), listenersBefore);
});

both.test('a Secret that comes after the host, and goes', async (t, { nuncio, write }) => {
  const late = await ca.issue({ hosts: ['late.test'] });
  const host = tlsHost('late.test', { secretName: 'late' });
  await write([host]);
  await nuncio.waitLog(/late\.test.*Secret default\/late not found/);
  const refused = async (): Promise<void> => {
    await until(
      'it is refused',
      async () => nuncio.getTls('late.test').catch(() => 'refused'),
      (answer) => answer === 'refused',
    );
  };
  await refused();
  await write([host, tlsSecret('late', late)]);
  await until('the host', async () => nuncio.getTls('late.test'), shows(late));
  await write([host]);
  await refused();
  t.pass();
});

both.test('a certificate of another namespace needs a delegation', async (t, { nuncio, write }) => {
  const delegated = await ca.issue({ hosts: ['delegated.test'] });
  const secret = tlsSecret('delegated', delegated, { namespace: 'certificates' });
  const host = tlsHost('delegated.test', { secretName: 'certificates/delegated' });
  const refused = async (): Promise<void> => {
    await until(
      'it is refused',
      async () => nuncio.getTls('delegated.test').catch(() => 'refused'),
      (answer) => answer === 'refused',
    );
  };
  const granted = async (): Promise<void> => {
    await until('it is served', async () => nuncio.getTls('delegated.test'), shows(delegated));
  };
  const grant = (...to: string[]): object => delegation('grant', 'delegated', to, { namespace: 'certificates' });
  await write([secret, host, grant('default')]);
  await granted();
  await write([secret, host, grant('elsewhere')]);
  await refused();
  await write([secret, host, grant('*')]);
  await granted();
  await write([secret, host]);
  await refused();
  t.pass();
});

both.test('plain HTTP is sent to HTTPS, unless a route permits it', async (t, { nuncio, write }) => {
  const redirect = await ca.issue({ hosts: ['*.redirect.test'] });
  await write([
    tlsSecret('redirect', redirect),
    tlsHost('own.redirect.test', { secretName: 'redirect' }, [
      to('a'),
      { conditions: [{ prefix: '/open' }], permitInsecure: true, ...to('b') },
    ]),
    ingress('redirect', {
      tls: [{ hosts: ['ingress.redirect.test'], secretName: 'redirect' }],
      rules: [
        {
          host: 'ingress.redirect.test',
          http: {
            paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'b', port: { name: 'http' } } } }],
          },
        },
      ],
    }),
  ]);
  await until('the host', async () => nuncio.getTls('own.redirect.test'), shows(redirect));
  const plain = await until(
    'plain HTTP',
    async () => nuncio.get('own.redirect.test', '/x?q=1'),
    ({ status }) => status === 301,
  );
  t.is(plain.headers['location'], 'https://own.redirect.test/x?q=1');
  t.is((await nuncio.get('OWN.redirect.test', '/x')).status, 301);
  t.is(served(await nuncio.get('own.redirect.test', '/open')), 'b');
  t.is(echo(await nuncio.get('own.redirect.test', '/open')).headers['x-forwarded-proto'], 'http');
  t.is(echo(await nuncio.getTls('own.redirect.test', '/open')).headers['x-forwarded-proto'], 'https');
  // An Ingress with TLS answers on both.
  const secure = await until('the Ingress', async () => nuncio.getTls('ingress.redirect.test'), shows(redirect));
  t.is(served(secure), 'b');
  t.is(served(await nuncio.get('ingress.redirect.test')), 'b');
});

both.test('HTTP/1.0 over TLS', async (t, { nuncio, write }) => {
  const ten = await ca.issue({ hosts: ['ten.test'] });
  await write([tlsSecret('ten', ten), tlsHost('ten.test', { secretName: 'ten' })]);
  await until('ten.test', async () => nuncio.getTls('ten.test'), shows(ten));
  const target = nuncio.https({ sni: 'ten.test' });
  t.regex(await rawRequest(target, 'GET / HTTP/1.0\r\nHost: ten.test\r\n\r\n'), /^HTTP\/1\.[01] 200 /);
  t.regex(await rawRequest(target, 'GET / HTTP/1.0\r\n\r\n'), /^HTTP\/1\.[01] 421 /);
});

both.test('another host comes and goes while a connection of this one stays', async (t, { nuncio, write }) => {
  const [first, second] = await Promise.all([ca.issue({ hosts: ['stay.test'] }), ca.issue({ hosts: ['come.test'] })]);
  const stay = [tlsSecret('stay', first), tlsHost('stay.test', { secretName: 'stay' })];
  const come = [tlsSecret('come', second), tlsHost('come.test', { secretName: 'come' })];
  await write(stay);
  await until('stay.test', async () => nuncio.getTls('stay.test'), shows(first));
  const socket = await openSocket(nuncio.https({ sni: 'stay.test' }));
  t.teardown(() => socket.destroy());
  let closed = false;
  socket.once('close', () => {
    closed = true;
  });
  await write([...stay, ...come]);
  await until('come.test', async () => nuncio.getTls('come.test'), shows(second));
  await write(stay);
  await until(
    'come.test is gone',
    async () => nuncio.getTls('come.test').catch(() => 'refused'),
    (answer) => answer === 'refused',
  );
  t.false(closed);
  const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
  socket.write('GET / HTTP/1.1\r\nHost: stay.test\r\n\r\n');
  t.regex(await answered, /^HTTP\/1\.1 200 /);
  t.is((await request(nuncio.https({ sni: 'stay.test' }), { host: 'stay.test' })).status, 200);
});
