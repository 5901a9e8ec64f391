// Session persistence → what is hashed, so that the requests of a session go to the same endpoint. Envoy sets the cookie.
// Source: GEP-1619. Endpoints that come or go move the sessions of their share, as with every consistent hash.
import type { SessionPersistence } from '../../../model/kinds/gateway-common.ts';
import type { ForwardAction } from '../../vertices.ts';
import { shown } from '../../compile/problem.ts';
import { parseGatewayDuration } from './durations.ts';
import type { RouteFault } from './route-status.ts';

const standardName = 'nuncio-session';

export interface CompiledSession {
  /** Absent: requests go to any endpoint. */
  readonly hashPolicies?: NonNullable<ForwardAction['hashPolicies']>;
  /** What is asked for and does not happen. */
  readonly ignored: readonly RouteFault[];
}

/** RFC 6265. */
const cookieName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,4096}$/;

export function compileSession(session: SessionPersistence | undefined, path: string): CompiledSession {
  if (!session) return { ignored: [] };
  const { sessionName: given = standardName, absoluteTimeout, idleTimeout, type = 'Cookie', cookieConfig } = session;
  const ignore = (field: string, message: string): RouteFault => ({
    reason: 'UnsupportedValue',
    path: `${path}.${field}`,
    message,
  });
  if (type === 'Header')
    return { ignored: [ignore('type', 'sessions by header are not supported; requests go to any endpoint')] };
  const isPermanent = cookieConfig?.lifetimeType === 'Permanent';
  const ignored: RouteFault[] = [];
  const isName = cookieName.test(given);
  if (!isName)
    ignored.push(ignore('sessionName', `${shown(given)} is not the name of a cookie; ${standardName} is used`));
  if (idleTimeout !== undefined)
    ignored.push(ignore('idleTimeout', 'not supported: a session lasts as long as its cookie'));
  if (absoluteTimeout !== undefined && !isPermanent)
    ignored.push(ignore('absoluteTimeout', 'only counts with cookieConfig.lifetimeType Permanent'));
  const ttlMs = isPermanent && absoluteTimeout !== undefined ? (parseGatewayDuration(absoluteTimeout) ?? 0) : 0;
  return {
    hashPolicies: [
      { kind: 'cookie', name: isName ? given : standardName, path: '/', ttlMs, attributes: [], terminal: false },
    ],
    ignored,
  };
}
