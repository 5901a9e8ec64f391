// Where one object names another: includes, backends, parents, certificates, delegations. In: an object as its source has
// it. Out: field paths. By the shapes that references have in the APIs that we read, so that a new field of the same shape
// is found too.
import { parseKey, type ObjectKey, type SourceObject } from '../../model/object.ts';
import { pathText, type PathSegment } from '../../model/pick.ts';

/** Of references that don't say it: the kind that a field of this name refers to. */
const kindOfField: Readonly<Record<string, string>> = {
  include: 'HTTPProxy',
  includes: 'HTTPProxy',
  services: 'Service',
  service: 'Service',
  backendRef: 'Service',
  backendRefs: 'Service',
  parentRef: 'Gateway',
  parentRefs: 'Gateway',
  certificateRefs: 'Secret',
  extensionRef: 'ExtensionService',
  extensionService: 'ExtensionService',
  gatewayClassName: 'GatewayClass',
  ingressClassName: 'IngressClass',
  secretName: 'Secret',
  caSecret: 'Secret',
  crlSecret: 'Secret',
};

/** Fields in which `from` names `target`; at most one for each place. */
export function referencesTo(target: ObjectKey, from: SourceObject): readonly string[] {
  const wanted = parseKey(target);
  const paths: string[] = [];
  const own = from.metadata.namespace;

  function isTarget(kind: string | undefined, namespace: unknown, name: unknown): boolean {
    if (kind !== wanted.kind || name !== wanted.name) return false;
    const isClusterWide = wanted.namespace === '';
    return isClusterWide || (typeof namespace === 'string' && namespace !== '' ? namespace : own) === wanted.namespace;
  }

  /** `field`: the last name on the path. */
  function visit(value: unknown, path: PathSegment[], field: string): void {
    if (typeof value === 'string') {
      const slash = value.indexOf('/');
      const [namespace, name] = slash < 0 ? ['', value] : [value.slice(0, slash), value.slice(slash + 1)];
      if (isTarget(kindOfField[field], namespace, name)) paths.push(pathText(path));
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      value.forEach((each, index) => visit(each, [...path, index], field));
      return;
    }
    const { kind, namespace, name } = value as Readonly<Record<string, unknown>>;
    const says = typeof kind === 'string' && kind !== '' ? kind : kindOfField[field];
    if (isTarget(says, namespace, name)) {
      paths.push(pathText(path));
      return;
    }
    for (const [key, inner] of Object.entries(value)) visit(inner, [...path, key], key);
  }

  visit((from as { readonly spec?: unknown }).spec, ['spec'], 'spec');
  return paths;
}
