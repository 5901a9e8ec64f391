// Consul's answer to `/v1/health/service/NAME?passing` → instances. Pure.
import { isIP } from 'node:net';

export interface ConsulInstance {
  /** An IP address or a name. */
  readonly host: string;
  readonly port: number;
  /** 1 unless it was registered with another one. */
  readonly weight: number;
}

interface Entry {
  readonly Node?: { readonly Address?: unknown } | null;
  readonly Service?: {
    readonly Address?: unknown;
    readonly Port?: unknown;
    readonly Weights?: { readonly Passing?: unknown } | null;
  } | null;
}

const maxWeight = 65_535;

/** What has no address or no port is left out: nothing can be sent there. Throws with a readable message. */
export function parseHealth(text: string): readonly ConsulInstance[] {
  const entries: unknown = JSON.parse(text);
  if (!Array.isArray(entries)) throw new Error('the answer is not a list of instances');
  return (entries as readonly (Entry | null)[]).flatMap((entry) => {
    const { Service: service, Node: node } = entry ?? {};
    const host = textOf(service?.Address) || textOf(node?.Address);
    const port = service?.Port;
    if (host === '' || typeof port !== 'number' || !Number.isInteger(port) || port < 1 || port > 65_535) return [];
    const passing = service?.Weights?.Passing;
    const weight = typeof passing === 'number' && passing > 1 ? Math.min(Math.floor(passing), maxWeight) : 1;
    return [{ host: host.startsWith('[') ? host.slice(1, -1) : host, port, weight }];
  });
}

export function isName({ host }: ConsulInstance): boolean {
  return isIP(host) === 0;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
