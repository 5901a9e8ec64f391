// The API server's AdmissionReview and our answer to it. Pure; rules: the API server's documentation of admission webhooks
// (a warning of more than 256 characters may be cut, and all of them together are kept small).
import { isRecord } from '../../model/pick.ts';
import type { Problem } from '../../model/object.ts';
import { NotAReview } from '../webhook/server.ts';
import type { Consequences, WhatIf } from './what-if.ts';

export interface AdmissionPolicy {
  /** What is surely wrong with an object by itself is refused. Else all is allowed, and told as warnings. */
  readonly denies: boolean;
}

export type Verdict = 'clean' | 'warned' | 'denied' | 'unchecked';

export interface Reviewed {
  readonly verdict: Verdict;
  /** AdmissionReview with a response. */
  readonly review: unknown;
}

const maxWarnings = 10;
const maxWarningLength = 256;
const maxMessageLength = 2000;

/** Throws `NotAReview` when that is none. `whatIf` undefined: the cluster has not been read yet, so nothing can be said. */
export function answerReview(review: unknown, whatIf: WhatIf | undefined, policy: AdmissionPolicy): Reviewed {
  const request = isRecord(review) ? review['request'] : undefined;
  if (!isRecord(review) || !isRecord(request) || typeof request['uid'] !== 'string')
    throw new NotAReview('not an AdmissionReview: it has no request with uid');
  const { uid, operation } = request;
  const respond = (verdict: Verdict, response: object): Reviewed => {
    const { apiVersion, kind } = review;
    return { verdict, review: { apiVersion, kind, response: { uid, ...response } } };
  };
  if (whatIf === undefined) return respond('unchecked', { allowed: true });
  const before = operation === 'CREATE' ? undefined : request['oldObject'];
  const after = operation === 'DELETE' ? undefined : named(request['object']);
  const { own, others } = whatIf.ask(before ?? undefined, after ?? undefined);
  const evident = policy.denies && operation !== 'DELETE' ? own.filter(({ isEvident }) => isEvident) : [];
  if (evident.length > 0) {
    const message = evident.map(({ problem }) => textOf(problem)).join('; ');
    return respond('denied', {
      allowed: false,
      status: { code: 422, reason: 'Invalid', message: cut(message, maxMessageLength) },
    });
  }
  const warnings = warningsOf({ own, others });
  if (warnings.length === 0) return respond('clean', { allowed: true });
  return respond('warned', { allowed: true, warnings });
}

/** Of one without a name the API server makes one up afterwards. */
function named(object: unknown): unknown {
  if (!isRecord(object) || !isRecord(object['metadata'])) return object;
  const { name, generateName } = object['metadata'];
  if (typeof name === 'string' && name !== '') return object;
  return { ...object, metadata: { ...object['metadata'], name: `${String(generateName ?? '')}new` } };
}

function warningsOf({ own, others }: Pick<Consequences, 'own' | 'others'>): readonly string[] {
  const texts = [
    ...own.map(({ problem }) => textOf(problem)),
    ...others.map((problem) => `${problem.object}: ${textOf(problem)}`),
  ];
  const shown = texts.slice(0, maxWarnings).map((text) => cut(`nuncio: ${text}`, maxWarningLength));
  return texts.length > maxWarnings ? [...shown, `nuncio: and ${texts.length - maxWarnings} more`] : shown;
}

function textOf({ path, message, code }: Problem): string {
  return `${path === '' ? '' : `${path}: `}${message} [${code}]`;
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
