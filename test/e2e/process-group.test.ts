// nuncio with Envoy as its child, as Emissary-Ingress's users run it: the paths that their tools and probes ask, the snapshot
// without secrets, what ends when one of both does, and others that are told of changes.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startBackend, type Backend } from '../support/backend.ts';
import { createCa, type Certificate } from '../support/certs.ts';
import { createTempFolder } from '../support/netns.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { startLoad } from '../support/steady-load.ts';
import { served } from './fixtures/echo.ts';
import { tlsSecret, upstream } from './fixtures/objects.ts';
import type { ExecutionContext } from 'ava';

const test = await testNeeding('envoy');

let backend: Backend;
let certificate: Certificate;

test.before(async () => {
  backend = await startBackend({ name: 'web' });
  const ca = await createCa();
  certificate = await ca.issue({ hosts: ['shop.test'] });
});

test.after.always(async () => backend?.stop());

const object = (kind: string, name: string, spec: object) => ({
  apiVersion: 'getambassador.io/v3alpha1',
  kind,
  metadata: { name, namespace: 'default' },
  spec,
});

const mapping = (name: string, prefix: string, more: object = {}) =>
  object('Mapping', name, { hostname: 'shop.test', prefix, service: 'web', ...more });

async function start(
  t: ExecutionContext,
  args: readonly string[] = [],
): Promise<{ nuncio: Nuncio; folder: ObjectFolder }> {
  const folder = await createObjectFolder({
    'around.yaml': [...upstream('web', [backend]), tlsSecret('cert', certificate)],
    'mappings.yaml': [mapping('root', '/'), mapping('cart', '/cart/'), mapping('bad', '/bad/', { resolver: 'gone' })],
  });
  const nuncio = await startNuncio({ files: [folder.path], envoy: 'child', args });
  t.teardown(async () => {
    await nuncio.stop();
    await folder.delete();
  });
  await folder.write('listener.yaml', [
    object('Listener', 'http', {
      port: nuncio.ports.http,
      protocol: 'HTTP',
      securityModel: 'XFP',
      hostBinding: { namespace: { from: 'ALL' } },
    }),
    object('Host', 'shop', { hostname: 'shop.test', requestPolicy: { insecure: { action: 'Route' } } }),
  ]);
  await until(
    'the Mapping is served',
    async () => nuncio.get('shop.test', '/cart/'),
    (answer) => served(answer) === 'web',
  );
  return { nuncio, folder };
}

test.serial('diagnostics tell how Envoy itself finds the endpoints', async (t) => {
  const { nuncio, folder } = await start(t);
  const nobody = (address: string) => ({ address, port: backend.port });
  await folder.write('sick.yaml', [
    ...upstream('sick', [backend, nobody('127.0.0.111'), nobody('127.0.0.112')]),
    mapping('sick', '/sick/', {
      service: 'sick',
      resolver: 'endpoint',
      health_checks: [{ health_check: { http: { path: '/' } }, interval: '1s', timeout: '1s', unhealthy_threshold: 1 }],
    }),
  ]);
  interface Found {
    readonly cluster_info: Readonly<
      Record<
        string,
        { readonly members?: readonly { readonly address: string; readonly reasons: readonly string[] }[] }
      >
    >;
    readonly cluster_stats: Readonly<Record<string, object>>;
  }
  const ask = async (): Promise<Found> =>
    JSON.parse((await nuncio.admin('/ambassador/v0/diag/?json=true')).body) as Found;
  const keyOf = ({ cluster_info: all }: Found, service: string): string =>
    Object.keys(all).find((key) => key.includes(`/${service}/`)) ?? '';
  const found = await until('Envoy has checked', ask, (each) =>
    JSON.stringify(each.cluster_info[keyOf(each, 'sick')]).includes('failed_active_health_check'),
  );
  t.like(found.cluster_stats[keyOf(found, 'sick')], {
    health: 'red',
    valid: true,
    total_members: 3,
    healthy_members: 1,
    healthy_percent: 33,
  });
  t.deepEqual(
    found.cluster_info[keyOf(found, 'sick')]?.members
      ?.filter(({ reasons }) => reasons.length > 0)
      .map(({ address }) => address)
      .sort(),
    [`127.0.0.111:${backend.port}`, `127.0.0.112:${backend.port}`],
  );
  t.like(found.cluster_stats[keyOf(found, 'web')], { health: 'green', healthy_members: 1, upstream_bad: 0 });
});

