// The fields of a TrafficPolicy → what they ask of routes, in the graph's terms, and what is wrong with them.
// What keeps requests out (jwt, authorization, ipRules) and can't be made is `broken`, and closes the routes in its reach. What
// limits or improves and can't be made is left out, as if it were not there.
import type { TrafficPolicy } from '../../../../model/kinds/index.ts';
import { keyOf, type Problem } from '../../../../model/object.ts';
import type { ProblemCode } from '../../../../model/problem-codes.ts';
import {
  compileAuthorizationServer,
  extensionNotFound,
  extensionPlace,
  type AuthorizationPlace,
} from '../../../compile/authorization.ts';
import { parseTimeout } from '../../../compile/duration.ts';
import { compileErrorPages } from '../../../compile/error-pages.ts';
import { compileIpRanges } from '../../../compile/ip-filter.ts';
import { compileJwtProvider } from '../../../compile/jwt.ts';
import { error, hasError, shown } from '../../../compile/problem.ts';
import { compileRateLimits } from '../../../compile/rate-limit.ts';
import { isGranted } from '../../../compile/reference-grant.ts';
import { compileRetry } from '../../../compile/retry.ts';
import type { UnitContext } from '../../../engine.ts';
import type {
  AuthorizationServer,
  Cluster,
  Cors,
  ErrorPage,
  ForwardAction,
  IpFilter,
  JwtProvider,
  LocalRateLimit,
  RequestBody,
  RetryPolicy,
} from '../../../vertices.ts';
import type { CompileConfig } from '../../compile-config.ts';
import { useBackend } from '../backends.ts';
import { compileCorsFilter } from '../cors-filter.ts';
import { problemCodeOf } from '../route-status.ts';

/** `off`: switched off on purpose. */
export type Protection<T> = { readonly kind: 'on'; readonly value: T } | { readonly kind: 'off' | 'broken' };

export interface TrafficSections {
  readonly jwt?: Protection<JwtUse>;
  readonly authorization?: Protection<AuthorizationUse>;
  readonly ipRules?: Protection<IpFilter>;
  readonly localRateLimit?: LocalRateLimit;
  readonly globalRateLimit?: NonNullable<ForwardAction['rateLimits']>;
  readonly retry?: RetryPolicy;
  readonly timeouts?: Pick<ForwardAction, 'timeoutMs' | 'idleTimeoutMs'>;
  readonly cors?: Cors;
  readonly requestBody?: RequestBody;
  readonly errorPages?: readonly ErrorPage[];
}

export type SectionName = keyof TrafficSections;

export interface JwtUse {
  /** Its name is that of the policy, so it is unique on every host. */
  readonly provider: JwtProvider;
  readonly clusters: readonly Cluster[];
}

export interface AuthorizationUse {
  readonly server: AuthorizationServer;
  /** Absent: that of an ExtensionService, which emits it. */
  readonly cluster?: Cluster;
  /** Keys of policies of its Service, used or not. */
  readonly policies: readonly string[];
}

/** What becomes of requests where something that protects can't be had. */
const closed = 'requests in reach of this policy get 500, calls of gRPC UNAVAILABLE';

interface Scope {
  readonly context: UnitContext;
  readonly config: CompileConfig;
  readonly policy: TrafficPolicy;
  readonly report: (problem: Problem) => void;
}

