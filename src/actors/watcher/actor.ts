// The watcher as it runs: with the sources of the configuration and a pool of its own.
import { createFilesystemSource } from '../../sources/filesystem/filesystem-source.ts';
import type { FileText, ParsedFile } from '../../sources/filesystem/parsed-file.ts';
import { createKubernetesSource } from '../../sources/kubernetes/kubernetes-source.ts';
import { watchedKinds } from '../../sources/kubernetes/watched-kind.ts';
import type { Actor, ActorContext } from '../actor.ts';
import { createPool } from '../pool.ts';
import type { Pool } from '../pool.ts';
import { createWatcher } from './watcher.ts';
import type { SourceMaker } from './watcher.ts';

export function createActor(context: ActorContext): Actor {
  const pool = createPool();
  return createWatcher({
    sources: (own) => makeSources(own, pool),
    checkSecret: (input) => pool.run('check-secret', input),
    close: () => pool.close(),
  })(context);
}

/** Kubernetes first: of an object that is in both, the cluster's counts. Consul will come between the two. */
function makeSources({ config, log, metrics }: ActorContext, pool: Pool): readonly SourceMaker[] {
  const makers: SourceMaker[] = [];
  const { kubernetes, filesystem } = config.sources;
  if (kubernetes !== undefined) {
    makers.push({
      name: 'kubernetes',
      create: (sourceContext) =>
        createKubernetesSource(
          { ...kubernetes, kinds: watchedKinds(kubernetes.ignoredKinds), log, metrics },
          sourceContext,
        ),
    });
  }
  if (filesystem !== undefined) {
    const parse = async (input: FileText): Promise<ParsedFile> => {
      const result = await pool.run('parse-file', input);
      // To the source this is a file that can't be read: what it had of it stays, and it says so.
      if (!result.ok) throw new Error(result.error.message);
      return result.value;
    };
    makers.push({
      name: 'filesystem',
      create: (sourceContext) => createFilesystemSource({ ...sourceContext, paths: filesystem.paths, parse }),
    });
  }
  return makers;
}
