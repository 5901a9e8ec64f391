// Which object files exist under the given paths, and a stamp of each that changes whenever its content may have.
// Names that begin with a dot are not entered: editors' files, `.git`, and the `..data` machinery of ConfigMap mounts,
// whose files are reached through the links beside it. A file that several paths lead to counts once.
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';

export interface FoundFile {
  /** As given, with the way down from there: what people know the file by. */
  readonly path: string;
  readonly realPath: string;
  readonly stamp: string;
  readonly mtimeMs: number;
  readonly sizeBytes: number;
}

export interface ScanResult {
  /** By path. */
  readonly files: ReadonlyMap<string, FoundFile>;
  /** What could not be read: nothing is known of the files there, so none of them counts as gone. */
  readonly failures: readonly { readonly path: string; readonly message: string }[];
}

const extensions: ReadonlySet<string> = new Set(['.yaml', '.yml', '.json']);

export function isObjectFile(path: string): boolean {
  return extensions.has(extname(path)) && !isHidden(path);
}

export function isHidden(path: string): boolean {
  return basename(path).startsWith('.');
}

/**
 * Finds all files. `onFolder` is called with every folder whose changes matter (those entered, those around the roots,
 * those that links lead to) before it is looked into, so that whoever watches it from then on misses nothing.
 */
export async function scan(
  roots: readonly string[],
  onFolder: (folder: string, id: string) => void,
): Promise<ScanResult> {
  const found: FoundFile[] = [];
  const failures: { path: string; message: string }[] = [];
  const entered = new Set<string>();
  const around = new Map<string, Promise<void>>();

  const fail = (path: string, error: unknown) => {
    failures.push({ path, message: reasonOf(error) });
  };
  /** A folder that is watched, but not entered. Its absence is no failure. */
  const mention = (folder: string): Promise<void> => {
    const known = around.get(folder);
    if (known) return known;
    const mentioned = stat(folder).then(
      ({ dev, ino }) => onFolder(folder, `${dev}:${ino}`),
      () => {},
    );
    around.set(folder, mentioned);
    return mentioned;
  };
  const visitFile = async (path: string) => {
    try {
      const real = await realpath(path);
      if (dirname(real) !== dirname(path)) await mention(dirname(real));
      const file = await stampOf(path, real);
      if (file) found.push(file);
    } catch (error) {
      // Gone between listing and looking, or a link to nowhere: not there. All else is a failure.
      if (!isAbsent(error)) fail(path, error);
    }
  };
  const visitFolder = async (path: string) => {
    const real = await realpath(path);
    // A folder that two links lead to, or that holds a link to a folder around it.
    if (entered.has(real)) return;
    entered.add(real);
    const { dev, ino } = await stat(path);
    onFolder(path, `${dev}:${ino}`);
    const entries = (await readdir(path, { withFileTypes: true })).filter((entry) => !entry.name.startsWith('.'));
    entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    const files: string[] = [];
    const folders: string[] = [];
    for (const entry of entries) {
      const child = join(path, entry.name);
      if (entry.isDirectory()) folders.push(child);
      else if (entry.isFile()) files.push(child);
      else if (entry.isSymbolicLink()) ((await leadsToFolder(child)) ? folders : files).push(child);
    }
    // Some at a time: a folder may hold ten thousand files.
    const wanted = files.filter(isObjectFile);
    for (let start = 0; start < wanted.length; start += 64)
      await Promise.all(wanted.slice(start, start + 64).map(visitFile));
    for (const folder of folders) {
      try {
        await visitFolder(folder);
      } catch (error) {
        if (!isAbsent(error)) fail(folder, error);
      }
    }
  };

  for (const root of roots) {
    await mention(dirname(root));
    try {
      if ((await stat(root)).isDirectory()) await visitFolder(root);
      else await visitFile(root);
    } catch (error) {
      fail(root, error);
    }
  }
  return { files: firstOfEachRealPath(found), failures };
}

/** Looks at one path: a plain file with its stamp, `absent`, or `other` (a folder, a link: only a scan can tell). */
export async function look(path: string): Promise<FoundFile | 'absent' | 'other'> {
  try {
    const entry = await lstat(path);
    if (!entry.isFile()) return 'other';
    const real = join(await realpath(dirname(path)), basename(path));
    return (await stampOf(path, real)) ?? 'other';
  } catch (error) {
    return isAbsent(error) ? 'absent' : 'other';
  }
}

async function stampOf(path: string, realPath: string): Promise<FoundFile | undefined> {
  const stats = await stat(path);
  if (!stats.isFile()) return undefined;
  const { size, mtimeMs, ctimeMs, ino, dev } = stats;
  return { path, realPath, stamp: [realPath, dev, ino, size, mtimeMs, ctimeMs].join(' '), mtimeMs, sizeBytes: size };
}

async function leadsToFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    // A link to nowhere: `visitFile` finds that out again and leaves it out.
    return false;
  }
}

function firstOfEachRealPath(found: readonly FoundFile[]): Map<string, FoundFile> {
  const sorted = found.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const seen = new Set<string>();
  const files = new Map<string, FoundFile>();
  for (const file of sorted) {
    if (seen.has(file.realPath)) continue;
    seen.add(file.realPath);
    files.set(file.path, file);
  }
  return files;
}

function isAbsent(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

export function reasonOf(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return 'does not exist';
    case 'EACCES':
    case 'EPERM':
      return 'may not be read by this user';
    case 'ELOOP':
      return 'is a symbolic link that leads to itself';
    default:
      return (error as Error).message;
  }
}