export function compileSections(
  context: UnitContext,
  config: CompileConfig,
  policy: TrafficPolicy,
): { readonly sections: TrafficSections; readonly problems: readonly Problem[] } {
  const { unreadable } = policy.spec;
  if (unreadable)
    return {
      sections: Object.fromEntries(unreadable.map((field) => [field, { kind: 'broken' }])),
      problems: [
        error('SchemaInvalid', keyOf(policy), 'spec', `the policy can not be read; ${closed}`),
        ...(policy.problems ?? []),
      ],
    };
  const problems: Problem[] = [];
  const scope: Scope = { context, config, policy, report: (problem) => problems.push(problem) };
  const { spec } = policy;
  const object = keyOf(policy);
  const { namespace } = policy.metadata;
  const jwt = spec.jwt && compileJwt(scope, spec.jwt);
  const authorization = spec.authorization && compileAuthorization(scope, spec.authorization);
  const ipRules = spec.ipRules && compileIpRules(scope, spec.ipRules);
  const limits = compileRateLimits(
    config,
    {
      ...(spec.localRateLimit && { local: spec.localRateLimit }),
      ...(spec.globalRateLimit && { global: spec.globalRateLimit }),
    },
    { object, namespace, path: 'spec' },
    (problem) => scope.report({ ...problem, path: problem.path.replace(/^spec\.(local|global)/, 'spec.$1RateLimit') }),
  );
  const timeouts = spec.timeouts && compileTimeouts(scope, spec.timeouts);
  const cors = spec.cors && compileCors(scope, spec.cors);
  const errorPages = spec.errorPages && compilePages(scope, spec.errorPages);
  const { requestBody } = spec;
  return {
    sections: {
      ...(jwt && { jwt }),
      ...(authorization && { authorization }),
      ...(ipRules && { ipRules }),
      ...(limits.local && { localRateLimit: limits.local }),
      ...(limits.descriptors && {
        globalRateLimit: { descriptors: limits.descriptors, withoutHost: limits.withoutHost },
      }),
      ...(spec.retry && { retry: compileRetry(spec.retry, object, 'spec.retry', scope.report) }),
      ...(timeouts && { timeouts }),
      ...(cors && { cors }),
      ...(requestBody && { requestBody: { maxBytes: requestBody.maxBytes, buffered: requestBody.buffer === true } }),
      ...(errorPages && { errorPages }),
    },
    problems,
  };
}

function compileJwt(
  { context, config, policy, report }: Scope,
  { providers: fields = [], disabled }: NonNullable<TrafficPolicy['spec']['jwt']>,
): Protection<JwtUse> {
  if (disabled) return { kind: 'off' };
  const object = keyOf(policy);
  const { namespace, name } = policy.metadata;
  const problems: Problem[] = [];
  const providers: JwtProvider[] = [];
  const clusters: Cluster[] = [];
  const names = new Set<string>();
  for (const [i, field] of fields.entries()) {
    const path = `spec.jwt.providers[${i}]`;
    if (names.has(field.name)) {
      const message = `another provider is named ${shown(field.name)} too; ${closed}`;
      problems.push(error('DuplicateProviderName', object, `${path}.name`, message));
    }
    names.add(field.name);
    const compiled = compileJwtProvider(
      context,
      config.connectTimeoutMs,
      `${namespace}/${name}${i === 0 ? '' : `/${i}`}`,
      field,
      { object, namespace, path, consequence: closed },
    );
    problems.push(...compiled.problems);
    providers.push(compiled.provider);
    if (compiled.cluster) clusters.push(compiled.cluster);
  }
  problems.forEach(report);
  const [provider, ...alternatives] = providers;
  if (!provider || hasError(problems)) return { kind: 'broken' };
  return {
    kind: 'on',
    value: { provider: alternatives.length > 0 ? { ...provider, alternatives } : provider, clusters },
  };
}

function compileAuthorization(
  scope: Scope,
  field: NonNullable<TrafficPolicy['spec']['authorization']>,
): Protection<AuthorizationUse> {
  if (field.disabled) return { kind: 'off' };
  const object = keyOf(scope.policy);
  const path = 'spec.authorization';
  const user = { object, namespace: scope.policy.metadata.namespace, path, consequence: closed };
  const found = authorizationPlace(scope, field);
  const { server, problems } = compileAuthorizationServer(found?.place, field, field.context, 'context', user);
  problems.forEach(scope.report);
  if (!found || !server) return { kind: 'broken' };
  const { context = {} } = field;
  const told = server.protocol === 'grpc' && Object.keys(context).length > 0;
  return {
    kind: 'on',
    value: {
      server: told ? { ...server, context } : server,
      ...(found.cluster && { cluster: found.cluster }),
      policies: found.policies,
    },
  };
}

