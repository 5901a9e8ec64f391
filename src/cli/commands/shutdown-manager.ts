// `nuncio shutdown-manager`: beside Envoy in its pod, holds back Envoy's end until `nuncio shutdown` has drained it.
//   GET /shutdown   Envoy's preStop hook: answers when the ready file is there. Looking does nothing, so anybody may.
//   GET /ready      Envoy's own readiness, for probes that can't reach an admin interface on a socket
//   GET /healthz    this process
// When it starts, the pod goes on living: a ready file of before is removed, and an Envoy that was left draining (by a
// restart of this container) is taken back.
import { existsSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { Option, type Command } from 'commander';
import type { Logger } from 'pino';
import { commandLog } from '../command-log.ts';
import { envoyAdmin, parseAdminAddress } from '../shutdown/envoy-admin.ts';
import { portFrom } from '../port-argument.ts';
import type { EnvoyAdmin } from '../shutdown/envoy-admin.ts';
import { adminOptions } from './shutdown.ts';

interface Flags {
  readonly address: string;
  readonly port: number;
  readonly servePort?: number;
  readonly readyFile: string;
  readonly adminAddress: string;
  readonly adminPort: number;
}

const readyFilePollMs = 200;

const port = portFrom(0);

export function addShutdownManager(program: Command): void {
  adminOptions(
    program
      .command('shutdown-manager')
      .description('run beside Envoy in its pod: hold back its end until `nuncio shutdown` has drained it'),
  )
    .option('--address <ip>', 'where to listen; the kubelet must reach it', '0.0.0.0')
    .addOption(new Option('--port <port>', 'its port').default(8090).argParser(port))
    .option('--ready-file <file>', 'as given to `nuncio shutdown`', '/admin/ok')
    // Contour's name for the same.
    .addOption(new Option('--serve-port <port>').hideHelp().argParser(port))
    .addHelpText(
      'after',
      `
Serves /shutdown (answers when Envoy is drained: Envoy’s preStop hook), /ready (Envoy’s own), /healthz.
This container’s preStop hook is \`nuncio shutdown\`. Give it no liveness probe. See deploy/README.md.`,
    )
    .action(async (flags: Flags) => {
      const { log, flush } = await commandLog('shutdown-manager');
      const admin = envoyAdmin(parseAdminAddress(flags.adminAddress, flags.adminPort));
      rmSync(flags.readyFile, { force: true });
      await takeBack(admin, log);
      await run(flags, admin, log);
      await flush();
    });
}

/** Resolves after SIGTERM, when everybody who waits for the ready file has been answered. */
async function run(flags: Flags, admin: EnvoyAdmin, log: Logger): Promise<void> {
  const server = createServer((request, response) => {
    request.resume();
    switch (new URL(request.url ?? '/', 'http://manager').pathname) {
      case '/healthz':
        return answer(response, 200, 'OK');
      case '/ready':
        admin.ask('/ready').then(
          ({ status, body }) => answer(response, status, body.trim()),
          (error: Error) => answer(response, 503, error.message),
        );
        return;
      case '/shutdown':
        log.info({ readyFile: flags.readyFile }, 'Envoy is to end; it waits until it is drained');
        return whenReady(flags.readyFile, response, () => {
          log.info('Envoy may end');
          answer(response, 200, 'OK');
        });
      default:
        return answer(response, 404, 'paths: /shutdown, /ready, /healthz');
    }
  });
  // Draining may take as long as the grace period.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(flags.servePort ?? flags.port, flags.address, resolve);
  });
  const bound = server.address();
  log.info({ address: bound !== null && typeof bound === 'object' ? `${bound.address}:${bound.port}` : '' }, 'listens');
  await new Promise<void>((resolve) => {
    const end = (): void => {
      server.close(() => resolve());
      server.closeIdleConnections();
    };
    process.once('SIGTERM', end);
    process.once('SIGINT', end);
  });
}

function whenReady(file: string, response: ServerResponse, done: () => void): void {
  if (existsSync(file)) return done();
  const timer = setInterval(() => {
    if (!existsSync(file)) return;
    clearInterval(timer);
    done();
  }, readyFilePollMs);
  response.once('close', () => clearInterval(timer));
}

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', connection: 'close' });
  response.end(`${body}\n`);
}

/** Containers are not started in a pod that ends: if Envoy drains now, it is left over from an earlier life of ours. */
async function takeBack(admin: EnvoyAdmin, log: Logger): Promise<void> {
  try {
    const { body } = await admin.ask('/ready');
    if (body.trim() !== 'DRAINING') return;
    const { status } = await admin.ask('/healthcheck/ok', 'POST');
    log.warn({ status }, 'Envoy was left draining; it takes traffic again');
  } catch {
    // It isn't there yet, so it doesn't drain either.
  }
}
