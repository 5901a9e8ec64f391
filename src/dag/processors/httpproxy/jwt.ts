// JWT providers of a root → providers of its host with their clusters, and what holds for routes that say nothing. A mistake
// in one stops the root: a route might need just that one.
import type { HTTPProxy } from '../../../model/kinds/http-proxy.ts';
import { keyOf, type Problem } from '../../../model/object.ts';
import type { ProblemCode } from '../../../model/problem-codes.ts';
import { compileJwtProvider } from '../../compile/jwt.ts';
import { error, shown } from '../../compile/problem.ts';
import type { UnitContext } from '../../engine.ts';
import type { Cluster, JwtProvider } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';

export interface HostJwt {
  readonly providers: readonly JwtProvider[];
  readonly clusters: readonly Cluster[];
  /** Name of the provider of routes that say nothing. */
  readonly standard?: string;
  /** With errors the root must not be served. */
  readonly problems: readonly Problem[];
}

export function compileJwtProviders(
  context: UnitContext,
  config: CompileConfig,
  root: HTTPProxy,
  consequence: string,
): HostJwt {
  const object = keyOf(root);
  const { namespace } = root.metadata;
  const problems: Problem[] = [];
  const providers: JwtProvider[] = [];
  const clusters = new Map<string, Cluster>();
  let standard: string | undefined;

  for (const [i, field] of (root.spec.virtualhost!.jwtProviders ?? []).entries()) {
    const path = `spec.virtualhost.jwtProviders[${i}]`;
    const fail = (code: ProblemCode, at: string, message: string) =>
      void problems.push(error(code, object, `${path}${at}`, `${message}; ${consequence}`));
    if (providers.some((each) => each.name === field.name))
      fail('DuplicateProviderName', '.name', `another provider is named ${shown(field.name)} too`);
    if (field.default) {
      if (standard !== undefined)
        fail('MultipleDefaultProvidersSpecified', '.default', `${shown(standard)} is the default provider already`);
      standard ??= field.name;
    }
    const compiled = compileJwtProvider(context, config.connectTimeoutMs, field.name, field, {
      object,
      namespace,
      path,
      consequence,
    });
    problems.push(...compiled.problems);
    providers.push(compiled.provider);
    if (compiled.cluster) clusters.set(compiled.cluster.key, compiled.cluster);
  }
  return { providers, clusters: [...clusters.values()], ...(standard !== undefined && { standard }), problems };
}
