// Edge streamer → status writer: versions of resources, and of their parts, that can not be served. Key = `<type>/<name>`,
// of a part `<type>/<name>#<part>`.
import type { ObjectKey } from '../model/object.ts';
import type { ResourceType } from './resources.ts';

export interface RejectionValue {
  readonly type: ResourceType;
  readonly name: string;
  /** A virtual host of a route configuration, or a filter chain of a listener: only that is not served. */
  readonly part?: string;
  /** The version that is not served, or not to all; of a part: that of the whole. */
  readonly version: string;
  /** Envoy's words, or those of our own check; cut to a few hundred characters. */
  readonly message: string;
  readonly by: 'check' | 'client';
  /** Ids of Envoys that refused it; some of them if they are many. */
  readonly nodes: readonly string[];
  /** Objects that it was made from, or that need it; sorted. */
  readonly owners: readonly ObjectKey[];
  /** What Envoys get instead. `perClient`: others are served it; those that refuse it keep what they had, if anything. */
  readonly served: 'lastGood' | 'standIn' | 'nothing' | 'perClient';
}
