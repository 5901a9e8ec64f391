// The overview of a control plane as text for a terminal.
import type { Overview } from '../../actors/admin/overview.ts';
import { canaryLine, holdLine } from '../../actors/admin/history-answer.ts';
import { replicaLines } from '../../actors/admin/replica-lines.ts';

const maxListed = 20;
const dayMs = 86_400_000;

export function renderOverview(overview: Overview, nowMs: number): string {
  const {
    version,
    ready,
    missing,
    threads,
    sources,
    objects,
    envoys,
    quarantined,
    problems,
    problemCounts,
    hold,
    canary,
  } = overview;
  const lines = [`nuncio ${version}: ${ready ? 'ready' : `not ready, waits for ${missing.join('; ')}`}`];
  const table = (title: string, rows: readonly (readonly string[])[]): void => {
    if (rows.length === 0) return;
    const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
    lines.push('', title);
    for (const row of rows.slice(0, maxListed + 1))
      lines.push(`  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
    if (rows.length > maxListed + 1) lines.push(`  and ${rows.length - maxListed - 1} more; --output json has all`);
  };
  if (hold !== null && hold.hold.kind !== 'none') lines.push(holdLine(hold));
  if (canary !== null) lines.push(canaryLine(canary));
  for (const { name, phase, restarts } of threads)
    if (phase !== 'running' || restarts > 0) lines.push(`thread ${name}: ${phase}, ${restarts} restarts`);
  for (const { name, synced, troubles } of sources) {
    lines.push(`source ${name}: ${synced ? 'synced' : 'not synced yet'}`);
    for (const trouble of troubles) lines.push(`  ${trouble}`);
  }
  if (overview.replicas !== null) lines.push(...replicaLines(overview.replicas));
  const counts = Object.entries(objects).filter(([, count]) => count > 0);
  if (counts.length > 0) lines.push(`objects: ${counts.map(([kind, count]) => `${count} ${kind}`).join(', ')}`);
  lines.push(`problems: ${problemCounts.error} errors, ${problemCounts.warning} warnings`);

  if (envoys.length === 0) lines.push('', 'No Envoy is connected.');
  else
    table(`Envoys: ${envoys.filter(({ current }) => current).length} of ${envoys.length} have everything`, [
      ['NODE', 'PEER', 'STATE', 'LAG', 'NACKS', 'CONNECTED'],
      ...envoys.map(({ node, peer, current, refused, pending, lagMs, nacks, connectedAtMs }) => [
        node,
        peer,
        refused > 0 ? `refuses ${refused}` : current ? 'current' : `${pending} pending`,
        lagMs === 0 ? '-' : `${(lagMs / 1000).toFixed(1)} s`,
        String(nacks),
        new Date(connectedAtMs).toISOString(),
      ]),
    ]);
  if (quarantined.length > 0)
    table('Quarantined: not served in their newest version', [
      ['RESOURCE', 'SERVED', 'OWNERS', 'WHY'],
      ...quarantined.map(({ type, name, served, owners, message }) => [
        `${type} ${name}`,
        { lastGood: 'last good', standIn: '500', nothing: 'nothing', perClient: 'per Envoy' }[served],
        owners.slice(0, 3).join(' '),
        message.slice(0, 120),
      ]),
    ]);
  if (overview.underWay.length > 0)
    table(
      'Not live on every Envoy yet',
      overview.underWay.map((object) => [object]),
    );
  if (overview.certificates.length > 0)
    table('Certificates that end', [
      ['SECRET', 'ENDS', 'HOSTS'],
      ...overview.certificates.map(({ object, notAfterMs, dnsNames }) => {
        const days = Math.floor((notAfterMs - nowMs) / dayMs);
        return [object, notAfterMs < nowMs ? 'has ended' : `in ${days} days`, dnsNames.slice(0, 3).join(' ')];
      }),
    ]);
  if (problems.length > 0)
    table('Problems', [
      ['SEVERITY', 'OBJECT', 'FIELD', 'WHAT'],
      ...problems.map(({ severity, object, path, message }) => [severity, object, path, message]),
    ]);
  for (const each of overview.silent) lines.push('', `no answer from ${each}`);
  return `${lines.join('\n')}\n`;
}
