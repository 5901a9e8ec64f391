// Contour's commands whose flags have the same meaning in nuncio's own, by nuncio's names.
import { Command } from 'commander';

/** Exit code; `args` are those after the command. */
export async function runOther(name: 'cli' | 'envoy', args: readonly string[]): Promise<number> {
  const program = new Command('nuncio-contour').exitOverride((error) => {
    process.exit(error.exitCode);
  });
  if (name === 'cli') {
    const { addXds } = await import('../commands/xds.ts');
    addXds(program);
    // Contour's defaults, and its flags also as environment variables.
    const { CLI_CAFILE: ca, CLI_CERT_FILE: cert, CLI_KEY_FILE: key, CLI_NODE_ID: node } = process.env;
    const { server, rest } = takeServer(args);
    const colon = server.lastIndexOf(':');
    const standing = [
      '--output=json',
      `--xds-address=${server.slice(0, colon).replace(/^\[|\]$/g, '')}`,
      `--xds-port=${server.slice(colon + 1)}`,
      '--server-name=contour',
      ...(ca ? [`--cafile=${ca}`] : []),
      ...(cert ? [`--cert-file=${cert}`] : []),
      ...(key ? [`--key-file=${key}`] : []),
      `--node-id=${node || 'ContourCLI'}`,
    ];
    await program.parseAsync(['xds', ...standing, ...rest], { from: 'user' });
  } else {
    const [{ addShutdownManager }, { addShutdown }] = await Promise.all([
      import('../commands/shutdown-manager.ts'),
      import('../commands/shutdown.ts'),
    ]);
    const envoy = program.command('envoy');
    addShutdownManager(envoy);
    addShutdown(envoy);
    await program.parseAsync(['envoy', ...args], { from: 'user' });
  }
  return Number(process.exitCode ?? 0);
}

/** `--contour HOST:PORT` out of the arguments. */
function takeServer(args: readonly string[]): { readonly server: string; readonly rest: readonly string[] } {
  const rest: string[] = [];
  let server = '127.0.0.1:8001';
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    if (arg === '--contour') server = args[++index] ?? server;
    else if (arg.startsWith('--contour=')) server = arg.slice('--contour='.length);
    else rest.push(arg);
  }
  return { server, rest };
}
