// Edge builder → status writer: the wanted status of one source object, key = object key.
import type { ObjectKey, Problem } from '../model/object.ts';

export interface StatusValue {
  readonly object: ObjectKey;
  readonly apiVersion: string;
  readonly generation: number;
  readonly uid: string;
  /**
   * What to write under `status`, in the API's own shape, without times and addresses (the writer adds them); null: this
   * kind has no status of ours. Lists that several controllers share (`parents`, `ancestors`) hold our entries only; an
   * empty one takes away what we had there.
   */
  readonly status: Readonly<Record<string, unknown>> | null;
  readonly problems: readonly Problem[];
  /**
   * `node.cluster` of the Envoys (empty: those of no Gateway alone) that must have accepted what the status says before it
   * says so. Absent: nobody is waited for.
   */
  readonly awaits?: readonly string[];
  /** Of the graph, with which this status came; only with `awaits`. Larger ones are later, also those of a builder that started over. */
  readonly revision?: number;
  /** Of a Gateway or ListenerSet: where those of its listeners that have traffic are in Envoy, by name. */
  readonly envoyListeners?: Readonly<Record<string, EnvoyPlace>>;
  /** Whose entries of shared lists are ours; sorted. Absent: the status has no such list. */
  readonly controllerNames?: readonly string[];
}

export interface EnvoyPlace {
  /** Name of the Envoy listener, which several listeners may share. */
  readonly listener: string;
  /** Its TLS chain there, if it has one; those of the hosts of a TLS listener are `<section>/<host>`. */
  readonly section: string;
}
