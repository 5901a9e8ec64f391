// All objects of a cluster that nuncio reads, once, by the source that serves.
import pino from 'pino';
import { Registry } from 'prom-client';
import { createKubernetesSource } from '../../sources/kubernetes/kubernetes-source.ts';
import { watchedKinds } from '../../sources/kubernetes/watched-kind.ts';
import type { SourceObject } from '../../model/object.ts';
import type { LocatedProblem } from './compile-files.ts';

const patienceMs = 30_000;

/** Rejects when the API server does not answer in 30 s. */
export async function listCluster(
  kubeconfig: string | undefined,
): Promise<{ readonly objects: readonly SourceObject[]; readonly problems: readonly LocatedProblem[] }> {
  const objects = new Map<string, SourceObject>();
  const problems = new Map<string, readonly LocatedProblem[]>();
  let ids = 0;
  let synced: () => void = () => {};
  const done = new Promise<void>((resolve) => {
    synced = resolve;
  });
  const source = createKubernetesSource(
    { kubeconfig, watchNamespaces: [], kinds: watchedKinds(), log: pino({ enabled: false }), metrics: new Registry() },
    {
      clock: {
        nowMs: () => Date.now(),
        setTimer(delayMs, call) {
          const timer = setTimeout(call, delayMs);
          return { cancel: () => clearTimeout(timer) };
        },
      },
      nextChangeId: () => `plan-${(ids += 1)}`,
      onDelta(delta) {
        if (delta.kind === 'upsert') objects.set(delta.key, delta.object);
        else objects.delete(delta.key);
      },
      onProblems: (place, found) => problems.set(place, found),
      onSynced: () => synced(),
    },
  );
  source.start();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const said = [...problems.values()].flat().map(({ message }) => message);
      reject(new Error(`the cluster was not read in ${patienceMs / 1000} s: ${said.join('; ') || 'no answer'}`));
    }, patienceMs);
  });
  try {
    await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
    await source.stop();
  }
  return { objects: [...objects.values()], problems: [...problems.values()].flat() };
}
