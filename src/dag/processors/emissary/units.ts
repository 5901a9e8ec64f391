// The units of single objects: TLSContexts, Hosts and Mappings, and the Host that there is while nobody made one.
import type { Host, Mapping, Module, TCPMapping, TLSContext } from '../../../model/kinds/emissary/index.ts';
import { keyOf, noMetadata, type ObjectKey, type Problem, type SourceObject } from '../../../model/object.ts';
import type { UnitContext, UnitKind } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';
import { levels, topics, type SecretVerdict } from '../topics.ts';
import { hasError } from '../../compile/problem.ts';
import { gather } from './findings.ts';
import { compileHost } from './host.ts';
import { draftsOf } from './listener.ts';
import { compileMapping } from './mapping.ts';
import { contextsOfModule } from './module-tls.ts';
import { publishDrafts } from './name.ts';
import { emissaryConfig, isOurs } from './objects.ts';
import { compileTcpMapping } from './tcp.ts';
import { compileContext } from './tls-context.ts';
import { emissaryTopics, type ContextDraft, type EmissarySettings } from './topics.ts';

export function objectKinds(config: CompileConfig): readonly UnitKind[] {
  const each = (
    kind: string,
    level: number,
    compile: (context: UnitContext, object: SourceObject) => void,
  ): UnitKind => ({
    name: `emissary-${kind.toLowerCase()}`,
    level,
    each: { object: kind },
    compile(rest, context) {
      const [namespace, name] = rest.split('/') as [string, string];
      const object = context.object(kind, namespace, name)!;
      if (isOurs(config, object)) compile(context, object);
    },
  });
  return [
    each('TLSContext', levels.part, (context, object) => compileContexts(context, [object as TLSContext])),
    each('Module', levels.part, (context, object) => compileModule(context, object as Module)),
    each('Host', levels.draft, (context, object) => compileParts(config, context, [object])),
    each('Mapping', levels.draft, (context, object) => compileParts(config, context, [object])),
    each('TCPMapping', levels.draft, (context, object) => compileParts(config, context, [object])),
    defaultHostKind(config),
  ];
}

export function settingsOf(context: UnitContext): EmissarySettings | undefined {
  return context.topic<EmissarySettings>(emissaryTopics.settings)[0]?.value;
}

interface ContextSource {
  readonly object: TLSContext;
  /** Who is told of its problems; absent: it itself. */
  readonly owner?: ObjectKey;
  readonly place?: (path: string) => string;
}

export function compileContexts(context: UnitContext, objects: readonly TLSContext[]): void {
  const { report, publish } = gather(context);
  publishContexts(
    context,
    objects.map((object) => ({ object })),
    report,
  );
  const keys = objects.map(keyOf);
  publish(keys[0]!, keys);
}

/** Of the Module `tls`. */
function compileModule(context: UnitContext, module: Module): void {
  if (module.metadata.name !== 'tls') return;
  const { report, publish } = gather(context);
  const owner = keyOf(module);
  publishContexts(
    context,
    contextsOfModule(module, report).map((each) => ({ ...each, owner })),
    report,
  );
  publish(owner, [owner]);
}

function publishContexts(
  context: UnitContext,
  sources: readonly ContextSource[],
  report: (problem: Problem) => void,
): void {
  const settings = settingsOf(context);
  if (!settings) return;
  const byName = new Map<string, ContextDraft[]>();
  const byHost = new Map<string, ContextDraft[]>();
  const add = (map: Map<string, ContextDraft[]>, key: string, draft: ContextDraft) =>
    map.set(key, [...(map.get(key) ?? []), draft]);
  for (const { object, owner = keyOf(object), place = (path: string) => path } of sources) {
    const draft = compileContext(context, settings, object, owner, (problem) =>
      report({ ...problem, path: place(problem.path) }),
    );
    add(byName, draft.name, draft);
    for (const host of draft.hosts) add(byHost, host, draft);
  }
  for (const [name, drafts] of byName) context.publish(emissaryTopics.context(name), drafts);
  for (const [host, drafts] of byHost) context.publish(emissaryTopics.contextForHost(host), drafts);
}

export function compileParts(config: CompileConfig, context: UnitContext, objects: readonly SourceObject[]): void {
  const settings = settingsOf(context);
  if (!settings) return;
  const { report, publish } = gather(context);
  const scope = { context, config, settings, report };
  const hosts = objects.flatMap((object) =>
    object.kind === 'Host' ? (compileHost(scope, object as Host, keyOf(object)) ?? []) : [],
  );
  const mappings = objects.flatMap((object) =>
    object.kind === 'Mapping' ? (compileMapping(scope, object as Mapping, keyOf(object)) ?? []) : [],
  );
  const tcp = objects.flatMap((object) =>
    object.kind === 'TCPMapping' ? (compileTcpMapping(scope, object as TCPMapping, keyOf(object)) ?? []) : [],
  );
  publishDrafts(context, hosts, mappings, tcp);
  if (objects.some((each) => each.kind === 'Host')) context.publish(emissaryTopics.hostExists, true);
  const keys = objects.map(keyOf);
  publish(keys[0]!, keys);
}

/** What was made by Emissary-Ingress's installation for clients that name no host. */
const FALLBACK_SECRET = 'fallback-self-signed-cert';

/** While nobody made a Host there is one for all names, on Listeners for the gateway's own namespace. */
function defaultHostKind(config: CompileConfig): UnitKind {
  return {
    name: 'emissary-default-host',
    level: levels.defaults,
    each: { fixed: ['all'] },
    compile(_rest, context) {
      const settings = settingsOf(context);
      if (!settings || draftsOf(context).length === 0) return;
      if (context.topic(emissaryTopics.hostExists).length > 0) return;
      const { namespace } = emissaryConfig(config);
      const secret = context.topic<SecretVerdict>(topics.secretVerdict(namespace, FALLBACK_SECRET))[0]?.value;
      const hasCertificate = secret !== undefined && !hasError(secret.problems);
      const host: Host = {
        kind: 'Host',
        apiVersion: 'getambassador.io/v3alpha1',
        metadata: { ...noMetadata, name: 'default-host', namespace },
        source: { kind: 'kubernetes' },
        spec: {
          hostname: '*',
          requestPolicy: { insecure: { action: hasCertificate ? 'Redirect' : 'Route' } },
          ...(hasCertificate && { tlsSecret: { name: FALLBACK_SECRET, namespace } }),
        },
      };
      const draft = compileHost({ context, config, settings, report: () => {} }, host, keyOf(host));
      if (draft) publishDrafts(context, [draft], []);
    },
  };
}
