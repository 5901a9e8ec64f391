// When a report of the conformance suite is good enough: nothing failed, nothing skipped, no test or feature fewer.
import test from 'ava';
import { judge, type Report } from '../../tools/conformance/verdict.ts';

function report(extended: number, more: { failed?: string; skipped?: string; unsupported?: string } = {}): Report {
  const { failed, skipped, unsupported } = more;
  const bad = Number(failed !== undefined) + Number(skipped !== undefined);
  const statistics = {
    Passed: extended - bad,
    Skipped: skipped === undefined ? 0 : 1,
    Failed: failed === undefined ? 0 : 1,
  };
  return {
    profiles: [
      {
        name: 'GATEWAY-UDP',
        core: { statistics: { Passed: 19, Skipped: 0, Failed: 0 } },
        extended: {
          statistics,
          ...(failed !== undefined && { failedTests: [failed] }),
          ...(skipped !== undefined && { skippedTests: [skipped] }),
          ...(unsupported !== undefined && { unsupportedFeatures: [unsupported] }),
        },
      },
    ],
  };
}

const wanted = ['GATEWAY-UDP'];

test('all tests passed and every feature is there', (t) => {
  t.deepEqual(judge(report(11), 'v1.6.3', wanted), {
    passed: true,
    lines: ['GATEWAY-UDP: 19/19 + 11/11 passed'],
  });
});

for (const [what, given, line] of [
  ['a failed test', report(11, { failed: 'UDPRoute' }), '  extended, failed: UDPRoute'],
  ['a skipped test', report(11, { skipped: 'UDPRoute' }), '  extended, skipped: UDPRoute'],
  ['a feature that is not claimed', report(11, { unsupported: 'ListenerSet' }), '  unsupported: ListenerSet'],
  ['fewer tests than there are', report(10), '  extended: 10 tests, not 11'],
  ['a profile that is missing', { profiles: [] }, 'GATEWAY-UDP: missing in the report'],
] as const)
  test(`${what} is not enough`, (t) => {
    const { passed, lines } = judge(given, 'v1.6.3', wanted);
    t.false(passed);
    t.true(lines.includes(line), lines.join('\n'));
  });

test('a feature without any test need not be claimed, but only in its version of the suite', (t) => {
  const given = report(11, { unsupported: 'ClusterTrustBundle' });
  t.false(judge(given, 'v1.6.3', wanted).passed);
  const newer = {
    profiles: given.profiles!.map((each) => ({ ...each, core: { statistics: { Passed: 21, Skipped: 0, Failed: 0 } } })),
  };
  t.true(judge(newer, 'v1.7.0', wanted).passed);
});
