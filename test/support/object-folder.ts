// Folders of objects as nuncio's filesystem source meets them: written by editors, by deploy scripts, by ConfigMap mounts.
// In: objects (or any text). Out: files, changed in the ways in which files really change.
// Must hold: the folder goes when the test process does.
import { mkdir, open, readdir, readlink, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTempFolder } from './netns.ts';

export interface ObjectFolder {
  readonly path: string;
  /** Puts the file there whole, by rename, as careful writers do. */
  write(name: string, objects: readonly object[]): Promise<void>;
  /** Writes text in place, as an editor may. */
  writeText(name: string, content: string): Promise<void>;
  /** Writes the first part in place, lets `between` run while the file is only that, then writes the rest. */
  writeInHalves(name: string, content: string, between: () => Promise<void>): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(name: string): Promise<void>;
  delete(): Promise<void>;
}

/** Objects as a file of YAML documents (JSON is YAML). */
export function yaml(objects: readonly object[]): string {
  return objects.map((object) => `${JSON.stringify(object, null, 2)}\n`).join('---\n');
}

export async function createObjectFolder(
  files: Readonly<Record<string, readonly object[]>> = {},
): Promise<ObjectFolder> {
  const path = await createTempFolder();
  const at = (name: string): string => join(path, name);
  const folder: ObjectFolder = {
    path,
    async write(name, objects) {
      const temporary = at(`.${name}.tmp`);
      await writeFile(temporary, yaml(objects));
      await rename(temporary, at(name));
    },
    writeText: async (name, content) => writeFile(at(name), content),
    async writeInHalves(name, content, between) {
      const half = Math.floor(content.length / 2);
      const file = await open(at(name), 'w');
      try {
        await file.write(content.slice(0, half));
        await file.sync();
        await between();
        await file.write(content.slice(half));
      } finally {
        await file.close();
      }
    },
    rename: async (from, to) => rename(at(from), at(to)),
    remove: async (name) => unlink(at(name)),
    delete: async () => rm(path, { recursive: true, force: true }),
  };
  for (const [name, objects] of Object.entries(files)) await folder.write(name, objects);
  return folder;
}

export interface MountedFolder {
  readonly path: string;
  /**
   * All files (texts by name) at once, as ConfigMap and Secret volumes do it: a new folder with the new contents, the
   * symlink `..data` moved to it by rename, the old folder removed. Each name at the top is a symlink through `..data`.
   */
  swap(files: Readonly<Record<string, string>>): Promise<void>;
}

export async function createMountedFolder(files: Readonly<Record<string, string>>): Promise<MountedFolder> {
  const path = await createTempFolder();
  const at = (name: string): string => join(path, name);
  let generation = 0;
  const mounted: MountedFolder = {
    path,
    async swap(contents) {
      const next = `..generation_${++generation}`;
      await mkdir(at(next));
      for (const [name, content] of Object.entries(contents)) await writeFile(join(at(next), name), content);
      const old = await readlink(at('..data')).catch(() => undefined);
      await symlink(next, at('..data_tmp'));
      await rename(at('..data_tmp'), at('..data'));
      for (const name of Object.keys(contents)) {
        await symlink(join('..data', name), at(name)).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error;
        });
      }
      if (old === undefined) return;
      for (const name of await readdir(at(old))) if (!(name in contents)) await unlink(at(name));
      await rm(at(old), { recursive: true });
    },
  };
  await mounted.swap(files);
  return mounted;
}
