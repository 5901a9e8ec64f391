// Rate limit policies of the input APIs → LocalRateLimit and RateLimitDescriptors of the graph, or what is wrong.
// What limits is told when it can't be used; the rest is served, and a mistake in one part leaves the other in place.
import type { Config } from '../../model/config.ts';
import type { RateLimitPolicy } from '../../model/kinds/contour-policies.ts';
import type { ObjectKey, Problem } from '../../model/object.ts';
import type { HeaderMatch, LocalRateLimit, RateLimitDescriptor, RateLimitEntry } from '../vertices.ts';
import { parseHeader } from './header-condition.ts';
import { compileHeaderPolicy } from './header-policy.ts';
import { isHeaderName } from './header-name.ts';
import { error, shown, warning } from './problem.ts';
import { isStatusCode } from './status-code.ts';

export interface CompiledRateLimit {
  readonly local?: LocalRateLimit;
  /** Absent: there is no global policy, so a default one counts. Empty: the default one is switched off. */
  readonly descriptors?: readonly RateLimitDescriptor[];
  /** The global limits of the host don't count here. */
  readonly withoutHost: boolean;
}

const unitMs = { second: 1000, minute: 60_000, hour: 3_600_000 } as const;
/** Above it, tokens no longer fit in Envoy's 32 bits. */
const MOST_BURST = 2_147_483_647;

export interface RateLimitPlace {
  readonly object: ObjectKey;
  readonly namespace: string;
  /** Of the policy. */
  readonly path: string;
}

/** Reports what is wrong, and a global limit that nobody keeps. */
export function compileRateLimits(
  config: Pick<Config, 'rateLimitService'>,
  policy: RateLimitPolicy,
  { object, namespace, path }: RateLimitPlace,
  report: (problem: Problem) => void,
): CompiledRateLimit {
  const wrong = (at: string, message: string) =>
    report(error('RateLimitPolicyNotValid', object, path + at, `${message}; this limit does not count`));
  const setHeaders: SetHeaders = (set) => {
    const { headers, problems } = compileHeaderPolicy(
      { set },
      {
        object,
        path,
        code: 'RateLimitPolicyNotValid',
        side: 'response',
        hostFromHeader: false,
        variables: { namespace },
        consequence: 'no header is added',
      },
    );
    return problems.length > 0 ? problems.map((each) => each.message).join('; ') : headers.set;
  };
  const local = policy.local && compileLocal(policy.local, setHeaders, wrong);
  const { global } = policy;
  const descriptors = (global?.descriptors ?? []).flatMap((descriptor, i) => {
    const entries = descriptor.entries.map((entry, j) =>
      compileEntry(entry, `.global.descriptors[${i}].entries[${j}]`, wrong),
    );
    // With an entry less it would count more requests together.
    return entries.every((each) => each !== undefined) ? [{ entries }] : [];
  });
  const counted = global?.disabled ? [] : descriptors;
  if (counted.length > 0 && !config.rateLimitService) {
    const message = 'no rate limit service is configured (rateLimitService.extensionService); requests are not limited';
    report(warning('IgnoredField', object, `${path}.global`, message));
  }
  return {
    ...(local && { local }),
    ...(global && { descriptors: counted }),
    withoutHost: global?.disabled === true,
  };
}

/** Literal values, escaped; a text says what is wrong. */
type SetHeaders = (
  set: readonly { readonly name: string; readonly value: string }[],
) => readonly { readonly name: string; readonly value: string }[] | string;

function compileLocal(
  policy: NonNullable<RateLimitPolicy['local']>,
  setHeaders: SetHeaders,
  wrong: (at: string, message: string) => void,
): LocalRateLimit | undefined {
  const burst = policy.burst ?? 0;
  const statusCode = policy.responseStatusCode ?? 0;
  const headers = setHeaders(policy.responseHeadersToAdd ?? []);
  let isRight = true;
  const no = (at: string, message: string) => {
    wrong(`.local${at}`, message);
    isRight = false;
  };
  if (burst < 0 || burst > MOST_BURST) no('.burst', `must be from 0 to ${MOST_BURST}, found ${burst}`);
  if (statusCode !== 0 && (statusCode < 400 || !isStatusCode(statusCode)))
    no('.responseStatusCode', `must be a known status code from 400 on, such as 429 or 503, found ${statusCode}`);
  if (typeof headers === 'string') no('.responseHeadersToAdd', headers);
  if (!isRight || typeof headers === 'string') return undefined;
  return {
    requests: policy.requests,
    perMs: unitMs[policy.unit],
    burst,
    statusCode: statusCode === 0 ? 429 : statusCode,
    responseHeaders: headers,
  };
}

type Entry = NonNullable<NonNullable<RateLimitPolicy['global']>['descriptors']>[number]['entries'][number];

function compileEntry(
  entry: Entry,
  at: string,
  wrong: (at: string, message: string) => void,
): RateLimitEntry | undefined {
  const { genericKey, requestHeader, requestHeaderValueMatch, remoteAddress } = entry;
  const set = [genericKey, requestHeader, requestHeaderValueMatch, remoteAddress].filter((each) => each !== undefined);
  if (set.length !== 1) {
    wrong(at, `rate limit descriptor entry must have exactly one field set, and has ${set.length}`);
    return undefined;
  }
  if (genericKey) {
    const { key, value } = genericKey;
    return { kind: 'genericKey', ...(key && { key }), value };
  }
  if (requestHeader) {
    const name = requestHeader.headerName.toLowerCase();
    if (!isHeaderName(name) || name === 'x-nuncio-scope') {
      wrong(`${at}.requestHeader.headerName`, `must be the name of a request header, found ${shown(name)}`);
      return undefined;
    }
    return { kind: 'requestHeader', name, key: requestHeader.descriptorKey };
  }
  if (requestHeaderValueMatch) {
    const headers: HeaderMatch[] = [];
    for (const [i, condition] of (requestHeaderValueMatch.headers ?? []).entries()) {
      const parsed = parseHeader(condition);
      if (typeof parsed !== 'string') headers.push(...parsed);
      else {
        wrong(`${at}.requestHeaderValueMatch.headers[${i}]`, parsed);
        return undefined;
      }
    }
    if (headers.length === 0) {
      wrong(`${at}.requestHeaderValueMatch.headers`, 'must have at least one condition');
      return undefined;
    }
    const { value, expectMatch = true } = requestHeaderValueMatch;
    return { kind: 'headerValueMatch', value, expectMatch, headers };
  }
  return { kind: 'remoteAddress' };
}
