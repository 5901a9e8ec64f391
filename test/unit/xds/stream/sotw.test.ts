// State-of-the-world streams: full and partial responses, nonces, changing lists of names.
import test from 'ava';
import { cluster, resource, testStream } from './harness.ts';

test('each response of a full-state type holds everything', (t) => {
  const stream = testStream('sotw');
  stream.put(cluster('a', '1', null), cluster('b', '1', null));
  t.deepEqual(stream.settle(stream.subscribe('cluster'))[0]?.resources, { a: '1', b: '1' });
  t.deepEqual(stream.settle(stream.change(stream.put(cluster('b', '2', null))))[0]?.resources, { a: '1', b: '2' });
  t.deepEqual(stream.change(stream.remove('cluster/a'))[0]?.resources, { b: '2' });
});

test('responses of endpoints hold what changed among the names asked for', (t) => {
  const stream = testStream('sotw');
  stream.put(resource('endpoint', 'a'), resource('endpoint', 'b'), resource('endpoint', 'c'));
  t.deepEqual(stream.settle(stream.subscribe('endpoint', ['a', 'b']))[0]?.resources, { a: '1', b: '1' });
  const responses = stream.change(stream.put(resource('endpoint', 'b', '2'), resource('endpoint', 'c', '2')));
  t.deepEqual(
    responses.map(({ resources }) => resources),
    [{ b: '2' }],
  );
});

test('the first response of a wildcard comes even if there is nothing', (t) => {
  const stream = testStream('sotw');
  stream.put();
  t.deepEqual(
    stream.subscribe('listener').map(({ resources }) => resources),
    [{}],
  );
});

test('an ACK brings no further response', (t) => {
  const stream = testStream('sotw');
  stream.put(cluster('a', '1', null));
  t.deepEqual(stream.ack(stream.subscribe('cluster')[0]!), []);
});

test('an added name is sent, the old ones are not sent again', (t) => {
  const stream = testStream('sotw');
  stream.put(resource('endpoint', 'a'), resource('endpoint', 'b'));
  const [first] = stream.settle(stream.subscribe('endpoint', ['a']));
  t.deepEqual(stream.subscribe('endpoint', ['a', 'b'], { nonce: first!.nonce })[0]?.resources, { b: '1' });
});

test('a name that was left out and comes back is sent again', (t) => {
  const stream = testStream('sotw');
  stream.put(resource('endpoint', 'a'), resource('endpoint', 'b'));
  const [first] = stream.settle(stream.subscribe('endpoint', ['a', 'b']));
  stream.subscribe('endpoint', ['a'], { nonce: first!.nonce });
  t.deepEqual(stream.change(stream.put(resource('endpoint', 'b', '2'))), []);
  t.deepEqual(stream.subscribe('endpoint', ['a', 'b'], { nonce: first!.nonce })[0]?.resources, { b: '2' });
});

test('a request with a stale nonce is ignored', (t) => {
  const stream = testStream('sotw');
  stream.put(resource('endpoint', 'a'), resource('endpoint', 'b'));
  const [first] = stream.settle(stream.subscribe('endpoint', ['a']));
  const [second] = stream.change(stream.put(resource('endpoint', 'a', '2')));
  t.deepEqual(stream.subscribe('endpoint', ['a', 'b'], { nonce: first!.nonce }), []);
  t.deepEqual(stream.subscribe('endpoint', ['a', 'b'], { nonce: second!.nonce })[0]?.resources, { b: '1' });
});

test('an empty list after names asks for nothing', (t) => {
  const stream = testStream('sotw');
  stream.put(cluster('a', '1', null), cluster('b', '1', null));
  const [first] = stream.settle(stream.subscribe('cluster', ['a']));
  t.deepEqual(first?.resources, { a: '1' });
  stream.subscribe('cluster', [], { nonce: first!.nonce });
  t.deepEqual(stream.change(stream.put(cluster('b', '2', null))), []);
});

test('names replace a legacy wildcard', (t) => {
  const stream = testStream('sotw');
  stream.put(cluster('a', '1', null), cluster('b', '1', null));
  const [first] = stream.settle(stream.subscribe('cluster'));
  stream.settle(stream.subscribe('cluster', ['a'], { nonce: first!.nonce }));
  t.deepEqual(stream.change(stream.put(cluster('b', '2', null))), []);
  t.deepEqual(stream.change(stream.put(cluster('a', '2', null)))[0]?.resources, { a: '2' });
});

test('an explicit wildcard beside names covers all', (t) => {
  const stream = testStream('sotw');
  stream.put(cluster('a', '1', null), cluster('b', '1', null));
  t.deepEqual(stream.subscribe('cluster', ['*', 'a'])[0]?.resources, { a: '1', b: '1' });
});

test('a named listener that does not exist is shown by a response without it', (t) => {
  const stream = testStream('sotw');
  stream.put(resource('listener', 'a'));
  const [first] = stream.settle(stream.subscribe('listener', ['a']));
  t.deepEqual(stream.subscribe('listener', ['a', 'ghost'], { nonce: first!.nonce })[0]?.resources, { a: '1' });
});

test('the version is that of the content, whatever the order of events', (t) => {
  const one = testStream('sotw');
  const other = testStream('sotw');
  one.put(cluster('a'), cluster('b', '1'));
  other.put(cluster('b', '7'), cluster('c'));
  other.put(cluster('a'), cluster('b', '1'));
  other.remove('cluster/c');
  t.is(one.subscribe('cluster')[0]?.version, other.subscribe('cluster')[0]?.version);
});

test('the version changes with the content', (t) => {
  const stream = testStream('sotw');
  stream.put(cluster('a', '1', null));
  const [first] = stream.settle(stream.subscribe('cluster'));
  const [second] = stream.change(stream.put(cluster('a', '2', null)));
  t.not(second?.version, first?.version);
});

test('clusters of a route configuration that is gone stay until the client is done with it', (t) => {
  const stream = testStream('sotw');
  stream.put(cluster('a'), resource('listener', 'l', '1'), resource('route', 'r', '1', ['a']));
  stream.settle([...stream.subscribe('cluster'), ...stream.subscribe('listener'), ...stream.subscribe('route', ['r'])]);
  t.deepEqual(stream.change(stream.remove('route/r', 'cluster/a')), []);
  // The listener that named it is gone, and with it the interest in the route.
  stream.change(stream.put(resource('listener', 'l', '2')));
  const rest = stream.subscribe('route', []);
  t.deepEqual(
    rest.filter(({ type }) => type === 'cluster').map(({ resources }) => resources),
    [{}],
  );
});
