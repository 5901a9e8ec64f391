// The command line as a whole: every subcommand is one file under src/cli/commands.
import { Command } from 'commander';

/** By name, in the order of the help. Loaded when asked for: a start of `serve` must not wait for what others need. */
const commands: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  serve: async () => (await import('./commands/serve.ts')).addServe,
  bootstrap: async () => (await import('./commands/bootstrap.ts')).addBootstrap,
  certgen: async () => (await import('./commands/certgen.ts')).addCertgen,
  'gateway-provisioner': async () => (await import('./commands/gateway-provisioner.ts')).addGatewayProvisioner,
  'conversion-webhook': async () => (await import('./commands/conversion-webhook.ts')).addConversionWebhook,
  'admission-webhook': async () => (await import('./commands/admission-webhook.ts')).addAdmissionWebhook,
  'shutdown-manager': async () => (await import('./commands/shutdown-manager.ts')).addShutdownManager,
  shutdown: async () => (await import('./commands/shutdown.ts')).addShutdown,
  explain: async () => (await import('./commands/explain.ts')).addExplain,
  status: async () => (await import('./commands/status.ts')).addStatus,
  wait: async () => (await import('./commands/wait.ts')).addWait,
  xds: async () => (await import('./commands/xds.ts')).addXds,
  history: async () => (await import('./commands/history.ts')).addHistory,
  hold: async () => (await import('./commands/history.ts')).addHold,
  resume: async () => (await import('./commands/history.ts')).addResume,
  rollback: async () => (await import('./commands/history.ts')).addRollback,
  canary: async () => (await import('./commands/history.ts')).addCanary,
  diff: async () => (await import('./commands/diff.ts')).addDiff,
  trace: async () => (await import('./commands/trace.ts')).addTrace,
  convert: async () => (await import('./commands/convert.ts')).addConvert,
  migrate: async () => (await import('./commands/migrate.ts')).addMigrate,
  validate: async () => (await import('./commands/validate.ts')).addValidate,
  plan: async () => (await import('./commands/plan.ts')).addPlan,
  completion: async () => (await import('./commands/completion.ts')).addCompletion,
  version: async () => (await import('./commands/version.ts')).addVersion,
};

export const commandNames: readonly string[] = Object.keys(commands);

/** With the subcommand of that name alone, if there is one; else with all. */
export async function createProgram(name?: string): Promise<Command> {
  const program = new Command('nuncio')
    .description(
      'A control plane for Envoy: watches Kubernetes or files, compiles what it finds, and streams it to Envoys over xDS.',
    )
    .showHelpAfterError('Try `nuncio --help`, or `nuncio <command> --help`.')
    .configureHelp({ helpWidth: Math.min(process.stdout.columns || 100, 110) });

  const wanted = commandNames.includes(name ?? '') ? [commands[name!]!] : Object.values(commands);
  for (const add of await Promise.all(wanted.map((load) => load()))) add(program);
  return program;
}
