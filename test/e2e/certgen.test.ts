// Certificates in a real cluster: certgen and its races, and a whole rotation of the CA by two nuncios while an Envoy is
// connected, the files following the Secrets late, as a kubelet's do. With the rights of deploy/manifests.
import { setTimeout as delay } from 'node:timers/promises';
import { parseAllDocuments } from 'yaml';
import { startCluster, type Cluster, type KubeObject } from '../support/cluster.ts';
import { createTempFolder } from '../support/netns.ts';
import { runNuncio, startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createMountedFolder, createObjectFolder, type MountedFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { deployObjects } from './fixtures/deploy.ts';
import { namespace } from './fixtures/objects.ts';
import type { ExecutionContext } from 'ava';

const test = await testNeeding('cluster', 'envoy');

let cluster: Cluster;
let kubeconfig: string;

test.before(async () => {
  cluster = await startCluster({ controllers: [] });
  const wanted = ['Namespace', 'ServiceAccount', 'ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'];
  await cluster.apply((await deployObjects('manifests')).filter(({ kind }) => wanted.includes(kind)));
  kubeconfig = await cluster.kubeconfigFor({ namespace: 'nuncio', serviceAccount: 'nuncio-certgen' });
});

test.after.always(async () => cluster?.stop());

const names = ['nuncio-xds-ca', 'nuncio-xds', 'envoy-xds'];

function secretRef(name: string, inNamespace = 'nuncio') {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: inNamespace } };
}

async function dataOf(name: string, inNamespace = 'nuncio'): Promise<Record<string, string>> {
  const secret = await cluster.get(secretRef(name, inNamespace));
  const data = Object.entries((secret?.['data'] ?? {}) as Record<string, string>);
  return Object.fromEntries(data.map(([key, value]) => [key, Buffer.from(value, 'base64').toString('utf8')]));
}

async function all(inNamespace = 'nuncio'): Promise<Record<string, string>[]> {
  return Promise.all(names.map(async (name) => dataOf(name, inNamespace)));
}

const certgen = async (...args: readonly string[]): Promise<string> =>
  (await runNuncio(['certgen', '--cluster', `--kubeconfig=${kubeconfig}`, ...args])).stderr;