interface Diagnostics {
  readonly system: { readonly ambassador_id: string; readonly env_good: boolean };
  readonly envoy_status: { readonly alive: boolean; readonly ready: boolean };
  readonly errors: readonly (readonly [string, string])[];
  readonly route_info: readonly {
    readonly key: string;
    readonly host: string;
    readonly prefix: string;
    readonly rewrite?: string;
    readonly clusters: readonly { readonly service: string; readonly _health: string }[];
  }[];
  readonly active_elements: readonly string[];
}

test.serial('paths of Emissary-Ingress: probes, diagnostics, snapshot', async (t) => {
  const { nuncio } = await start(t);
  t.is((await nuncio.admin('/ambassador/v0/check_alive')).status, 200);
  t.is((await nuncio.admin('/ambassador/v0/check_ready')).status, 200);

  const whole = await nuncio.admin('/ambassador/v0/diag/?json=true');
  t.is(whole.status, 200, whole.body);
  const diagnostics = JSON.parse(whole.body) as Diagnostics;
  t.like(diagnostics.system, { ambassador_id: 'default', env_good: false });
  t.like(diagnostics.envoy_status, { alive: true });
  const cart = diagnostics.route_info.find(({ key }) => key === 'Mapping/default/cart');
  t.like(cart, { host: 'shop.test', prefix: '/cart/*', rewrite: '/' });
  t.deepEqual(
    cart?.clusters.map(({ service, _health }) => [service, _health]),
    [['web.default:80', 'green']],
  );
  t.true(diagnostics.errors.some(([key, message]) => key === 'Mapping/default/bad' && message.includes('gone')));
  t.true(diagnostics.active_elements.includes('Host/default/shop'));

  t.deepEqual(
    Object.keys(JSON.parse((await nuncio.admin('/ambassador/v0/diag/?json=true&filter=errors')).body) as object),
    ['errors'],
  );
  t.is((await nuncio.admin('/ambassador/v0/diag/?json=true&filter=nope')).status, 400);
  t.is((await nuncio.admin('/ambassador/v0/diag/?json=true&limit=0')).status, 400);
  t.is((await nuncio.admin('/ambassador/v0/diag/')).status, 302);
  t.regex((await nuncio.admin('/ambassador/v0/diag/Mapping/default/cart')).body, /"virtualHost"/);
  t.is((await nuncio.admin('/ambassador/v0/diag/Mapping/default/nobody')).status, 404);

  const snapshot = await nuncio.admin('/snapshot');
  t.is(snapshot.status, 200);
  const { Kubernetes: kinds } = JSON.parse(snapshot.body) as {
    readonly Kubernetes: Readonly<
      Record<string, readonly { readonly metadata: { readonly name: string }; readonly data?: object }[]>
    >;
  };
  t.deepEqual(
    kinds['Mapping']?.map(({ metadata }) => metadata.name),
    ['bad', 'cart', 'root'],
  );
  t.is(kinds['service']?.length, 1);
  const redacted = Buffer.from('<REDACTED>').toString('base64');
  t.deepEqual(kinds['secret']?.[0]?.data, { 'tls.crt': redacted, 'tls.key': redacted });
  const [, secretLine = 'x'] = certificate.key.split('\n');
  t.false(snapshot.body.includes(secretLine));
  t.false(snapshot.body.includes(Buffer.from(certificate.key).toString('base64').slice(0, 40)));
});

