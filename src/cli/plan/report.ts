// A routing difference as people read it.
import type { FieldChange, HostChange, RouteChange } from '../../dag/compare/compare.ts';
import type { LocatedProblem } from '../offline/compile-files.ts';

export interface Plan {
  readonly hosts: readonly HostChange[];
  /** Problems of the new objects that the old ones did not have. */
  readonly problems: readonly LocatedProblem[];
  /** What somebody may miss: hosts, routes or TLS that go, routes that nobody reaches any more, new errors. */
  readonly harm: number;
}

export function planOf(
  hosts: readonly HostChange[],
  before: readonly LocatedProblem[],
  after: readonly LocatedProblem[],
): Plan {
  // Lines move; what is said of an object stays.
  const said = ({ object, path, message, code }: LocatedProblem): string => [object, path, code, message].join('\n');
  const known = new Set(before.map(said));
  const problems = after.filter((problem) => !known.has(said(problem)));
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return { hosts, problems, harm: errors + hosts.reduce((sum, host) => sum + harmOf(host), 0) };
}

function harmOf({ kind, losesTls, routes, unreachable }: HostChange): number {
  const removed = routes.filter((route) => route.kind === 'removed').length;
  return (kind === 'removed' || losesTls ? 1 : removed) + unreachable.length;
}

const mark = { added: '+', removed: '-', changed: '~' } as const;

export function renderPlan({ hosts, problems, harm }: Plan): string {
  if (hosts.length === 0 && problems.length === 0) return 'No request is answered otherwise.\n';
  const lines: string[] = [];
  for (const host of hosts) {
    lines.push(`${mark[host.kind]} ${host.scheme}://${host.host} on ${host.listener}`);
    if (host.losesTls) lines.push('    ! loses TLS: only plain HTTP answers');
    for (const change of host.tls) lines.push(`    ~ TLS ${field(change)}`);
    for (const route of host.routes) lines.push(...renderRoute(route));
    for (const { match, object, path, takenBy } of host.unreachable)
      lines.push(
        `    ! ${match} is not reached any more (${object} ${path}): ${takenBy.object} ${takenBy.path} takes its requests`,
      );
  }
  if (problems.length > 0) lines.push('', 'New problems:');
  for (const { file, line, severity, object, path, message, code } of problems) {
    const place = file === undefined ? '' : `${file}${line === undefined ? '' : `:${line}`}: `;
    lines.push(`  ${place}${severity}: ${[object, path, message].filter((part) => part !== '').join(': ')} [${code}]`);
  }
  const routes = hosts.reduce((sum, host) => sum + host.routes.length, 0);
  lines.push(
    '',
    `${hosts.length} hosts, ${routes} routes change; ${problems.length} new problems; ${harm} of all this may do harm`,
  );
  return `${lines.join('\n')}\n`;
}

function renderRoute({ kind, match, before, after, fields }: RouteChange): string[] {
  const from = (side: RouteChange['before']): string => (side ? `   ${side.object} ${side.path}` : '');
  switch (kind) {
    case 'added':
      return [`    + ${match} → ${after?.does}${from(after)}`];
    case 'removed':
      return [`    - ${match} → ${before?.does}${from(before)}`];
    case 'backend':
    case 'action':
      return [`    ~ ${match}: ${before?.does} → ${after?.does}${from(after)}`];
    case 'policy':
      return [`    ~ ${match}${from(after)}`, ...fields.map((change) => `        ${field(change)}`)];
  }
}

function field({ field: name, before, after }: FieldChange): string {
  return `${name}: ${short(before)} → ${short(after)}`;
}

function short(value: unknown): string {
  if (value === undefined) return 'none';
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