test.serial(
  'certgen --cluster makes the Secrets, keeps them, renews what ends soon, and overwrites if told to',
  async (t) => {
    t.regex(
      await certgen(),
      /nuncio\/nuncio-xds-ca: made .*\n.*nuncio\/nuncio-xds: made .*\n.*nuncio\/envoy-xds: made /,
    );
    const first = await all();
    t.deepEqual(Object.keys(first[1] ?? {}).sort(), ['ca.crt', 'tls.crt', 'tls.key']);
    t.is((await cluster.get(secretRef('nuncio-xds')))?.['type'], 'kubernetes.io/tls');
    t.regex(await certgen(), /nuncio-xds-ca: kept.*\n.*nuncio-xds: kept.*\n.*envoy-xds: kept/);
    t.deepEqual(await all(), first);
    // A year's certificates always end within a third of a year, if that is what is asked for.
    t.regex(await certgen('--renew-before=400', '--lifetime=1200'), /nuncio-xds-ca: kept.*\n.*nuncio-xds: renewed/);
    t.regex(await certgen('--overwrite'), /nuncio-xds-ca: renewed .*\n.*nuncio-xds: renewed/);
    const [ca] = await all();
    t.is(ca?.['previous.crt'], first[0]?.['tls.crt']);
    // The rights of the Job are for its three names.
    await t.throwsAsync(certgen('--name-suffix=-b'), { message: /exit code 1.*can't read Secret nuncio\/\S+-b: 403/s });
    const anyName = `--kubeconfig=${cluster.kubeconfigPath}`;
    t.regex(await certgen(anyName, '--name-suffix=-b'), /nuncio\/envoy-xds-b: made/);
  },
);

test.serial('many at once make one CA, and leaves that it has signed', async (t) => {
  const admin = ['certgen', '--cluster', `--kubeconfig=${cluster.kubeconfigPath}`, '--namespace=race'];
  await cluster.apply([namespace('race')]);
  await Promise.all([1, 2, 3].map(async () => runNuncio(admin)));
  const [ca, nuncio, envoy] = await all('race');
  t.is(nuncio?.['ca.crt'], ca?.['tls.crt']);
  t.is(envoy?.['ca.crt'], ca?.['tls.crt']);
  const { X509Certificate } = await import('node:crypto');
  const authority = new X509Certificate(ca?.['tls.crt'] ?? '');
  for (const leaf of [nuncio, envoy]) {
    t.true(new X509Certificate(leaf?.['tls.crt'] ?? '').verify(authority.publicKey));
  }
  // Together they start one rotation, not three.
  await Promise.all([1, 2, 3].map(async () => runNuncio([...admin, '--overwrite'])));
  const [after, ...leaves] = await all('race');
  t.is(after?.['previous.crt'], ca?.['tls.crt']);
  for (const leaf of leaves) t.is(leaf['ca.crt'], (after?.['tls.crt'] ?? '') + (after?.['previous.crt'] ?? ''));
});

test.serial('what somebody else has made is left alone', async (t) => {
  const admin = ['certgen', '--cluster', `--kubeconfig=${cluster.kubeconfigPath}`, '--namespace=other'];
  await cluster.apply([namespace('other')]);
  await runNuncio(admin);
  await cluster.delete(secretRef('nuncio-xds-ca', 'other'));
  const before = await all('other');
  const error = await t.throwsAsync(runNuncio(admin));
  t.regex(error?.message ?? '', /exit code 1.*other\/nuncio-xds and envoy-xds: kept as it is.*--overwrite/s);
  t.deepEqual(await all('other'), before);
});

test.serial('the manifests of --yaml are what --cluster writes', async (t) => {
  await cluster.apply([namespace('yaml')]);
  const { stdout } = await runNuncio(['certgen', '--yaml', '--namespace=yaml']);
  const objects = parseAllDocuments(stdout).map((document) => document.toJS() as KubeObject);
  await cluster.apply(objects);
  const { stderr } = await runNuncio([
    'certgen',
    '--cluster',
    `--kubeconfig=${cluster.kubeconfigPath}`,
    '--namespace=yaml',
  ]);
  t.regex(stderr, /yaml\/nuncio-xds-ca: kept.*\n.*yaml\/nuncio-xds: kept.*\n.*yaml\/envoy-xds: kept/);
});

/** Files follow their Secret after a while. */
async function mount(t: ExecutionContext, name: string, lateMs: number): Promise<MountedFolder> {
  let held = await dataOf(name);
  const folder = await createMountedFolder(held);
  let stopped = false;
  const following = (async (): Promise<void> => {
    for (;;) {
      await delay(100);
      if (stopped) return;
      const data = await dataOf(name).catch(() => held);
      if (JSON.stringify(data) === JSON.stringify(held)) continue;
      held = data;
      await delay(lateMs);
      await folder.swap(data);
    }
  })();
  t.teardown(async () => {
    stopped = true;
    await following;
  });
  return folder;
}

test.serial(
  'the CA is replaced by running nuncios: Envoy stays connected, and can connect anew at every stage',
  async (t) => {
    await cluster.delete(...names.map((name) => secretRef(name)));
    // The overlap is a tenth: 15 s, of which files take up to 1 s here and nuncio's look at them 5 s. The leaves are renewed
    // by themselves after 100 s.
    const lifetime = ['--lifetime=150s', '--ca-lifetime=1h'];
    await certgen(...lifetime);
    const serverFiles = await mount(t, 'nuncio-xds', 1000);
    const clientFiles = await mount(t, 'envoy-xds', 200);
    const objects = await createObjectFolder();
    t.teardown(async () => objects.delete());
    const rights = await cluster.kubeconfigFor({ namespace: 'nuncio', serviceAccount: 'nuncio' });
    const tls = ({ path }: MountedFolder): string[] => [
      `--xds-ca-file=${path}/ca.crt`,
      `--xds-cert-file=${path}/tls.crt`,
      `--xds-key-file=${path}/tls.key`,
    ];
    const start = async (): Promise<Nuncio> =>
      startNuncio({
        files: [objects.path],
        kubeconfig: rights,
        envoy: 'none',
        args: [
          '--kubernetes=false',
          ...tls(serverFiles),
          '--xds-renew-certificates=nuncio',
          '--xds-node-authorization=san',
        ],
      });
    const [nuncio, second] = await Promise.all([start(), start()]);
    t.teardown(async () => Promise.all([nuncio.stop(), second.stop()]));
    const envoy = await nuncio.startEnvoy({
      nodeId: 'envoy-1',
      bootstrapArgs: tls(clientFiles),
      bootstrapFile: `${await createTempFolder()}/envoy.json`,
    });
    await envoy.whenReady();
    const connections = async (): Promise<string> => envoy.admin('/stats?filter=^cluster.nuncio.upstream_cx_total$');
    const reconnects = async (stage: string): Promise<void> => {
      const before = await connections();
      const from = nuncio.log.length;
      t.is((await nuncio.admin('/debug/restart?thread=streamer', 'PUT')).status, 200);
      await nuncio.waitLog(/xDS client connected/, from);
      t.not(await connections(), before, stage);
    };
    const certificateOf = async (name: string): Promise<string> => (await dataOf(name))['tls.crt'] ?? '';

    const firstCa = await certificateOf('nuncio-xds-ca');
    await certgen('--overwrite', ...lifetime);
    const nextCa = await certificateOf('nuncio-xds-ca');
    t.not(nextCa, firstCa);
    const before = await connections();
    const leaf = await certificateOf('envoy-xds');
    await reconnects('introduced');
    const afterFirst = await connections();
    t.not(afterFirst, before);

    await until(
      'the new CA signs',
      async () => certificateOf('envoy-xds'),
      (now) => now !== leaf,
    );
    t.is((await dataOf('envoy-xds'))['ca.crt'], nextCa + firstCa);
    t.is(await connections(), afterFirst);
    await reconnects('switched');
    const afterSecond = await connections();
    const from = nuncio.log.length;

    await until(
      'the old CA is gone',
      async () => (await dataOf('envoy-xds'))['ca.crt'],
      (ca) => ca === nextCa,
    );
    t.is((await dataOf('nuncio-xds-ca'))['previous.crt'], undefined);
    await nuncio.waitLog(/xDS certificates changed/, from);
    t.is(await connections(), afterSecond);
    await reconnects('retired');

    // Whoever was first did it: the stages happened once each.
    const done = [nuncio, second].flatMap(({ log }) => log.filter(({ msg }) => msg === 'xDS certificates renewed'));
    t.true(done.length >= 2);
    t.is(done.filter((line) => JSON.stringify(line['changes']).includes('retired')).length, 1);
    t.deepEqual(
      [nuncio, second].flatMap(({ log }) => log.filter(({ msg }) => /not renewed|not read/.test(msg))),
      [],
    );
    const metrics = (await nuncio.admin('/metrics')).body;
    t.regex(metrics, /^nuncio_certificate_not_after_timestamp_seconds\{[^}]*use="xds"[^}]*\} \d{10}$/m);
  },
);
