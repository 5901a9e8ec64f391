// Annotations of an Ingress → settings. A value that can't be read is told and the default used, never the whole object lost.
import { retryConditions } from '../../../model/kinds/contour-policies.ts';
import type { Ingress } from '../../../model/kinds/index.ts';
import { keyOf, type Problem } from '../../../model/object.ts';
import { parseTimeout } from '../../compile/duration.ts';
import { classAnnotations } from '../../compile/ingress-class.ts';
import { shown, warning } from '../../compile/problem.ts';
import type { FilterChain, RetryPolicy } from '../../vertices.ts';

export interface IngressSettings {
  /** `plain`: served; `redirect`: to https; `none`: not at all. */
  readonly http: 'plain' | 'redirect' | 'none';
  readonly timeoutMs?: number;
  readonly retry?: RetryPolicy;
  readonly minimumTlsVersion: FilterChain['minimumTlsVersion'];
  readonly maximumTlsVersion: FilterChain['maximumTlsVersion'];
  /** Of the Secrets in `spec.tls`. */
  readonly certificateNamespace: string;
  /** Values of `path`, as written. */
  readonly websocketPaths: ReadonlySet<string>;
}

/** Annotations that mean something on an Ingress. */
export const ingressAnnotations: readonly string[] = [
  ...classAnnotations,
  'ingress.kubernetes.io/force-ssl-redirect',
  'kubernetes.io/ingress.allow-http',
  'projectcontour.io/num-retries',
  'projectcontour.io/per-try-timeout',
  'projectcontour.io/request-timeout',
  'projectcontour.io/response-timeout',
  'projectcontour.io/retry-on',
  'projectcontour.io/tls-cert-namespace',
  'projectcontour.io/tls-maximum-protocol-version',
  'projectcontour.io/tls-minimum-protocol-version',
  'projectcontour.io/websocket-routes',
];
const known: ReadonlySet<string> = new Set(ingressAnnotations);

export function readAnnotations(ingress: Ingress, report: (problem: Problem) => void): IngressSettings {
  const { annotations, namespace } = ingress.metadata;
  const tell = (name: string, message: string) =>
    report(warning('AnnotationNotValid', keyOf(ingress), `metadata.annotations["${name}"]`, message));
  for (const name of Object.keys(annotations).sort()) {
    const isOurs =
      /^(projectcontour\.io|ingress\.kubernetes\.io)\//.test(name) ||
      name === 'kubernetes.io/ingress.global-static-ip-name';
    if (isOurs && !known.has(name)) tell(name, 'there is no such annotation for an Ingress; it is ignored');
  }

  const timeout = (name: string): number | undefined => {
    const parsed = parseTimeout(annotations[name]);
    if (parsed.kind === 'invalid')
      tell(
        name,
        `${shown(annotations[name]!)} is not a duration such as 1.5s or 2m, nor infinity; the default is used`,
      );
    return parsed.kind === 'ms' ? parsed.ms : undefined;
  };
  const timeoutMs = timeout(
    annotations['projectcontour.io/response-timeout']
      ? 'projectcontour.io/response-timeout'
      : 'projectcontour.io/request-timeout',
  );

  const tlsVersion = <T>(name: string, otherwise: T): T | '1.2' | '1.3' => {
    const value = annotations[name];
    if (value === '1.2' || value === '1.3') return value;
    if (value !== undefined) tell(name, `${shown(value)} is not a TLS version (1.2 or 1.3); the default is used`);
    return otherwise;
  };
  let minimumTlsVersion = tlsVersion('projectcontour.io/tls-minimum-protocol-version', '1.2' as const);
  const maximumTlsVersion = tlsVersion('projectcontour.io/tls-maximum-protocol-version', '1.3' as const);
  if (minimumTlsVersion > maximumTlsVersion) {
    const name = 'projectcontour.io/tls-minimum-protocol-version';
    tell(
      name,
      `the minimum ${minimumTlsVersion} is above the maximum ${maximumTlsVersion}; only ${maximumTlsVersion} is offered`,
    );
    minimumTlsVersion = maximumTlsVersion;
  }

  const truth = (name: string, otherwise: boolean): boolean => {
    const value = annotations[name];
    if (value !== undefined && value !== 'true' && value !== 'false')
      tell(name, `${shown(value)} is neither "true" nor "false"; ${otherwise ? '"true"' : '"false"'} is used`);
    return otherwise ? value !== 'false' : value === 'true';
  };
  const isRedirected = truth('ingress.kubernetes.io/force-ssl-redirect', false);
  const isRefused = !truth('kubernetes.io/ingress.allow-http', true);
  const websocketPaths = splitList(annotations['projectcontour.io/websocket-routes']);
  const paths = new Set(ingress.spec?.rules?.flatMap((rule) => rule.http?.paths.map((each) => each.path ?? '') ?? []));
  const noPaths = websocketPaths.filter((each) => !paths.has(each));
  if (noPaths.length > 0)
    tell('projectcontour.io/websocket-routes', `no rule has the path ${noPaths.map(shown).join(', ')}`);
  const retry = readRetry(annotations, timeout('projectcontour.io/per-try-timeout'), tell);
  return {
    http: isRedirected ? 'redirect' : isRefused ? 'none' : 'plain',
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(retry && { retry }),
    minimumTlsVersion,
    maximumTlsVersion,
    certificateNamespace: annotations['projectcontour.io/tls-cert-namespace'] || namespace,
    websocketPaths: new Set(websocketPaths),
  };
}

function readRetry(
  annotations: Readonly<Record<string, string>>,
  perTryTimeoutMs: number | undefined,
  tell: (name: string, message: string) => void,
): RetryPolicy | undefined {
  const retryOn = splitList(annotations['projectcontour.io/retry-on']);
  if (retryOn.length === 0) return undefined;
  const unknown = retryOn.filter((each) => !(retryConditions as readonly string[]).includes(each));
  if (unknown.length > 0)
    tell(
      'projectcontour.io/retry-on',
      `Envoy has no retry condition ${unknown.map(shown).join(', ')}; there are ${retryConditions.join(', ')}`,
    );
  const text = annotations['projectcontour.io/num-retries'];
  const isNumber = text !== undefined && /^-?\d{1,9}$/.test(text);
  if (text !== undefined && !isNumber)
    tell('projectcontour.io/num-retries', `${shown(text)} is not a whole number; requests are retried once`);
  const count = isNumber ? Number(text) : 1;
  return {
    retryOn,
    numRetries: count < 0 ? 0 : Math.max(1, count),
    ...(perTryTimeoutMs !== undefined && perTryTimeoutMs > 0 && { perTryTimeoutMs }),
    retriableStatusCodes: [],
  };
}

function splitList(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
