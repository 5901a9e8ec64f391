// Objects of getambassador.io from files or a cluster → what will be different for each of them, with what the compiler says
// of it; or objects of another API.
import { createPool } from '../../actors/pool.ts';
import { annotatedObjects } from '../../dag/processors/emissary/annotations.ts';
import type { CompileConfig } from '../../dag/processors/index.ts';
import { emissaryKinds } from '../../model/kinds/emissary/index.ts';
import type { Ingress, Service } from '../../model/kinds/index.ts';
import { keyOf, type SourceObject } from '../../model/object.ts';
import { compileFiles, readFiles } from '../offline/compile-files.ts';
import { listCluster } from '../offline/cluster-objects.ts';
import { emissaryDifferences, type Difference } from './differences.ts';
import { toGatewayApi } from './equivalents/gateway-api.ts';
import type { Equivalents } from './equivalents/groups.ts';
import { toHttpProxy } from './equivalents/httpproxy.ts';

export interface MigrateOptions {
  readonly config: CompileConfig;
  /** Absent: those of the cluster. */
  readonly paths?: readonly string[];
  readonly kubeconfig?: string | undefined;
  readonly to?: 'gateway-api' | 'httpproxy' | undefined;
}

export interface Told {
  readonly object: string;
  /** The Service or Ingress in whose annotation it stands. */
  readonly annotationOf?: string;
  readonly said: readonly {
    readonly kind: Difference['kind'] | 'error' | 'warning';
    readonly path: string;
    readonly message: string;
  }[];
}

export type Migration = {
  /** Files that could not be read. */
  readonly failures: readonly string[];
  readonly hasErrors: boolean;
} & (
  | { readonly kind: 'differences'; readonly objects: readonly Told[]; readonly text: string }
  | ({ readonly kind: 'equivalents' } & Equivalents)
);

export async function migrateEmissary({ config, paths, kubeconfig, to }: MigrateOptions): Promise<Migration> {
  const pool = createPool();
  try {
    const files = await readFiles(paths ?? []);
    const given = paths === undefined ? await listCluster(kubeconfig) : { objects: [], problems: [] };
    const compiled = await compileFiles(files.files, { config, pool, nowMs: Date.now() }, given.objects);
    const all = [...compiled.objects.values()];
    const holders = new Map<string, string>();
    const ours = all.flatMap((object): readonly SourceObject[] => {
      if (Object.hasOwn(emissaryKinds, object.kind)) return [object];
      if (object.kind !== 'Service' && object.kind !== 'Ingress') return [];
      const inside = annotatedObjects(object as Service | Ingress)?.objects ?? [];
      for (const each of inside) holders.set(keyOf(each), keyOf(object));
      return object.kind === 'Ingress' ? [object, ...inside] : inside;
    });
    const unread = [...files.problems, ...given.problems].map(
      ({ file, message }) => (file ? `${file}: ` : '') + message,
    );
    if (to !== undefined) {
      const { objects, notes } = to === 'httpproxy' ? toHttpProxy(ours) : toGatewayApi(ours);
      return { kind: 'equivalents', objects, notes, failures: unread, hasErrors: false };
    }
    const shown = new Set([...ours.map(keyOf), ...holders.values()]);
    const problems = compiled.problems.filter(({ object }) => shown.has(object));
    const elsewhere = compiled.problems.filter(({ object, file }) => object === '' && file !== undefined);
    const differences = emissaryDifferences(ours);
    const objects = [...shown].sort().flatMap((key): readonly Told[] => {
      const found = problems.filter(({ object }) => object === key);
      const said = [
        ...found.map(({ severity: kind, path, message }) => ({ kind, path, message })),
        ...differences
          // That a field has no effect the compiler says, too.
          .filter(
            (each) => each.object === key && !(each.kind === 'idle' && found.some(({ path }) => path === each.path)),
          )
          .map(({ kind, path, message }) => ({ kind, path, message })),
      ];
      const annotationOf = holders.get(key);
      return said.length === 0 ? [] : [{ object: key, ...(annotationOf !== undefined && { annotationOf }), said }];
    });
    return {
      kind: 'differences',
      objects,
      text: textOf(objects, ours.length),
      failures: [...unread, ...elsewhere.map(({ file, line, message }) => `${file}:${line ?? 1}: ${message}`)],
      hasErrors: problems.some(({ severity }) => severity === 'error'),
    };
  } finally {
    await pool.close();
  }
}

function textOf(objects: readonly Told[], all: number): string {
  const parts = objects.map(({ object, annotationOf, said }) => {
    const lines = said.map(({ kind, path, message }) => `  ${kind.padEnd(8)} ${path && `${path}: `}${message}\n`);
    return `${object}${annotationOf === undefined ? '' : ` (annotation of ${annotationOf})`}\n${lines.join('')}`;
  });
  return `${parts.join('\n')}${parts.length > 0 ? '\n' : ''}${all} objects looked at, ${objects.length} with something to know.\n`;
}
