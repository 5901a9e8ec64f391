// What keeps requests out, from a folder of files through a real Envoy, with both kinds of route discovery: addresses,
// certificates of upstreams and of clients, the fallback certificate,
// external authorization, JWT.
// Each test has hosts and a file of its own. A host is also asked in upper case and as a wildcard: Envoy finds those late,
// and protection must hold all the same.
import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { startGrpcAuthorization, startHttpAuthorization } from '../support/authorization-server.ts';
import { startBackend, type Backend } from '../support/backend.ts';
import { createCa, type Certificate, type CertificateAuthority } from '../support/certs.ts';
import type { HttpAnswer, HttpRequest } from '../support/http-client.ts';
import { startNuncio, until } from '../support/nuncio.ts';
import { createObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { bothModes } from './fixtures/both-modes.ts';
import { echo, served } from './fixtures/echo.ts';
import { delegation, httpProxy, ingress, opaqueSecret, tlsSecret, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

const both = bothModes(test);

let ca: CertificateAuthority;
let backend: Backend;
let secureBackend: Backend;
let fallback: Certificate;

test.before(async () => {
  ca = await createCa();
  backend = await startBackend({ name: 'a' });
  const envoyCertificate = await ca.issue({ commonName: 'the Envoys', usages: ['client'] });
  fallback = await ca.issue({ hosts: ['fallback.test'] });
  const serverCertificate = await ca.issue({ hosts: ['secure.internal'] });
  secureBackend = await startBackend({ name: 'secure', tls: { ...serverCertificate, ca: ca.ca } });
  await both.start(
    [
      ...upstream('a', [backend]),
      ...upstream('secure', [secureBackend]),
      tlsSecret('envoy', envoyCertificate, { namespace: 'infra' }),
      tlsSecret('fallback', fallback, { namespace: 'infra' }),
      delegation('fallback', 'fallback', ['default'], { namespace: 'infra' }),
    ],
    ['--envoy-client-certificate=infra/envoy', '--fallback-certificate=infra/fallback'],
  );
});

test.after.always(async () => {
  await both.stop();
  await Promise.all([backend.stop(), secureBackend.stop()]);
});

const services = [{ name: 'a', port: 80 }];
const at = (prefix: string) => ({ conditions: [{ prefix }] });
const loopback = { source: 'Peer', cidr: '127.0.0.0/8' };
const elsewhere = { source: 'Remote', cidr: '203.0.113.0/24' };

both.test('addresses', async (t, { nuncio, write }) => {
  const certificate = await ca.issue({ hosts: ['*.addresses.test'] });
  const routes = [
    { services },
    { ...at('/in'), ipAllowPolicy: [loopback], services },
    { ...at('/out'), permitInsecure: true, ipDenyPolicy: [{ ...loopback, source: 'Remote' }], services },
    { ...at('/moved'), permitInsecure: true, ipDenyPolicy: [loopback], requestRedirectPolicy: { hostname: 'x.test' } },
    { ...at('/text'), permitInsecure: true, ipAllowPolicy: [elsewhere], directResponsePolicy: { statusCode: 200 } },
    { ...at('/bad'), ipAllowPolicy: [loopback, { ...loopback, cidr: '127.0.0.0/33' }], services },
  ];
  await write([
    tlsSecret('addresses', certificate),
    httpProxy('open', {
      virtualhost: { fqdn: 'open.addresses.test', tls: { secretName: 'addresses' } },
      routes,
    }),
    httpProxy('closed', {
      virtualhost: {
        fqdn: '*.addresses.test',
        tls: { secretName: 'addresses' },
        ipAllowPolicy: [elsewhere],
      },
      routes: [{ services }, { ...at('/in'), ipAllowPolicy: [loopback], services }],
    }),
  ]);
  const status = async (host: string, path: string, headers = {}) =>
    (await nuncio.getTls(host, path, { headers }, { sni: host.toLowerCase() })).status;
  await until(
    'the host',
    async () => status('open.addresses.test', '/'),
    (found) => found === 200,
  );
  await until(
    'the wildcard',
    async () => status('any.addresses.test', '/in'),
    (found) => found === 200,
  );
  for (const host of ['open.addresses.test', 'OPEN.addresses.test']) {
    t.is(await status(host, '/'), 200, host);
    t.is(await status(host, '/in'), 200, host);
    for (const path of ['/out', '/moved', '/text']) {
      t.is(await status(host, path), 403, `${host}${path}`);
      t.is((await nuncio.get(host, path)).status, 403, `${host}${path} on plain HTTP`);
    }
    t.is(await status(host, '/bad'), 503, host);
    // Nobody in front of Envoy is trusted, so what a client says of itself counts for nothing.
    t.is(await status(host, '/text', { 'x-forwarded-for': '203.0.113.1' }), 403, host);
  }
  for (const host of ['any.addresses.test', 'ANY.addresses.test']) {
    t.is(await status(host, '/'), 403, host);
    t.is(await status(host, '/in'), 200, host);
    t.is((await nuncio.get(host, '/')).status, 403, `${host}: also the redirect to HTTPS`);
  }
});

both.test('certificates of upstreams', async (t, { nuncio, write }) => {
  const other = await createCa();
  const route = (prefix: string, protocol: string, caSecret: string, subjectName: string) => ({
    ...at(prefix),
    services: [{ name: 'secure', port: 80, protocol, validation: { caSecret, subjectName } }],
  });
  const proxy = httpProxy('upstreams', {
    virtualhost: { fqdn: 'upstreams.test' },
    routes: [
      { services: [{ name: 'secure', port: 80, protocol: 'tls' }] },
      route('/checked', 'tls', 'trusted', 'secure.internal'),
      route('/h2', 'h2', 'trusted', 'secure.internal'),
      route('/name', 'tls', 'trusted', 'other.internal'),
      route('/ca', 'tls', 'untrusted', 'secure.internal'),
      route('/missing', 'tls', 'missing', 'secure.internal'),
    ],
  });
  const objects = (trusted: string) => [
    proxy,
    opaqueSecret('trusted', { 'ca.crt': trusted }),
    opaqueSecret('untrusted', { 'ca.crt': other.ca }),
  ];
  await write(objects(ca.ca));
  const get = async (path: string) => nuncio.get('upstreams.test', path);
  const checked = await until(
    'the host',
    async () => get('/checked'),
    ({ status }) => status === 200,
  );
  t.is(served(checked), 'secure');
  t.is(echo(checked).clientCommonName, 'the Envoys');
  t.is(served(await get('/')), 'secure');
  t.is(served(await get('/h2')), 'secure');
  t.is(echo(await get('/h2')).httpVersion, '2.0');
  const before = secureBackend.requests();
  for (const path of ['/name', '/ca', '/missing']) t.is((await get(path)).status, 503, path);
  t.is(secureBackend.requests(), before);

  // Another CA is one secret: the cluster and its connections stay, and the next connection is checked against it.
  const onNewConnection = async () => {
    await nuncio.get('upstreams.test', '/checked', { headers: { 'x-echo-abort': '1' } });
    return get('/checked');
  };
  await write(objects(other.ca));
  await until('the other CA', onNewConnection, ({ status }) => status === 503);
  await write(objects(ca.ca));
  await until('the CA', onNewConnection, ({ status }) => status === 200);
});

both.test('certificates of clients', async (t, { nuncio, write }) => {
  const clients = await createCa('clients');
  const certificate = await ca.issue({ hosts: ['*.clients.test'] });
  const [good, revoked, foreign] = await Promise.all([
    clients.issue({ commonName: 'good', hosts: ['good.test'], uris: ['spiffe://test/good'], usages: ['client'] }),
    clients.issue({ commonName: 'revoked', usages: ['client'] }),
    ca.issue({ commonName: 'foreign', usages: ['client'] }),
  ]);
  const host = (name: string, clientValidation?: object) =>
    httpProxy(`clients-${name}`, {
      virtualhost: {
        fqdn: `${name}.clients.test`,
        tls: { secretName: 'clients', ...(clientValidation && { clientValidation }) },
      },
      routes: [{ services }],
    });
  const secrets = (revocationList: string) => [
    tlsSecret('clients', certificate),
    opaqueSecret('client-ca', { 'ca.crt': clients.ca, 'crl.pem': revocationList }),
  ];
  const proxies = [
    host('open'),
    host('required', { caSecret: 'client-ca', forwardClientCertificate: { subject: true, uri: true } }),
    host('listed', { caSecret: 'client-ca', crlSecret: 'client-ca' }),
    host('leaf', { caSecret: 'client-ca', crlSecret: 'client-ca', crlOnlyVerifyLeafCert: true }),
    host('optional', { caSecret: 'client-ca', optionalClientCertificate: true }),
    host('any', { skipClientCertValidation: true, forwardClientCertificate: { subject: true } }),
    host('asked', { skipClientCertValidation: true, caSecret: 'client-ca' }),
    host('broken', { caSecret: 'missing' }),
  ];
  await write([...secrets(await clients.revoke([revoked])), ...proxies]);
  const get = async (name: string, client?: Certificate, sni = name, headers = {}) => {
    const tls = { sni: `${sni}.clients.test`, ...(client && { cert: client.cert, key: client.key }) };
    return nuncio.getTls(`${name}.clients.test`, '/', { headers }, tls).catch(() => 'refused' as const);
  };
  const isServed = (answer: HttpAnswer | 'refused'): answer is HttpAnswer =>
    answer !== 'refused' && answer.status === 200;
  for (const name of ['open', 'required', 'listed', 'leaf', 'optional', 'any'])
    await until(name, async () => get(name, good), isServed);

  const expected: Readonly<Record<string, readonly (Certificate | undefined)[]>> = {
    required: [good, revoked],
    listed: [good],
    leaf: [good],
    optional: [good, revoked, undefined],
    // Without a CA Envoy asks for a certificate, and can't insist on one.
    any: [good, revoked, foreign, undefined],
    asked: [good, revoked, foreign],
    broken: [],
  };
  for (const [name, accepted] of Object.entries(expected)) {
    for (const [who, client] of Object.entries({ good, revoked, foreign, nobody: undefined })) {
      t.is(isServed(await get(name, client)), accepted.includes(client), `${name} for ${who}`);
    }
  }
  // What a client claims of certificates never arrives; what Envoy saw does, where it was asked for.
  const forged = { 'x-forwarded-client-cert': 'Subject="CN=admin"' };
  const told = async (name: string): Promise<unknown> => {
    const answer = await get(name, good, name, forged);
    return answer === 'refused' ? answer : echo(answer).headers['x-forwarded-client-cert'];
  };
  t.regex(String(await told('required')), /Subject="CN=good";URI=spiffe:\/\/test\/good$/);
  t.regex(String(await told('any')), /Subject="CN=good"$/);
  t.is(await told('optional'), undefined);
  t.is(await told('open'), undefined);
  // Another server name leads to another chain, where the host is not served.
  for (const sni of ['open', 'optional', 'any']) {
    const answer = await get('required', foreign, sni);
    t.true(answer === 'refused' || answer.status === 421, `by ${sni}`);
  }
  const plain = await nuncio.get('required.clients.test');
  t.is(plain.status, 301);

  // A revocation list is one secret: no listener changes.
  const updates = async () =>
    nuncio.envoyAdmin('/stats?filter=^listener_manager.listener_(modified|in_place_updated)$');
  const before = await updates();
  await write([...secrets(await clients.revoke([revoked, good])), ...proxies]);
  await until(
    'the new list',
    async () => get('listed', good),
    (answer) => !isServed(answer),
  );
  t.is(await updates(), before);
});

both.test('the fallback certificate', async (t, { nuncio, write }) => {
  const certificate = await ca.issue({ hosts: ['*.fallback-users.test'] });
  const host = (name: string, enableFallbackCertificate: boolean) =>
    httpProxy(`fallback-${name}`, {
      virtualhost: {
        fqdn: `${name}.fallback-users.test`,
        tls: { secretName: 'fallback-users', enableFallbackCertificate },
      },
      routes: [{ services }],
    });
  const own = tlsSecret('fallback-users', certificate);
  await write([own, host('in', true), host('out', false)]);
  const get = async (name: string, tls = {}) => nuncio.getTls(`${name}.fallback-users.test`, '/', {}, tls);
  const answer = await until(
    'without a server name',
    async () => get('in').catch(() => undefined),
    (found) => found?.status === 200,
  );
  t.is(answer?.certificateSha256, fallback.sha256);
  t.is((await get('IN', { sni: 'unknown.test' })).status, 200, 'a server name that no host has');
  t.is((await get('out')).status, 404, 'not opted in');
  const byName = await get('in', { sni: 'in.fallback-users.test' });
  t.is(byName.certificateSha256, certificate.sha256);
  await write([own, host('in', false), host('out', false)]);
  await until(
    'nobody wants it',
    async () => get('in').catch(() => 'refused'),
    (found) => found === 'refused',
  );
});

const extensionService = (name: string, spec: object) => ({
  apiVersion: 'projectcontour.io/v1alpha1',
  kind: 'ExtensionService',
  metadata: { name, namespace: 'default' },
  spec: { services: [{ name, port: 80 }], ...spec },
});

both.test('external authorization', async (t, { mode, nuncio, write }) => {
  const tlsOfServer = await ca.issue({ hosts: ['authorization.internal'] });
  const grpcServer = await startGrpcAuthorization();
  const tlsServer = await startGrpcAuthorization({ tls: tlsOfServer });
  const httpServer = await startHttpAuthorization();
  t.teardown(async () => Promise.all([grpcServer, tlsServer, httpServer].map(async (server) => server.stop())));
  const certificate = await ca.issue({ hosts: ['*.authorized.test'] });
  const host = (name: string, authorization: object | undefined, fqdn = `${name}.authorized.test`, tls = true) =>
    httpProxy(`authorized-${name}`, {
      virtualhost: {
        fqdn,
        ...(tls && { tls: { secretName: 'authorized' } }),
        ...(authorization && { authorization }),
      },
      routes: [
        { services },
        { ...at('/open'), authPolicy: { disabled: true }, services },
        { ...at('/more'), permitInsecure: true, authPolicy: { context: { level: 'high' } }, services },
        { ...at('/moved'), requestRedirectPolicy: { hostname: 'new.test' } },
        { ...at('/text'), directResponsePolicy: { statusCode: 200, body: 'text' } },
      ].map((route) =>
        name === 'http' && 'authPolicy' in route && 'context' in route.authPolicy
          ? { services, ...at('/more') }
          : route,
      ),
    });
  await write([
    tlsSecret('authorized', certificate),
    opaqueSecret('authorization-ca', { 'ca.crt': ca.ca }),
    ...upstream('grpc-server', [grpcServer]),
    ...upstream('tls-server', [tlsServer]),
    ...upstream('http-server', [httpServer]),
    ...upstream('nobody', []),
    extensionService('grpc-server', { protocol: 'h2c' }),
    extensionService('http-server', { protocol: 'http/1.1' }),
    extensionService('nobody', { protocol: 'h2c' }),
    extensionService('tls-server', {
      validation: { caSecret: 'authorization-ca', subjectName: 'authorization.internal' },
    }),
    host('free', undefined),
    host('plain', { extensionRef: { name: 'grpc-server' } }, 'plain.authorized.test', false),
    host('grpc', {
      extensionRef: { name: 'grpc-server' },
      authPolicy: { context: { host: 'grpc', level: 'low' } },
      responseTimeout: '1s',
    }),
    host('wild', { extensionRef: { name: 'grpc-server' } }, '*.authorized.test'),
    host('tls', { extensionRef: { name: 'tls-server' }, withRequestBody: { maxRequestBytes: 100 } }),
    host('http', {
      extensionRef: { name: 'http-server' },
      serviceType: 'http',
      httpSettings: {
        pathPrefix: '/check',
        allowedAuthorizationHeaders: [{ exact: 'x-auth' }],
        allowedUpstreamHeaders: [{ exact: 'x-authorized-by' }],
      },
    }),
    host('closed', { extensionRef: { name: 'nobody' } }),
    host('ajar', { extensionRef: { name: 'nobody' }, failOpen: true }),
  ]);
  const get = async (name: string, path = '/', auth?: string, more: HttpRequest = {}) => {
    const headers = { 'x-nuncio-scope': 'forged', ...(auth !== undefined && { 'x-auth': auth }) };
    return nuncio.getTls(
      `${name}.authorized.test`,
      path,
      { headers, ...more },
      { sni: `${name.toLowerCase()}.authorized.test` },
    );
  };
  const is = (status: number) => (answer: HttpAnswer | undefined) => answer?.status === status;
  for (const name of ['grpc', 'any', 'tls', 'http', 'ajar'])
    await until(name, async () => get(name, '/', 'allow').catch(() => undefined), is(200));

  const asked = async <T>(run: () => Promise<T>): Promise<number> => {
    const before = grpcServer.checks.length;
    await run();
    return grpcServer.checks.length - before;
  };
  t.is((await get('free')).status, 200);
  t.is(await asked(async () => get('free')), 0);
  for (const name of ['grpc', 'GRPC', 'any', 'ANY', 'tls', 'http', 'HTTP']) {
    const by = name.toLowerCase() === 'http' ? 'http' : 'grpc';
    for (const path of ['/', '/moved', '/text']) {
      const denied = await get(name, path);
      t.is(denied.status, 403, `${name}${path}`);
      t.is(denied.body, `denied by ${by}`, `${name}${path}`);
    }
    t.is((await get(name, '/', 'allow')).status, 200, name);
    t.is((await get(name, '/moved', 'allow')).status, 302, name);
    t.is((await get(name, '/text', 'allow')).body, 'text', name);
    t.is((await get(name, '/open')).status, 200, name);
    const passed = echo(await get(name, '/', 'allow'));
    t.is(passed.headers['x-authorized-by'], by, name);
    // With one route table nothing reads this header, and it is the client's own.
    if (mode === 'scoped') t.is(passed.headers['x-nuncio-scope'], undefined, name);
    t.is(passed.headers['x-secret'], undefined, name);
  }
  await get('grpc', '/', 'allow');
  t.deepEqual(grpcServer.checks.at(-1)?.context, { host: 'grpc', level: 'low' });
  await get('GRPC', '/more', 'allow');
  t.deepEqual(grpcServer.checks.at(-1)?.context, { host: 'grpc', level: 'high' });
  for (const { headers } of [...grpcServer.checks, ...tlsServer.checks, ...httpServer.checks])
    t.false('x-nuncio-scope' in headers);
  t.is(httpServer.checks.at(-1)?.path.startsWith('/check/'), true);
  await get('http', '/', 'allow', { headers: { 'x-auth': 'allow', cookie: 'secret=1' } });
  t.false('cookie' in (httpServer.checks.at(-1)?.headers ?? {}), 'a header that is not allowed');
  await get('tls', '/', undefined, { method: 'POST', body: 'the body' });
  t.is(tlsServer.checks.at(-1)?.body, 'the body');
  t.is((await get('tls', '/', 'allow', { method: 'POST', body: 'x'.repeat(101) })).status, 413);

  // Without an answer: closed, unless it was said otherwise.
  t.is((await get('closed', '/', 'allow')).status, 403);
  t.is((await get('ajar')).status, 200);
  t.is((await get('grpc', '/', 'hang')).status, 403);
  t.is((await get('grpc', '/', 'allow')).status, 200);
  // Without TLS, on plain HTTP, and for the redirect to HTTPS.
  t.is((await nuncio.get('plain.authorized.test')).status, 403);
  t.is((await nuncio.get('PLAIN.authorized.test', '/', { headers: { 'x-auth': 'allow' } })).status, 200);
  t.is((await nuncio.get('grpc.authorized.test', '/more')).status, 403);
  t.is((await nuncio.get('grpc.authorized.test', '/')).status, 301);
});

both.test('JWT', async (t, { nuncio, write }) => {
  const issuers = [createIssuer('local'), createIssuer('remote')] as const;
  const [local, remote] = issuers;
  const certificate = await ca.issue({ hosts: ['*.jwt.test'] });
  let fetched = 0;
  const keyServer = createHttpsServer(await ca.issue({ hosts: ['localhost'] }), (_request, response) => {
    fetched++;
    response.end(remote.jwks);
  });
  keyServer.listen(0, '127.0.0.1');
  await once(keyServer, 'listening');
  t.teardown(() => keyServer.close());
  const { port } = keyServer.address() as AddressInfo;
  const jwtProviders = [
    {
      name: 'local',
      default: true,
      issuer: 'local',
      audiences: ['shop'],
      localJWKS: { secretName: 'jwks', key: 'set' },
    },
    {
      name: 'remote',
      issuer: 'remote',
      forwardJWT: true,
      remoteJWKS: {
        uri: `https://localhost:${port}/keys`,
        validation: { caSecret: 'jwt-ca', subjectName: 'localhost' },
        timeout: '2s',
        cacheDuration: '1m',
        dnsLookupFamily: 'v4',
      },
    },
  ];
  const routes = [
    { services },
    { ...at('/remote'), permitInsecure: true, jwtVerificationPolicy: { require: 'remote' }, services },
    { ...at('/open'), jwtVerificationPolicy: { disabled: true }, services },
    { ...at('/moved'), requestRedirectPolicy: { hostname: 'new.test' } },
    { ...at('/text'), directResponsePolicy: { statusCode: 200, body: 'text' } },
    { ...at('/unknown'), jwtVerificationPolicy: { require: 'nobody' }, services },
  ];
  const host = (name: string, fqdn: string) =>
    httpProxy(name, { virtualhost: { fqdn, tls: { secretName: 'jwt' }, jwtProviders }, routes });
  await write([
    tlsSecret('jwt', certificate),
    opaqueSecret('jwt-ca', { 'ca.crt': ca.ca }),
    opaqueSecret('jwks', { set: local.jwks }),
    host('jwt-one', 'one.jwt.test'),
    host('jwt-any', '*.jwt.test'),
  ]);
  const get = async (name: string, path: string, token?: string) =>
    nuncio.getTls(
      `${name}.jwt.test`,
      path,
      { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } },
      { sni: `${name.toLowerCase()}.jwt.test` },
    );
  const good = local.token({ aud: 'shop' });
  for (const name of ['one', 'any']) {
    const served = async () => get(name, '/', good).catch(() => undefined);
    await until(name, served, (answer) => answer?.status === 200);
  }
  for (const name of ['one', 'ONE', 'any', 'ANY']) {
    for (const path of ['/', '/moved', '/text']) t.is((await get(name, path)).status, 401, `${name}${path}`);
    t.is((await get(name, '/', good)).status, 200, name);
    t.is((await get(name, '/moved', good)).status, 302, name);
    t.is((await get(name, '/text', good)).body, 'text', name);
    t.is((await get(name, '/', remote.token({ aud: 'shop' }))).status, 401, name);
    t.is((await get(name, '/', local.token({ aud: 'other' }))).status, 403, name);
    t.is((await get(name, '/', local.token({ aud: 'shop', exp: 1 }))).status, 401, name);
    t.is((await get(name, '/open')).status, 200, name);
    t.is((await get(name, '/unknown', good)).status, 503, name);
    t.is((await get(name, '/remote', good)).status, 401, name);
    const passed = await get(name, '/remote', remote.token({}));
    t.is(passed.status, 200, name);
    t.truthy(echo(passed).headers.authorization, 'forwarded');
    t.is(echo(await get(name, '/', good)).headers.authorization, undefined, 'not forwarded');
  }
  t.true(fetched > 0);
  t.is((await nuncio.get('one.jwt.test', '/remote')).status, 401, 'on plain HTTP');
});

/** Signs tokens (RS256) and tells its keys. */
function createIssuer(issuer: string): { readonly jwks: string; token(claims: object): string } {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    jwks: JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: issuer, alg: 'RS256' }] }),
    token(claims) {
      const head = part({ alg: 'RS256', typ: 'JWT', kid: issuer });
      const signed = `${head}.${part({ iss: issuer, exp: Math.floor(Date.now() / 1000) + 600, ...claims })}`;
      return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url')}`;
    },
  };
}

