// Doors of health and metrics beside the admin port; TLS with files that change; profiles of real threads.
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import test, { type ExecutionContext } from 'ava';
import { startAdmin } from '../../src/actors/admin/admin.ts';
import type { Config } from '../../src/model/config.ts';
import { createCa, type Certificate } from '../support/certs.ts';
import { createThreadRig, noTrace, testConfig, until } from './rig.ts';

const anyPort = { address: '127.0.0.1', port: 0 };

async function start(t: ExecutionContext, overrides: Partial<Config>) {
  const config = testConfig(overrides);
  const { supervisor, metrics, log, setLevel, lines } = createThreadRig(t, config, { servingActors: [] });
  const admin = await startAdmin({ config, supervisor, metrics, log, hub: noTrace, setMainLogLevel: setLevel });
  t.teardown(() => admin.close());
  await supervisor.start();
  const doorTo = (path: string) => admin.others.find(({ paths }) => paths.includes(path))!.url;
  return { admin, supervisor, lines, doorTo };
}

test.serial('health and metrics have doors of their own, which lead nowhere else', async (t) => {
  const { admin, doorTo } = await start(t, { health: anyPort, metrics: anyPort });
  const statusOf = async (url: string) => (await fetch(url)).status;
  const [health, metrics] = [doorTo('/healthz'), doorTo('/metrics')];
  t.not(health, metrics);
  for (const path of ['/healthz', '/health', '/readyz'])
    t.true([200, 503].includes(await statusOf(health + path)), path);
  t.is(await statusOf(`${metrics}/metrics`), 200);
  for (const url of [`${health}/metrics`, `${metrics}/healthz`, `${metrics}/debug/actors`, `${health}/`])
    t.is(await statusOf(url), 404, url);
  for (const path of ['/healthz', '/metrics', '/debug/actors']) t.is(await statusOf(admin.url + path), 200, path);
});

test.serial('at one place they share a door; a taken one closes those that were open', async (t) => {
  const { admin } = await start(t, {});
  const place = { address: '127.0.0.1', port: admin.port };
  const { supervisor, metrics, log } = createThreadRig(t);
  const config = testConfig({ health: place });
  await t.throwsAsync(startAdmin({ config, supervisor, metrics, log, hub: noTrace, setMainLogLevel() {} }), {
    code: 'EADDRINUSE',
  });
  await admin.close();
  const shared = await start(t, { health: place, metrics: place });
  t.deepEqual(
    shared.admin.others.map(({ paths }) => [...paths].sort()),
    [['/ambassador/v0/check_alive', '/ambassador/v0/check_ready', '/health', '/healthz', '/metrics', '/readyz']],
  );
});

test.serial('metrics with TLS: clients need a certificate; a rotated one counts without a restart', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nuncio-doors-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const file = (name: string) => join(folder, name);
  const [ca, other] = [await createCa(), await createCa()];
  const put = ({ cert, key }: Pick<Certificate, 'cert' | 'key'>, caText: string) => {
    for (const [name, content] of [
      ['tls.crt', cert],
      ['tls.key', key],
      ['ca.crt', caText],
    ] as const) {
      writeFileSync(file(`${name}.new`), content);
      renameSync(file(`${name}.new`), file(name));
    }
  };
  put(await ca.issue({ hosts: ['127.0.0.1'], commonName: 'first' }), ca.ca);
  const tls = { certFile: file('tls.crt'), keyFile: file('tls.key'), caFile: file('ca.crt') };
  const { doorTo, lines } = await start(t, { metrics: { ...anyPort, tls } });
  const url = `${doorTo('/metrics')}/metrics`;
  t.regex(url, /^https:/);

  const client = await ca.issue({ commonName: 'prometheus', hosts: ['client'] });
  const ask = (caText: string, shown?: Pick<Certificate, 'cert' | 'key'>) =>
    new Promise<{ status: number; server: string; body: string }>((resolve, reject) => {
      const sent = request(url, { ca: caText, agent: false, ...(shown && { cert: shown.cert, key: shown.key }) });
      sent.once('error', reject).once('response', (response) => {
        const server = (response.socket as TLSSocket).getPeerCertificate().subject.CN as string;
        text(response).then((body) => resolve({ status: response.statusCode ?? 0, server, body }), reject);
      });
      sent.end();
    });
  const first = await ask(ca.ca, client);
  t.deepEqual([first.status, first.server], [200, 'first']);
  t.regex(first.body, /^nuncio_/m);
  await t.throwsAsync(ask(ca.ca));
  await t.throwsAsync(ask(ca.ca, await other.issue({ hosts: ['client'] })));

  writeFileSync(file('tls.key'), 'half');
  await until(
    async () => lines,
    (all) => all.some(({ msg }) => /don't make a usable TLS configuration.*stay in force/.test(msg ?? '')),
  );
  t.is((await ask(ca.ca, client)).server, 'first');
  put(await other.issue({ hosts: ['127.0.0.1'], commonName: 'second' }), other.ca);
  const newClient = await other.issue({ hosts: ['client'] });
  const second = await until(
    () => ask(other.ca, newClient).catch(() => undefined),
    (answer) => answer !== undefined,
  );
  t.is(second?.server, 'second');
});

test.serial('profiles of a thread, of the main thread, and what is refused', async (t) => {
  const { admin } = await start(t, {});
  const ask = async (path: string) => {
    const response = await fetch(admin.url + path);
    return { status: response.status, name: response.headers.get('content-disposition'), body: await response.text() };
  };
  for (const thread of ['builder', 'main']) {
    const cpu = await ask(`/debug/pprof/profile?seconds=0.2&thread=${thread}`);
    t.is(cpu.status, 200);
    t.is(cpu.name, `attachment; filename="${thread}-cpu.cpuprofile"`);
    t.true((JSON.parse(cpu.body) as { nodes: unknown[] }).nodes.length > 0);
  }
  for (const kind of ['heap', 'allocs']) {
    const heap = await ask(`/debug/pprof/${kind}?seconds=0.2`);
    t.is(heap.name, `attachment; filename="builder-${kind}.heapprofile"`);
    t.truthy((JSON.parse(heap.body) as { head: object }).head);
  }
  t.regex((await ask('/debug/pprof/profile?thread=none')).body, /must be one of main, /);
  t.is((await ask('/debug/pprof/profile?seconds=0')).status, 400);
  const both = await Promise.all([1, 2].map(() => ask('/debug/pprof/profile?seconds=0.5')));
  t.deepEqual(both.map(({ status }) => status).sort(), [200, 500]);
  t.regex(both.find(({ status }) => status === 500)!.body, /under way/);
});
