// Delta streams: subscriptions, reconnects, answers. Rules of Envoy's xDS protocol, one test each.
import test from 'ava';
import { reconnectGraceMs } from '../../../../src/xds/stream/gate.ts';
import { noVersions } from '../../../../src/xds/stream/state.ts';
import { ackTimeoutMs, cluster, fedStore, resource, scope, testStream, versions } from './harness.ts';

test('nothing is sent before the store is ready, then everything that was asked for', (t) => {
  const stream = testStream('delta');
  stream.apply({ synced: false, upserts: [{ key: 'cluster/a', value: cluster('a'), causes: [] }] });
  t.deepEqual(stream.subscribe('cluster', ['*']), []);
  const responses = stream.change(stream.put(cluster('b')));
  t.deepEqual(
    responses.map(({ resources }) => resources),
    [{ a: '1', b: '1' }],
  );
});

test('an empty first subscription of a full-state type is a wildcard', (t) => {
  const stream = testStream('delta');
  stream.put(cluster('a'), cluster('b'));
  t.deepEqual(stream.subscribe('cluster')[0]?.resources, { a: '1', b: '1' });
});

test('an empty first subscription of endpoints asks for nothing', (t) => {
  const stream = testStream('delta');
  stream.put(resource('endpoint', 'a'));
  t.deepEqual(stream.subscribe('endpoint'), []);
});

test('an explicit wildcard works for every type', (t) => {
  const stream = testStream('delta');
  stream.put(resource('endpoint', 'a'), resource('secret', 's'));
  t.deepEqual(stream.subscribe('endpoint', ['*'])[0]?.resources, { a: '1' });
  t.deepEqual(stream.subscribe('secret', ['*'])[0]?.resources, { s: '1' });
});

test('the first response of a wildcard comes even if there is nothing', (t) => {
  const stream = testStream('delta');
  stream.put();
  const [response, ...more] = stream.subscribe('listener', ['*']);
  t.deepEqual(response?.resources, {});
  t.deepEqual(more, []);
});

test('a change sends the changed resource alone', (t) => {
  const stream = testStream('delta');
  stream.put(cluster('a', '1', null), cluster('b', '1', null));
  stream.settle(stream.subscribe('cluster', ['*']));
  const [response] = stream.change(stream.put(cluster('b', '2', null)));
  t.deepEqual(response?.resources, { b: '2' });
  t.deepEqual(response?.versions, { b: '2' });
});

test('a resource of equal version is not sent again', (t) => {
  const stream = testStream('delta');
  stream.put(cluster('a'));
  stream.settle(stream.subscribe('cluster', ['*']));
  t.deepEqual(stream.change(stream.put(cluster('a'))), []);
});

test('a removed resource is told as removed', (t) => {
  const stream = testStream('delta');
  stream.put(resource('listener', 'a'), resource('listener', 'b'));
  stream.settle(stream.subscribe('listener', ['*']));
  const [response] = stream.change(stream.remove('listener/a'));
  t.deepEqual(response?.removed, ['a']);
  t.deepEqual(response?.resources, {});
});

test('named subscriptions add up, and unsubscribed names get no more changes', (t) => {
  const stream = testStream('delta');
  stream.put(resource('endpoint', 'a'), resource('endpoint', 'b'), resource('endpoint', 'c'));
  t.deepEqual(stream.settle(stream.subscribe('endpoint', ['a']))[0]?.resources, { a: '1' });
  t.deepEqual(stream.settle(stream.subscribe('endpoint', ['b']))[0]?.resources, { b: '1' });
  stream.request({ type: 'endpoint', unsubscribe: ['a'] });
  const responses = stream.change(stream.put(resource('endpoint', 'a', '2'), resource('endpoint', 'b', '2')));
  t.deepEqual(
    responses.map(({ resources }) => resources),
    [{ b: '2' }],
  );
});

test('subscribing again to a name sends it again, unchanged', (t) => {
  const stream = testStream('delta');
  stream.put(resource('endpoint', 'a'));
  stream.settle(stream.subscribe('endpoint', ['a']));
  t.deepEqual(stream.subscribe('endpoint', ['a'])[0]?.resources, { a: '1' });
});

test('unsubscribing the wildcard keeps the named resources', (t) => {
  const stream = testStream('delta');
  stream.put(cluster('a', '1', null), cluster('b', '1', null));
  stream.settle(stream.subscribe('cluster', ['*', 'a']));
  stream.request({ type: 'cluster', unsubscribe: ['*'] });
  const responses = stream.change(stream.put(cluster('a', '2', null), cluster('b', '2', null)));
  t.deepEqual(
    responses.map(({ resources }) => resources),
    [{ a: '2' }],
  );
});

