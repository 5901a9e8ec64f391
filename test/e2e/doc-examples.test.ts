// Every example of the docs: all of them together compile without a problem, and a real Envoy gives the answers that the pages
// say. Ports of listeners are free ones here; Services, endpoints and certificates are added.
import { startBackend, type Backend } from '../support/backend.ts';
import { createCa, type Certificate } from '../support/certs.ts';
import { docExamples } from '../support/doc-examples.ts';
import { freePort } from '../support/free-port.ts';
import { request } from '../support/http-client.ts';
import type { KubeObject } from '../support/kube-client.ts';
import { runNuncio, startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { served } from './fixtures/echo.ts';
import { tlsSecret, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

const examples = docExamples();
const ports = new Map<string, number>();
let folder: ObjectFolder;
let nuncio: Nuncio;
let backends: Backend[];

/** The same port for the same number in every example. */
async function portFor(port: number): Promise<number> {
  const known = ports.get(String(port));
  if (known !== undefined) return known;
  const free = await freePort();
  ports.set(String(port), free);
  return free;
}

async function withFreePorts(object: KubeObject): Promise<KubeObject> {
  const spec = structuredClone(object['spec']) as { port?: number; listeners?: { port: number }[] } | undefined;
  if (object.kind === 'Listener' && spec?.port !== undefined) spec.port = await portFor(spec.port);
  if (object.kind === 'Gateway')
    for (const listener of spec?.listeners ?? []) listener.port = await portFor(listener.port);
  return { ...object, spec };
}

test.before(async () => {
  const objects: KubeObject[] = [];
  for (const example of examples) for (const object of example.objects) objects.push(await withFreePorts(object));
  const names = ['web', 'api', 'cart', 'search'];
  backends = await Promise.all(names.map(async (name) => startBackend({ name })));
  const hosts = examples.flatMap(({ answers }) => answers.map(({ url }) => url.hostname));
  const wildcards = hosts.map((host) => host.replace(/^[^.]+/, '*'));
  const certificate: Certificate = await (await createCa()).issue({ hosts: [...new Set([...hosts, ...wildcards])] });
  const namespaces = [...new Set(objects.flatMap(({ metadata }) => metadata.namespace ?? []))];
  const around = namespaces.flatMap((namespace) => [
    ...backends.flatMap((backend) => upstream(backend.name, [backend], { namespace })),
    tlsSecret('tls', certificate, { namespace }),
  ]);
  folder = await createObjectFolder({ 'around.yaml': around, 'examples.yaml': objects });
  nuncio = await startNuncio({ files: [folder.path], envoy: 'child' });
});

test.after.always(async () => {
  await nuncio?.stop();
  await Promise.all((backends ?? []).map(async (backend) => backend.stop()));
});

test('the guides have examples, and each has an answer', (t) => {
  const guides = examples.filter(({ place }) => /guides|start/.test(place));
  t.true(guides.length >= 10, `${guides.length}`);
  for (const { place, answers } of guides) t.true(answers.length > 0, place);
});

test('no example has a problem', async (t) => {
  const { stdout } = await runNuncio(['validate', folder.path, '--strict', '--envoy']);
  t.regex(stdout, /: 0 errors, 0 warnings\n$/);
});

for (const { place, answers } of examples) {
  if (answers.length === 0) continue;
  test(`${place}: the answers are those of the page`, async (t) => {
    for (const { url, headers, expected } of answers) {
      const isTls = url.protocol === 'https:';
      const usual = isTls ? nuncio.ports.https : nuncio.ports.http;
      const port = url.port === '' ? usual : (ports.get(url.port) ?? 0);
      const target = { address: nuncio.address, port, ...(isTls && { tls: { sni: url.hostname } }) };
      const host = url.port === '' ? url.hostname : url.host;
      await until(
        `${url.href} is ${expected}`,
        async () => request(target, { host, path: url.pathname, headers }),
        (answer) => served(answer) === expected,
      );
    }
    t.pass();
  });
}
