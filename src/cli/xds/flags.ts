// Flags of commands that connect to an xDS server.
import { Option, type Command } from 'commander';
import type { XdsServer } from './session.ts';

export interface XdsFlags {
  readonly xdsAddress: string;
  readonly xdsPort: string;
  readonly xdsCaFile?: string;
  readonly xdsCertFile?: string;
  readonly xdsKeyFile?: string;
  readonly serverName: string;
}

const env = (option: Option): Option => option.env(`NUNCIO_${option.name().toUpperCase().replaceAll('-', '_')}`);

export function addXdsFlags(command: Command): Command {
  return command
    .addOption(env(new Option('--xds-address <host>', 'address or DNS name of nuncio').default('127.0.0.1')))
    .addOption(env(new Option('--xds-port <port>', 'its xDS port').default('18000')))
    .addOption(env(new Option('--xds-ca-file <file>', 'CA of nuncio’s certificate; with the next two: mutual TLS')))
    .addOption(env(new Option('--xds-cert-file <file>', 'a client’s certificate')))
    .addOption(env(new Option('--xds-key-file <file>', 'its private key')))
    .option('--server-name <name>', 'name that the server’s certificate must have', 'nuncio');
}

export type ParsedXdsFlags =
  { readonly ok: true; readonly server: Omit<XdsServer, 'node'> } | { readonly ok: false; readonly mistake: string };

export function parseXdsFlags(flags: XdsFlags): ParsedXdsFlags {
  const { xdsAddress, xdsPort, xdsCaFile: caFile, xdsCertFile: certFile, xdsKeyFile: keyFile, serverName } = flags;
  if (!/^\d{1,5}$/.test(xdsPort)) return { ok: false, mistake: `--xds-port: "${xdsPort}" is not a port` };
  const given = [caFile, certFile, keyFile].filter((file) => file !== undefined).length;
  if (given !== 0 && given !== 3) {
    const mistake = '--xds-ca-file, --xds-cert-file and --xds-key-file go together: give all three or none';
    return { ok: false, mistake };
  }
  const host = xdsAddress.includes(':') ? `[${xdsAddress}]` : xdsAddress;
  const tls = given === 3 ? { caFile: caFile!, certFile: certFile!, keyFile: keyFile! } : null;
  return { ok: true, server: { target: `${host}:${xdsPort}`, tls, serverName } };
}
