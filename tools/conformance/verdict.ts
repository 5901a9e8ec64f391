// Whether a report of the conformance suite is what it should be: everything passed, nothing skipped, nothing unsupported.
// In: the report, the suite's version, the profiles that were run. Out: a line a profile, and the verdict.

export interface Report {
  readonly profiles?: readonly ProfileReport[];
  readonly succeededProvisionalTests?: readonly string[];
}

interface ProfileReport {
  readonly name: string;
  readonly core: Results;
  readonly extended?: Results & { readonly unsupportedFeatures?: readonly string[] };
}

interface Results {
  readonly result?: string;
  readonly statistics: { readonly Passed: number; readonly Skipped: number; readonly Failed: number };
  readonly skippedTests?: readonly string[];
  readonly failedTests?: readonly string[];
}

/** Tests of each profile, core and extended: fewer would mean that features are no longer claimed. */
const counts: Readonly<Record<string, Readonly<Record<string, readonly [core: number, extended: number]>>>> = {
  'v1.6.3': {
    'GATEWAY-HTTP': [36, 58],
    'GATEWAY-GRPC': [14, 11],
    'GATEWAY-TLS': [19, 16],
    'GATEWAY-TCP': [18, 11],
    'GATEWAY-UDP': [19, 11],
  },
  'v1.7.0': {
    'GATEWAY-HTTP': [40, 64],
    'GATEWAY-GRPC': [17, 13],
    'GATEWAY-TLS': [21, 18],
    'GATEWAY-TCP': [20, 11],
    'GATEWAY-UDP': [21, 11],
  },
};

/** Tests that are not part of any profile yet. */
const provisional: Readonly<Record<string, number>> = { 'v1.7.0': 6 };

/** Features of a version that the suite lists and has no test for, and that are not built. */
const untested: Readonly<Record<string, readonly string[]>> = {
  'v1.7.0': [
    'ClusterTrustBundle',
    'GatewayAddressRoutability',
    'GatewayAddressRoutabilityCluster',
    'GatewayListenerFilters',
  ],
};

export interface Verdict {
  readonly passed: boolean;
  readonly lines: readonly string[];
}

export function judge(report: Report, version: string, wanted: readonly string[]): Verdict {
  const lines: string[] = [];
  let passed = true;
  for (const name of wanted) {
    const profile = report.profiles?.find((each) => each.name === name);
    const [core, extended] = counts[version]?.[name] ?? [0, 0];
    if (profile === undefined) {
      lines.push(`${name}: missing in the report`);
      passed = false;
      continue;
    }
    const troubles = [
      ...problemsOf('core', profile.core, core),
      ...problemsOf('extended', profile.extended, extended),
      ...(profile.extended?.unsupportedFeatures ?? [])
        .filter((feature) => !untested[version]?.includes(feature))
        .map((feature) => `unsupported: ${feature}`),
    ];
    const of = (results: Results | undefined, all: number): string => `${results?.statistics.Passed ?? 0}/${all}`;
    lines.push(
      `${name}: ${of(profile.core, core)} + ${of(profile.extended, extended)} passed`,
      ...troubles.map((each) => `  ${each}`),
    );
    if (troubles.length > 0) passed = false;
  }
  const { length: more } = report.succeededProvisionalTests ?? [];
  const all = provisional[version] ?? 0;
  const isWhole = wanted.length === Object.keys(counts[version] ?? {}).length;
  if (isWhole && all > 0) {
    lines.push(`provisional: ${more}/${all} passed`);
    if (more !== all) passed = false;
  }
  return { passed, lines };
}

function problemsOf(part: string, results: Results | undefined, expected: number): string[] {
  if (results === undefined) return [`${part}: none`];
  const { Passed, Skipped, Failed } = results.statistics;
  return [
    ...(results.failedTests ?? []).map((name) => `${part}, failed: ${name}`),
    ...(results.skippedTests ?? []).map((name) => `${part}, skipped: ${name}`),
    ...(Passed + Skipped + Failed === expected ? [] : [`${part}: ${Passed + Skipped + Failed} tests, not ${expected}`]),
    ...(Passed === expected ? [] : [`${part}: ${Passed} passed of ${expected}`]),
  ];
}
