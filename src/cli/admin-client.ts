// Asks a running control plane at its admin port.
import { Option } from 'commander';

export function adminOption(): Option {
  return new Option('--admin <url>', 'admin port of the running control plane')
    .env('NUNCIO_ADMIN')
    .default('http://127.0.0.1:8002');
}

/** Rejects with a message for the user when nobody answers, or with what the control plane says is wrong. */
export async function askAdmin<T>(
  admin: string,
  path: string,
  method: 'GET' | 'PUT' | 'POST' = 'GET',
  headers: Readonly<Record<string, string>> = {},
): Promise<T> {
  let response: Response;
  try {
    response = await fetch(new URL(path, admin), { method, headers, signal: AbortSignal.timeout(10_000) });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new Error(`no control plane answers at ${admin} (${cause}); give --admin URL, or -f to ask files`, {
      cause: error,
    });
  }
  const body = await response.text();
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new Error(`${admin}${path} answers ${response.status} and no JSON: is this nuncio's admin port?`);
  }
  if (response.ok) return value as T;
  throw new Error((value as { error?: string }).error ?? `${admin}${path} answers ${response.status}`);
}
