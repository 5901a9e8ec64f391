// Contour's command line: forms of flags, precedence over the file, rules.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { parseFlags } from '../../../src/cli/contour/flags.ts';
import { contourServeConfig } from '../../../src/cli/contour/serve.ts';
import { serveFlags } from '../../../src/cli/contour/serve-flags.ts';
import type { ContourConfigurationSpec } from '../../../src/model/kinds/contour-configuration.ts';

const serve = (args: readonly string[], object: ContourConfigurationSpec | string = 'none', environment = {}) =>
  contourServeConfig(parseFlags(serveFlags, args, environment), {
    environment,
    isTerminal: false,
    readConfiguration: async () => object,
  });

async function config(args: readonly string[], object?: ContourConfigurationSpec) {
  const result = await serve(args, object);
  if (!result.ok) throw new Error(result.mistakes.join('\n'));
  return result.config;
}

test('every form of a flag', (t) => {
  const { values, given, mistakes } = parseFlags(
    serveFlags,
    [
      '--xds-address=::1',
      '--xds-port',
      '9',
      '-c',
      'f',
      '-d',
      '--no-insecure',
      '--incluster=false',
      '--watch-namespaces=a, b',
    ],
    { CONTOUR_CAFILE: 'ca' },
  );
  t.deepEqual(mistakes, []);
  t.is(values['xds-address'], '::1');
  t.is(values['xds-port'], 9);
  t.is(values['config-path'], 'f');
  t.is(values['debug'], true);
  t.is(values['insecure'], false);
  t.is(values['incluster'], false);
  t.deepEqual(values['watch-namespaces'], ['a', 'b']);
  t.is(values['contour-cafile'], 'ca');
  t.false(given.has('contour-cafile'));
});

test('unknown flags name the nearest; values are checked', (t) => {
  const { mistakes } = parseFlags(serveFlags, ['--xds-adress=1', '--xds-port=x', '--http-port'], {});
  t.deepEqual(mistakes, [
    'unknown flag --xds-adress; the nearest is --xds-address',
    '--http-port needs a value',
    '--xds-port: "x" is not a whole number',
  ]);
});

test('Contour’s defaults', async (t) => {
  const everywhere = (port: number) => ({ address: '0.0.0.0', port });
  const { xds, admin, health, metrics, settings, listeners, leaderElection, publishedAddress, shutdown } = await config(
    ['--insecure'],
  );
  t.deepEqual([xds.address, xds.port], ['127.0.0.1', 8001]);
  t.deepEqual(admin, { address: '127.0.0.1', port: 6060 });
  t.deepEqual([metrics, health], [everywhere(8000), everywhere(8000)]);
  t.deepEqual(listeners, { http: { address: '0.0.0.0', port: 8080 }, https: { address: '0.0.0.0', port: 8443 } });
  t.is(settings?.http.connectionIdleTimeoutMs, 60_000);
  t.is(settings?.accessLog.level, 'info');
  t.deepEqual(settings?.operators.stats, { address: '0.0.0.0', port: 8002 });
  t.is(settings?.operators.adminPort, 9001);
  t.is(leaderElection?.leaseName, 'leader-elect');
  t.is(leaderElection?.namespace, 'projectcontour');
  t.deepEqual(publishedAddress, { kind: 'service', namespace: 'projectcontour', name: 'envoy' });
  t.true((shutdown?.delayMs ?? 0) > 0);
});

test('places and features', async (t) => {
  const found = await config([
    '--insecure',
    '--debug-http-port=6061',
    '--health-port=8010',
    '--http-address=127.0.0.1',
    '--disable-feature=extensionservices',
  ]);
  t.deepEqual(found.admin, { address: '127.0.0.1', port: 6061 });
  t.deepEqual(found.health, { address: '0.0.0.0', port: 8010 });
  t.deepEqual(found.metrics, { address: '127.0.0.1', port: 8000 });
  t.deepEqual(found.sources.kubernetes?.ignoredKinds, ['ExtensionService']);
  const refused = await serve(['--insecure', '--disable-feature=all']);
  t.regex(refused.ok ? '' : refused.mistakes.join(), /there is no all; there are extensionservices/);
});

