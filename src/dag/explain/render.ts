// Explanations as text for people, on a terminal or on the page.
import type { Backend, Candidate, Explanation, Policy } from './explain.ts';
import type { ObjectExplanation } from './object.ts';
import type { ExplainRequest } from './request.ts';
import type { EnvoyReport, Surroundings } from './surroundings.ts';

export function renderRequest(
  { method, scheme, host, port, path }: ExplainRequest,
  explanations: readonly Explanation[],
  around: Surroundings,
): string {
  const url = `${scheme}://${host}${port === undefined ? '' : `:${port}`}${path}`;
  const blocks = explanations.map((each) => renderExplanation(each, around));
  return `${method} ${url}\n\n${blocks.join('\n')}`;
}

function renderExplanation(explanation: Explanation, around: Surroundings): string {
  const { listener, chain, host, hostFoundBy, hostsTried, candidates, outcome } = explanation;
  const lines: string[] = [];
  const row = (name: string, text: string): void => {
    lines.push(`${name.padEnd(10)} ${text}`);
  };
  if (listener) row('listener', `${listener.key} (${listener.address}:${listener.port})`);
  if (chain) {
    const certificate =
      chain.secret === undefined ? 'no certificate, passed through' : `certificate Secret/${chain.secret}`;
    row('TLS', `${certificate}, for ${chain.serverNames.join(', ')}`);
  }
  if (host !== undefined) {
    const by = { normalized: 'after lower-casing', wildcard: 'by wildcard', catchAll: 'the catch-all' };
    const how = hostFoundBy === undefined || hostFoundBy === 'name' ? '' : ` (${by[hostFoundBy]})`;
    row('host', `${host}${how}`);
  } else if (hostsTried.length > 0) row('host', `none of ${hostsTried.join(', ')}`);
  for (const candidate of candidates) {
    const isChosen = candidate.mismatches.length === 0;
    row(isChosen ? 'route' : '', `${isChosen ? '✓' : '✗'} ${candidate.match}   ${origin(candidate, around)}`);
    for (const { what, expected, found } of candidate.mismatches)
      row(
        '',
        `    ${what}: wants ${expected}, ${found === undefined ? 'the request has none' : `found ${JSON.stringify(found)}`}`,
      );
  }
  switch (outcome.kind) {
    case 'noListener':
    case 'noChain':
      row('answer', outcome.message);
      break;
    case 'noHost':
    case 'noRoute':
      row('answer', `${outcome.status}: ${outcome.message}`);
      break;
    case 'tcp':
      row('answer', outcome.message);
      for (const backend of outcome.backends) lines.push(...renderBackend(backend, around));
      break;
    case 'route': {
      for (const policy of outcome.policies) row('policy', renderPolicy(policy));
      for (const { object, fields } of outcome.attached) row('attached', `${object}: ${fields.join(', ')}`);
      if (outcome.action === 'redirect') row('answer', `${outcome.status} to ${outcome.location}`);
      else if (outcome.action === 'directResponse')
        row('answer', `${outcome.status}${outcome.body ? ` ${JSON.stringify(outcome.body)}` : ''}`);
      for (const backend of outcome.backends) lines.push(...renderBackend(backend, around));
    }
  }
  if (around.envoys) lines.push(...renderEnvoys(around.envoys));
  return `${lines.join('\n')}\n`;
}

function origin({ object, path }: Pick<Candidate, 'object' | 'path'>, { placeOf }: Surroundings): string {
  const place = placeOf?.(object);
  return `${object} ${path}${place === undefined ? '' : ` (${place})`}`;
}

function renderPolicy({ name, of, value }: Policy): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return `${name}${of === 'host' ? ' (of the host)' : ''}: ${text.length > 200 ? `${text.slice(0, 199)}…` : text}`;
}

function renderBackend(backend: Backend, { endpointsOf }: Surroundings): string[] {
  const { service, port, percent, isMirror, protocol, endpoints } = backend;
  const share = isMirror ? `mirrors ${percent} %` : percent === 100 ? '' : `${Number(percent.toFixed(2))} %`;
  const lines = [
    `${'backend'.padEnd(10)} Service/${service} port ${port}, ${protocol}${share === '' ? '' : `, ${share}`}`,
  ];
  if ('dns' in endpoints) return [...lines, `${''.padEnd(10)}     ${endpoints.dns} by DNS`];
  if ('firstOf' in endpoints)
    return [...lines, `${''.padEnd(10)}     the first with endpoints of ${endpoints.firstOf.join(', ')}`];
  const found = endpointsOf?.(endpoints.group);
  if (!found) return lines;
  if (found.length === 0) return [...lines, `${''.padEnd(10)}     no endpoints: requests get 503`];
  const shown = found
    .slice(0, 10)
    .map(
      ({ address, port: at, zone }) => `${''.padEnd(10)}     ${address}:${at}${zone === '' ? '' : ` (zone ${zone})`}`,
    );
  const rest = found.length - shown.length;
  return [...lines, ...shown, ...(rest > 0 ? [`${''.padEnd(10)}     and ${rest} more`] : [])];
}

function renderEnvoys(envoys: readonly EnvoyReport[]): string[] {
  if (envoys.length === 0) return [`${'Envoys'.padEnd(10)} none is connected`];
  const have = envoys.filter(({ state }) => state === 'accepted').length;
  const rows = [`${'Envoys'.padEnd(10)} ${have} of ${envoys.length} have it`];
  for (const { node, state, message } of envoys)
    if (state !== 'accepted') rows.push(`${''.padEnd(10)}     ${node}: ${state}${message ? `: ${message}` : ''}`);
  return rows;
}

export function renderObject(explanation: ObjectExplanation, around: Surroundings): string {
  const { object, problems, routes, usedBy, namedBy } = explanation;
  const place = around.placeOf?.(object);
  const lines = [`${object}${place === undefined ? '' : ` (${place})`}`, ''];
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  lines.push(
    problems.length === 0 ? 'nothing is wrong with it' : `${errors} errors, ${problems.length - errors} warnings`,
  );
  for (const { object: of, path, message, severity, code } of problems)
    lines.push(
      `  ${severity}: ${[of === object ? '' : of, path, message].filter((part) => part !== '').join(': ')} [${code}]`,
    );
  if (routes.length > 0) lines.push('', 'routes, by host, with their place in the order of matching');
  for (const { virtualHost, position, match, path, action } of routes)
    lines.push(`  ${virtualHost.host} on ${virtualHost.listener} #${position}: ${match} → ${action}   ${path}`);
  if (usedBy.length > 0) lines.push('', 'used by');
  for (const { object: user, path, host, vertex } of usedBy)
    lines.push(`  ${user === undefined ? vertex : `${user} ${path ?? ''}`} (${host})`);
  if (namedBy.length > 0) lines.push('', 'named by');
  for (const { object: other, paths } of namedBy) lines.push(`  ${other} ${paths.join(', ')}`);
  if (routes.length > 0 && around.envoys) lines.push('', ...renderEnvoys(around.envoys));
  if (routes.length === 0 && usedBy.length === 0) lines.push('', 'no route comes of it, and none uses it');
  return `${lines.join('\n')}\n`;
}
