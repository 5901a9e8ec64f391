// The TrafficPolicies that count for a rule → fields of its routes. What the rule itself says in fields of the Gateway API goes
// before a policy, unless that is an Override or a filter of the rule.
import type { HTTPRouteRule } from '../../../../model/kinds/http-route.ts';
import type {
  AuthorizationServer,
  Cluster,
  Cors,
  ForwardAction,
  JwtProvider,
  RetryPolicy,
  Route,
  RoutePolicy,
} from '../../../vertices.ts';
import { policiesInEffect, type Effective } from './effective.ts';
import type { SectionName } from './sections.ts';

/** What a rule says itself. */
export interface OwnFields {
  /** Null: there should be one, and it can't be asked. */
  readonly authorization?: AuthorizationServer | null;
  readonly cors?: Cors;
  readonly rule: Pick<HTTPRouteRule, 'timeouts' | 'retry'>;
}

export interface AppliedPolicies {
  /** Requests can't be protected as they should be: they must not be served. */
  readonly closed: boolean;
  readonly route: Pick<
    Route,
    'jwtProvider' | 'ownAuthorization' | 'ipFilter' | 'localRateLimit' | 'cors' | 'requestBody' | 'errorPages'
  >;
  readonly rateLimits?: NonNullable<ForwardAction['rateLimits']>;
  readonly idleTimeoutMs?: number;
  /** Of policies. `overrides`: instead of the rule's. */
  readonly timeoutMs?: { readonly value: number; readonly overrides: boolean };
  readonly retry?: { readonly value: RetryPolicy; readonly overrides: boolean };
  readonly jwtProvider?: JwtProvider;
  readonly clusters: readonly Cluster[];
  /** Keys of policies of the authorization server's Service. */
  readonly policies: readonly string[];
  readonly inEffect: readonly RoutePolicy[];
}

export function applyPolicies(effects: Effective, own: OwnFields): AppliedPolicies {
  const counted = new Set<SectionName>();
  /** The section, if it counts: undefined is what the rule says. */
  const take = <Section extends SectionName>(section: Section, isSaid = false): Effective[Section] | undefined => {
    const effect = effects[section];
    if (!effect || (isSaid && !effect.overrides)) return undefined;
    counted.add(section);
    return effect;
  };
  const { timeouts: ownTimeouts, retry: ownRetry } = own.rule;
  const jwt = take('jwt')?.value;
  const ipRules = take('ipRules')?.value;
  const asked = take('authorization', own.authorization !== undefined)?.value;
  const cors = take('cors', own.cors !== undefined)?.value ?? own.cors;
  const localRateLimit = take('localRateLimit')?.value;
  const rateLimits = take('globalRateLimit')?.value;
  const requestBody = take('requestBody')?.value;
  const errorPages = take('errorPages')?.value;
  const retry = take('retry', ownRetry !== undefined);
  // Of two times one may be the rule's.
  const timeouts = take(
    'timeouts',
    ownTimeouts?.request !== undefined && effects.timeouts?.value.idleTimeoutMs === undefined,
  );
  const { timeoutMs, idleTimeoutMs } = timeouts?.value ?? {};
  const authorization =
    asked === undefined
      ? own.authorization
      : asked.kind === 'on'
        ? asked.value.server
        : asked.kind === 'off'
          ? undefined
          : null;
  const closed = jwt?.kind === 'broken' || ipRules?.kind === 'broken' || authorization === null;
  const provider = jwt?.kind === 'on' && !closed ? jwt.value.provider : undefined;
  return {
    closed,
    route: {
      ...(cors && { cors }),
      ...(!closed && {
        ...(ipRules?.kind === 'on' && { ipFilter: ipRules.value }),
        ...(authorization && { ownAuthorization: authorization }),
        ...(provider && { jwtProvider: provider.name }),
        ...(localRateLimit && { localRateLimit }),
        ...(requestBody && { requestBody }),
      }),
      ...(errorPages && { errorPages }),
    },
    ...(rateLimits && { rateLimits }),
    ...(idleTimeoutMs !== undefined && { idleTimeoutMs }),
    ...(timeouts && timeoutMs !== undefined && { timeoutMs: { value: timeoutMs, overrides: timeouts.overrides } }),
    ...(retry && { retry }),
    ...(provider && { jwtProvider: provider }),
    clusters: closed
      ? []
      : [
          ...(jwt?.kind === 'on' ? jwt.value.clusters : []),
          ...(asked?.kind === 'on' && asked.value.cluster ? [asked.value.cluster] : []),
        ],
    policies: asked?.kind === 'on' ? asked.value.policies : [],
    inEffect: policiesInEffect(effects, counted),
  };
}
