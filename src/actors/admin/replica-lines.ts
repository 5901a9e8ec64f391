// Of several replicas the one that was asked, for people: who writes statuses, and what is not shown here.
import type { ReplicasReport } from '../status/status-writer.ts';

/** None where there is one replica only, as far as is known. */
export function replicaLines({ leading, holder, others, trouble }: ReplicasReport): readonly string[] {
  if (leading) {
    const told = others.map(({ replica, envoys }) => `${envoys} Envoys at ${replica}`).join(', ');
    return told === '' ? [] : [`this replica writes the statuses; not shown here: ${told}`];
  }
  if (holder === '') return [];
  const lines = [`statuses are written by ${holder}; Envoys of other replicas are not shown here`];
  return trouble === '' ? lines : [...lines, `  it is not told of the Envoys here: ${trouble}`];
}
