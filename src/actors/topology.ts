// Which actors exist, who sends to whom, and on which thread each runs by default.
// The streamer and the endpoint fast path share a thread on which nothing else runs, so that no compile delays them: a
// thread each takes 30 MB more and makes an endpoint 1 to 2 ms later where cores are short. The others share too:
// measured at 10,000 hosts, builder and translators apart cost 60 MB more and made a change no faster, since what
// one saves by running beside the other goes into cloning vertices; the status writer shares the watcher's API client, and
// Consul is asked where the other sources are.
import type { ActorName, EdgeName } from './actor.ts';

export const edges: readonly EdgeName[] = [
  'watcher>builder',
  'watcher>endpoints',
  'builder>listenerTranslator',
  'builder>routeTranslator',
  'builder>clusterTranslator',
  'builder>secretTranslator',
  'builder>endpoints',
  'builder>consul',
  'consul>builder',
  'consul>endpoints',
  'builder>status',
  'builder>hold',
  'hold>builder',
  'listenerTranslator>streamer',
  'routeTranslator>streamer',
  'clusterTranslator>streamer',
  'secretTranslator>streamer',
  'endpoints>streamer',
  'streamer>status',
  'streamer>builder',
];

export const actorNames: readonly ActorName[] = [
  'streamer',
  'endpoints',
  'listenerTranslator',
  'routeTranslator',
  'clusterTranslator',
  'secretTranslator',
  'status',
  'hold',
  'consul',
  'builder',
  'watcher',
];

/** Actor → thread. `src/model/config.ts` `placement` overrides entries. */
export const defaultPlacement: Readonly<Record<ActorName, string>> = {
  watcher: 'watcher',
  builder: 'builder',
  listenerTranslator: 'builder',
  routeTranslator: 'builder',
  clusterTranslator: 'builder',
  secretTranslator: 'builder',
  endpoints: 'streamer',
  streamer: 'streamer',
  status: 'watcher',
  hold: 'watcher',
  consul: 'watcher',
};

export function senderOf(edge: EdgeName): ActorName {
  return edge.slice(0, edge.indexOf('>')) as ActorName;
}

export function receiverOf(edge: EdgeName): ActorName {
  return edge.slice(edge.indexOf('>') + 1) as ActorName;
}
