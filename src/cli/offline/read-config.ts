// The configuration of commands that work on files: what `nuncio serve --config FILE` would compile with.
import { readFileSync } from 'node:fs';
import { Option } from 'commander';
import { parse } from 'yaml';
import { messageOf } from '../../model/message-of.ts';
import type { Config } from '../../model/config.ts';
import { resolveSettings } from '../resolve-settings.ts';
import { serveConfig } from '../serve-config.ts';
import { serveSettings } from '../settings.ts';

export function configOption(): Option {
  return new Option(
    '-c, --config <file>',
    'configuration file of `nuncio serve`: what it says of objects and listeners',
  ).env('NUNCIO_CONFIG');
}

export type OfflineConfig =
  { readonly ok: true; readonly config: Config } | { readonly ok: false; readonly mistakes: readonly string[] };

/** `file`: undefined for the defaults. Never throws on a mistake of its user. */
export function readOfflineConfig(file: string | undefined): OfflineConfig {
  let content: unknown;
  try {
    content = file === undefined ? undefined : parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return { ok: false, mistakes: [`${file}: ${messageOf(error)}`] };
  }
  const resolved = resolveSettings(serveSettings, {
    // The files are given to the command itself; this keeps `serve`'s rule that there must be some.
    flags: { files: '.' },
    environment: {},
    ...(file === undefined ? {} : { file: { name: file, content } }),
  });
  return serveConfig(resolved, {
    isTerminal: false,
    // Never started here.
    envoyBinary: 'envoy',
    readFile: (name) => readFileSync(name, 'utf8'),
    podNamespace: undefined,
    identity: 'offline',
  });
}
