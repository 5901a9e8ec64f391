// `nuncio bootstrap`: writes the bootstrap file of an Envoy that takes its configuration from nuncio, and, with TLS,
// the two SDS files beside it through which that Envoy reads its certificate again when it is rotated.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { bootstrap, tlsSecretFiles } from '../../xds/bootstrap.ts';
import { failWith } from '../fail.ts';
import { portFrom } from '../port-argument.ts';

interface Flags {
  readonly xdsAddress: string;
  readonly xdsPort: number;
  readonly xdsCaFile?: string;
  readonly xdsCertFile?: string;
  readonly xdsKeyFile?: string;
  readonly resourcesDir?: string;
  readonly adminAddress: string;
  readonly adminPort: number;
  readonly nodeId?: string;
  readonly nodeCluster?: string;
  readonly loadReports?: boolean;
  readonly zone?: string;
  readonly maxHeapBytes: number;
  readonly maxConnections: number;
}

const port = portFrom(1);

const count = (text: string): number => {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number, 0 or more.');
};

export function addBootstrap(program: Command): void {
  program
    .command('bootstrap')
    .description('write the bootstrap file of an Envoy that gets its configuration from nuncio')
    .argument('<file>', 'where to write it; - is standard output')
    .addOption(env(new Option('--xds-address <host>', 'address or DNS name of nuncio').default('127.0.0.1')))
    .addOption(env(new Option('--xds-port <port>', 'its xDS port').default(18000).argParser(port)))
    .addOption(env(new Option('--xds-ca-file <file>', 'CA of nuncio’s certificate; with the next two: mutual TLS')))
    .addOption(env(new Option('--xds-cert-file <file>', 'Envoy’s own certificate')))
    .addOption(env(new Option('--xds-key-file <file>', 'its private key')))
    .addOption(new Option('--resources-dir <folder>', 'where the SDS files go (default: beside the bootstrap file)'))
    .addOption(
      new Option('--admin-address <address>', 'Envoy’s admin interface: an IP, or the path of a Unix socket').default(
        '127.0.0.1',
      ),
    )
    .addOption(new Option('--admin-port <port>', 'its port, unless it is a socket').default(9901).argParser(port))
    .addOption(new Option('--node-id <id>', 'node id (else give Envoy --service-node)'))
    .addOption(new Option('--node-cluster <name>', 'node cluster (else give Envoy --service-cluster)'))
    .option('--load-reports', 'Envoy tells nuncio how many requests fail, for `nuncio serve --canary`')
    .addOption(
      env(
        new Option(
          '--zone <name>',
          'zone of this Envoy: Services that ask for it (trafficDistribution) get their requests within the zone',
        ),
      ),
    )
    .addOption(
      new Option(
        '--max-heap-bytes <n>',
        'heap from which Envoy defends itself: gives memory back from 95 %, refuses requests from 98 %; 0: never',
      )
        .default(0)
        .argParser(count),
    )
    .addOption(
      new Option('--max-connections <n>', 'connections of clients to all listeners together; 0: any number')
        .default(0)
        .argParser(count),
    )
    .action((file: string, flags: Flags) => {
      const { xdsCaFile: caFile, xdsCertFile: certFile, xdsKeyFile: keyFile } = flags;
      let tls;
      if (caFile !== undefined && certFile !== undefined && keyFile !== undefined) {
        if (file === '-' && flags.resourcesDir === undefined) {
          return failWith('--resources-dir says where the SDS files go when the bootstrap goes to standard output');
        }
        const folder = resolve(flags.resourcesDir ?? dirname(file));
        const secrets = tlsSecretFiles({
          caFile: resolve(caFile),
          certFile: resolve(certFile),
          keyFile: resolve(keyFile),
        });
        tls = {
          certificateSdsFile: join(folder, 'xds-certificate.json'),
          validationSdsFile: join(folder, 'xds-validation.json'),
        };
        writeJson(tls.certificateSdsFile, secrets.certificate);
        writeJson(tls.validationSdsFile, secrets.validation);
      } else if (caFile !== undefined || certFile !== undefined || keyFile !== undefined) {
        return failWith('--xds-ca-file, --xds-cert-file and --xds-key-file go together: give all three or none');
      }
      const content = bootstrap({
        xdsAddress: flags.xdsAddress,
        xdsPort: flags.xdsPort,
        admin: flags.adminAddress.startsWith('/')
          ? { kind: 'pipe', path: flags.adminAddress }
          : { kind: 'tcp', address: flags.adminAddress, port: flags.adminPort },
        ...(flags.nodeId === undefined ? {} : { nodeId: flags.nodeId }),
        ...(flags.nodeCluster === undefined ? {} : { nodeCluster: flags.nodeCluster }),
        loadReports: flags.loadReports ?? false,
        // An environment variable that is there and empty: nobody knows the zone.
        ...(flags.zone === undefined || flags.zone === '' ? {} : { zone: flags.zone }),
        ...(tls ? { tls } : {}),
        ...(flags.maxHeapBytes > 0 || flags.maxConnections > 0
          ? { overload: { maxHeapSizeBytes: flags.maxHeapBytes, maxDownstreamConnections: flags.maxConnections } }
          : {}),
      });
      if (file === '-') process.stdout.write(`${JSON.stringify(content, null, 2)}\n`);
      else writeJson(resolve(file), content);
    });
}

function env(option: Option): Option {
  return option.env(`NUNCIO_${option.name().toUpperCase().replaceAll('-', '_')}`);
}

/** By rename, so that a reader never sees half a file. */
function writeJson(file: string, content: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  const temporary = `${file}.new`;
  writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`);
  renameSync(temporary, file);
}
