// The tree of a root HTTPProxy: itself and everything that it includes, over namespaces → its routes, and what was found
// about each object on the way. A bad include takes only itself out; its paths answer 502 unless a sibling has them.
import type { HTTPProxy, HTTPProxyInclude } from '../../../model/kinds/http-proxy.ts';
import { defaultLimits } from '../../../model/limits.ts';
import { keyOf, objectKey, type ObjectKey, type Problem } from '../../../model/object.ts';
import { noHeaders } from '../../compile/header-policy.ts';
import { isOurClass } from '../../compile/ingress-class.ts';
import { error, warning } from '../../compile/problem.ts';
import { matchKey } from '../../compile/route-match.ts';
import type { UnitContext } from '../../engine.ts';
import type { DirectResponseAction } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import {
  blockKey,
  inheritConditions,
  mergedMatch,
  noInheritedConditions,
  parseConditions,
  type InheritedConditions,
} from './conditions.ts';
import { expandPrefixRewrites } from './prefix-rewrite.ts';
import { compileRoute, type CompiledRoute } from './route.ts';
import type { HostGuard } from './host-guard.ts';

export interface CompiledTree {
  readonly routes: readonly CompiledRoute[];
  /** Each object that was reached, with its problems. */
  readonly findings: ReadonlyMap<ObjectKey, readonly Problem[]>;
}

const includeMissing: DirectResponseAction = { kind: 'directResponse', statusCode: 502, body: '' };

export function compileTree(
  context: UnitContext,
  config: CompileConfig,
  root: HTTPProxy,
  guard: HostGuard,
): CompiledTree {
  const findings = new Map<ObjectKey, Problem[]>();
  const routes = new Map<string, CompiledRoute>();
  // Includes that include twice grow like powers of two.
  const { includeDepth, includeParts } = config.limits ?? defaultLimits;
  let visits = 0;

  const report = (problem: Problem) => void findings.get(problem.object)!.push(problem);
  visit(root, noInheritedConditions, [keyOf(root)]);
  return { routes: expandPrefixRewrites([...routes.values()]), findings };

  /** Includes first, so that a proxy's own route wins over an included one with the same match. */
  function visit(proxy: HTTPProxy, inherited: InheritedConditions, trail: readonly ObjectKey[]): void {
    const object = keyOf(proxy);
    if (!findings.has(object)) findings.set(object, []);
    visits++;
    const blocks = new Set<string>();
    for (const [i, include] of (proxy.spec.includes ?? []).entries())
      visitInclude(proxy, include, `spec.includes[${i}]`, inherited, trail, blocks);
    for (const i of (proxy.spec.routes ?? []).keys()) {
      const compiled = compileRoute({ context, config, guard, report }, proxy, i, inherited);
      if (compiled) add(compiled);
    }
  }

  function visitInclude(
    proxy: HTTPProxy,
    include: HTTPProxyInclude,
    path: string,
    inherited: InheritedConditions,
    trail: readonly ObjectKey[],
    blocks: Set<string>,
  ): void {
    const object = keyOf(proxy);
    const place = {
      object,
      path: `${path}.conditions`,
      use: 'include',
      consequence: 'this include is left out',
    } as const;
    const { block, problems: blockProblems } = parseConditions(include.conditions, place);
    const { conditions, problems: mergeProblems } = inheritConditions(inherited, block, place);
    const problems = blockProblems.length > 0 ? blockProblems : mergeProblems;
    if (problems.length > 0) {
      problems.forEach(report);
      return;
    }
    const same = blockKey(block);
    if (same !== undefined && blocks.has(same)) {
      const message =
        'duplicate conditions defined on an include: an earlier include has the same; this one is left out';
      report(error('DuplicateMatchConditions', object, `${path}.conditions`, message));
      return;
    }
    if (same !== undefined) blocks.add(same);

    const namespace = include.namespace || proxy.metadata.namespace;
    const target = objectKey('HTTPProxy', namespace, include.name);
    const fail = (
      code: 'IncludeNotFound' | 'RootIncludesRoot' | 'IncludeCreatesCycle' | 'IncludeTooDeep',
      message: string,
    ) => {
      report(error(code, object, path, `${message}; requests to it get 502`));
      const { match } = mergedMatch(inherited, block, place);
      const route = {
        match,
        action: includeMissing,
        requestHeaders: noHeaders,
        responseHeaders: noHeaders,
        origin: { object, path },
      };
      add({ route, clusters: [], permitInsecure: false, standIn: true });
    };
    const child = context.object<HTTPProxy>('HTTPProxy', namespace, include.name);
    if (!child || !isOurClass(child, child.spec.ingressClassName, config.ingressClassNames))
      fail('IncludeNotFound', `include ${namespace}/${include.name} not found`);
    else if (child.spec.virtualhost)
      fail(
        'RootIncludesRoot',
        `include ${namespace}/${include.name} is a root HTTPProxy (it has a virtualhost); only others can be included`,
      );
    else if (trail.includes(target)) {
      const cycle = [...trail.slice(trail.indexOf(target)), target].map((each) => each.slice(each.indexOf('/') + 1));
      fail('IncludeCreatesCycle', `include creates an include cycle: ${cycle.join(' -> ')}`);
    } else if (trail.length >= includeDepth)
      fail('IncludeTooDeep', `the tree of includes is over ${includeDepth} levels deep (limits.includeDepth)`);
    else if (visits >= includeParts)
      fail('IncludeTooDeep', `the tree of includes has over ${includeParts} parts (limits.includeParts)`);
    else visit(child, conditions, [...trail, target]);
  }

  function add(compiled: CompiledRoute): void {
    const key = matchKey(compiled.route.match);
    const before = routes.get(key);
    if (before && compiled.standIn) return;
    if (before && !before.standIn) {
      const { object, path } = before.route.origin;
      const by = compiled.route.origin;
      const message = `${by.path} of HTTPProxy ${by.object.slice(by.object.indexOf('/') + 1)} has the same conditions and gets the requests of this route`;
      report(warning('RouteConflict', object, path, message));
    }
    // Taken out first: a later route takes its own place in the order.
    routes.delete(key);
    routes.set(key, compiled);
  }
}