/** Undefined: there is none; it is reported why. */
function authorizationPlace(
  { context, config, policy, report }: Scope,
  { backendRef, extensionRef, serviceType = 'grpc' }: NonNullable<TrafficPolicy['spec']['authorization']>,
):
  { readonly place: AuthorizationPlace; readonly cluster?: Cluster; readonly policies: readonly string[] } | undefined {
  const object = keyOf(policy);
  const { namespace: own } = policy.metadata;
  const path = 'spec.authorization';
  const fail = (code: ProblemCode, at: string, message: string) => {
    report(error(code, object, at, message));
    return undefined;
  };
  if (extensionRef) {
    const { name, namespace = own } = extensionRef;
    const from = { group: 'nuncio.dev', kind: policy.kind, namespace: own };
    const to = { group: 'projectcontour.io', kind: 'ExtensionService', namespace, name };
    if (!isGranted(context, from, to)) {
      const message = `no ReferenceGrant in namespace ${namespace} lets a TrafficPolicy of namespace ${own} use ExtensionService ${namespace}/${name}; ${closed}`;
      return fail('RefNotPermitted', `${path}.extensionRef`, message);
    }
    const place = extensionPlace(context, namespace, name);
    if (place) return { place, policies: [] };
    report(extensionNotFound(namespace, name, { object, namespace: own, path, consequence: closed }));
    return undefined;
  }
  if (!backendRef) return undefined;
  const at = `${path}.backendRef`;
  const used = useBackend(
    { context, config, from: policy, use: serviceType === 'grpc' ? 'grpc' : 'http', consequence: closed },
    backendRef,
    at,
  );
  if (used.ok)
    return {
      place: { cluster: used.cluster.key, authority: backendRef.name },
      cluster: used.cluster,
      policies: used.policies,
    };
  if (used.fault) return fail(problemCodeOf(used.fault.reason), used.fault.path, used.fault.message);
  const message = `the BackendTLSPolicy of Service ${backendRef.namespace ?? own}/${backendRef.name} can not be used, so it is not asked; ${closed}`;
  return fail('ServiceUnresolvedReference', at, message);
}

function compileIpRules(
  { policy, report }: Scope,
  { allow, deny }: NonNullable<TrafficPolicy['spec']['ipRules']>,
): Protection<IpFilter> {
  const [action, entries] = allow ? (['allow', allow] as const) : (['deny', deny ?? []] as const);
  const path = `spec.ipRules.${action}`;
  const { filter, problems } = compileIpRanges(action, entries, keyOf(policy), path, closed);
  problems.forEach(report);
  if (filter) return { kind: 'on', value: filter };
  if (entries.length === 0) {
    const message = `must have at least one address or range; ${closed}`;
    report(error('InvalidCIDR', keyOf(policy), path, message));
  }
  return { kind: 'broken' };
}

function compileTimeouts(
  { policy, report }: Scope,
  timeouts: NonNullable<TrafficPolicy['spec']['timeouts']>,
): TrafficSections['timeouts'] {
  const read = (field: 'request' | 'idle') => {
    const timeout = parseTimeout(timeouts[field]);
    if (timeout.kind === 'ms') return timeout.ms;
    if (timeout.kind === 'invalid') {
      const message = `${shown(timeouts[field]!)} is not a duration such as 1.5s or 2m, nor infinity; it does not count`;
      report(error('TimeoutPolicyNotValid', keyOf(policy), `spec.timeouts.${field}`, message));
    }
    return undefined;
  };
  const timeoutMs = read('request');
  const idleTimeoutMs = read('idle');
  if (timeoutMs === undefined && idleTimeoutMs === undefined) return undefined;
  return { ...(timeoutMs !== undefined && { timeoutMs }), ...(idleTimeoutMs !== undefined && { idleTimeoutMs }) };
}

function compileCors(
  { policy, report }: Scope,
  cors: NonNullable<TrafficPolicy['spec']['cors']>,
): TrafficSections['cors'] {
  const made = compileCorsFilter(cors);
  if (!('message' in made)) return made.cors;
  const message = `${made.message}; requests are served without these CORS headers`;
  report(error('PolicyDidNotParse', keyOf(policy), `spec${made.at}`, message));
  return undefined;
}

function compilePages(
  { context, policy, report }: Scope,
  entries: NonNullable<TrafficPolicy['spec']['errorPages']>,
): TrafficSections['errorPages'] {
  const { pages, mistakes } = compileErrorPages(context, entries, policy.metadata.namespace);
  for (const { at, message } of mistakes) {
    const whole = `${message}; these errors are shown without this page`;
    report(error('ErrorPageNotValid', keyOf(policy), `spec.errorPages${at}`, whole));
  }
  return pages.length > 0 ? pages : undefined;
}
