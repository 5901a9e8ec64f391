// External authorization of a root: its own server, or that of the configuration, and what holds for routes that say nothing.
// A block without extensionRef only carries a policy. A server of its own replaces that of the configuration entirely.
import type { HTTPProxy } from '../../../model/kinds/http-proxy.ts';
import { keyOf, type Problem } from '../../../model/object.ts';
import { compileAuthorization } from '../../compile/authorization.ts';
import type { UnitContext } from '../../engine.ts';
import type { AuthorizationServer } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import type { HostAuthorization } from './host-guard.ts';

/** With problems the root must not be served. */
export function hostAuthorization(
  context: UnitContext,
  config: CompileConfig,
  root: HTTPProxy,
  consequence: string,
): {
  readonly server?: AuthorizationServer;
  readonly policy?: HostAuthorization;
  readonly problems: readonly Problem[];
} {
  const own = root.spec.virtualhost!.authorization;
  const isOwn = own?.extensionRef?.name !== undefined;
  const field = isOwn ? own : config.globalExtAuth;
  if (!field) return { problems: [] };
  const { server, problems } = compileAuthorization(context, field, {
    object: keyOf(root),
    namespace: root.metadata.namespace,
    path: isOwn ? 'spec.virtualhost.authorization' : 'globalExtAuth',
    consequence,
  });
  if (!server) return { problems };
  const inherited = isOwn ? undefined : config.globalExtAuth?.authPolicy;
  const policy: HostAuthorization = {
    protocol: server.protocol,
    // A block that says nothing of it asks for it: clients written in Go leave out what is false.
    disabled: own ? own.authPolicy?.disabled === true : inherited?.disabled === true,
    context: own?.authPolicy?.context ?? inherited?.context ?? {},
  };
  return { server, policy, problems };
}
