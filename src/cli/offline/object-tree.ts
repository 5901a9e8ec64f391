// A set of objects that a command is given by name: a folder or file, a git revision of one, or a live cluster.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readFiles, type FileInput, type LocatedProblem } from './compile-files.ts';
import type { SourceObject } from '../../model/object.ts';

export type TreeName =
  | { readonly kind: 'path'; readonly path: string }
  /** `path` as git knows it, from the top of the repository or from here with `./`. */
  | { readonly kind: 'revision'; readonly revision: string; readonly path: string }
  | { readonly kind: 'cluster'; readonly kubeconfig?: string };

export interface ObjectTree {
  readonly files: readonly FileInput[];
  /** Of a cluster, instead of files. */
  readonly objects: readonly SourceObject[];
  readonly problems: readonly LocatedProblem[];
}

/** `cluster`, `cluster:KUBECONFIG`, `REVISION:PATH` as `git show` takes it, else a path. */
export function parseTreeName(text: string): TreeName {
  if (text === 'cluster') return { kind: 'cluster' };
  if (text.startsWith('cluster:')) return { kind: 'cluster', kubeconfig: text.slice('cluster:'.length) };
  const revision = /^([^:/][^:]*):(.*)$/.exec(text);
  if (revision)
    return { kind: 'revision', revision: revision[1] ?? '', path: revision[2] === '' ? '.' : (revision[2] ?? '.') };
  return { kind: 'path', path: text };
}

/** Rejects with a message for the user when there is no such tree. */
export async function readTree(name: TreeName): Promise<ObjectTree> {
  switch (name.kind) {
    case 'path':
      return { ...(await readFiles([name.path])), objects: [] };
    case 'revision':
      return { files: await filesOfRevision(name.revision, name.path), objects: [], problems: [] };
    case 'cluster': {
      const { listCluster } = await import('./cluster-objects.ts');
      return { files: [], ...(await listCluster(name.kubeconfig)) };
    }
  }
}

const run = promisify(execFile);
const maxBytes = 1 << 30;

async function filesOfRevision(revision: string, path: string): Promise<readonly FileInput[]> {
  const git = async (...args: readonly string[]): Promise<string> => {
    try {
      return (await run('git', args, { maxBuffer: maxBytes })).stdout;
    } catch (error) {
      const said = (error as { stderr?: string }).stderr?.trim();
      throw new Error(`${revision}:${path}: ${said === undefined || said === '' ? String(error) : said}`, {
        cause: error,
      });
    }
  };
  const listed = await git('ls-tree', '-r', '-z', '--name-only', revision, '--', path);
  const names = listed.split('\0').filter((each) => /\.(ya?ml|json)$/.test(each) && !/(^|\/)\./.test(each));
  if (names.length === 0) throw new Error(`${revision}:${path}: git knows no YAML or JSON files there`);
  const files: FileInput[] = [];
  for (const file of names)
    files.push({ file: `${revision}:${file}`, text: await git('show', `${revision}:./${file}`) });
  return files;
}