test('a name unsubscribed under a wildcard is answered with the resource, or with its absence', (t) => {
  const stream = testStream('delta');
  stream.put(cluster('a', '1', null));
  stream.settle(stream.subscribe('cluster', ['*', 'a', 'ghost']));
  stream.request({ type: 'cluster', unsubscribe: ['a', 'ghost'] });
  const [response] = stream.drain();
  t.deepEqual(response?.resources, { a: '1' });
  t.deepEqual(response?.removed, ['ghost']);
});

test('a wildcard subscribed later brings the rest', (t) => {
  const stream = testStream('delta');
  stream.put(cluster('a', '1', null), cluster('b', '1', null));
  t.deepEqual(stream.settle(stream.subscribe('cluster', ['a']))[0]?.resources, { a: '1' });
  t.deepEqual(stream.subscribe('cluster', ['*'])[0]?.resources, { b: '1' });
});

test('a named cluster that does not exist is told as removed at once, and only once', (t) => {
  const stream = testStream('delta');
  stream.put();
  const [response] = stream.settle(stream.subscribe('cluster', ['ghost']));
  t.deepEqual(response?.removed, ['ghost']);
  t.deepEqual(stream.change(stream.put(cluster('other'))), []);
  t.deepEqual(stream.change(stream.put(cluster('ghost')))[0]?.resources, { ghost: '1' });
});

for (const type of ['endpoint', 'secret', 'route'] as const) {
  test(`a named ${type} that does not exist may come late: its absence is told after a while`, (t) => {
    const stream = testStream('delta');
    stream.put();
    t.deepEqual(stream.subscribe(type, ['late', 'never']), []);
    t.deepEqual(stream.settle(stream.change(stream.put(resource(type, 'late'))))[0]?.resources, { late: '1' });
    t.deepEqual(stream.settle(stream.advance(ackTimeoutMs))[0]?.removed, ['never']);
    t.deepEqual(stream.change(stream.put(resource(type, 'never')))[0]?.resources, { never: '1' });
  });
}

test('a client that comes back gets only what has changed', (t) => {
  const stream = testStream('delta');
  stream.put(cluster('a', '1', null), cluster('b', '2', null), cluster('c', '1', null));
  const responses = stream.subscribe('cluster', ['*'], { initialVersions: versions({ a: '1', b: '1' }) });
  t.deepEqual(
    responses.map(({ resources }) => resources),
    [{ b: '2', c: '1' }],
  );
});

test('a client that comes back and has everything gets nothing', (t) => {
  const stream = testStream('delta');
  stream.put(cluster('a', '1', null), resource('endpoint', 'e'));
  t.deepEqual(stream.subscribe('cluster', [], { initialVersions: versions({ a: '1' }) }), []);
  t.deepEqual(stream.subscribe('endpoint', ['e'], { initialVersions: versions({ e: '1' }) }), []);
});

test('a client that comes back is told what is gone', (t) => {
  const stream = testStream('delta');
  stream.put(resource('listener', 'a'));
  const [response] = stream.subscribe('listener', ['*'], { initialVersions: versions({ a: '1', gone: '1' }) });
  t.deepEqual(response?.removed, ['gone']);
});

test('clusters that are gone are told to a client that comes back once it has said what it holds', (t) => {
  const stream = testStream('delta');
  stream.put(cluster('new', '1', null), scope('s', '2', ['new']));
  const clusters = stream.subscribe('cluster', ['*'], { initialVersions: versions({ old: '1' }) });
  t.deepEqual(
    clusters.map(({ removed }) => removed),
    [[]],
  );
  stream.subscribe('scopedRoute', ['*'], { initialVersions: versions({ s: '1' }) });
  const [scopes] = stream.ack(clusters[0]!);
  t.deepEqual(scopes?.resources, { s: '2' });
  t.deepEqual(stream.advance(reconnectGraceMs), [], 'the old scope may need it until the new one is accepted');
  const [removal] = stream.ack(scopes!);
  t.deepEqual(removal?.removed, ['old']);
});

test('nonces differ, and a stale one changes nothing but the subscription', (t) => {
  const stream = testStream('delta');
  stream.put(resource('endpoint', 'a'), resource('endpoint', 'b'));
  const [first] = stream.subscribe('endpoint', ['a']);
  stream.ack(first!);
  t.deepEqual(stream.subscribe('endpoint', ['b'], { nonce: first!.nonce })[0]?.resources, { b: '1' });
  t.deepEqual(stream.events.filter(({ kind }) => kind === 'stale').length, 1);
});

