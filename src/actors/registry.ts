// Which module makes which actor. A thread imports only the modules of the actors that it runs, so that the streamer's
// thread doesn't hold the compiler's code. Each module exports `createActor`.
import type { ActorFactory, ActorName } from './actor.ts';

/** Paths relative to this folder, without extension. */
const actorModules: Readonly<Record<ActorName, string>> = {
  watcher: 'watcher/actor',
  builder: 'builder/actor',
  listenerTranslator: 'translators/listener-actor',
  routeTranslator: 'translators/route-actor',
  clusterTranslator: 'translators/cluster-actor',
  secretTranslator: 'translators/secret-actor',
  endpoints: 'endpoints/actor',
  consul: 'consul/actor',
  streamer: 'streamer/actor',
  status: 'status/actor',
  hold: 'hold/actor',
};

/** URL of an actor's module, by the `exports` of the package: in `dist/nuncio` those of the bundle. */
export function actorModule(name: ActorName): string {
  return import.meta.resolve(`nuncio/actors/${actorModules[name]}`);
}

/** Throws when the module isn't there or exports no `createActor`. */
export async function loadActor(module: string): Promise<ActorFactory> {
  const loaded = (await import(module)) as { readonly createActor?: unknown };
  if (typeof loaded.createActor !== 'function') throw new Error(`${module} exports no function createActor`);
  return loaded.createActor as ActorFactory;
}
