// One listener of a Gateway or ListenerSet, beside the others: whether it is served, with which certificates, to which
// kinds of routes, and its conditions (all but what only Envoy can tell).
import { GATEWAY_GROUP, type ListenerEntry } from '../../../model/kinds/gateway-common.ts';
import { parseKey, type ObjectKey } from '../../../model/object.ts';
import { lookup } from '../../../model/lookup.ts';
import type { UnitContext } from '../../engine.ts';
import { condition, type Condition } from './conditions.ts';
import type { Frontend } from './frontend.ts';
import type { Conflict } from './gateway.ts';
import { ANY_HOST } from './hostnames.ts';
import { useTlsSecret } from './secret-reference.ts';
import type { EnvoyChain } from './topics.ts';

export interface ListenerInput {
  readonly entry: ListenerEntry;
  readonly origin: { readonly object: ObjectKey; readonly namespace: string; readonly generation: number };
  readonly gateway: ObjectKey;
  readonly frontend: Frontend;
  readonly conflict: Conflict | undefined;
  /** Another Gateway at the same address that has the port. */
  readonly portOwner: ObjectKey | undefined;
  /** The Gateway as a whole is. */
  readonly isServed: boolean;
}

export interface CompiledListener {
  readonly entry: ListenerEntry;
  readonly hostname: string;
  readonly kinds: readonly string[];
  readonly isAccepted: boolean;
  /** It is accepted, and has what it needs to answer. */
  readonly hasTraffic: boolean;
  /** TLS that ends here. */
  readonly chain?: Omit<EnvoyChain, 'serverName' | 'owner'>;
  readonly conditions: readonly Condition[];
}

const kindsOfProtocol: Readonly<Record<string, readonly string[]>> = {
  HTTP: ['HTTPRoute', 'GRPCRoute'],
  HTTPS: ['HTTPRoute', 'GRPCRoute'],
  TLS: ['TLSRoute'],
  TCP: ['TCPRoute'],
  UDP: ['UDPRoute'],
};

interface Refusal {
  readonly reason: string;
  readonly message: string;
}

export function compileListener(context: UnitContext, input: ListenerInput): CompiledListener {
  const { entry, origin, frontend, conflict, portOwner, isServed } = input;
  const possible = lookup(kindsOfProtocol, entry.protocol);
  const wanted = entry.allowedRoutes?.kinds ?? [];
  const isPossible = ({ group = GATEWAY_GROUP, kind }: { readonly group?: string; readonly kind: string }) =>
    group === GATEWAY_GROUP && possible?.includes(kind) === true;
  const kinds =
    wanted.length === 0
      ? (possible ?? [])
      : [...new Set(wanted.filter((each) => isPossible(each)).map(({ kind }) => kind))];
  const impossible = wanted.filter((each) => !isPossible(each)).map(({ kind }) => kind);

  const tls = compileTls(context, input);
  const client = entry.protocol === 'HTTPS' ? frontend.ofPort(entry.port) : ({ kind: 'none' } as const);
  const refusal = refusalOf(entry, possible, conflict, portOwner, client);
  const unresolved: Refusal | undefined =
    (impossible.length > 0 && possible
      ? {
          reason: 'InvalidRouteKinds',
          message: `routes of kind ${impossible.join(', ')} can not attach to a listener of protocol ${entry.protocol}`,
        }
      : undefined) ??
    tls.problem ??
    (client.kind === 'invalid' ? { reason: client.reason, message: client.message } : undefined);

  const needsCertificate = entry.protocol === 'HTTPS' || (entry.protocol === 'TLS' && !tls.passthrough);
  const hasTraffic = isServed && refusal === undefined && (!needsCertificate || tls.secrets.length > 0);
  const chain: CompiledListener['chain'] =
    needsCertificate && tls.secrets.length > 0
      ? {
          secrets: tls.secrets,
          ...(client.kind === 'valid' && { clientValidation: client.validation }),
          minimumTlsVersion: '1.2',
          maximumTlsVersion: '1.3',
        }
      : undefined;
  return {
    entry,
    hostname: entry.hostname?.toLowerCase() || ANY_HOST,
    kinds,
    isAccepted: refusal === undefined,
    hasTraffic,
    ...(chain && { chain }),
    conditions: conditionsOf(origin.generation, refusal, unresolved, conflict, hasTraffic),
  };
}

