// Contour's subcommands → what runs them here, and their exit codes: 0 as asked, 1 a mistake or a fault (as in Contour).
import { helpText, parseFlags } from './flags.ts';

const commands: Readonly<Record<string, string>> = {
  serve: 'run the control plane',
  bootstrap: 'write the bootstrap file of an Envoy',
  certgen: 'make the certificates between Envoys and control plane',
  cli: 'an xDS client for people: cds, eds, lds, rds or sds',
  envoy: 'shutdown-manager, shutdown: let an Envoy end without losing requests',
  'gateway-provisioner': 'make and keep the Envoys of each Gateway',
  version: 'print the version',
};

export async function runContour(args: readonly string[]): Promise<number> {
  // Global flags may come before the command.
  const at = args.findIndex((arg) => !arg.startsWith('-'));
  const name = at < 0 ? '' : args[at]!;
  const rest = [...args.slice(0, Math.max(at, 0)), ...args.slice(at + 1)];
  switch (name) {
    case 'serve':
      return runServe(rest);
    case 'bootstrap': {
      const { bootstrapFlags, writeContourBootstrap } = await import('./bootstrap.ts');
      const flags = parseFlags(bootstrapFlags, rest, process.env);
      if (flags.help)
        return print(helpText('nuncio-contour bootstrap FILE [flags]', commands['bootstrap']!, bootstrapFlags));
      return fail(writeContourBootstrap(flags));
    }
    case 'version': {
      const { packageVersion } = await import('../commands/version.ts');
      return print(`nuncio ${packageVersion()}\nnode ${process.versions.node}\n`);
    }
    case 'certgen': {
      const { certgenFlags, contourCertgen } = await import('./certgen.ts');
      const flags = parseFlags(certgenFlags, rest, process.env);
      if (flags.help)
        return print(helpText('nuncio-contour certgen [FOLDER] [flags]', commands['certgen']!, certgenFlags));
      return fail(await contourCertgen(flags));
    }
    case 'cli':
    case 'envoy': {
      const { runOther } = await import('./other-commands.ts');
      return runOther(name, rest);
    }
    case 'gateway-provisioner': {
      const { gatewayProvisionerFlags, runGatewayProvisioner } = await import('./gateway-provisioner.ts');
      const flags = parseFlags(gatewayProvisionerFlags, rest, process.env);
      if (flags.help) {
        const usage = 'nuncio-contour gateway-provisioner [flags]';
        return print(helpText(usage, commands['gateway-provisioner']!, gatewayProvisionerFlags));
      }
      return flags.mistakes.length > 0 ? fail(flags.mistakes) : runGatewayProvisioner(flags);
    }
    case 'help':
    case '':
      if (name === '' && rest.some((arg) => arg !== '--help' && arg !== '-h')) return fail([`unknown flag ${rest[0]}`]);
      return print(
        `usage: nuncio-contour <command> [flags]\n\nContour’s command lines on nuncio’s code.\n\nCommands:\n${Object.entries(
          commands,
        )
          .map(([command, help]) => `  ${command.padEnd(20)} ${help}\n`)
          .join('')}`,
      );
    default: {
      const { nearest } = await import('../../model/nearest.ts');
      const guess = nearest(name, Object.keys(commands));
      return fail([`unknown command ${name}${guess === undefined ? '' : `; the nearest is ${guess}`}`]);
    }
  }
}

async function runServe(args: readonly string[]): Promise<number> {
  const [{ serveFlags }, { contourServeConfig }] = await Promise.all([
    import('./serve-flags.ts'),
    import('./serve.ts'),
  ]);
  const flags = parseFlags(serveFlags, args, process.env);
  if (flags.help) return print(helpText('nuncio-contour serve [flags]', commands['serve']!, serveFlags));
  const result = await contourServeConfig(flags, {
    environment: process.env,
    isTerminal: process.stderr.isTTY,
    readConfiguration: async (kubeconfig, namespace, name) => {
      const { readContourConfiguration } = await import('./read-configuration.ts');
      return readContourConfiguration(kubeconfig, namespace, name);
    },
  });
  if (!result.ok) return fail(result.mistakes);
  for (const warning of result.warnings) process.stderr.write(`nuncio-contour: ${warning}\n`);
  const { serve } = await import('../serve.ts');
  await serve(result.config);
  return 0;
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

/** Exit code. */
export function fail(mistakes: readonly string[]): number {
  for (const mistake of mistakes) process.stderr.write(`nuncio-contour: ${mistake}\n`);
  return mistakes.length > 0 ? 1 : 0;
}
