// The fields that users may set, one row each: every leaf of the schemas of the listed kinds, and the annotations.
// Paths are those of problems, with `[]` for any index and `.*` for any key: `spec.routes[].conditions[].prefix`.
import { kinds, type KindName } from '../../src/model/kinds/index.ts';
import type { SchemaNode } from '../../src/model/pick.ts';
import { annotationPath, featureKinds } from './kinds.ts';

export interface Field {
  readonly kind: KindName;
  readonly path: string;
  /** What cases must show. */
  readonly canBeRight: boolean;
  readonly canBeWrong: boolean;
}

export function featureFields(): readonly Field[] {
  return featureKinds.flatMap(({ kind, annotations = [], anyValue = [], noValue = [] }) => {
    const leaves = Object.entries((kinds[kind].fields as SchemaNode).properties ?? {})
      .filter(([name]) => name !== 'status')
      .flatMap(([name, node]) => leavesOf(name, node));
    const names = annotations.map((name) => ({ path: annotationPath(name), isFlag: false }));
    const all = [...leaves, ...names];
    const unknown = [...anyValue, ...noValue].find((path) => !all.some((leaf) => leaf.path === path));
    if (unknown !== undefined) throw new Error(`${kind} has no field ${unknown} (tools/features/kinds.ts)`);
    return all.map(({ path, isFlag }) => {
      const canBeRight = !noValue.includes(path);
      return { kind, path, canBeRight, canBeWrong: !canBeRight || (!isFlag && !anyValue.includes(path)) };
    });
  });
}

interface Leaf {
  readonly path: string;
  /** True, false, or there: nothing else can be written. */
  readonly isFlag: boolean;
}

function leavesOf(path: string, node: SchemaNode): readonly Leaf[] {
  const parts = Object.entries(node.properties ?? {});
  if (parts.length > 0) return parts.flatMap(([name, part]) => leavesOf(`${path}.${name}`, part));
  if (node.items) return leavesOf(`${path}[]`, node.items);
  if (node.additionalProperties) return leavesOf(`${path}.*`, node.additionalProperties);
  return [{ path, isFlag: node.type === 'boolean' || node.type === 'object' }];
}
