// A small cluster in which random objects come, change and go, compiled as the running program does. In: raw objects one
// by one. Out: what must never happen, in words: something throws, a compile unit fails, or what nobody touched changes.
import checkSecret from '../../src/actors/pool-jobs/check-secret.ts';
import { applyContourConfiguration } from '../../src/dag/compile/contour-configuration.ts';
import type { CompileConfig } from '../../src/dag/processors/index.ts';
import type { EncodedResource } from '../../src/messages/resources.ts';
import type { Config } from '../../src/model/config.ts';
import { keyOf, objectKey, type SourceObject } from '../../src/model/object.ts';
import type { ContourConfiguration, Secret } from '../../src/model/kinds/index.ts';
import { validate } from '../../src/model/validate.ts';
import { readPartLines } from '../../src/xds/resource.ts';
import { createCa } from '../support/certs.ts';
import { createCore, defaultCompileConfig, type Core } from '../support/compile.ts';
import { endpointSlices, hostProxy, httpProxy, opaqueSecret, service, tlsSecret } from '../e2e/fixtures/objects.ts';
import type { RawObject } from './schema-objects.ts';

export interface World {
  /** `accepted`: it passed validation, so it will be compiled. */
  put(raw: RawObject): { readonly accepted: boolean; readonly findings: readonly string[] };
  /** Compiles what was put. */
  commit(): readonly string[];
  /** What may be sent to Envoy, by key. */
  sendable(): ReadonlyMap<string, EncodedResource>;
  /** What our own check holds back, by its words. */
  readonly heldBack: ReadonlyMap<string, number>;
}

const gatewayApi = 'gateway.networking.k8s.io/v1';
const ambassador = 'getambassador.io/v3alpha1';

/** Places for routes of the Gateway API and of getambassador.io, so that most of them lead to something. */
const places = [
  {
    apiVersion: gatewayApi,
    kind: 'GatewayClass',
    metadata: { name: 'nuncio' },
    spec: { controllerName: 'nuncio.dev/shared-gateway-controller' },
  },
  {
    apiVersion: gatewayApi,
    kind: 'Gateway',
    metadata: { name: 'edge', namespace: 'fuzz' },
    spec: {
      gatewayClassName: 'nuncio',
      allowedListeners: { namespaces: { from: 'Same' } },
      listeners: [
        { name: 'http', port: 18_080, protocol: 'HTTP', allowedRoutes: { namespaces: { from: 'All' } } },
        { name: 'https', port: 18_442, protocol: 'HTTPS', tls: { certificateRefs: [{ name: 'tls' }] } },
        { name: 'tls', port: 18_441, protocol: 'TLS', tls: { mode: 'Passthrough' } },
        { name: 'tcp', port: 18_440, protocol: 'TCP' },
        { name: 'udp', port: 18_440, protocol: 'UDP' },
      ],
    },
  },
  {
    apiVersion: ambassador,
    kind: 'Listener',
    metadata: { name: 'any', namespace: 'fuzz' },
    spec: { port: 18_079, protocol: 'HTTP', securityModel: 'XFP', hostBinding: { namespace: { from: 'ALL' } } },
  },
  {
    apiVersion: ambassador,
    kind: 'Host',
    metadata: { name: 'any', namespace: 'fuzz' },
    spec: { hostname: '*', requestPolicy: { insecure: { action: 'Route' } } },
  },
];

const canary = { namespace: 'canary' };
const fuzz = { namespace: 'fuzz' };

