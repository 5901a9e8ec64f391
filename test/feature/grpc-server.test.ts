// The gRPC server itself: mutual TLS with certificates that change, health, keepalive of broken peers, bad settings.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import type { ExecutionContext } from 'ava';
import { Client, credentials, status as grpcStatus } from '@grpc/grpc-js';
import { createTlsCredentials } from '../../src/grpc/tls.ts';
import { startGrpcServer } from '../../src/grpc/server.ts';
import { connectAds } from '../support/ads-client.ts';
import { createCa } from '../support/certs.ts';
import type { CertificateAuthority } from '../support/certs.ts';
import { cluster } from '../unit/xds/stream/harness.ts';
import { startStreamer } from './streamer-rig.ts';

async function certificateFolder(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'nuncio-tls-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const files = { caFile: join(folder, 'ca.crt'), certFile: join(folder, 'tls.crt'), keyFile: join(folder, 'tls.key') };
  const write = async (ca: CertificateAuthority, clientCa: CertificateAuthority = ca) => {
    const { cert, key } = await ca.issue({ hosts: ['127.0.0.1', 'localhost'] });
    await Promise.all([
      writeFile(files.caFile, clientCa.ca),
      writeFile(files.certFile, cert),
      writeFile(files.keyFile, key),
    ]);
  };
  return { files, write };
}

async function clientCredentials(serverCa: CertificateAuthority, clientCa: CertificateAuthority | null) {
  if (clientCa === null) return credentials.createSsl(Buffer.from(serverCa.ca));
  const { cert, key } = await clientCa.issue({ commonName: 'envoy' });
  return credentials.createSsl(Buffer.from(serverCa.ca), Buffer.from(key), Buffer.from(cert));
}

test('mutual TLS: a client with a certificate of the CA is served', async (t) => {
  const { files, write } = await certificateFolder(t);
  const ca = await createCa();
  await write(ca);
  const rig = await startStreamer({ xds: { tls: files } });
  t.teardown(() => rig.stop());
  rig.put(cluster('a', '1', null));
  const client = connectAds({ target: rig.target, protocol: 'delta', credentials: await clientCredentials(ca, ca) });
  t.teardown(() => client.close());
  client.subscribe('cluster');
  t.is((await client.next()).resources.size, 1);
});

test('mutual TLS: a client without a certificate, with one of another CA, or in plain text is refused', async (t) => {
  const { files, write } = await certificateFolder(t);
  const [ca, otherCa] = [await createCa(), await createCa()];
  await write(ca);
  const rig = await startStreamer({ xds: { tls: files } });
  t.teardown(() => rig.stop());
  const all = [await clientCredentials(ca, null), await clientCredentials(ca, otherCa), credentials.createInsecure()];
  for (const given of all) {
    const client = connectAds({ target: rig.target, protocol: 'delta', credentials: given });
    t.teardown(() => client.close());
    client.subscribe('cluster');
    t.is((await client.ended).code, grpcStatus.UNAVAILABLE);
  }
  t.is(rig.clients().length, 0);
});

/** A server that answers each stream with one message, with TLS credentials that the test reloads. */
async function tlsServer(t: ExecutionContext, files: Parameters<typeof createTlsCredentials>[0]) {
  const problems: string[] = [];
  let reloads = 0;
  let reload: () => Promise<void> = () => Promise.resolve();
  const server = await startGrpcServer({
    address: '127.0.0.1',
    port: 0,
    tls: files,
    streams: [
      {
        path: '/test.Echo/Echo',
        open: (connection) => ({
          message: (bytes) => connection.write(new Uint8Array(bytes)),
          room: () => {},
          end: () => {},
        }),
      },
    ],
    services: [],
    onTlsProblem: (message) => void problems.push(message),
    onTlsReloaded: () => void reloads++,
    onTlsReady: (tls) => {
      reload = () => tls.reload();
    },
  });
  t.teardown(() => server.close());
  return { target: `127.0.0.1:${server.port}`, problems, reload: () => reload(), reloads: () => reloads };
}

function echoStream(t: ExecutionContext, target: string, given: Awaited<ReturnType<typeof clientCredentials>>) {
  const client = new Client(target, given, { 'grpc.use_local_subchannel_pool': 1 });
  const pass = (bytes: Buffer): Buffer => bytes;
  const stream = client.makeBidiStreamRequest('/test.Echo/Echo', pass, pass);
  t.teardown(() => {
    stream.cancel();
    client.close();
  });
  /** `code` of the failure, or the echo. */
  return (text: string) =>
    new Promise<string>((resolve) => {
      stream.once('data', (bytes: Buffer) => resolve(bytes.toString()));
      stream.once('error', (error: { readonly code?: number }) => resolve(`failed ${error.code}`));
      stream.write(Buffer.from(text));
    });
}

