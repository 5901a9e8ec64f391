// Which actors exist, who sends to whom, and on which thread each runs by default.
// The streamer always has a thread of its own, so that nothing delays it and no other actor's end breaks a stream. The
// others share: the endpoint fast path the watcher's thread, through which all that it is told comes anyway (a thread of
// its own takes 30 MB more and makes no endpoint sooner); builder and translators (measured at 10,000 hosts, apart they
// cost 60 MB more and made a change no faster, since what one saves by running beside the other goes into cloning
// vertices); the status writer shares the watcher's API client, and Consul is asked where the other sources are.
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
  endpoints: 'watcher',
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

/** Of a thread: it answers Envoys, and has nothing to do that takes long. */
export function isPrompt(actors: readonly ActorName[]): boolean {
  return actors.every((name) => name === 'streamer' || name === 'endpoints');
}
