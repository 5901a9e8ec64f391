// `nuncio-contour bootstrap FILE`: Contour's flags, and a bootstrap with the names that Contour's has. Envoy is told to
// use one delta ADS stream (Contour: streams by type), which changes nothing for who runs it.
import { existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { bootstrap, tlsSecretFiles } from '../../xds/bootstrap.ts';
import type { Flag, ParsedFlags } from './flags.ts';

export const bootstrapFlags: readonly Flag[] = [
  {
    name: 'admin-address',
    type: 'text',
    default: '/admin/admin.sock',
    help: 'path of the admin interface’s Unix socket',
  },
  { name: 'admin-port', type: 'integer', help: 'accepted without effect' },
  { name: 'xds-address', type: 'text', default: '127.0.0.1', help: 'address or name of the control plane' },
  { name: 'xds-port', type: 'integer', default: '8001', help: 'its port' },
  { name: 'xds-resource-version', type: 'text', default: 'v3', help: 'only v3' },
  { name: 'envoy-cafile', type: 'text', environment: 'ENVOY_CAFILE', help: 'CA of the control plane’s certificate' },
  { name: 'envoy-cert-file', type: 'text', environment: 'ENVOY_CERT_FILE', help: 'Envoy’s certificate' },
  { name: 'envoy-key-file', type: 'text', environment: 'ENVOY_KEY_FILE', help: 'its private key' },
  { name: 'resources-dir', type: 'text', help: 'folder for the files through which Envoy reads renewed certificates' },
  { name: 'namespace', type: 'text', environment: 'CONTOUR_NAMESPACE', help: 'accepted; names statistics in Contour' },
  { name: 'dns-lookup-family', type: 'text', default: 'auto', help: 'auto, v4, v6 or all' },
  {
    name: 'overload-max-heap',
    type: 'integer',
    default: '0',
    help: 'bytes of heap from which Envoy defends itself; 0: never',
  },
  { name: 'overload-downstream-max-conn', type: 'integer', default: '0', help: 'connections of all listeners; 0: any' },
];

/** Mistakes; empty: the file is written. */
export function writeContourBootstrap(flags: ParsedFlags): readonly string[] {
  const { values, positionals } = flags;
  const mistakes = [...flags.mistakes];
  const text = (name: string): string => (values[name] as string | undefined) ?? '';
  const [file, ...others] = positionals;
  if (file === undefined) mistakes.push('says where to write: bootstrap FILE (- is standard output)');
  for (const extra of others) mistakes.push(`unexpected argument ${extra}`);
  const adminPath = text('admin-address');
  if (!adminPath.startsWith('/'))
    mistakes.push(`--admin-address: "${adminPath}" is not the path of a Unix socket, such as /admin/admin.sock`);
  const version = text('xds-resource-version');
  if (version !== 'v3') mistakes.push(`--xds-resource-version: "${version}" is not v3`);
  const family = families.find((each) => each === text('dns-lookup-family'));
  if (family === undefined)
    mistakes.push(`--dns-lookup-family: "${text('dns-lookup-family')}" is none of ${families.join(', ')}`);
  for (const name of ['overload-max-heap', 'overload-downstream-max-conn'])
    if (Number(values[name]) < 0) mistakes.push(`--${name}: must not be below 0`);
  const files = ['envoy-cafile', 'envoy-cert-file', 'envoy-key-file'].map((name) => text(name));
  const given = files.filter((name) => name !== '');
  if (given.length !== 0 && given.length !== 3)
    mistakes.push('--envoy-cafile, --envoy-cert-file and --envoy-key-file go together: give all three or none');
  for (const name of given)
    if (!existsSync(name) || statSync(name).size === 0) mistakes.push(`${name}: there is no such file, or it is empty`);
  const folder = text('resources-dir');
  if (file === '-' && given.length === 3 && folder === '')
    mistakes.push(
      '--resources-dir says where the files for certificates go when the bootstrap goes to standard output',
    );
  if (mistakes.length > 0 || file === undefined) return mistakes;

  let tls;
  if (given.length === 3) {
    const [caFile, certFile, keyFile] = files.map((name) => resolve(name)) as [string, string, string];
    const secrets = tlsSecretFiles({ caFile, certFile, keyFile }, serverName);
    const at = join(resolve(folder === '' ? dirname(file) : folder), 'sds');
    tls = {
      certificateSdsFile: join(at, 'xds-tls-certificate.json'),
      validationSdsFile: join(at, 'xds-validation-context.json'),
    };
    writeJson(tls.certificateSdsFile, secrets.certificate);
    writeJson(tls.validationSdsFile, secrets.validation);
  }
  const maxHeapSizeBytes = Number(values['overload-max-heap']);
  const maxDownstreamConnections = Number(values['overload-downstream-max-conn']);
  const content = bootstrap({
    xdsAddress: text('xds-address'),
    xdsPort: Number(values['xds-port']),
    serverName,
    admin: { kind: 'pipe', path: adminPath },
    ...(family === undefined ? {} : { dnsLookupFamily: family }),
    ...(tls ? { tls } : {}),
    ...(maxHeapSizeBytes > 0 || maxDownstreamConnections > 0
      ? { overload: { maxHeapSizeBytes, maxDownstreamConnections } }
      : {}),
  });
  if (file === '-') process.stdout.write(`${JSON.stringify(content, null, 2)}\n`);
  // In place, as Contour does: who made the file beforehand may hold it open.
  else writeFileSync(resolve(file), `${JSON.stringify(content, null, 2)}\n`);
  return [];
}

const serverName = 'contour';
const families = ['auto', 'v4', 'v6', 'all'] as const;

/** By rename, so that a reader never sees half a file. */
function writeJson(file: string, content: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}
