// `nuncio serve`: the control plane. Reads its configuration, starts the actors and, if asked, Envoy; ends in order on
// SIGTERM and SIGINT with exit code 0.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { Option, type Command } from 'commander';
import { messageOf } from '../../model/message-of.ts';
import { findOnPath } from '../../actors/envoy/envoy-child.ts';
import { failWith } from '../fail.ts';
import { resolveSettings, type SettingInputs } from '../resolve-settings.ts';
import { serveConfig } from '../serve-config.ts';
import { serveSettings, type Setting } from '../settings.ts';
import { parseYaml } from '../yaml.ts';

export function addServe(program: Command): void {
  const command = program
    .command('serve')
    .description('run the control plane')
    .addOption(
      new Option('-c, --config <file>', 'YAML file with the settings below (flag > environment > file > default)').env(
        'NUNCIO_CONFIG',
      ),
    );
  for (const setting of serveSettings) command.addOption(toOption(setting));
  command.addHelpText(
    'after',
    `
Examples:
  nuncio serve --files ./routes --envoy     serve a folder, with an Envoy of its own
  nuncio serve --kubernetes --xds-address 0.0.0.0 --xds-ca-file ca.crt --xds-cert-file tls.crt --xds-key-file tls.key

In the configuration file each setting has the key shown in [brackets], one level a dot.
Exit codes: 0 ended as asked, 1 a fault of nuncio, 2 a mistake in the configuration.`,
  );
  command.action(async (options: Record<string, unknown>) => {
    if (!isNodeNewEnough(process.versions.node)) {
      return failWith(`nuncio needs Node 22.19 or newer, this is ${process.versions.node}`);
    }
    const inputs = readInputs(command, options);
    if (!inputs) return;
    const resolved = resolveSettings(serveSettings, inputs);
    const result = serveConfig(resolved, {
      isTerminal: process.stderr.isTTY,
      envoyBinary: process.env['ENVOY_BIN'] ?? findOnPath('envoy'),
      readFile: (name) => readFileSync(name, 'utf8'),
      podNamespace: process.env['POD_NAMESPACE'] || undefined,
      podIp: process.env['POD_IP'] || undefined,
      // A pod's host name is its own name. What comes behind it tells a container from the one before it in the same pod.
      identity: `${hostname()}_${randomUUID().slice(0, 8)}`,
    });
    if (!result.ok) return failWith(...result.mistakes);
    const { serve } = await import('../serve.ts');
    await serve(result.config);
  });
}

/** The HTTP client of the Kubernetes library fails on older ones, with an error that helps nobody. */
function isNodeNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 19);
}

function toOption(setting: Setting): Option {
  const { type } = setting;
  const value =
    type.kind === 'boolean'
      ? '[true|false]'
      : `<${type.kind === 'choice' ? type.choices.join('|') : (setting.placeholder ?? 'text')}>`;
  const rest = setting.default === undefined ? '' : `; default ${setting.default}`;
  const option = new Option(`--${setting.flag} ${value}`, `${setting.help} [${setting.key}${rest}]`);
  // A list may also be given in several flags.
  if (type.kind === 'list' || type.kind === 'map') {
    option.argParser((next: string, before: string | undefined) => (before === undefined ? next : `${before},${next}`));
  }
  return option.helpGroup(setting.group);
}

function readInputs(command: Command, options: Record<string, unknown>): SettingInputs | undefined {
  const flags: Record<string, string | undefined> = {};
  for (const setting of serveSettings) {
    const name = setting.flag.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    // `--flag` alone means true.
    if (command.getOptionValueSource(name) === 'cli') flags[setting.flag] = String(options[name]);
  }
  const name = options['config'] as string | undefined;
  if (name === undefined) return { flags, environment: process.env };
  let content: unknown;
  try {
    content = parseYaml(readFileSync(name, 'utf8'));
  } catch (error) {
    failWith(`${name}: ${messageOf(error)}`);
    return undefined;
  }
  return { flags, environment: process.env, file: { name, content } };
}
