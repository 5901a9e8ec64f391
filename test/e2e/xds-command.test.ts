// `nuncio xds` as a person uses it: a process of its own against a running nuncio, in both protocols.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import test from 'ava';
import { parseAllDocuments } from 'yaml';
import { createCa } from '../support/certs.ts';
import { runNuncio, startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { repositoryRoot } from '../support/root.ts';
import { endpointSlices, hostProxy, httpProxy, service, tlsSecret } from './fixtures/objects.ts';

let folder: ObjectFolder;
let nuncio: Nuncio;
let privateKey: string;

const slices = (port: number) => endpointSlices('a', [{ address: '198.18.0.1', port }]);

test.before(async () => {
  const ca = await createCa();
  const certificate = await ca.issue({ hosts: ['tls.test'] });
  privateKey = certificate.key;
  const virtualhost = { fqdn: 'tls.test', tls: { secretName: 'cert' } };
  folder = await createObjectFolder({
    'hosts.yaml': [
      hostProxy('one.test', 'a'),
      hostProxy('two.test', 'a'),
      httpProxy('tls', { virtualhost, routes: [{ services: [{ name: 'a', port: 80 }] }] }),
      tlsSecret('cert', certificate),
      service('a'),
    ],
    'endpoints.yaml': slices(8001),
  });
  nuncio = await startNuncio({ files: [folder.path], envoy: 'none' });
});

test.after.always(async () => {
  await nuncio?.stop();
  await folder?.delete();
});

/** Its own patience is too short for a starved machine. */
const xds = async (...args: readonly string[]): Promise<string> => {
  const patience = args.some((each) => each.startsWith('--timeout')) ? [] : ['--timeout=60s'];
  return (await runNuncio(['xds', ...args, ...patience, `--xds-port=${nuncio.ports.xds}`])).stdout;
};

interface Shown {
  readonly name: string;
  readonly version?: string;
  readonly resource: Readonly<Record<string, unknown>>;
}

const asJson = async (...args: readonly string[]): Promise<Shown[]> =>
  JSON.parse(await xds(...args, '-o', 'json')) as Shown[];

for (const protocol of [[], ['--delta']]) {
  const title = protocol[0] ?? 'SotW';
  test(`${title}: every type, all that there is`, async (t) => {
    const namesOf = async (what: string): Promise<string[]> =>
      (await asJson(what, ...protocol)).map(({ name }) => name);
    t.true((await namesOf('lds')).length >= 2);
    const scopes = await namesOf('srds');
    for (const host of ['one.test', 'two.test', 'tls.test']) t.true(scopes.some((name) => name.endsWith(host)));
    const clusters = await asJson('cds', ...protocol);
    t.true(clusters.some(({ name }) => name.startsWith('default/a/')));
    t.is(typeof clusters[0]?.version, protocol.length === 0 ? 'undefined' : 'string');
    t.deepEqual(await namesOf('sds'), ['default/cert']);
    const [endpoints] = await asJson('eds', ...protocol);
    t.regex(JSON.stringify(endpoints?.resource), /"address":"198\.18\.0\.1","port_value":8001/);
  });

  test(`${title}: by name, and what is missing is said`, async (t) => {
    const [first] = await asJson('cds', ...protocol);
    const name = first?.name ?? '';
    t.deepEqual(
      (await asJson('cds', name, ...protocol)).map((shown) => shown.name),
      [name],
    );
    const error = await t.throwsAsync(xds('eds', 'default/nothing', '--timeout=3s', ...protocol));
    t.regex(error?.message ?? '', /exit code 1.*default\/nothing/s);
    // Scopes are called otherwise on the wire.
    const [scope] = (await asJson('srds', ...protocol)).map((shown) => shown.name);
    t.deepEqual(
      (await asJson('srds', scope ?? '', ...protocol)).map((shown) => shown.name),
      [scope],
    );
    const noScope = await t.throwsAsync(xds('srds', 'ingress_http||nothing.test', '--timeout=3s', ...protocol));
    t.regex(
      noScope?.message ?? '',
      protocol.length === 0 ? /nothing\.test/ : /has no \w+ ingress_http\|\|nothing\.test/,
    );
  });
}

test('YAML documents with names and versions', async (t) => {
  const text = await xds('srds', '--delta');
  t.regex(text, /^---\n# \S*one\.test version \S+\nname: /m);
  const documents = parseAllDocuments(text);
  t.true(documents.length >= 3);
  for (const document of documents) t.deepEqual(document.errors, []);
});

test('private keys are left out unless asked for', async (t) => {
  const secret = privateKey.split('\n')[1] ?? '';
  const hidden = await xds('sds');
  t.regex(hidden, /private_key:\n\s+inline_bytes: "\[redacted\]"/);
  t.regex(hidden, /certificate_chain:\n\s+inline_bytes: \S{100}/);
  const shown = (await asJson('sds', '--show-secrets'))[0]?.resource as {
    tls_certificate: { private_key: { inline_bytes: string } };
  };
  t.true(Buffer.from(shown.tls_certificate.private_key.inline_bytes, 'base64').toString().includes(secret));
});

test('--nack refuses', async (t) => {
  await xds('lds', '--nack');
  await nuncio.waitLog(/refused by nuncio xds --nack/);
  t.pass();
});

test('--watch goes on', async (t) => {
  const args = ['xds', 'eds', '--delta', '--watch', '-o', 'json', `--xds-port=${nuncio.ports.xds}`];
  const child = spawn(process.execPath, [join(repositoryRoot, 'dist/nuncio/main.js'), ...args]);
  t.teardown(() => child.kill('SIGKILL'));
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    printed += part;
  });
  const prints = async (what: RegExp): Promise<string> =>
    until(
      `it prints ${what.source}`,
      async () => printed,
      (text) => what.test(text),
    );
  await prints(/"port_value":8001/);
  await folder.write('endpoints.yaml', slices(8002));
  await prints(/"port_value":8002/);
  await folder.write('endpoints.yaml', slices(8001));
  child.kill('SIGINT');
  const [code] = (await once(child, 'exit')) as [number | null];
  t.is(code, 0);
});

test('route tables are found through listeners and what those refer to', async (t) => {
  const single = await startNuncio({ files: [folder.path], envoy: 'none', args: ['--route-discovery=single'] });
  t.teardown(async () => single.stop());
  for (const protocol of ['', '--delta']) {
    const flags = ['rds', `--xds-port=${single.ports.xds}`, ...(protocol === '' ? [] : [protocol])];
    const { stdout } = await runNuncio(['xds', ...flags]);
    for (const host of ['one.test', 'two.test', 'tls.test']) t.true(stdout.includes(host), `${protocol} ${host}`);
  }
});

test('mistakes', async (t) => {
  await t.throwsAsync(xds('qds'), { message: /exit code 2.*there is no qds; known are lds, cds/s });
  await t.throwsAsync(runNuncio(['xds', 'lds', '--xds-port=1']), {
    message: /exit code 1.*127\.0\.0\.1:1: UNAVAILABLE/s,
  });
  await t.throwsAsync(xds('lds', '--xds-ca-file=x'), { message: /exit code 2.*give all three or none/s });
});