test.serial('authorization of all hosts', async (t) => {
  const server = await startGrpcAuthorization();
  const certificate = await ca.issue({ hosts: ['*.global.test'] });
  const own = await createObjectFolder({
    'global.yaml': [
      ...upstream('a', [backend]),
      ...upstream('grpc-server', [server]),
      extensionService('grpc-server', { protocol: 'h2c' }),
      tlsSecret('global', certificate),
      httpProxy('plain', { virtualhost: { fqdn: 'plain.global.test' }, routes: [{ services }] }),
      httpProxy('off', {
        virtualhost: { fqdn: 'off.global.test', authorization: { authPolicy: { disabled: true } } },
        routes: [{ services }],
      }),
      ingress('ing', {
        tls: [{ hosts: ['ing.global.test'], secretName: 'global' }],
        rules: [
          {
            host: 'ing.global.test',
            http: {
              paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'a', port: { number: 80 } } } }],
            },
          },
        ],
      }),
    ],
  });
  const args = ['--external-authorization=default/grpc-server', '--external-authorization-timeout=2s'];
  const nuncio = await startNuncio({ files: [own.path], envoy: 'child', args });
  t.teardown(async () => {
    await nuncio.stop();
    await server.stop();
  });
  const allowed = { headers: { 'x-auth': 'allow' } };
  await until(
    'the host',
    async () => nuncio.get('plain.global.test', '/', allowed),
    ({ status }) => status === 200,
  );
  t.is((await nuncio.get('plain.global.test')).status, 403);
  t.is((await nuncio.get('off.global.test')).status, 200);
  t.is((await nuncio.get('ing.global.test')).status, 403);
  t.is((await nuncio.getTls('ing.global.test')).status, 403);
  t.is((await nuncio.getTls('ing.global.test', '/', allowed)).status, 200);
});
