// `nuncio-contour bootstrap`: Contour's flags and rules, and the names that its operators know.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { bootstrapFlags, writeContourBootstrap } from '../../../src/cli/contour/bootstrap.ts';
import { parseFlags } from '../../../src/cli/contour/flags.ts';

function write(args: readonly string[], environment = {}): readonly string[] {
  return writeContourBootstrap(parseFlags(bootstrapFlags, args, environment));
}

const folder = () => mkdtempSync(join(tmpdir(), 'nuncio-'));

interface Bootstrap {
  readonly static_resources: { readonly clusters: readonly { readonly name: string; readonly type: string }[] };
  readonly admin: { readonly address: unknown };
  readonly layered_runtime: { readonly layers: readonly { readonly name: string }[] };
  readonly overload_manager?: { readonly resource_monitors: readonly { readonly name: string }[] };
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Bootstrap;

test('names, admin socket, runtime layer; the file is written in place', (t) => {
  const file = join(folder(), 'envoy.json');
  writeFileSync(file, 'made before');
  t.deepEqual(write([file, '--xds-address=10.0.0.1', '--xds-port=8001', '--xds-resource-version=v3']), []);
  const made = read(file);
  t.deepEqual(
    made.static_resources.clusters.map(({ name, type }) => `${name} ${type}`),
    ['contour STATIC', 'envoy-admin STATIC'],
  );
  t.deepEqual(made.admin.address, { pipe: { path: '/admin/admin.sock', mode: 0o644 } });
  t.true(made.layered_runtime.layers.some(({ name }) => name === 'dynamic'));
  t.is(made.overload_manager, undefined);
});

test('overload limits', (t) => {
  const file = join(folder(), 'envoy.json');
  t.deepEqual(write([file, '--overload-max-heap=987654321', '--overload-downstream-max-conn=1']), []);
  t.deepEqual(
    read(file).overload_manager?.resource_monitors.map(({ name }) => name),
    ['envoy.resource_monitors.fixed_heap', 'envoy.resource_monitors.global_downstream_max_connections'],
  );
});

test('TLS by files that Envoy reads again', (t) => {
  const at = folder();
  for (const name of ['ca', 'cert', 'key']) writeFileSync(join(at, name), 'pem');
  const file = join(at, 'envoy.json');
  const flags = ['--envoy-cafile', join(at, 'ca'), '--envoy-cert-file', join(at, 'cert')];
  const mistakes = write([file, ...flags, '--resources-dir', join(at, 'r')], { ENVOY_KEY_FILE: join(at, 'key') });
  t.deepEqual(mistakes, []);
  t.regex(readFileSync(join(at, 'r/sds/xds-validation-context.json'), 'utf8'), /"exact": "contour"/);
  t.regex(readFileSync(file, 'utf8'), /"sni": "contour"/);
});

test('what is refused', (t) => {
  t.regex(write([])[0]!, /where to write/);
  t.regex(write(['f', '--admin-address=127.0.0.1'])[0]!, /is not the path of a Unix socket/);
  t.regex(write(['f', '--xds-resource-version=v2'])[0]!, /is not v3/);
  t.regex(write(['f', '--dns-lookup-family=v5'])[0]!, /none of auto, v4, v6, all/);
  t.regex(write(['f', '--envoy-cafile=x'])[0]!, /go together/);
  t.regex(write(['f', '--envoy-cafile=x', '--envoy-cert-file=x', '--envoy-key-file=x'])[0]!, /there is no such file/);
  t.regex(write(['f', '--overload-max-heap=-1'])[0]!, /must not be below 0/);
  t.regex(write(['f', '--overload-max-heep=1'])[0]!, /nearest is --overload-max-heap/);
});
