// How large inputs may be, and how much clients may ask for: one table. Each limit bounds what one object or one client can
// cost everybody else; the defaults are far above what is used in earnest. In: nothing; out: names, defaults, meanings,
// from which the settings (`limits.*`) are made. docs/limits.md explains each; a test compares the two.

export const limitRows = {
  objectBytes: { default: 2_097_152, help: 'bytes of one object; a larger one counts as not there' },
  includeDepth: { default: 32, help: 'levels of includes of an HTTPProxy' },
  includeParts: { default: 10_000, help: 'HTTPProxies that a root includes, each as often as it is included' },
  routesPerHost: { default: 10_000, help: 'routes of one host; later ones are left out' },
  conditionsPerRoute: { default: 256, help: 'conditions on headers and query parameters of one route' },
  headerChangesPerRoute: { default: 256, help: 'headers that one route sets, adds or removes' },
  regexBytes: { default: 8192, help: 'characters of one regular expression' },
  regexProgram: {
    default: 100_000,
    help: 'instructions of one compiled regular expression; above 500000 Envoy may refuse it',
  },
  hosts: { default: 100_000, help: 'hosts, counted on each listener; the youngest answer 500' },
  xdsStreams: { default: 5000, help: 'xDS streams that are open at once' },
  xdsNames: { default: 500_000, help: 'names in one subscription of an xDS client' },
} as const;

export type LimitName = keyof typeof limitRows;
export type Limits = Readonly<Record<LimitName, number>>;

export const defaultLimits: Limits = Object.fromEntries(
  Object.entries(limitRows).map(([name, row]) => [name, row.default]),
) as Limits;

/** The text that every problem with a limit begins with: `12 conditions, and limits.conditionsPerRoute allows 10`. */
export function overLimit(found: number, what: string, name: LimitName, limit: number): string {
  return `${found} ${what}, and limits.${name} allows ${limit}`;
}