function refusalOf(
  entry: ListenerEntry,
  possible: readonly string[] | undefined,
  conflict: Conflict | undefined,
  portOwner: ObjectKey | undefined,
  client: ReturnType<Frontend['ofPort']>,
): Refusal | undefined {
  if (!possible) {
    const known = Object.keys(kindsOfProtocol).join(', ');
    return { reason: 'UnsupportedProtocol', message: `protocol ${entry.protocol} is not served; ${known} are` };
  }
  if (conflict)
    return {
      reason: conflict.reason,
      message: `listener ${conflict.with} has the same port${conflict.reason === 'HostnameConflict' ? ' and host name' : ' with a protocol that excludes this one'}`,
    };
  if (portOwner !== undefined) {
    const message = `port ${entry.port} belongs to ${portOwner}; Gateways without addresses of their own share one, and each port is one Gateway's`;
    return { reason: 'PortUnavailable', message };
  }
  if (entry.protocol === 'HTTPS' && entry.tls?.mode === 'Passthrough')
    return { reason: 'UnsupportedValue', message: 'HTTPS ends TLS; with mode Passthrough the protocol must be TLS' };
  if (client.kind === 'invalid') return { reason: 'NoValidCACertificate', message: client.message };
  return undefined;
}

interface TlsUse {
  readonly passthrough: boolean;
  readonly secrets: readonly string[];
  readonly problem?: Refusal;
}

/** A certificate that can't be used is told and left out; the others are served. */
function compileTls(context: UnitContext, { entry, origin }: ListenerInput): TlsUse {
  const passthrough = entry.protocol === 'TLS' && entry.tls?.mode === 'Passthrough';
  if (passthrough || (entry.protocol !== 'HTTPS' && entry.protocol !== 'TLS')) return { passthrough, secrets: [] };
  const secrets: string[] = [];
  let problem: Refusal | undefined;
  const references = entry.tls?.certificateRefs ?? [];
  for (const [i, reference] of references.entries()) {
    const found = useTlsSecret(context, reference, {
      kind: parseKey(origin.object).kind,
      namespace: origin.namespace,
      path: `tls.certificateRefs[${i}]`,
    });
    if (found.ok) {
      if (!secrets.includes(found.secret)) secrets.push(found.secret);
    } else
      problem ??= {
        reason: found.reason === 'RefNotPermitted' ? 'RefNotPermitted' : 'InvalidCertificateRef',
        message: found.message,
      };
  }
  if (references.length === 0)
    problem = { reason: 'InvalidCertificateRef', message: 'tls.certificateRefs: there must be at least one' };
  return { passthrough, secrets, ...(problem && { problem }) };
}

function conditionsOf(
  generation: number,
  refusal: Refusal | undefined,
  unresolved: Refusal | undefined,
  conflict: Conflict | undefined,
  hasTraffic: boolean,
): readonly Condition[] {
  const of = (type: string, status: boolean, reason: string, message: string) =>
    condition(type, status, reason, message, generation);
  const conflictText = refusal?.message ?? '';
  return [
    refusal
      ? of('Accepted', false, refusal.reason, refusal.message)
      : of('Accepted', true, 'Accepted', 'The listener is valid'),
    conflict
      ? of('Conflicted', true, conflict.reason, conflictText)
      : of('Conflicted', false, 'NoConflicts', 'No other listener excludes this one'),
    unresolved
      ? of('ResolvedRefs', false, unresolved.reason, unresolved.message)
      : of('ResolvedRefs', true, 'ResolvedRefs', 'All references are resolved'),
    hasTraffic
      ? of('Programmed', true, 'Programmed', 'Envoy has its configuration')
      : of(
          'Programmed',
          false,
          conflict?.reason ?? 'Invalid',
          refusal?.message ?? unresolved?.message ?? 'The Gateway is not served',
        ),
  ];
}
