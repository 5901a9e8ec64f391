// Updates that could hurt: routes that move to a Service which has only just come, and resources that Envoy refuses.
import type { ExecutionContext } from 'ava';
import { startBackend, type Backend } from '../support/backend.ts';
import type { Envoy } from '../support/envoy.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { startLoad } from '../support/steady-load.ts';
import { served } from './fixtures/echo.ts';
import { hostProxy, httpProxy, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

const modes = ['scoped', 'single'] as const;
const backends: Backend[] = [];
let folder: ObjectFolder;
const nuncios = new Map<string, Nuncio>();

test.before(async () => {
  for (const name of ['a', 'b']) backends.push(await startBackend({ name }));
  folder = await createObjectFolder({
    'services.yaml': backends.flatMap((backend) => upstream(backend.name, [backend])),
  });
  await Promise.all(
    modes.map(async (mode) => {
      const args = [`--route-discovery=${mode}`];
      nuncios.set(
        mode,
        await startNuncio({ files: [folder.path], envoy: 'none', args: [...args, '--limit-regex-program=4294967295'] }),
      );
    }),
  );
});

test.after.always(async () => {
  await Promise.all([...nuncios.values()].map(async (nuncio) => nuncio.stop()));
  await Promise.all(backends.map(async (backend) => backend.stop()));
});

function of(mode: string): Nuncio {
  const nuncio = nuncios.get(mode);
  if (nuncio === undefined) throw new Error('nuncio has not started');
  return nuncio;
}

/** A Service of its own for each round, on the other backend than the round before. */
const own = (round: number): object[] => upstream(`own-${round}`, backends.slice(round % 2, (round % 2) + 1));

const protocols = ['delta', 'SotW'] as const;
type Protocol = (typeof protocols)[number];

/** An Envoy that is LIVE and ends with the test. */
async function envoyOf(t: ExecutionContext, nuncio: Nuncio, protocol: Protocol = 'delta'): Promise<Envoy> {
  const envoy = await nuncio.startEnvoy({
    nodeId: `speaks ${protocol}`,
    change(bootstrap) {
      if (protocol === 'delta') return bootstrap;
      const resources = bootstrap['dynamic_resources'] as { readonly ads_config: object };
      const ads = { ...resources.ads_config, api_type: 'GRPC' };
      return { ...bootstrap, dynamic_resources: { ...resources, ads_config: ads } };
    },
  });
  t.teardown(async () => envoy.stop());
  await envoy.whenReady();
  return envoy;
}

/** Moves the host twenty times under load; `left` says what stays of the rounds before. */
async function moveTwentyTimes(
  t: ExecutionContext,
  nuncio: Nuncio,
  protocol: Protocol,
  left: (round: number) => readonly object[],
): Promise<void> {
  await envoyOf(t, nuncio, protocol);
  t.teardown(async () => folder.remove('moving.yaml'));
  const move = async (round: number): Promise<void> => {
    await folder.write('moving.yaml', [hostProxy('moving.test', `own-${round}`), ...own(round), ...left(round)]);
    const expected = backends[round % 2]?.name;
    await until(
      `round ${round} is served by ${expected}`,
      async () => nuncio.get('moving.test'),
      (answer) => served(answer) === expected,
    );
  };
  await move(0);
  const traffic = startLoad({ target: nuncio.http, hosts: ['moving.test'] });
  for (let round = 1; round <= 20; round++) await move(round);
  const { failures, ok } = await traffic.stop();
  t.deepEqual(failures, []);
  t.true(ok > 100, `${ok} requests`);
}

for (const mode of modes) {
  for (const protocol of protocols) {
    const suffix = `(${mode}, ${protocol})`;
    test.serial(`no request fails while a route moves to a Service that has only just come ${suffix}`, async (t) => {
      await moveTwentyTimes(t, of(mode), protocol, (round) => (round === 0 ? [] : own(round - 1)));
    });

    test.serial(`no request fails when the old Service goes in the same moment ${suffix}`, async (t) => {
      await moveTwentyTimes(t, of(mode), protocol, () => []);
    });
  }
}

const plain = (host: string, to: string): object => hostProxy(host, to);
/**
 * A valid object that Envoy refuses: RE2 as compiled there runs out of its 8 MB with so many letters of any script,
 * which nothing but compiling it there can tell.
 */
const tooBig = (host: string): object => withRegex(host, `/${'\\pL{1000}'.repeat(60)}`);

const withRegex = (host: string, regex: string): object =>
  httpProxy(host, {
    virtualhost: { fqdn: host },
    routes: [{ services: [{ name: 'b', port: 80 }] }, { conditions: [{ regex }], services: [{ name: 'b', port: 80 }] }],
  });

test.serial('Envoy takes large regular expressions when it runs on our bootstrap', async (t) => {
  const nuncio = of('scoped');
  const envoy = await envoyOf(t, nuncio);
  await folder.write('big.yaml', [withRegex('big.test', '/[a-z]{20}/\\pL{1000}/.*')]);
  await until(
    'the host',
    async () => nuncio.get('big.test', `/${'x'.repeat(20)}/${'y'.repeat(1_000)}/z`),
    (answer) => served(answer) === 'b',
  );
  t.regex(await envoy.admin('/stats?filter=update_rejected'), /update_rejected: 0/);
  t.notRegex(await envoy.admin('/stats?filter=update_rejected'), /update_rejected: [1-9]/);
  await folder.remove('big.yaml');
});

for (const protocol of protocols) {
  test.serial(
    `what Envoy refuses stays at its last good version, and everything else moves (${protocol})`,
    async (t) => {
      const nuncio = of('scoped');
      const envoy = await envoyOf(t, nuncio, protocol);
      const hosts = Array.from({ length: 20 }, (_, index) => `beside-${index}.test`);
      const becomes = async (host: string, expected: string): Promise<void> => {
        await until(
          `${host} is ${expected}`,
          async () => nuncio.get(host),
          (answer) => served(answer) === expected,
        );
      };
      t.teardown(async () =>
        Promise.all(['nack.yaml', 'other.yaml'].map(async (file) => folder.remove(file).catch(() => undefined))),
      );
      await folder.write('nack.yaml', [plain('bad.test', 'a'), ...hosts.map((host) => plain(host, 'a'))]);
      await becomes('bad.test', 'a');
      await becomes('beside-19.test', 'a');

      const from = nuncio.log.length;
      // In the middle of twenty others, all in one write.
      await folder.write('nack.yaml', [
        ...hosts.slice(0, 10).map((host) => plain(host, 'b')),
        tooBig('bad.test'),
        ...hosts.slice(10).map((host) => plain(host, 'b')),
      ]);
      for (const host of hosts) await becomes(host, 'b');
      const line = await nuncio.waitLog(
        ({ msg, level, ...rest }) =>
          level !== 'info' && level !== 'debug' && /bad\.test/.test(JSON.stringify({ msg, rest })),
        from,
      );
      t.regex(JSON.stringify(line), /pattern too large/);
      t.is(served(await nuncio.get('bad.test')), 'a');
      t.regex((await nuncio.admin('/metrics')).body, /nack[^\n]* [1-9]/i);

      // Others go on moving while it is refused.
      await folder.write('other.yaml', [plain('other.test', 'a')]);
      await becomes('other.test', 'a');
      await folder.write('other.yaml', [plain('other.test', 'b')]);
      await becomes('other.test', 'b');

      // An Envoy that is new is not offered the refused one. Nor does it get the last good one, whose cluster is gone.
      await envoyOf(t, nuncio, protocol);
      await envoy.stop();
      for (const host of hosts) await becomes(host, 'b');
      const instead = await nuncio.get('bad.test');
      t.is(instead.status, 500);
      t.is(instead.body, 'the configuration of this host can not be served\n');
      t.regex((await nuncio.admin('/metrics')).body, /nuncio_quarantined_resources\{[^}]*scopedRoute[^}]*\} 1/);

      await folder.write('nack.yaml', [plain('bad.test', 'b'), ...hosts.map((host) => plain(host, 'a'))]);
      await becomes('bad.test', 'b');
      await becomes('beside-0.test', 'a');
      await folder.remove('nack.yaml');
      await becomes('bad.test', '404');
    },
  );
}