test.serial('Envoy serves on while the compiler crashes and starts again', async (t) => {
  const { nuncio, folder } = await start(t);
  const threads = JSON.parse((await nuncio.admin('/debug/actors')).body) as {
    readonly threads: readonly { readonly name: string; readonly actorNames: readonly string[] }[];
  };
  const builder = threads.threads.find(({ actorNames }) => actorNames.includes('builder'))!.name;
  const load = startLoad({ target: nuncio.http, hosts: ['shop.test'], rps: 50 });
  const before = nuncio.log.length;
  t.is((await nuncio.admin(`/debug/restart?thread=${builder}`, 'PUT')).status, 200);
  await nuncio.waitLog(/ended; it is started again/, before);
  await folder.write('more.yaml', [mapping('more', '/more/')]);
  await until(
    'a change after the crash is served',
    async () => nuncio.get('shop.test', '/more/'),
    (answer) => served(answer) === 'web',
  );
  const { failures } = await load.stop();
  t.deepEqual(failures, []);
  t.false(nuncio.log.slice(before).some(({ msg }) => msg.includes('Envoy ended')));
  t.is(await nuncio.stop(), 0);
});

test.serial('one fate: the end of Envoy, or of a thread, ends both with exit code 1', async (t) => {
  for (const end of ['Envoy', 'thread'] as const) {
    const { nuncio } = await start(t, ['--envoy-fate=shared', '--envoy-drain-timeout=1s']);
    const started = await nuncio.waitLog(/Envoy started/);
    const envoy = started['pid'] as number;
    // As the kernel does when memory is out.
    if (end === 'Envoy') process.kill(envoy, 'SIGKILL');
    else await nuncio.admin('/debug/restart?thread=watcher', 'PUT').catch(() => undefined);
    await nuncio.waitLog(/nuncio ends, and Envoy with it/).catch(() => undefined);
    // The signal means nothing: it only waits.
    t.is(await nuncio.kill('SIGCONT'), 1, end);
    t.throws(() => process.kill(envoy, 0), { message: /ESRCH/ }, end);
  }
});

interface Told {
  readonly body: {
    readonly kind: string;
    readonly changes: number;
    readonly objects: readonly string[];
  };
  readonly signature: string;
  readonly raw: string;
}

async function startReceiver(refuse: () => boolean): Promise<{ url: string; told: Told[]; server: Server }> {
  const told: Told[] = [];
  const server = createServer((request, response) => {
    void text(request).then((raw) => {
      if (refuse()) return response.writeHead(500).end();
      const signature = String(request.headers['nuncio-signature']);
      told.push({ body: JSON.parse(raw) as Told['body'], signature, raw });
      return response.writeHead(204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, told, server };
}

test.serial('others are told of changes: signed, tried again, and nobody waits for them', async (t) => {
  let refused = 0;
  const flaky = await startReceiver(() => (refused += 1) <= 2);
  // Takes connections and never answers.
  const silent = createServer(() => {});
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.teardown(() => {
    for (const server of [flaky.server, silent]) {
      server.close();
      server.closeAllConnections();
    }
  });
  const keyFile = join(await createTempFolder(), 'key');
  const key = 'a key of more than sixteen bytes';
  await writeFile(keyFile, `${key}\n`);
  const silentUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
  const { nuncio, folder } = await start(t, [
    `--notify-urls=${flaky.url},${silentUrl}`,
    `--notify-key-file=${keyFile}`,
  ]);
  for (const name of ['one', 'two', 'three']) {
    await folder.write(`${name}.yaml`, [mapping(name, `/${name}/`)]);
    await until(
      `${name} is served`,
      async () => nuncio.get('shop.test', `/${name}/`),
      (answer) => served(answer) === 'web',
    );
  }
  await until(
    'all is told',
    async () => new Set(flaky.told.flatMap(({ body }) => body.objects)),
    (objects) => ['one', 'two', 'three'].every((name) => objects.has(`Mapping/default/${name}`)),
  );
  t.true(refused > 2);
  for (const { body, signature, raw } of flaky.told) {
    t.is(body.kind, 'reconfigured');
    t.true(body.changes >= 1);
    const [, seconds, hex] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    t.is(hex, createHmac('sha256', key).update(`${seconds}.${raw}`).digest('hex'));
  }
  t.regex((await nuncio.admin('/metrics')).body, /nuncio_notifications_total\{result="failed",thread="main"\} [2-9]/);
  t.is(await nuncio.stop(), 0, 'the one that never answers holds nothing up');
});
