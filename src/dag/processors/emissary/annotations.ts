// The annotation `getambassador.io/config` of Services and Ingresses: objects of getambassador.io as YAML, several in one
// text, most of their fields without `spec` around them. Each of them is read as one of the API would be.
import { parseAllDocuments } from 'yaml';
import { emissaryKinds } from '../../../model/kinds/emissary/index.ts';
import type { Ingress, Service } from '../../../model/kinds/index.ts';
import { keyOf, type Problem, type SourceObject } from '../../../model/object.ts';
import { isRecord } from '../../../model/pick.ts';
import { validate } from '../../../model/validate.ts';
import { error } from '../../compile/problem.ts';
import type { UnitContext, UnitKind } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';
import { levels, topics, type Findings } from '../topics.ts';
import { isOurs } from './objects.ts';
import { emissaryTopicPrefixes, emissaryTopics, type AnnotatedObject } from './topics.ts';
import { compileContexts, compileParts } from './units.ts';

const annotation = 'getambassador.io/config';
const path = `metadata.annotations["${annotation}"]`;

/** Kinds of which each object has a unit of its own; the others are read as a whole. */
const singles: ReadonlySet<string> = new Set(['Host', 'Mapping', 'TCPMapping', 'TLSContext']);

export function annotationKinds(config: CompileConfig): readonly UnitKind[] {
  const reader = (kind: 'Service' | 'Ingress'): UnitKind => ({
    name: `emissary-annotation-of-${kind.toLowerCase()}`,
    level: levels.secretVerdict,
    each: { object: kind },
    compile(rest, context) {
      const [namespace, name] = rest.split('/') as [string, string];
      publishAnnotated(context, context.object<Service | Ingress>(kind, namespace, name)!);
    },
  });
  const parts = (
    name: string,
    level: number,
    compile: (context: UnitContext, objects: readonly SourceObject[]) => void,
  ): UnitKind => ({
    name,
    level,
    each: { topic: emissaryTopicPrefixes.annotated },
    compile(holder, context) {
      const objects = context
        .topic<readonly SourceObject[]>(emissaryTopics.annotatedIn(holder))
        .flatMap((each) => each.value)
        // One of the API with the same name counts.
        .filter((each) => singles.has(each.kind) && isOurs(config, each) && !isOfApi(context, each));
      if (objects.length > 0) compile(context, objects);
    },
  });
  return [
    reader('Service'),
    reader('Ingress'),
    parts('emissary-annotated-contexts', levels.part, (context, objects) => {
      const contexts = objects.filter((each) => each.kind === 'TLSContext');
      if (contexts.length > 0) compileContexts(context, contexts as never);
    }),
    parts('emissary-annotated', levels.draft, (context, objects) => {
      const others = objects.filter((each) => each.kind !== 'TLSContext');
      if (others.length > 0) compileParts(config, context, others);
    }),
  ];
}

function isOfApi(context: UnitContext, { kind, metadata }: SourceObject): boolean {
  return context.object(kind, metadata.namespace, metadata.name) !== undefined;
}

/** The objects in the annotation of a Service or Ingress, and what is wrong there. */
export function annotatedObjects(
  holder: Service | Ingress,
): { readonly objects: readonly SourceObject[]; readonly problems: readonly Problem[] } | undefined {
  const text = holder.metadata.annotations[annotation];
  if (text === undefined) return undefined;
  const owner = keyOf(holder);
  const problems: Problem[] = [];
  const fail = (message: string) => void problems.push(error('AnnotationNotValid', owner, path, message));
  const objects = new Map<string, SourceObject>();
  for (const [i, document] of [...parseAllDocuments(text, { merge: true, prettyErrors: false })].entries()) {
    const place = `document ${i + 1}`;
    const [syntax] = document.errors;
    if (syntax) {
      fail(`${place} is not YAML: ${syntax.message}; it is left out`);
      continue;
    }
    const raw = document.toJS() as unknown;
    if (raw === null || raw === undefined) continue;
    const read = validate(unfolded(raw, holder), { source: holder.source, unknownFields: 'warn' });
    const found = read.ok ? (read.value.problems ?? []) : read.problems;
    for (const each of found)
      problems.push({ ...each, object: owner, path, message: `${place}: ${each.path}: ${each.message}` });
    if (!read.ok) continue;
    if (!Object.hasOwn(emissaryKinds, read.value.kind))
      fail(`${place} is a ${read.value.kind}, and only objects of getambassador.io may stand here`);
    else objects.set(keyOf(read.value), read.value);
  }
  return { objects: [...objects.values()], problems };
}

function publishAnnotated(context: UnitContext, holder: Service | Ingress): void {
  const owner = keyOf(holder);
  const read = annotatedObjects(holder);
  if (!read) return;
  const { objects, problems } = read;
  context.publish(emissaryTopics.annotatedIn(owner), objects);
  for (const kind of new Set(objects.map((each) => each.kind))) {
    if (singles.has(kind)) continue;
    const list = objects.filter((each) => each.kind === kind);
    context.publish(
      emissaryTopics.annotated(kind),
      list.map((object): AnnotatedObject => ({ object, holder: owner })),
    );
  }
  if (problems.length > 0) context.publish(topics.findings(owner), { root: owner, problems } satisfies Findings);
}

const topFields: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'spec', 'status']);

/** `name`, `namespace`, `generation` and `metadata_labels` belong to the metadata, all else to the spec. */
function unfolded(raw: unknown, { metadata: holder }: Service | Ingress): unknown {
  if (!isRecord(raw)) return raw;
  const metadata: Record<string, unknown> = {
    namespace: holder.namespace,
    ...(isRecord(raw.metadata) && raw.metadata),
  };
  metadata.labels ??= holder.labels;
  const spec: Record<string, unknown> = { ...(isRecord(raw.spec) && raw.spec) };
  for (const [name, value] of Object.entries(raw)) {
    if (topFields.has(name)) continue;
    // Names in annotations may be any text.
    if (name === 'name' && typeof value === 'string') metadata.name = value.toLowerCase().replace(/[^a-z0-9.-]/g, '-');
    else if (name === 'namespace' || name === 'generation') metadata[name] = value;
    else if (name === 'metadata_labels') metadata.labels = value;
    else spec[name] = value;
  }
  const { apiVersion, kind } = raw;
  return {
    apiVersion: typeof apiVersion === 'string' ? apiVersion.replace(/^ambassador\//, 'getambassador.io/') : apiVersion,
    kind,
    metadata,
    spec,
  };
}
