// A kind of ours → its CustomResourceDefinition (apiextensions v1, structural schema), made from the one schema source.
// What a structural schema can't hold is left out; what it doesn't know fails here, not at the API server.
import { webhookPath } from '../../src/cli/conversion-webhook/review.ts';
import { olderFields } from '../../src/model/kinds/emissary/older-schema.ts';
import type { CrdDefinition, KindDefinition } from '../../src/model/kinds/index.ts';
import type { SchemaNode } from '../../src/model/pick.ts';

/** Keywords that go into a CRD as they are. */
const copied = new Set([
  'description',
  'type',
  'format',
  'pattern',
  'default',
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'required',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-preserve-unknown-fields',
]);

/** Keywords of ours, for validation and messages only. */
const ours = new Set(['expects', 'alsoKnown']);

/** Throws for a kind without a `crd` part and for schema keywords that a CRD does not have. */
export function customResourceDefinition(definition: KindDefinition): Record<string, unknown> {
  const { crd } = definition;
  if (!crd) throw new Error(`${definition.kind} has no CRD`);
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${definition.plural}.${definition.group}`, ...(crd.labels && { labels: crd.labels }) },
    spec: {
      group: definition.group,
      names: {
        kind: definition.kind,
        listKind: `${definition.kind}List`,
        plural: definition.plural,
        singular: crd.singular,
        shortNames: [...crd.shortNames],
        ...(crd.categories && { categories: [...crd.categories] }),
      },
      scope: definition.namespaced ? 'Namespaced' : 'Cluster',
      versions: [versionOf(crd, definition.version, true, definition.fields as SchemaNode, crd.columns)],
    },
  };
}

/** Served in all versions of the kind, with a webhook that converts; undefined where there is one version only. */
export function crdOfAllVersions(definition: KindDefinition): Record<string, unknown> | undefined {
  const { crd, converted } = definition;
  if (!crd || !converted || converted.versions.length === 0) return undefined;
  const newest = customResourceDefinition(definition) as { spec: { versions: unknown[] } };
  // In v2 a Mapping's host name is called otherwise.
  const columns =
    definition.kind === 'Mapping'
      ? crd.columns.map((column) => ({ ...column, jsonPath: column.jsonPath.replace('.hostname', '.host') }))
      : crd.columns;
  const older = converted.versions.map((name) => versionOf(crd, name, false, olderFields(definition), columns));
  return {
    ...newest,
    spec: {
      ...newest.spec,
      versions: [...newest.spec.versions, ...older],
      conversion: {
        strategy: 'Webhook',
        webhook: {
          // The webhook itself adds the CA, and changes the namespace where it is another.
          clientConfig: {
            service: { namespace: 'nuncio', name: 'nuncio-conversion-webhook', port: 443, path: webhookPath },
          },
          conversionReviewVersions: ['v1'],
        },
      },
    },
  };
}

function versionOf(
  crd: CrdDefinition,
  name: string,
  storage: boolean,
  fields: SchemaNode,
  columns: CrdDefinition['columns'],
): Record<string, unknown> {
  const properties: Record<string, unknown> = {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object' },
  };
  for (const [field, node] of Object.entries(fields.properties ?? {})) {
    const schema = structural(node, field);
    if (field === 'status' && crd.statusDefault) schema.default = crd.statusDefault;
    properties[field] = schema;
  }
  const required = (fields as { required?: readonly string[] }).required ?? [];
  return {
    name,
    served: true,
    storage,
    subresources: { status: {} },
    additionalPrinterColumns: [...columns, ageColumn],
    schema: {
      openAPIV3Schema: {
        description: crd.description,
        type: 'object',
        required: ['metadata', ...required],
        properties,
      },
    },
  };
}

const ageColumn = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };

function structural(schema: SchemaNode, path: string): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (copied.has(keyword)) result[keyword] = value;
    else if (keyword === 'properties')
      result.properties = Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [name, structural(field, `${path}.${name}`)]),
      );
    else if (keyword === 'items' && schema.items) result.items = structural(schema.items, `${path}[]`);
    else if (keyword === 'additionalProperties' && schema.additionalProperties)
      result.additionalProperties = structural(schema.additionalProperties, `${path}.*`);
    else if (keyword === 'rules')
      result['x-kubernetes-validations'] = (schema.rules ?? []).map((rule) => {
        if (rule.cel === undefined) throw new Error(`${path}: a rule of a CRD needs its CEL form`);
        return { rule: rule.cel, message: `must ${rule.expects}` };
      });
    else if (!ours.has(keyword)) throw new Error(`${path}: a CRD has no keyword ${keyword}`);
  }
  return result;
}