test('rotated certificates serve new connections, and open streams stay', async (t) => {
  const { files, write } = await certificateFolder(t);
  const [oldCa, newCa] = [await createCa('old'), await createCa('new')];
  await write(oldCa);
  const server = await tlsServer(t, files);
  const openBefore = echoStream(t, server.target, await clientCredentials(oldCa, oldCa));
  t.is(await openBefore('one'), 'one');
  await write(newCa);
  await server.reload();
  t.is(server.reloads(), 1);
  const openAfter = echoStream(t, server.target, await clientCredentials(newCa, newCa));
  t.is(await openAfter('two'), 'two');
  t.is(await openBefore('three'), 'three');
  const withOld = echoStream(t, server.target, await clientCredentials(oldCa, oldCa));
  t.is(await withOld('four'), `failed ${grpcStatus.UNAVAILABLE}`);
});

test('certificates that do not fit together are reported once and change nothing', async (t) => {
  const { files, write } = await certificateFolder(t);
  const ca = await createCa();
  await write(ca);
  const server = await tlsServer(t, files);
  const other = await ca.issue({ hosts: ['127.0.0.1'] });
  await writeFile(files.keyFile, other.key);
  await server.reload();
  await server.reload();
  t.is(server.problems.length, 1);
  t.regex(server.problems[0]!, /don't make a usable TLS configuration.*stay in force/s);
  await rm(files.certFile);
  await server.reload();
  t.regex(server.problems[1]!, /xds\.tls\.certFile.*can't be read/s);
  const echo = echoStream(t, server.target, await clientCredentials(ca, ca));
  t.is(await echo('still'), 'still');
});

test('TLS files that are missing at the start are one error that names each setting', async (t) => {
  const files = { caFile: '/nowhere/ca', certFile: '/nowhere/cert', keyFile: '/nowhere/key' };
  await t.throwsAsync(startStreamer({ xds: { tls: files } }), {
    message: /^xds\.tls\.caFile: \/nowhere\/ca can't be read.*; xds\.tls\.certFile: .*; xds\.tls\.keyFile: /,
  });
});

test('an address in use is an error that names the setting', async (t) => {
  const rig = await startStreamer();
  t.teardown(() => rig.stop());
  const port = Number(rig.target.split(':')[1]);
  await t.throwsAsync(startStreamer({ xds: { port } }), {
    message: new RegExp(`xds\\.address 127\\.0\\.0\\.1:${port} can't be bound`),
  });
});

/** HealthCheckRequest with a service name of less than 128 bytes, or empty. */
function healthRequest(service: string): Buffer {
  return service === '' ? Buffer.alloc(0) : Buffer.from([0x0a, service.length, ...Buffer.from(service)]);
}

const notServing = Buffer.from([0x08, 2]);
const serving = Buffer.from([0x08, 1]);
const serviceUnknown = Buffer.from([0x08, 3]);

test('health: Check serves once the first full state is there, for the server and each service', async (t) => {
  const rig = await startStreamer({ synced: false });
  t.teardown(() => rig.stop());
  const client = new Client(rig.target, credentials.createInsecure());
  t.teardown(() => client.close());
  const check = (service: string) =>
    new Promise<Buffer | number>((resolve) => {
      const pass = (bytes: Buffer): Buffer => bytes;
      client.makeUnaryRequest('/grpc.health.v1.Health/Check', pass, pass, healthRequest(service), (error, answer) =>
        resolve(error === null ? answer! : error.code),
      );
    });
  t.deepEqual(await check(''), notServing);
  rig.sync();
  t.deepEqual(await check(''), serving);
  t.deepEqual(await check('envoy.service.discovery.v3.AggregatedDiscoveryService'), serving);
  t.deepEqual(await check('envoy.service.secret.v3.SecretDiscoveryService'), serving);
  t.is(await check('no.Such'), grpcStatus.NOT_FOUND);
});

test('health: Watch tells each change, and an unknown service', async (t) => {
  const rig = await startStreamer({ synced: false });
  t.teardown(() => rig.stop());
  const client = new Client(rig.target, credentials.createInsecure());
  t.teardown(() => client.close());
  const watch = (service: string) => {
    const pass = (bytes: Buffer): Buffer => bytes;
    const stream = client.makeServerStreamRequest('/grpc.health.v1.Health/Watch', pass, pass, healthRequest(service));
    stream.on('error', () => {});
    t.teardown(() => stream.cancel());
    return () => new Promise<Buffer>((resolve) => stream.once('data', resolve));
  };
  t.deepEqual(await watch('no.Such')(), serviceUnknown);
  const next = watch('');
  t.deepEqual(await next(), notServing);
  const changed = next();
  rig.sync();
  t.deepEqual(await changed, serving);
});
