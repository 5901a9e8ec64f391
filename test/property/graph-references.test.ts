// The graph is closed and minimal: everything that a vertex names is there, and nothing is there that nobody names.
// Besides, the routes of a virtual host are in strictly ascending order of matching, and Envoy's own validation rules have
// nothing against any resource.
import test from 'ava';
import * as fc from 'fast-check';
import { compareRankedMatches } from '../../src/dag/compile/route-match.ts';
import { NO_CLUSTER, SYSTEM_CA, type Vertex } from '../../src/dag/vertices.ts';
import { defaultGatewayConfig } from '../../src/model/gateway-config.ts';
import { createCore, violationsOf } from '../support/compile.ts';
import { goodWorld, objectChange, settings } from './graph-objects.ts';

function clusterKeys(named: readonly { readonly cluster: string }[]): string[] {
  return named.flatMap(({ cluster }) => (cluster === NO_CLUSTER ? [] : [`Cluster/${cluster}`]));
}

function referencesOf(vertex: Vertex): string[] {
  switch (vertex.kind) {
    case 'Listener': {
      // Services of the configuration may be missing; here there are none.
      const { tcp, udp, rateLimitService, tracing, accessLogServices = [] } = vertex;
      const others = [rateLimitService, tracing, udp, ...accessLogServices].filter((each) => each !== undefined);
      return clusterKeys([...others, ...(tcp?.clusters ?? [])]);
    }
    case 'EndpointGroup':
      return vertex.consul ? [`ConsulService/${vertex.key}`] : [];
    case 'Secret':
    case 'TrustedCa':
      return [];
    case 'FilterChain':
      return [
        `Listener/${vertex.listener}`,
        ...[vertex.secret, ...(vertex.otherSecrets ?? [])].flatMap((key) =>
          key === undefined ? [] : [`Secret/${key}`],
        ),
        ...(vertex.clientValidation?.ca === undefined ? [] : [`TrustedCa/${vertex.clientValidation.ca}`]),
        ...clusterKeys(vertex.tcp?.clusters ?? []),
      ];
    case 'Cluster':
      return [
        ...(vertex.target.kind === 'endpoints' ? [`EndpointGroup/${vertex.target.group}`] : []),
        ...(vertex.target.kind === 'aggregate' ? vertex.target.clusters.map((key) => `Cluster/${key}`) : []),
        ...(vertex.validation && vertex.validation.ca !== SYSTEM_CA ? [`TrustedCa/${vertex.validation.ca}`] : []),
        ...(vertex.clientCertificate === undefined ? [] : [`Secret/${vertex.clientCertificate}`]),
      ];
    case 'VirtualHostPart':
    case 'VirtualHost': {
      const clusters = vertex.routes.flatMap(({ action }) =>
        action.kind === 'forward' ? clusterKeys([...action.clusters, ...action.mirrors]) : [],
      );
      const servers = [vertex.authorization, ...vertex.routes.map(({ ownAuthorization }) => ownAuthorization)];
      for (const server of servers) if (server) clusters.push(`Cluster/${server.cluster}`);
      const providers = (vertex.jwtProviders ?? []).flatMap((each) => [each, ...(each.alternatives ?? [])]);
      for (const { keys } of providers) if (keys.kind === 'remote') clusters.push(`Cluster/${keys.cluster}`);
      return vertex.chain === ''
        ? [`Listener/${vertex.listener}`, ...clusters]
        : [`FilterChain/${vertex.listener}|${vertex.chain}`, ...clusters];
    }
    // Its server may be one that can not be used.
    case 'ConsulService':
    case 'ConsulServer':
    case 'OperatorListener':
    case 'Runtime':
      return [];
    default:
      return vertex satisfies never;
  }
}

/** Of the many things that objects can ask for, those that a graph can only show if its generators reach them. */
const features = [
  '"alternatives"',
  '"aggregate"',
  '"authorization"',
  '"clientCertificate"',
  '"clientValidation"',
  '"errorPages"',
  '"hashPolicies"',
  '"http3"',
  '"ipFilter"',
  '"jwtProviders"',
  '"ownAuthorization"',
  '"policies"',
  '"outlierDetection"',
  '"regexRewrite"',
  '"preferSameZone"',
  '"requestBody"',
  '"slowStart"',
];

test('references resolve, nothing is left over, routes are in order', (t) => {
  let virtualHosts = 0;
  let chains = 0;
  const missing = new Set(features);
  const world = fc.tuple(fc.array(objectChange, { minLength: 5, maxLength: 40 }), fc.boolean());
  fc.assert(
    fc.property(world, ([changes, isNamed]) => {
      const gateway = { ...defaultGatewayConfig, ref: { namespace: 'a', name: 'g0' } };
      const core = createCore({ ...settings, ...(isNamed && { gateway }) });
      for (const { key, object } of [...goodWorld, ...changes]) core.set(key, object);
      core.commit();
      const vertices = core.vertices();
      const named = new Set<string>();
      for (const [key, vertex] of vertices) {
        const text = missing.size > 0 ? JSON.stringify(vertex) : '';
        for (const feature of missing) if (text.includes(feature)) missing.delete(feature);
        for (const reference of referencesOf(vertex)) {
          named.add(reference);
          if (!vertices.has(reference)) throw new Error(`${key} names ${reference}, which is not there`);
        }
        if (vertex.kind === 'FilterChain') chains++;
        if (vertex.kind !== 'VirtualHost') continue;
        virtualHosts++;
        // A host of a Gateway's listener is there to answer 404, and has an order of its own.
        if (vertex.anyDepth) continue;
        if (vertex.routes.length === 0) throw new Error(`${key} has no routes`);
        // Mappings have an order of their own.
        if (vertex.routes.some(({ origin }) => origin.object.startsWith('Mapping/'))) continue;
        const ranked = vertex.routes.map(({ match }) => ({ match, priority: 0 }));
        for (const [i, each] of ranked.slice(1).entries())
          if (compareRankedMatches(ranked[i]!, each) >= 0) throw new Error(`${key}: route ${i + 1} is out of order`);
      }
      const violations = violationsOf(core.resources().values());
      if (violations.length > 0) throw new Error(violations.join('\n'));
      for (const [key, vertex] of vertices) {
        const isRoot =
          ['VirtualHost', 'Listener', 'OperatorListener', 'Runtime', 'ConsulServer'].includes(vertex.kind) ||
          // An ExtensionService is there for whoever comes to ask it.
          key.startsWith('Cluster/extension/') ||
          (vertex.kind === 'FilterChain' && vertex.tcp !== undefined);
        if (!isRoot && !named.has(key)) throw new Error(`nothing names ${key}`);
      }
    }),
    // Some of the worlds are the same in each run, so that chance does not decide whether all features are reached.
    {
      numRuns: 300,
      examples: fc.sample(world, { seed: 1, numRuns: 150 }).map((each) => [each]),
      includeErrorInReport: true,
    },
  );
  t.deepEqual([...missing], []);
  t.true(virtualHosts > 100 && chains > 20, `too few: ${virtualHosts} virtual hosts, ${chains} chains`);
});
