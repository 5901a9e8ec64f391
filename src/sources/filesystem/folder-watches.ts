// Watches on folders, one each, with the operating system's own events (`fs.watch`, not recursive). A library that
// looks through the whole folder at each event costs 100 ms of CPU per change in a folder of 10,000 files (measured
// with chokidar 5); here an event only names what to look at.
import { watch, type FSWatcher } from 'node:fs';

export interface FolderWatches {
  /**
   * Watches a folder from now on, unless it does already. `id` is the folder itself (device and inode): a path that
   * has become another folder is watched anew.
   */
  add(folder: string, id: string): void;
  /** Ends the watches of all other folders. */
  keepOnly(folders: ReadonlySet<string>): void;
  close(): void;
}

export interface FolderEvents {
  /** `rename`: a name came, went, or means another file now. `name` is null when the system does not say. */
  readonly onEvent: (folder: string, event: 'rename' | 'change', name: string | null) => void;
  /** This folder can't be watched: the system has no more watches, say. */
  readonly onError: (folder: string, error: unknown) => void;
}

export function createFolderWatches({ onEvent, onError }: FolderEvents): FolderWatches {
  const watches = new Map<string, { readonly id: string; readonly watcher: FSWatcher | null }>();

  function end(folder: string): void {
    watches.get(folder)?.watcher?.close();
    watches.delete(folder);
  }

  return {
    add(folder, id) {
      if (watches.get(folder)?.id === id) return;
      end(folder);
      try {
        const watcher = watch(folder, (event, name) => onEvent(folder, event, name));
        watcher.on('error', () => {
          // The folder is gone or out of reach; whoever looks next finds out which.
          end(folder);
          onEvent(folder, 'rename', null);
        });
        watches.set(folder, { id, watcher });
      } catch (error) {
        // Remembered, so that one folder is reported once and not at every look.
        watches.set(folder, { id, watcher: null });
        onError(folder, error);
      }
    },
    keepOnly(folders) {
      for (const folder of watches.keys()) if (!folders.has(folder)) end(folder);
    },
    close() {
      for (const folder of watches.keys()) end(folder);
    },
  };
}
