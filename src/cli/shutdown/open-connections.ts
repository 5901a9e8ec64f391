// How many connections of clients an Envoy has. In: its answer to `statsPath`. Out: the number, and each listener's part.
// Counted by listener, not by HTTP: so connections of TCP proxies count too.

/** Asks for what `openConnections` reads. */
export const statsPath = `/stats?format=json&filter=${encodeURIComponent(
  String.raw`^(listener|http)\..*\.downstream_cx_active$`,
)}`;

export interface OpenConnections {
  readonly total: number;
  /** By address as Envoy writes it (`0.0.0.0_8443`), those with connections only. */
  readonly byListener: Readonly<Record<string, number>>;
}

/** Listeners for probes and scrapers, by the names that their statistics have: nobody waits for those. */
const operatorPrefixes: ReadonlySet<string> = new Set(['admin', 'envoy-admin', 'stats', 'health', 'stats-health']);

/** Throws on an answer that is not what Envoy writes. */
export function openConnections(body: string): OpenConnections {
  const { stats } = JSON.parse(body) as {
    readonly stats?: readonly { readonly name?: string; readonly value?: number }[];
  };
  if (!Array.isArray(stats)) throw new Error(`not Envoy's statistics: ${body.slice(0, 100)}`);
  const byListener: Record<string, number> = {};
  let operators = 0;
  for (const { name = '', value = 0 } of stats) {
    const [, kind, owner = ''] = /^(listener|http)\.(.*)\.downstream_cx_active$/.exec(name) ?? [];
    if (value === 0 || owner === '') continue;
    if (kind === 'http') {
      // The admin listener is left out below; those of probes have no names of their own there.
      if (operatorPrefixes.has(owner) && owner !== 'admin') operators += value;
    } else if (owner !== 'admin' && !/\.(worker_\d+|main_thread)$/.test(owner)) {
      byListener[owner] = value;
    }
  }
  const all = Object.values(byListener).reduce((sum, value) => sum + value, 0);
  return { total: Math.max(0, all - operators), byListener };
}
