// Which revision of the graph a client has accepted as a whole.
import test from 'ava';
import { ackTimeoutMs, cluster, resource, scope, testStream, type TestStream } from './harness.ts';

const node = { id: 'envoy-1', cluster: '', userAgent: '' };

/** A client that has asked for clusters and listeners and has accepted what there was, if `answers`. */
function client(): TestStream {
  const stream = testStream('delta');
  stream.put();
  stream.settle(stream.subscribe('cluster', ['*'], { node }));
  return stream;
}

function reached({ stream, nowMs }: TestStream): number {
  return stream.progress(nowMs);
}

test('a revision is accepted with the ACK of what it brought, not before', (t) => {
  const stream = client();
  stream.settle(stream.subscribe('listener', ['*']));
  stream.stream.reach(1);
  t.is(reached(stream), 1);
  const sent = stream.change(stream.put(resource('listener', 'a')));
  stream.stream.reach(2);
  t.is(reached(stream), 1);
  stream.settle(sent);
  t.is(reached(stream), 2);
});

test('a client that has not asked for listeners has accepted nothing', (t) => {
  const stream = client();
  stream.change(stream.put(resource('listener', 'a')));
  stream.stream.reach(1);
  t.is(reached(stream), 0);
  t.false(stream.stream.listens);
  const sent = stream.subscribe('listener', ['*']);
  t.is(reached(stream), 0);
  stream.settle(sent);
  t.is(reached(stream), 1);
});

test('what comes after a revision is not waited for, even under the same name', (t) => {
  const stream = client();
  stream.settle(stream.subscribe('listener', ['*']));
  const [first] = stream.change(stream.put(resource('listener', 'a', '1')));
  stream.stream.reach(1);
  t.is(reached(stream), 0);
  stream.stream.notify(stream.put(resource('listener', 'a', '2')));
  stream.stream.reach(2);
  const [second] = stream.ack(first!);
  t.is(reached(stream), 1);
  stream.ack(second!);
  t.is(reached(stream), 2);
});

test('scopes are waited for although Envoy asks for them only once it has a listener', (t) => {
  const stream = client();
  const sent = stream.subscribe('listener', ['*']);
  stream.settle([
    ...sent,
    ...stream.change(stream.put(cluster('c', '1', null), scope('a||*', '1', ['c']), resource('listener', 'a'))),
  ]);
  stream.stream.reach(1);
  t.is(reached(stream), 0);
  stream.settle(stream.subscribe('scopedRoute', ['*']));
  t.is(reached(stream), 1);
});

test('a client that never asked for scopes is not waited for again before it has another listener', (t) => {
  const stream = client();
  const sent = stream.subscribe('listener', ['*']);
  const tcp = stream.change(stream.put(scope('a||*'), resource('listener', 'tcp')));
  stream.settle([...sent, ...tcp]);
  stream.stream.reach(1);
  t.is(reached(stream), 0);
  stream.advance(ackTimeoutMs);
  t.is(reached(stream), 1);
  stream.settle(stream.change(stream.put(cluster('c'))));
  stream.stream.reach(2);
  t.is(reached(stream), 2);
  stream.settle(stream.change(stream.put(resource('listener', 'http'))));
  stream.stream.reach(3);
  t.is(reached(stream), 2);
  stream.settle(stream.subscribe('scopedRoute', ['*']));
  t.is(reached(stream), 3);
});

test('a secret is waited for although Envoy asks for it only once it has the listener', (t) => {
  const stream = client();
  const sent = stream.subscribe('listener', ['*']);
  const more = stream.change(
    stream.put(
      resource('secret', 's'),
      { ...resource('listener', 'a'), uses: ['secret/s'] },
      resource('secret', 'other'),
    ),
  );
  stream.stream.reach(1);
  t.is(reached(stream), 0);
  stream.settle([...sent, ...more]);
  t.is(reached(stream), 0);
  stream.settle(stream.subscribe('secret', ['s']));
  t.is(reached(stream), 1);
});

test('who never asks for a secret is not waited for without end', (t) => {
  const stream = client();
  const sent = stream.subscribe('listener', ['*']);
  const more = stream.change(stream.put(resource('secret', 's'), { ...resource('listener', 'a'), uses: ['secret/s'] }));
  stream.stream.reach(1);
  t.is(reached(stream), 0);
  stream.settle([...sent, ...more]);
  t.is(reached(stream), 0);
  stream.advance(ackTimeoutMs);
  t.is(reached(stream), 1);
});

test('a refusal ends the waiting, silence does not', (t) => {
  const stream = client();
  stream.settle(stream.subscribe('listener', ['*']));
  const [sent] = stream.change(stream.put(resource('listener', 'a')));
  stream.stream.reach(1);
  stream.advance(10 * ackTimeoutMs);
  t.is(reached(stream), 0);
  stream.nack(sent!, 'no');
  t.is(reached(stream), 1);
});

test('a route that stays as it is since its cluster is refused is not waited for', (t) => {
  const stream = client();
  stream.settle(stream.subscribe('listener', ['*']));
  stream.settle(
    stream.change(stream.put(cluster('old', '1', null), scope('a||*', '1', ['old']), resource('listener', 'a'))),
  );
  stream.settle(stream.subscribe('scopedRoute', ['*']));
  const sent = stream.change(stream.put(cluster('new', '1', null), scope('a||*', '2', ['new'])));
  stream.stream.reach(1);
  t.is(reached(stream), 0);
  for (const response of sent) stream.nack(response, 'Error adding: new');
  t.is(reached(stream), 1);
});

test('patience ends while nothing happens: the stream asks to be looked at again', (t) => {
  const stream = client();
  const sent = stream.subscribe('listener', ['*']);
  const more = stream.change(stream.put(resource('secret', 's'), { ...resource('listener', 'a'), uses: ['secret/s'] }));
  stream.stream.reach(1);
  stream.settle([...sent, ...more]);
  const openedMs = stream.nowMs;
  const polled = stream.stream.poll(openedMs);
  t.deepEqual(polled, { kind: 'idle', wakeAtMs: openedMs + ackTimeoutMs });
});
