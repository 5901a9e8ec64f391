// `nuncio validate --envoy`: what only Envoy can tell is a problem of its object, with file and line, in every format.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTempFolder } from '../support/netns.ts';
import { runNuncio } from '../support/nuncio.ts';
import { createObjectFolder } from '../support/object-folder.ts';
import { testNeeding } from '../support/skip.ts';
import { hostProxy, httpProxy, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy');

const backends = [{ address: '10.1.2.3', port: 8080 }];

/** RE2 as compiled in Envoy runs out of its memory; with our own limit off nothing else can tell. */
const tooBig = { conditions: [{ regex: `/${'\\pL{1000}'.repeat(60)}` }], services: [{ name: 'web', port: 80 }] };

/** A Gateway with Envoys of its own. */
const gateway = [
  {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'GatewayClass',
    metadata: { name: 'own' },
    spec: { controllerName: 'nuncio.dev/gateway-controller' },
  },
  {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'Gateway',
    metadata: { name: 'edge', namespace: 'default' },
    spec: { gatewayClassName: 'own', listeners: [{ name: 'http', port: 80, protocol: 'HTTP' }] },
  },
];

function route(name: string, regex: string): object {
  const match = { path: { type: 'RegularExpression', value: regex } };
  return {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'HTTPRoute',
    metadata: { name, namespace: 'default' },
    spec: {
      parentRefs: [{ name: 'edge' }],
      hostnames: [`${name}.test`],
      rules: [{ matches: [match], backendRefs: [{ name: 'web', port: 80 }] }],
    },
  };
}

interface Located {
  readonly code: string;
  readonly object: string;
  readonly message: string;
  readonly file: string;
  readonly line: number;
}

/** What it prints, whatever its exit code. */
async function validate(args: readonly string[]): Promise<string> {
  const config = join(await createTempFolder(), 'nuncio.yaml');
  await writeFile(config, 'limits: { regexProgram: 4294967295 }\n');
  return runNuncio(['validate', `--config=${config}`, ...args]).then(
    ({ stdout }) => stdout,
    (error: unknown) => {
      const { stdout } = error as { stdout?: string };
      if (stdout === undefined) throw error;
      return stdout;
    },
  );
}

test('what Envoy refuses is told of its object alone, with file and line, in every format', async (t) => {
  const virtualhost = { fqdn: 'bad.test' };
  const folder = await createObjectFolder({
    'good.yaml': [...upstream('web', backends), hostProxy('good.test', 'web')],
    'bad.yaml': [hostProxy('before.test', 'web'), httpProxy('bad', { virtualhost, routes: [tooBig] })],
    'gateway.yaml': [...gateway, route('fine', '/a.*'), route('big', `/${'\\pL{1000}'.repeat(60)}`)],
  });
  t.regex(await validate([folder.path]), /: 0 errors, 0 warnings/, 'the compiler finds nothing');

  const json = JSON.parse(await validate([folder.path, '--envoy', '--output=json'])) as {
    readonly problems: readonly Located[];
  };
  t.deepEqual(
    json.problems.map(({ code, object }) => `${code} ${object}`),
    ['RejectedByEnvoy HTTPProxy/default/bad', 'RejectedByEnvoy HTTPRoute/default/big'],
  );
  const [bad] = json.problems;
  t.regex(bad?.message ?? '', /^Envoy refuses the configuration of host bad\.test .*pattern too large/);
  t.regex(bad?.file ?? '', /bad\.yaml$/);
  t.true((bad?.line ?? 0) > 1, 'the second object of its file');

  const text = await validate([folder.path, '--envoy']);
  t.true(text.includes(`${bad?.file}:${bad?.line}: error: HTTPProxy/default/bad: Envoy refuses`), text);
  const github = await validate([folder.path, '--envoy', '--output=github']);
  t.regex(github, /^::error file=.*bad\.yaml,line=\d+,title=RejectedByEnvoy::HTTPProxy\/default\/bad: Envoy refuses/m);
  const sarif = JSON.parse(await validate([folder.path, '--envoy', '--output=sarif'])) as {
    readonly runs: readonly { readonly results: readonly { readonly ruleId: string }[] }[];
  };
  t.deepEqual(
    sarif.runs[0]?.results.map(({ ruleId }) => ruleId),
    ['RejectedByEnvoy', 'RejectedByEnvoy'],
  );
});

test('two listeners on one address are told, though Envoy is shown other addresses', async (t) => {
  const shared = gateway.map((object) => ({
    ...object,
    spec:
      object.kind === 'GatewayClass'
        ? { controllerName: 'nuncio.dev/shared-gateway-controller' }
        : { gatewayClassName: 'own', listeners: [{ name: 'http', port: 8080, protocol: 'HTTP' }] },
  }));
  const folder = await createObjectFolder({
    'a.yaml': [...upstream('web', backends), hostProxy('good.test', 'web'), ...shared, route('fine', '/a.*')],
  });
  t.regex(await validate([folder.path, '--envoy']), /can not have 0\.0\.0\.0:8080: listener ingress_http has it/);
});

test('access logs in files that only the machine of the Envoys has are no problem', async (t) => {
  const folder = await createObjectFolder({ 'a.yaml': [...upstream('web', backends), hostProxy('good.test', 'web')] });
  await folder.writeText('config', 'accessLog: { level: info, httpFile: /only/there/http.log }');
  const report = await validate([folder.path, '--envoy', `--config=${folder.path}/config`]);
  t.regex(report, /: 0 errors, 0 warnings/);
});

test('an Envoy that does not run is said so', async (t) => {
  const folder = await createObjectFolder({ 'a.yaml': [...upstream('web', backends), hostProxy('good.test', 'web')] });
  await t.throwsAsync(runNuncio(['validate', folder.path, '--envoy', '--envoy-binary=/bin/false']), {
    message: /exit code 1: nuncio: \/bin\/false ended \(exit code 1\)/,
  });
});
