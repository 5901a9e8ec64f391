// The consul actor: watches in Consul the services that the graph sends requests to. In: servers and services from the
// builder. Out: endpoints to the endpoint fast path, with no graph in between; to the builder only what is to be told.
// Must hold: nobody waits for Consul. Its edges have synced from the start, and a service without an answer has no value.
import type { ConsulEndpoints } from '../../messages/consul.ts';
import type { Cause } from '../../messages/edge.ts';
import type { VertexValue } from '../../messages/graph.ts';
import type { ObjectValue } from '../../messages/objects.ts';
import { defaultConsul } from '../../model/config.ts';
import {
  consulServerState,
  consulServerStateKey,
  consulServiceState,
  consulServiceStateKey,
} from '../../model/consul-state.ts';
import { objectText, type SourceObject } from '../../model/object.ts';
import { createConsulSource } from '../../sources/consul/consul-source.ts';
import { consulDefaults } from '../../sources/consul/environment.ts';
import { createConsulMetrics } from '../../sources/consul/metrics.ts';
import type { Actor, ActorContext, EdgeName, EdgeSender } from '../actor.ts';
import { createKeyedInput } from '../keyed-input.ts';

export interface ConsulDependencies {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly random: () => number;
}

/** Queries: `consul`, a ConsulReport each. */
export function createActor(
  context: ActorContext,
  { environment, random }: ConsulDependencies = { environment: process.env, random: Math.random },
): Actor {
  const { clock, config, log, trace } = context;
  const input = createKeyedInput<VertexValue>();
  const endpoints = createOutput<ConsulEndpoints>(context, 'consul>endpoints');
  const states = createOutput<ObjectValue>(context, 'consul>builder');
  const idPrefix = `c${Math.floor(clock.nowMs()).toString(36)}`;
  let ids = 0;

  function causeOf(key: string): Cause {
    ids++;
    const cause = { id: `${idPrefix}-${ids}`, key, atMs: clock.nowMs() };
    if (trace.enabled)
      trace.event({ kind: 'source', key, causes: [cause], startMs: cause.atMs, detail: { source: 'consul' } });
    return cause;
  }

  function putState(key: string, state: SourceObject | undefined): void {
    if (state === undefined) states.remove(key, causeOf(key));
    else states.put(key, objectText(state), causeOf(key));
  }

  const source = createConsulSource({
    defaults: consulDefaults(config.consul ?? defaultConsul, environment),
    environment,
    clock,
    random,
    log,
    metrics: createConsulMetrics(context.metrics, () =>
      source.report().map(({ server, services, waiting }) => ({
        resolver: server,
        answered: services - waiting.length,
        waiting: waiting.length,
      })),
    ),
    onEndpoints: (key, value) => endpoints.put(groupOf(key), value, causeOf(`Consul/${key}`)),
    onForgotten: (key) => endpoints.remove(groupOf(key), causeOf(`Consul/${key}`)),
    onServiceState: (server, service, state) =>
      putState(
        consulServiceStateKey(server, service),
        state && consulServiceState(server, service, state.state, state.message),
      ),
    onServerState: (server, state) =>
      putState(consulServerStateKey(server), state && consulServerState(server, state.code, state.message)),
  });

  context.receive<VertexValue>('builder>consul', (batch) => {
    const { upserts, removals } = input.apply(batch);
    // Servers first: a service would begin at the old one.
    for (const { value } of upserts) if (value.kind === 'ConsulServer') source.putServer(value.key, value);
    for (const { value } of upserts) if (value.kind === 'ConsulService') source.putService(value.key, value);
    for (const { key } of removals) {
      const name = key.slice(key.indexOf('/') + 1);
      if (key.startsWith('ConsulServer/')) source.removeServer(name);
      else source.removeService(name);
    }
  });

  return {
    start() {
      endpoints.synced();
      states.synced();
    },
    stop: () => source.stop(),
    query(name) {
      if (name !== 'consul') throw new Error(`the consul actor knows no query "${name}"; it has consul`);
      return source.report();
    },
  };
}

/** On the edge to the endpoints a value has the key that its group has on the edge from the builder. */
function groupOf(service: string): string {
  return `EndpointGroup/${service}`;
}

interface Output<T> {
  put(key: string, value: T, cause: Cause): void;
  remove(key: string, cause: Cause): void;
  synced(): void;
}

function createOutput<T>(context: ActorContext, edge: EdgeName): Output<T> {
  const values = new Map<string, T>();
  const sender: EdgeSender<T> = context.sender<T>(edge, { state: () => values });
  return {
    put(key, value, cause) {
      values.set(key, value);
      sender.upsert(key, value, [cause]);
    },
    remove(key, cause) {
      if (values.delete(key)) sender.remove(key, [cause]);
    },
    synced: () => sender.synced(),
  };
}
