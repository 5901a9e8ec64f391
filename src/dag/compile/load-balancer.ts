// Load balancer policies of the input APIs → what the clusters do and what of a request is hashed for them.
import type { LoadBalancerPolicy } from '../../model/kinds/contour-policies.ts';
import type { ObjectKey, Problem } from '../../model/object.ts';
import type { Cluster, HashPolicy } from '../vertices.ts';
import { parseDurationMs } from './duration.ts';
import { shown, warning } from './problem.ts';

export interface LoadBalancing {
  readonly loadBalancer: Cluster['loadBalancer'];
  /** Not empty exactly with `ringHash`. */
  readonly hashPolicies: readonly HashPolicy[];
}

const roundRobin: LoadBalancing = { loadBalancer: 'roundRobin', hashPolicies: [] };

/** What is wrong is told by warnings and left out; with nothing left it is round robin. `path`: of the policy. */
export function compileLoadBalancer(
  policy: LoadBalancerPolicy | undefined,
  object: ObjectKey,
  path: string,
  report: (problem: Problem) => void,
): LoadBalancing {
  const strategy = policy?.strategy ?? '';
  if (policy?.cookie && strategy !== 'Cookie') {
    const message = 'only the strategy Cookie uses it; it has no effect here';
    report(warning('IgnoredField', object, `${path}.cookie`, message));
  }
  switch (strategy) {
    case '':
    case 'RoundRobin':
      return roundRobin;
    case 'WeightedLeastRequest':
      return { loadBalancer: 'leastRequest', hashPolicies: [] };
    case 'Random':
      return { loadBalancer: 'random', hashPolicies: [] };
    case 'Cookie':
      return {
        loadBalancer: 'ringHash',
        hashPolicies: [sessionCookie(policy?.cookie, object, `${path}.cookie`, report)],
      };
    case 'RequestHash': {
      const hashPolicies = requestHash(
        policy?.requestHashPolicies ?? [],
        object,
        `${path}.requestHashPolicies`,
        report,
      );
      if (hashPolicies.length > 0) return { loadBalancer: 'ringHash', hashPolicies };
      const message = 'there is nothing to hash, so RoundRobin is used';
      report(warning('IgnoredField', object, `${path}.strategy`, message));
      return roundRobin;
    }
    default:
      report(
        warning(
          'IgnoredField',
          object,
          `${path}.strategy`,
          `there is no strategy ${shown(strategy)}; RoundRobin is used`,
        ),
      );
      return roundRobin;
  }
}

const SESSION_COOKIE = 'X-Contour-Session-Affinity';

function sessionCookie(
  cookie: LoadBalancerPolicy['cookie'],
  object: ObjectKey,
  path: string,
  report: (problem: Problem) => void,
): HashPolicy {
  const ttlMs = parseDurationMs(cookie?.ttl ?? '0');
  if (ttlMs === undefined) {
    const message = `${shown(cookie?.ttl ?? '')} is not a duration such as 1h; the cookie lasts until the browser closes`;
    report(warning('IgnoredField', object, `${path}.ttl`, message));
  }
  // Browsers drop SameSite=None without Secure.
  const secure = cookie?.secure === true || cookie?.sameSite === 'None';
  return {
    kind: 'cookie',
    name: cookie?.name ?? SESSION_COOKIE,
    path: cookie?.path ?? '/',
    ttlMs: ttlMs ?? 0,
    attributes: [
      ...(secure ? [{ name: 'Secure', value: '' }] : []),
      ...(cookie?.sameSite ? [{ name: 'SameSite', value: cookie.sameSite }] : []),
    ],
    terminal: false,
  };
}

const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function requestHash(
  inputs: NonNullable<LoadBalancerPolicy['requestHashPolicies']>,
  object: ObjectKey,
  path: string,
  report: (problem: Problem) => void,
): readonly HashPolicy[] {
  const found: HashPolicy[] = [];
  const seen = new Set<string>();
  for (const [i, input] of inputs.entries()) {
    const ignore = (message: string) =>
      report(warning('IgnoredField', object, `${path}[${i}]`, `${message}; this entry is left out`));
    const { headerHashOptions: header, queryParameterHashOptions: query } = input;
    const terminal = input.terminal === true;
    const wanted: HashPolicy[] = [];
    if (header) wanted.push({ kind: 'header', name: header.headerName.toLowerCase(), terminal });
    if (query) wanted.push({ kind: 'queryParameter', name: query.parameterName, terminal });
    if (input.hashSourceIP === true) wanted.push({ kind: 'sourceIp', terminal });
    const [policy, ...others] = wanted;
    if (policy === undefined || others.length > 0) {
      ignore(
        `must have exactly one of headerHashOptions, queryParameterHashOptions and hashSourceIP, and has ${wanted.length}`,
      );
      continue;
    }
    const key = `${policy.kind} ${'name' in policy ? policy.name : ''}`;
    if (policy.kind === 'header' && !headerName.test(policy.name)) ignore(`${shown(policy.name)} is not a header name`);
    else if (policy.kind === 'header' && policy.name === 'x-nuncio-scope')
      ignore(`${shown(policy.name)} is reserved for nuncio`);
    else if (seen.has(key)) ignore('an earlier entry hashes the same');
    else {
      seen.add(key);
      found.push(policy);
    }
  }
  return found;
}