for (const protocol of protocols) {
  test.serial(`of one route table only the hosts that Envoy refuses are held back (single, ${protocol})`, async (t) => {
    const nuncio = of('single');
    await envoyOf(t, nuncio, protocol);
    const hosts = Array.from({ length: 20 }, (_, index) => `row-${index}.test`);
    const becomes = async (host: string, expected: string): Promise<void> => {
      await until(
        `${host} is ${expected}`,
        async () => nuncio.get(host),
        (answer) => served(answer) === expected,
        20_000,
      );
    };
    t.teardown(async () => folder.remove('table.yaml').catch(() => undefined));
    await folder.write('table.yaml', [plain('bad.test', 'b'), ...hosts.map((host) => plain(host, 'a'))]);
    await becomes('bad.test', 'b');
    await becomes('row-19.test', 'a');

    const from = nuncio.log.length;
    const traffic = startLoad({ target: nuncio.http, hosts: ['bad.test', ...hosts] });
    // One that was served before, one that is new, among twenty that change with them.
    await folder.write('table.yaml', [
      ...hosts.slice(0, 10).map((host) => plain(host, 'b')),
      tooBig('bad.test'),
      tooBig('new-and-bad.test'),
      ...hosts.slice(10).map((host) => plain(host, 'b')),
      plain('new.test', 'b'),
    ]);
    for (const host of [...hosts, 'new.test']) await becomes(host, 'b');
    for (const host of ['bad.test', 'new-and-bad.test']) {
      const line = await nuncio.waitLog(({ part, error }) => part === host && error !== undefined, from);
      t.regex(String(line['error']), /pattern too large/);
      t.deepEqual(line['objects'], [`HTTPProxy/default/${host}`]);
    }
    await becomes('new-and-bad.test', '500');
    const { failures } = await traffic.stop();
    t.deepEqual(failures, []);
    t.is(served(await nuncio.get('bad.test')), 'b', 'its last good version');

    // Others go on moving, without being tried with what is refused.
    const nacks = (await nuncio.admin('/metrics')).body.match(/nuncio_xds_nacks_total[^\n]*/g);
    await folder.write('table.yaml', [
      ...hosts.map((host) => plain(host, 'a')),
      tooBig('bad.test'),
      tooBig('new-and-bad.test'),
    ]);
    for (const host of hosts) await becomes(host, 'a');
    t.deepEqual((await nuncio.admin('/metrics')).body.match(/nuncio_xds_nacks_total[^\n]*/g), nacks);

    await folder.write('table.yaml', [plain('bad.test', 'b'), plain('new-and-bad.test', 'b')]);
    await becomes('bad.test', 'b');
    await becomes('new-and-bad.test', 'b');
    t.regex((await nuncio.admin('/metrics')).body, /nuncio_quarantined_resources\{[^}]*route"[^}]*\} 0/);
    await folder.remove('table.yaml');
  });
}
