// Flag > environment > file > default, and every mistake named with its place.
import test from 'ava';
import { resolveSettings } from '../../../src/cli/resolve-settings.ts';
import { serveConfig } from '../../../src/cli/serve-config.ts';
import { environmentName, serveSettings } from '../../../src/cli/settings.ts';

const surroundings = {
  isTerminal: false,
  envoyBinary: '/usr/bin/envoy',
  identity: 'host_1',
  readFile: (name: string): string => {
    throw new Error(`no file ${name}`);
  },
};
const resolve = (inputs: Partial<Parameters<typeof resolveSettings>[1]>) =>
  resolveSettings(serveSettings, { flags: {}, environment: {}, ...inputs });

test('a flag beats the environment, that beats the file, that beats the default', (t) => {
  const file = {
    name: 'nuncio.yaml',
    content: { xds: { port: 3 }, admin: { port: 3 }, listeners: { http: { port: 3 } } },
  };
  const environment = { NUNCIO_XDS_PORT: '2', NUNCIO_ADMIN_PORT: '2' };
  const { values, mistakes } = resolve({ flags: { 'xds-port': '1' }, environment, file });
  t.deepEqual(mistakes, []);
  t.is(values.get('xds.port'), 1);
  t.is(values.get('admin.port'), 2);
  t.is(values.get('listeners.http.port'), 3);
  t.is(values.get('listeners.https.port'), 8443);
});

test('an unknown key of the file names the nearest known one', (t) => {
  const { mistakes } = resolve({ file: { name: 'n.yaml', content: { xds: { prot: 1 }, admin: 5, zebra: 1 } } });
  t.deepEqual(mistakes, [
    'n.yaml: there is no setting xds.prot; the nearest is xds.port',
    'n.yaml: admin must hold further keys, found 5',
    'n.yaml: there is no setting zebra',
  ]);
});

test('a value of the wrong kind names its place, the value and what would be right', (t) => {
  const { mistakes } = resolve({
    flags: { 'xds-port': '70000', 'route-discovery': 'both', placement: 'builder' },
    environment: { NUNCIO_CONNECT_TIMEOUT: '2' },
    file: { name: 'n.yaml', content: { envoy: { enabled: 'perhaps' }, sources: { files: [1] } } },
  });
  t.deepEqual([...mistakes].sort(), [
    '$NUNCIO_CONNECT_TIMEOUT: "2" is not a duration such as 500ms, 2s or 1m30s',
    '--placement: "builder" is not a list of name=value',
    '--route-discovery: "both" is none of scoped, single',
    '--xds-port: "70000" is not a whole number from 0 to 65535',
    'n.yaml: envoy.enabled: "perhaps" is neither true nor false',
    'n.yaml: sources.files: [1] is not a list of texts',
  ]);
});

test('files alone switch Kubernetes off; both can be asked for', (t) => {
  const config = (flags: Record<string, string>) => {
    const result = serveConfig(resolve({ flags }), surroundings);
    return result.ok ? Object.keys(result.config.sources) : result.mistakes;
  };
  t.deepEqual(config({}), ['kubernetes']);
  t.deepEqual(config({ files: 'a,b' }), ['filesystem']);
  t.deepEqual(config({ files: 'a', kubernetes: 'true' }), ['kubernetes', 'filesystem']);
  t.is(config({ kubernetes: 'false' }).length, 1);
});

test('plain-text xDS beyond loopback must be asked for', (t) => {
  const mistakes = (flags: Record<string, string>) => {
    const result = serveConfig(resolve({ flags }), surroundings);
    return result.ok ? [] : result.mistakes;
  };
  t.regex(mistakes({ 'xds-address': '0.0.0.0' })[0]!, /0\.0\.0\.0 without TLS/);
  t.deepEqual(mistakes({ 'xds-address': '0.0.0.0', 'insecure-xds': 'true' }), []);
  t.deepEqual(mistakes({ 'xds-address': '127.0.0.2' }), []);
  t.regex(mistakes({ 'xds-ca-file': 'ca' })[0]!, /go together/);
});

test('a placement of an unknown actor names the nearest', (t) => {
  const result = serveConfig(resolve({ flags: { placement: 'bilder=main' } }), surroundings);
  t.deepEqual(result.ok ? [] : result.mistakes, ['placement: there is no actor bilder; the nearest is builder']);
});

test('every setting has a flag, a key and an environment variable of its own', (t) => {
  for (const of of [
    (s: (typeof serveSettings)[number]) => s.key,
    (s: (typeof serveSettings)[number]) => s.flag,
    environmentName,
  ]) {
    t.is(new Set(serveSettings.map(of)).size, serveSettings.length);
  }
});

test('leader election and addresses come with Kubernetes, in the namespace of the pod', (t) => {
  const config = (flags: Record<string, string>, podNamespace?: string) => {
    const result = serveConfig(resolve({ flags }), { ...surroundings, podNamespace });
    return result.ok ? result.config : undefined;
  };
  t.like(config({}), {
    leaderElection: { namespace: 'nuncio', leaseName: 'nuncio', identity: 'host_1', leaseDurationMs: 15_000 },
    publishedAddress: { kind: 'service', namespace: 'nuncio', name: 'envoy' },
  });
  t.like(config({}, 'edge'), { leaderElection: { namespace: 'edge' }, publishedAddress: { namespace: 'edge' } });
  t.like(config({ 'ingress-status-address': '192.0.2.1,lb.example.com' }), {
    publishedAddress: { kind: 'fixed', addresses: ['192.0.2.1', 'lb.example.com'] },
  });
  t.is(config({ 'leader-election': 'false' })?.leaderElection, undefined);
  t.is(config({ files: 'a' })?.leaderElection, undefined);
  t.is(config({ files: 'a' })?.publishedAddress, undefined);
});

test('times of leader election that can’t work, and addresses that are none', (t) => {
  const mistakes = (flags: Record<string, string>) => {
    const result = serveConfig(resolve({ flags }), surroundings);
    return result.ok ? [] : result.mistakes;
  };
  t.regex(mistakes({ 'leader-election-renew-deadline': '15s' })[0]!, /15000 ms.*must be longer/);
  t.regex(mistakes({ 'leader-election-retry-period': '10s' })[0]!, /longer than the retry period/);
  t.deepEqual(mistakes({ 'ingress-status-address': '2001:db8::1,lb.example.com' }), []);
  t.deepEqual(mistakes({ 'ingress-status-address': '10.0.0.256' }), [
    '--ingress-status-address: "10.0.0.256" is neither an IP address nor a host name',
  ]);
});
