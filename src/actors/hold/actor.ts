// The hold keeper as it runs: with the API server when Kubernetes is a source, else with a file if there is a folder for
// it, else with nothing.
import { createApiClient } from '../../sources/kubernetes/api-client.ts';
import { createEventClient } from '../../sources/kubernetes/event-client.ts';
import { createConfigMapStore } from '../../sources/kubernetes/hold-store.ts';
import type { Actor, ActorContext } from '../actor.ts';
import { createHoldKeeper, type HoldStore } from './keeper.ts';
import { createConfigMapHold, createFileHold } from './stores.ts';

export function createActor(context: ActorContext): Actor {
  return createHoldKeeper(context, { store: createStore(context), random: Math.random });
}

function createStore({ config, clock, log }: ActorContext): HoldStore | null {
  const { sources, history, state, leaderElection } = config;
  if (sources.kubernetes !== undefined && history?.configMap !== undefined) {
    const { namespace, name } = history.configMap;
    const client = createApiClient({ kubeconfig: sources.kubernetes.kubeconfig, clock });
    const store = createConfigMapHold({
      configMaps: createConfigMapStore({ client, namespace, name, clock, random: Math.random, log }),
      events: createEventClient(client, leaderElection?.identity ?? 'nuncio'),
      namespace,
      name,
      clock,
      log,
    });
    return {
      ...store,
      stop() {
        store.stop();
        client.close();
      },
    };
  }
  return state === undefined ? null : createFileHold({ folder: state.folder, log });
}