test('an ACK reports the response and its causes', (t) => {
  const stream = testStream('delta');
  stream.put();
  stream.settle(stream.subscribe('listener', ['*']));
  const causes = [{ id: 'w1-1', key: 'Ingress/a/b', atMs: 5 }];
  const changes = stream.apply({
    upserts: [{ key: 'listener/a', value: resource('listener', 'a'), causes }],
  });
  stream.ack(stream.change(changes)[0]!);
  const ack = stream.events.findLast(({ kind }) => kind === 'ack');
  t.like(ack, { kind: 'ack', type: 'listener', resources: 1, sentAtMs: 1000, causes });
});

test('an ACK of a large response is taken in parts, and reported once', (t) => {
  const s = testStream('delta', null, undefined, 2);
  s.put(...['a', 'b', 'c', 'd', 'e'].map((name) => scope(name)));
  const [first] = s.subscribe('scopedRoute', ['*']);
  s.request({ type: 'scopedRoute', nonce: first!.nonce });
  const accepted: (number | undefined)[] = [];
  do accepted.push(s.stream.describe(s.nowMs).types[0]?.accepted);
  while (s.stream.poll(s.nowMs).kind === 'more');
  t.deepEqual(accepted, [0, 2, 4, 5]);
  const acks = s.stream.takeEvents().filter(({ kind }) => kind === 'ack');
  t.like(acks, [{ resources: 5, nonce: first!.nonce }]);
  t.is(acks.length, 1);
  t.deepEqual(s.change(s.put(scope('a', '2')))[0]?.resources, { a: '2' });
});

for (const error of [null, { code: 13, message: 'no' }])
  test(`an answer behind the ACK of a large response counts after it: ${error === null ? 'ACK' : 'NACK'}`, (t) => {
    const s = testStream('delta', null, undefined, 2);
    s.put(cluster('a'), cluster('b'), cluster('c'));
    const [first] = s.subscribe('cluster', ['*']);
    s.subscribe('endpoint', ['a', 'b', 'c']);
    const [removal] = s.change(s.remove('cluster/a'));
    t.deepEqual(removal?.removed, ['a']);
    s.request({ type: 'cluster', nonce: first!.nonce });
    s.request({ type: 'cluster', nonce: removal!.nonce, error });
    s.drain();
    const clusters = s.stream.describe(s.nowMs).types.find(({ type }) => type === 'cluster');
    t.is(clusters?.accepted, 2);
  });

test('an unknown type is reported and ignored', (t) => {
  const stream = testStream('delta');
  stream.put(cluster('a'));
  const before = { node: null, nonce: '', error: null, subscribe: ['*'], unsubscribe: [], initialVersions: noVersions };
  stream.stream.takeDelta({ ...before, typeUrl: 'type.googleapis.com/unknown.Thing' }, 0);
  t.deepEqual(stream.stream.takeEvents(), [{ kind: 'unknownType', typeUrl: 'type.googleapis.com/unknown.Thing' }]);
  t.is(stream.subscribe('cluster', ['*']).length, 1);
});

test('the service of one type takes an empty type URL, and closes on another type', (t) => {
  const stream = testStream('delta', 'cluster');
  stream.put(cluster('a'));
  const common = { node: null, nonce: '', error: null, subscribe: ['*'], unsubscribe: [], initialVersions: noVersions };
  stream.stream.takeDelta({ ...common, typeUrl: '' }, 0);
  t.deepEqual(stream.drain()[0]?.resources, { a: '1' });
  stream.subscribe('listener', ['*']);
  t.is(stream.events.at(-1)?.kind, 'close');
});

test('the aggregated service closes on an empty type URL', (t) => {
  const stream = testStream('delta');
  const common = { node: null, nonce: '', error: null, subscribe: ['*'], unsubscribe: [], initialVersions: noVersions };
  stream.stream.takeDelta({ ...common, typeUrl: '' }, 0);
  t.like(stream.stream.takeEvents()[0], { kind: 'close', code: 'invalidArgument' });
});

test('a slow client is sent the newest version only', (t) => {
  const stream = testStream('delta');
  stream.put(cluster('a', '1', null));
  stream.settle(stream.subscribe('cluster', ['*']));
  for (let version = 2; version < 300; version++) stream.stream.notify(stream.put(cluster('a', String(version), null)));
  t.deepEqual(
    stream.drain().map(({ resources }) => resources),
    [{ a: '299' }],
  );
});

test('an edge that starts over takes nothing away until its new full state is complete', (t) => {
  const { apply, store } = fedStore();
  const upsert = (name: string) => ({ key: `cluster/${name}`, value: cluster(name), causes: [] });
  apply({ reset: true, upserts: [upsert('a'), upsert('b')] });
  t.deepEqual(apply({ reset: true, synced: false, upserts: [upsert('b')] }), []);
  t.true(store.ready);
  t.is(store.all('cluster').size, 2);
  t.deepEqual(
    apply({ synced: true }).map(({ name }) => name),
    ['a'],
  );
});