test('metrics with TLS need a port of their own', async (t) => {
  const file = join(mkdtempSync(join(tmpdir(), 'nuncio-')), 'contour.yaml');
  writeFileSync(file, 'metrics: {contour: {server-certificate-path: /c, server-key-path: /k}}\n');
  const refused = await serve(['--insecure', '-c', file]);
  t.regex(refused.ok ? '' : refused.mistakes.join(), /need a port of their own, not that of health/);
  const { metrics } = await config(['--insecure', '-c', file, '--health-port=8010']);
  t.deepEqual(metrics, { address: '0.0.0.0', port: 8000, tls: { certFile: '/c', keyFile: '/k' } });
});

test('flags beat the file, except for the place of metrics', async (t) => {
  const file = join(mkdtempSync(join(tmpdir(), 'nuncio-')), 'contour.yaml');
  writeFileSync(file, 'accesslog-format: json\nmetrics: {envoy: {port: 8003}}\ndebug: false\n');
  const { settings, log, ingressClassNames, leaderElection } = await config([
    '--insecure',
    '-c',
    file,
    '--accesslog-format=envoy',
    '--stats-port=9000',
    '--debug',
    '--use-proxy-protocol',
    '--ingress-class-name=a,b',
    '--disable-leader-election',
  ]);
  t.deepEqual(settings?.accessLog.format, { kind: 'default' });
  t.is(settings?.operators.stats?.port, 8003);
  t.is(settings?.operators.health?.port, 9000);
  t.true(settings?.listener.useProxyProtocol);
  t.is(log.level, 'debug');
  t.deepEqual(ingressClassNames, ['a', 'b']);
  t.is(leaderElection, undefined);
});

test('with an object its spec counts, also for the xDS server; it is followed', async (t) => {
  const spec = { xdsServer: { address: '1.2.3.4', port: 7, tls: { insecure: true } }, ingress: { classNames: ['x'] } };
  const found = await config(['--contour-config-name=cc', '--ingress-class-name=ignored'], spec);
  t.deepEqual([found.xds.address, found.xds.port, found.xds.tls], ['1.2.3.4', 7, undefined]);
  t.deepEqual(found.contourConfiguration, { namespace: 'projectcontour', name: 'cc' });
  const secured = await config(['--contour-config-name=cc'], {});
  t.deepEqual(secured.xds.tls, { caFile: '/certs/ca.crt', certFile: '/certs/tls.crt', keyFile: '/certs/tls.key' });
  t.is(secured.settings?.http.connectionIdleTimeoutMs, undefined);
});

test('what is refused', async (t) => {
  const mistakes = async (args: readonly string[], object?: ContourConfigurationSpec | string) => {
    const result = await serve(args, object);
    return result.ok ? [] : result.mistakes;
  };
  t.regex((await mistakes([]))[0]!, /no TLS parameters and --insecure not supplied/);
  t.regex((await mistakes(['-c', 'a', '--contour-config-name=b']))[0]!, /cannot specify both/);
  t.regex((await mistakes(['--insecure', '-c', '/nowhere/c.yaml']))[0]!, /ENOENT/);
  t.regex((await mistakes(['--contour-cafile=a']))[0]!, /go together/);
  t.regex((await mistakes(['--insecure', 'extra']))[0]!, /unexpected argument extra/);
  t.deepEqual(await mistakes(['--contour-config-name=b'], 'it is not there'), ['it is not there']);
  const bad = await mistakes(['--contour-config-name=b'], {
    envoy: { timeouts: { requestTimeout: 'x' } },
    xdsServer: { tls: { insecure: true } },
  });
  t.regex(
    bad[0]!,
    /ContourConfiguration projectcontour\/b: spec\.envoy\.timeouts\.requestTimeout: "x" is not a duration/,
  );
});