export async function createWorld(routeDiscovery: Config['routeDiscovery'] = 'scoped'): Promise<World> {
  const ca = await createCa();
  const certificate = await ca.issue({ hosts: ['a.fuzz.test', '*.fuzz.test', 'canary-tls.test'] });
  // Any port that is free, and files that Envoy may write.
  const anyPort = { address: '127.0.0.1', port: 0 };
  const settings = { ...defaultCompileConfig, listeners: { http: anyPort, https: anyPort } } as Config;
  const core: Core = createCore(settings, routeDiscovery);
  const backends = [{ address: '10.1.2.3', port: 8080 }];
  const base = [
    ...['web', 'api'].flatMap((name) => [service(name, fuzz), ...endpointSlices(name, backends, fuzz)]),
    service('web', canary),
    ...endpointSlices('web', backends, canary),
    tlsSecret('tls', certificate, fuzz),
    tlsSecret('tls', certificate, canary),
    opaqueSecret('ca', { 'ca.crt': ca.ca }, fuzz),
    { ...service('dns', fuzz), spec: { ports: [{ name: 'dns', port: 53, protocol: 'UDP' }] } },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'ca', ...fuzz }, data: { 'ca.crt': ca.ca } },
    ...places,
    hostProxy('canary.test', 'web', canary),
    httpProxy(
      'canary-tls',
      {
        virtualhost: { fqdn: 'canary-tls.test', tls: { secretName: 'tls' } },
        routes: [{ services: [{ name: 'web', port: 80 }] }],
      },
      canary,
    ),
  ];
  const baseKeys = new Set<string>();
  for (const raw of base) {
    const result = validate(raw, { source: { kind: 'kubernetes' }, unknownFields: 'ignore' });
    if (!result.ok) throw new Error(JSON.stringify(result.problems));
    baseKeys.add(keyOf(result.value));
    core.set(keyOf(result.value), checked(result.value));
  }
  core.commit();
  const heldBack = new Map<string, number>();
  let untouched = canaryState(core);
  let isConfigured = false;
  /** By the settings an ExtensionService decides who may reach any host. */
  let isGuarded = false;
  if (untouched.size < 4) throw new Error(`the canaries are not served: ${[...untouched.keys()].join()}`);

  return {
    heldBack,
    put(raw) {
      const findings: string[] = [];
      let accepted = false;
      try {
        const result = validate(raw, { source: { kind: 'kubernetes' }, unknownFields: 'warn' });
        const { name, namespace = '' } = raw.metadata as { readonly name: string; readonly namespace?: string };
        const key = result.ok ? keyOf(result.value) : objectKey(raw.kind, namespace, name);
        // What all others refer to stays as it is.
        if (baseKeys.has(key)) return { accepted, findings };
        accepted = result.ok;
        core.set(key, result.ok ? checked(result.value) : undefined);
        if (result.ok && raw.kind === 'ContourConfiguration') {
          const spec = (result.value as ContourConfiguration).spec ?? {};
          const { config } = applyContourConfiguration(settings, spec);
          // Which ports are free is not the point.
          const free = ({ address }: Config['listeners']['http']) => ({ address, port: 0 });
          core.configure({
            ...(config as CompileConfig),
            listeners: { http: free(config.listeners.http), https: free(config.listeners.https) },
          });
          isConfigured = true;
          isGuarded = spec.globalExtAuth !== undefined;
        }
        if (isGuarded && raw.kind === 'ExtensionService') isConfigured = true;
      } catch (error) {
        findings.push(thrown(error));
      }
      return { accepted, findings };
    },
    commit() {
      const findings: string[] = [];
      try {
        core.commit();
      } catch (error) {
        findings.push(thrown(error));
      }
      for (const failure of core.failures()) findings.push(`compile unit failed: ${failure}`);
      const now = canaryState(core);
      // Settings are for all.
      if (isConfigured) untouched = now;
      isConfigured = false;
      for (const [key, text] of untouched) {
        if (now.get(key) !== text) findings.push(`${key} changed, which has nothing to do with it`);
      }
      return findings;
    },
    sendable() {
      const sendable = new Map<string, EncodedResource>();
      for (const [key, resource] of core.resources()) {
        const { problem, hasBadPart } = resource;
        if (problem === undefined && hasBadPart !== true) {
          sendable.set(key, resource);
          continue;
        }
        const problems = problem === undefined ? partProblems(resource) : [problem];
        for (const each of problems) {
          const words = `${resource.type}: ${each}`;
          heldBack.set(words, (heldBack.get(words) ?? 0) + 1);
        }
      }
      // What requires it waits, as it would in the streamer.
      const all = core.resources();
      const isMissing = (key: string) => all.has(key) && !sendable.has(key);
      for (const [key, { requires }] of sendable) if (requires.some(isMissing)) sendable.delete(key);
      return sendable;
    },
  };
}

function thrown(error: unknown): string {
  return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

function partProblems({ parts = '' }: EncodedResource): readonly string[] {
  return [...readPartLines(parts).values()].flatMap(({ problem }) => problem ?? []);
}

function checked(object: SourceObject): SourceObject {
  if (object.kind !== 'Secret') return object;
  const secret = object as Secret;
  return {
    ...secret,
    check: checkSecret({ object: keyOf(secret), data: secret.data, nowMs: Date.now() }),
  } as SourceObject;
}

/** What is served of the canaries, and their statuses, as text by key. */
function canaryState(core: Core): ReadonlyMap<string, string> {
  const state = new Map<string, string>();
  for (const [key, { version, problem = '' }] of core.resources()) {
    if (key.includes('canary')) state.set(key, `${version} ${problem}`);
  }
  for (const [key, { status, problems }] of core.statuses()) {
    if (key.includes('/canary/')) state.set(`status of ${key}`, JSON.stringify([status, problems]));
  }
  return state;
}
