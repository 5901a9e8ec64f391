// How Consul answers, as objects that the compiler looks at: they exist only while there is something to tell, so that
// neither endpoints nor answers as usual run a compile unit. Made by the consul actor, never read from a source.
import { noMetadata, objectKey, type ObjectKey, type SourceObject } from './object.ts';
import type { ProblemCode } from './problem-codes.ts';

/** Of a ConsulResolver; its name and namespace are those of that object. */
export interface ConsulServerState extends SourceObject {
  readonly kind: 'ConsulServerState';
  readonly code: ProblemCode;
  readonly message: string;
}

/** Of one service behind a ConsulResolver. */
export interface ConsulServiceState extends SourceObject {
  readonly kind: 'ConsulServiceState';
  /** `waits`: Consul has never answered. `empty`: it knows no instance that passes its checks. */
  readonly state: 'waits' | 'empty';
  readonly message: string;
}

/** Of the resolver that there is without an object, on the agent of the gateway's own machine. */
export const BUILT_IN_CONSUL = '/consul';

/** `namespace/name` of a ConsulResolver names its Consul. */
export function consulServerKey(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}

/** Where the state of a service lies, to look it up with `context.object`. */
export function consulServicePlace(
  server: string,
  service: string,
): { readonly namespace: string; readonly name: string } {
  return { namespace: server.replace('/', ':'), name: service };
}

export function consulServerState(server: string, code: ProblemCode, message: string): ConsulServerState {
  const [namespace, name] = server.split('/') as [string, string];
  return { ...stateObject('ConsulServerState', namespace, name), kind: 'ConsulServerState', code, message };
}

export function consulServiceState(
  server: string,
  service: string,
  state: ConsulServiceState['state'],
  message: string,
): ConsulServiceState {
  const { namespace, name } = consulServicePlace(server, service);
  return { ...stateObject('ConsulServiceState', namespace, name), kind: 'ConsulServiceState', state, message };
}

export function consulServerStateKey(server: string): ObjectKey {
  return `ConsulServerState/${server}`;
}

export function consulServiceStateKey(server: string, service: string): ObjectKey {
  const { namespace, name } = consulServicePlace(server, service);
  return objectKey('ConsulServiceState', namespace, name);
}

function stateObject(kind: string, namespace: string, name: string): SourceObject {
  return {
    kind,
    apiVersion: 'nuncio/internal',
    metadata: { ...noMetadata, name, namespace },
    source: { kind: 'kubernetes' },
  };
}
