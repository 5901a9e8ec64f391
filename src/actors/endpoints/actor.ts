// The endpoint fast path: EndpointSlices from the watcher, instances that Consul knows and EndpointGroups from the builder
// in, load assignments to the streamer out. No graph and no translator in between, and never on a thread that compiles, so
// that nothing delays an endpoint.
// Must hold: nothing goes out before all inputs have given their full state once. From then on every change goes at
// once (but see noSliceGraceMs); while one sender starts over, what it has not yet repeated stays as it was.
import type { ConsulEndpoints } from '../../messages/consul.ts';
import type { VertexValue } from '../../messages/graph.ts';
import type { ObjectValue } from '../../messages/objects.ts';
import type { EndpointGroup } from '../../dag/vertices.ts';
import type { Upsert } from '../../messages/edge.ts';
import type { EndpointSlice } from '../../model/kinds/endpoint-slice.ts';
import { parseObject } from '../../model/object.ts';
import { createEndpointTable } from '../../xds/endpoint-table.ts';
import type { ActorFactory, Timer } from '../actor.ts';
import { createKeyedInput } from '../keyed-input.ts';
import { createResourceOutput, resourceQuery } from '../resource-output.ts';
import { shareMs } from '../turns.ts';

/** Queries: see resourceQuery. */
export const createActor: ActorFactory = (context) => {
  // What shares this thread must not end by a bug that one group meets.
  const table = createEndpointTable((group, err) =>
    context.log.error(
      { group, err, code: 'InternalError' },
      `endpoints of ${group} failed; what they were before stays`,
    ),
  );
  const slices = createKeyedInput<ObjectValue>();
  const groups = createKeyedInput<VertexValue>();
  const consul = createKeyedInput<ConsulEndpoints>();
  const output = createResourceOutput(context, 'endpoints>streamer', () => table.resources());

  /** All that there was at first. */
  let published = false;
  /** Of what has come in and not gone out. */
  let mark: number | undefined;
  let timer: Timer | undefined;

  function publish(): void {
    if (!slices.initialSyncDone || !groups.initialSyncDone || !consul.initialSyncDone) return;
    timer?.cancel();
    const nowMs = context.clock.nowMs();
    // Nobody on this thread waits for thousands of assignments.
    const isOver = (): boolean => context.clock.nowMs() - nowMs >= shareMs;
    // The first state is whole: what has no slices in it has none.
    output.send(table.publish(nowMs, !published, isOver));
    const { dueMs } = table;
    timer = dueMs === undefined ? undefined : context.clock.setTimer(dueMs - nowMs, publish);
    if (dueMs === nowMs) return;
    output.synced();
    if (mark !== undefined) output.mark(mark);
    mark = undefined;
    published = true;
  }

  context.receive<ObjectValue>('watcher>endpoints', (batch) => {
    const { upserts, removals } = slices.apply(batch);
    table.applySlices(upserts.map(parseSlice), removals);
    publish();
  });
  context.receive<VertexValue>('builder>endpoints', (batch) => {
    const { upserts, removals } = groups.apply(batch);
    mark = batch.mark ?? mark;
    table.applyGroups(upserts.filter(isGroup), removals);
    publish();
  });
  context.receive<ConsulEndpoints>('consul>endpoints', (batch) => {
    const { upserts, removals } = consul.apply(batch);
    table.applyConsul(upserts, removals);
    publish();
  });

  return {
    stop: () => timer?.cancel(),
    query: (name) => resourceQuery(context.name, table.resources(), name),
  };
};

function parseSlice({ key, value, causes }: Upsert<ObjectValue>): Upsert<EndpointSlice> {
  return { key, value: parseObject(value) as EndpointSlice, causes };
}

function isGroup(upsert: Upsert<VertexValue>): upsert is Upsert<EndpointGroup> {
  return upsert.value.kind === 'EndpointGroup';
}
