// Envoy's admin interface over a Unix socket or TCP. In: path and method. Out: status and body, or an error that names
// the address. Every request ends: Envoy's main thread may be busy, but not for ever.
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export type AdminAddress =
  | { readonly kind: 'pipe'; readonly path: string }
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number };

export interface EnvoyAdmin {
  /** As in messages and logs. */
  readonly name: string;
  /** Rejects when there is no answer in time. */
  ask(path: string, method?: 'GET' | 'POST'): Promise<{ readonly status: number; readonly body: string }>;
}

const timeoutMs = 10_000;

/** An address that begins with a slash is a socket's path; anything else is a host. */
export function parseAdminAddress(address: string, port: number): AdminAddress {
  return address.startsWith('/') ? { kind: 'pipe', path: address } : { kind: 'tcp', host: address, port };
}

export function envoyAdmin(address: AdminAddress): EnvoyAdmin {
  const name = address.kind === 'pipe' ? address.path : `${address.host}:${address.port}`;
  return {
    name,
    ask: (path, method = 'GET') =>
      new Promise((resolve, reject) => {
        const where =
          address.kind === 'pipe' ? { socketPath: address.path } : { host: address.host, port: address.port };
        const sent = request(
          // A connection of its own each time: a kept one would count as open.
          { ...where, path, method, agent: false, signal: AbortSignal.timeout(timeoutMs), headers: { host: 'envoy' } },
          (response) => {
            text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
          },
        );
        sent.once('error', (error) => reject(new Error(`Envoy's admin interface ${name}: ${error.message}`)));
        sent.end();
      }),
  };
}
