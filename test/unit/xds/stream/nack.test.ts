// Refused responses: who is to blame, who stays at the last accepted version, and that all others move.
import test from 'ava';
import { namesInMessage, saysAddressIsTaken } from '../../../../src/xds/stream/nack.ts';
import { ackTimeoutMs, cluster, resource, scope, testStream, versions } from './harness.ts';
import type { Decoded, TestStream } from './harness.ts';

const names = (...list: readonly string[]) => new Set(list);

test('names are found in the messages of Envoy', (t) => {
  const message = 'Error adding/updating cluster(s) default/web/80: bad type, shop/api/http: no such, x';
  t.deepEqual(namesInMessage(message, names('default/web/8080', 'default/web/80', 'api', 'x')), [
    'default/web/80',
    'x',
  ]);
  const quoted = "Error adding/updating listener(s) ingress_http: route 'a|b.example.com'. Proto constraint";
  t.deepEqual(namesInMessage(quoted, names('ingress_http', 'a|b.example.com', 'ingress')), [
    'ingress_http',
    'a|b.example.com',
  ]);
});

test('no name is found where none is meant', (t) => {
  t.deepEqual(namesInMessage('Proto constraint validation failed (X.Y: value must be > 0)', names('a', 'Y')), []);
});

test('Envoy says of which listener the address is taken', (t) => {
  const taken = (name: string, port: number) =>
    `${name}: error adding listener: '${name}' has duplicate address '0.0.0.0:${port}' as existing listener, to check if …`;
  const message = `Error adding/updating listener(s) ${taken('stats', 80)}\nhealth: bad\n${taken('emissary/81', 81)}\n`;
  t.deepEqual(
    ['stats', 'health', 'emissary/81', 'emissary'].filter((name) => saysAddressIsTaken(message, name)),
    ['stats', 'emissary/81'],
  );
});

/** Answers as a client that refuses every response with one of `bad` (name → content) in it. */
function play(
  stream: TestStream,
  first: readonly Decoded[],
  bad: Readonly<Record<string, string>>,
  named: boolean,
): Decoded[] {
  const all = [...first];
  for (const response of all) {
    const found = Object.entries(bad).filter(([name, content]) => response.resources[name] === content);
    const message = named
      ? `Error adding: ${found.map(([name]) => name).join(', ')}`
      : 'Proto constraint validation failed';
    all.push(...(found.length > 0 ? stream.nack(response, message) : stream.ack(response)));
    if (all.length > 500) throw new Error('no end of responses');
  }
  return all;
}

function heldAfter(responses: readonly Decoded[], bad: Readonly<Record<string, string>>, protocol: 'delta' | 'sotw') {
  let held: Record<string, string> = {};
  for (const response of responses) {
    if (Object.entries(bad).some(([name, content]) => response.resources[name] === content)) continue;
    if (protocol === 'sotw') held = { ...response.resources };
    else Object.assign(held, response.resources);
    for (const name of response.removed) delete held[name];
  }
  return held;
}

for (const protocol of ['delta', 'sotw'] as const) {
  for (const named of [true, false]) {
    const how = named ? 'named in the error' : 'not named';

    test(`${protocol}: one bad resource of many, ${how}: all others arrive`, (t) => {
      const stream = testStream(protocol);
      const good = Array.from({ length: 20 }, (_, index) => `c${index}`);
      stream.put(...good.map((name) => cluster(name, '1', null)), cluster('bad', 'broken', null));
      const bad = { bad: 'broken' };
      const held = heldAfter(play(stream, stream.subscribe('cluster'), bad, named), bad, protocol);
      t.deepEqual(Object.keys(held).sort(), good.sort());
    });

    test(`${protocol}: two bad resources, ${how}: both are found`, (t) => {
      const stream = testStream(protocol);
      stream.put(...['a', 'b', 'c', 'd', 'e'].map((name) => cluster(name, '1', null)));
      stream.put(cluster('x', 'broken', null), cluster('y', 'broken', null));
      const bad = { x: 'broken', y: 'broken' };
      const held = heldAfter(play(stream, stream.subscribe('cluster'), bad, named), bad, protocol);
      t.deepEqual(Object.keys(held).sort(), ['a', 'b', 'c', 'd', 'e']);
      const refused = stream.events.flatMap((event) => (event.kind === 'nack' ? event.refused : []));
      t.deepEqual(refused.map(({ name }) => name).sort(), ['x', 'y']);
    });

    test(`${protocol}: a refused change stays at its last accepted version until it changes, ${how}`, (t) => {
      const stream = testStream(protocol);
      stream.put(cluster('a', '1', null), cluster('b', '1', null));
      stream.settle(stream.subscribe('cluster'));
      const bad = { a: 'broken' };
      const all = play(
        stream,
        stream.change(stream.put(cluster('a', 'broken', null), cluster('b', '2', null))),
        bad,
        named,
      );
      t.is(heldAfter(all, bad, protocol)['b'], '2');
      const [next] = play(stream, stream.change(stream.put(cluster('b', '3', null))), bad, named);
      t.deepEqual(next?.resources, protocol === 'delta' ? { b: '3' } : { a: '1', b: '3' });
      const [fixed] = stream.change(stream.put(cluster('a', '2', null)));
      t.is(fixed?.resources['a'], '2');
    });
  }

  test(`${protocol}: changes that come while the guilty one is sought arrive too`, (t) => {
    const stream = testStream(protocol);
    stream.put(...['a', 'b', 'c', 'd'].map((name) => scope(name)), scope('bad', 'broken'));
    const [first] = stream.subscribe('scopedRoute');
    const halves = stream.nack(first!, 'no idea');
    stream.stream.notify(stream.put(scope('a', '2'), scope('new')));
    const bad = { bad: 'broken' };
    const held = heldAfter(play(stream, halves, bad, false), bad, protocol);
    // What stands in for the bad one has no content that these tests read.
    t.deepEqual(held, { a: '2', bad: '', b: '1', c: '1', d: '1', new: '1' });
  });

  test(`${protocol}: a scope that was refused with a bad one differs when it comes again, until it is accepted`, (t) => {
    const stream = testStream(protocol);
    stream.put(scope('a'), scope('bad'));
    stream.settle(stream.subscribe('scopedRoute'));
    const again = scope('a', '2');
    const [refused] = stream.change(stream.put(again, scope('bad', 'broken')));
    t.deepEqual(refused?.bytes['a'], again.bytes);
    const [first] = stream.nack(refused!, 'bad: broken');
    t.deepEqual(first?.resources['a'], '2');
    t.true((first?.bytes['a']?.length ?? 0) > again.bytes.length, 'touched');
    t.deepEqual(first?.bytes['a']?.subarray(0, again.bytes.length), again.bytes);
    const [second] = stream.nack(first!, 'a: what is this');
    t.notDeepEqual(second?.bytes['a'], first?.bytes['a']);
    stream.settle(second === undefined ? [] : [second]);
    const third = scope('a', '3');
    const [fixed] = stream.change(stream.put(third));
    t.true((fixed?.bytes['a']?.length ?? 0) > third.bytes.length, 'it has not been accepted since');
    stream.settle([fixed!]);
    const last = scope('a', '4');
    t.deepEqual(stream.change(stream.put(last))[0]?.bytes['a'], last.bytes);
  });

  test(`${protocol}: a scope that is tried keeps its old cluster, however long the search takes`, (t) => {
    const stream = testStream(protocol);
    stream.put(cluster('old', '1', null), cluster('new', '1', null), scope('s', '1', ['old']));
    stream.settle(stream.subscribe('cluster'));
    stream.settle(stream.subscribe('scopedRoute'));
    const broken = Array.from({ length: 16 }, (_, index) => scope(`bad${index}`, 'broken'));
    const sent = stream.change([...stream.put(...broken, scope('s', '2', ['new'])), ...stream.remove('cluster/old')]);
    let moved = false;
    for (const response of sent) {
      const { type, resources, removed } = response;
      t.true(moved || !removed.includes('old'), 'the scope that needs it is still there');
      if (protocol === 'sotw' && type === 'cluster') t.true(moved || 'old' in resources);
      // Each answer comes just before it is given up.
      sent.push(...stream.advance(ackTimeoutMs * 0.9));
      const isRefused = Object.values(resources).includes('broken');
      if (type === 'scopedRoute' && !isRefused && resources['s'] === '2') moved = true;
      sent.push(...(isRefused ? stream.nack(response, 'no idea') : stream.ack(response)));
    }
    t.true(moved);
    t.true(
      sent.some(
        ({ type, removed, resources }) => type === 'cluster' && (removed.includes('old') || !('old' in resources)),
      ),
    );
  });

  test(`${protocol}: a change that is not among those tried goes before the search has ended`, (t) => {
    const stream = testStream(protocol);
    stream.put(scope('other'));
    stream.settle(stream.subscribe('scopedRoute'));
    const broken = Array.from({ length: 64 }, (_, index) => scope(`bad${index}`, 'broken'));
    let sent = stream.change(stream.put(...broken));
    const answer = (response: Decoded): Decoded[] =>
      Object.values(response.resources).includes('broken') ? stream.nack(response, 'no idea') : stream.ack(response);
    for (let round = 2; round < 8; round++) {
      sent = [...answer(sent[0]!), ...stream.change(stream.put(scope('other', String(round))))];
      for (let tries = 0; sent[0]?.resources['other'] !== String(round); tries++) {
        t.true(tries < 2, 'one try at most comes before it');
        sent = answer(sent[0]!);
      }
      sent = stream.ack(sent[0]);
    }
    const bad = Object.fromEntries(broken.map(({ name }) => [name, 'broken']));
    play(stream, sent, bad, false);
    t.is(stream.events.flatMap((event) => (event.kind === 'nack' ? event.refused : [])).length, 64);
  });

  test(`${protocol}: a host or part that one client alone refuses has a stand-in there, and no other version`, (t) => {
    const stream = testStream(protocol);
    const part = { ...scope('s /a', 'broken'), requires: [] };
    stream.put({ ...scope('s'), requires: ['scopedRoute/s /a'] }, part);
    // Another has accepted it.
    stream.store.confirm(stream.store.get('scopedRoute', 's /a')!);
    const [first] = stream.subscribe('scopedRoute');
    const [again, ...none] = stream.nack(first!, 's /a: broken');
    t.deepEqual([again?.resources, none], [{ 's /a': '' }, []]);
    const [host] = stream.ack(again!);
    t.is(host?.resources['s'], '1');
    t.deepEqual(stream.ack(host!), []);
    t.is(stream.change(stream.put(scope('s /a', '2')))[0]?.resources['s /a'], '2');
  });

  test(`${protocol}: a client that refuses every scope, and what stands in for it, is left alone in the end`, (t) => {
    const stream = testStream(protocol);
    stream.put(...Array.from({ length: 33 }, (_, index) => scope(`s${index}`)));
    const all = [...stream.subscribe('scopedRoute')];
    for (const response of all) all.push(...(all.length < 500 ? stream.nack(response, 'no') : []));
    t.true(all.length < 200, `${all.length} responses`);
  });

  test(`${protocol}: a client that refuses everything is left alone in the end`, (t) => {
    const stream = testStream(protocol);
    stream.put(...Array.from({ length: 33 }, (_, index) => cluster(`c${index}`, '1', null)));
    const all = [...stream.subscribe('cluster')];
    for (const response of all) all.push(...stream.nack(response, 'no'));
    t.true(all.length < 100);
    t.is(stream.events.flatMap((event) => (event.kind === 'nack' ? event.refused : [])).length, 33);
  });

  test(`${protocol}: a scope keeps its old cluster while the new one is refused`, (t) => {
    const stream = testStream(protocol);
    stream.put(cluster('old', '1', null), scope('s', '1', ['old']), scope('other'));
    stream.settle(stream.subscribe('cluster'));
    stream.settle(stream.subscribe('scopedRoute'));
    const changes = [
      ...stream.remove('cluster/old'),
      ...stream.put(cluster('new', 'broken', null), scope('s', '2', ['new']), scope('other', '2')),
    ];
    const bad = { new: 'broken' };
    const all = play(stream, stream.change(changes), bad, true);
    t.true(all.some(({ type, resources }) => type === 'scopedRoute' && resources['other'] === '2'));
    for (let round = 0; round < 3; round++) {
      const sent = play(stream, stream.advance(ackTimeoutMs), bad, true);
      t.deepEqual(sent, [], 'neither the scope nor the removal of its old cluster goes');
    }
    const fixed = play(stream, stream.change(stream.put(cluster('new', '2', null))), {}, true);
    t.deepEqual(
      fixed.map(({ type }) => type),
      ['cluster', 'scopedRoute', 'cluster'],
    );
  });

  test(`${protocol}: a scope in place of a stand-in waits for no cluster that is refused: its other routes work`, (t) => {
    const stream = testStream(protocol);
    stream.put(cluster('a', '1', null), scope('s', 'broken', ['a']));
    stream.settle(stream.subscribe('cluster'));
    const [first] = stream.subscribe('scopedRoute');
    stream.settle(stream.nack(first!, 's: broken'));
    stream.put(cluster('new', 'broken', null));
    stream.store.refuse('cluster', 'new', 'broken', 'no');
    t.deepEqual(stream.change(stream.put(scope('s', '2', ['new', 'a'])))[0]?.resources, { s: '2' });
  });

  test(`${protocol}: a new scope whose cluster is refused goes after a while: its other routes work`, (t) => {
    const stream = testStream(protocol);
    stream.put(cluster('a', '1', null));
    stream.settle(stream.subscribe('cluster'));
    stream.settle(stream.subscribe('scopedRoute'));
    const bad = { new: 'broken' };
    play(stream, stream.change(stream.put(cluster('new', 'broken', null), scope('s', '1', ['new', 'a']))), bad, true);
    t.deepEqual(stream.advance(ackTimeoutMs)[0]?.resources, { s: '1' });
  });
}

test('delta: a refused removal is not repeated for ever', (t) => {
  const stream = testStream('delta');
  stream.put(resource('listener', 'a'));
  stream.settle(stream.subscribe('listener'));
  const [removal] = stream.change(stream.remove('listener/a'));
  t.deepEqual(stream.nack(removal!, 'will not'), []);
});

test('delta: subscribing again to a refused resource brings its last accepted version', (t) => {
  const stream = testStream('delta');
  stream.put(resource('endpoint', 'a'));
  stream.settle(stream.subscribe('endpoint', ['a']));
  const [change] = stream.change(stream.put(resource('endpoint', 'a', 'broken')));
  stream.nack(change!, 'no');
  t.deepEqual(stream.subscribe('endpoint', ['a'])[0]?.resources, { a: '1' });
});

test('delta: a NACK reports the refused version and the message', (t) => {
  const stream = testStream('delta');
  stream.put(resource('listener', 'a', 'v7'));
  const [first] = stream.subscribe('listener');
  stream.nack(first!, 'bad filter');
  t.like(stream.events.at(-1), {
    kind: 'nack',
    type: 'listener',
    message: 'bad filter',
    refused: [{ name: 'a', version: 'v7' }],
  });
  const [described] = stream.stream.describe(stream.nowMs).types;
  t.deepEqual(described?.refused, [{ name: 'a', version: 'v7', message: 'bad filter' }]);
});

test('a client that comes back gets its other scopes at once, though one waits for a cluster that it refuses', (t) => {
  const stream = testStream('delta');
  stream.put(cluster('a'), cluster('bad', 'bad'), scope('s', '1', ['a']), scope('u', '2', ['bad']));
  const first = stream.subscribe('cluster', ['*'], { initialVersions: versions({ a: '1' }) });
  stream.subscribe('scopedRoute', ['*'], { initialVersions: versions({ s: '1', u: '1' }) });
  play(stream, first, { bad: 'bad' }, true);
  const sent = stream.change(stream.put(scope('s', '2', ['a'])));
  t.deepEqual(
    sent.map(({ type, resources }) => [type, resources]),
    [['scopedRoute', { s: '2' }]],
  );
});

test('a scope of unknown content that waits for a refused cluster keeps all clusters that it may need', (t) => {
  const stream = testStream('delta');
  stream.put(cluster('bad', 'bad'), scope('u', '2', ['bad']));
  const first = stream.subscribe('cluster', ['*'], { initialVersions: versions({ old: '1' }) });
  stream.subscribe('scopedRoute', ['*'], { initialVersions: versions({ u: '1' }) });
  play(stream, first, { bad: 'bad' }, true);
  const sent = [1, 2, 3, 4].flatMap(() => stream.advance(ackTimeoutMs));
  t.deepEqual(
    sent.flatMap(({ removed }) => removed),
    [],
  );
  // The scope can come, and says what it needs.
  const freed = stream.change(stream.put(cluster('bad', 'good')));
  const rest = stream.settle(freed);
  t.deepEqual(
    rest.flatMap(({ removed }) => removed),
    ['old'],
  );
});

test('a listener of unknown content whose newer version is refused keeps all clusters that it may need', (t) => {
  const stream = testStream('delta');
  stream.put(resource('listener', 'tcp', 'bad'));
  const first = [
    ...stream.subscribe('cluster', ['*'], { initialVersions: versions({ old: '1' }) }),
    ...stream.subscribe('listener', ['*'], { initialVersions: versions({ tcp: '1' }) }),
  ];
  play(stream, first, { tcp: 'bad' }, true);
  const sent = [1, 2, 3, 4].flatMap(() => stream.advance(ackTimeoutMs));
  t.deepEqual(
    sent.flatMap(({ removed }) => removed),
    [],
  );
  const rest = stream.settle(stream.change(stream.put(resource('listener', 'tcp', 'good'))));
  t.deepEqual(
    rest.flatMap(({ removed }) => removed),
    ['old'],
  );
});

test('a resource of unknown content that was left out before its client came keeps all clusters that it may need', (t) => {
  for (const type of ['listener', 'scopedRoute'] as const) {
    const stream = testStream('delta');
    stream.put({ ...resource(type, 'u', 'bad'), problem: 'breaks a rule' });
    stream.settle(stream.subscribe('cluster', ['*'], { initialVersions: versions({ old: '1' }) }));
    stream.settle(stream.subscribe(type, ['*'], { initialVersions: versions({ u: '1' }) }));
    const sent = [1, 2, 3, 4].flatMap(() => stream.advance(ackTimeoutMs));
    t.deepEqual(
      sent.flatMap(({ removed }) => removed),
      [],
    );
  }
});

test('a client that comes back may remember scopes that it refused: what it lacks comes to it in other bytes', (t) => {
  const stream = testStream('delta');
  stream.put(cluster('a'), scope('s'), scope('u'));
  stream.settle(stream.subscribe('cluster', ['*'], { initialVersions: versions({ a: '1' }) }));
  const [response] = stream.subscribe('scopedRoute', ['*'], { initialVersions: versions({ s: '1' }) });
  t.deepEqual(response?.resources, { u: '1' });
  t.true(response!.bytes['u']!.length > scope('u').bytes.length);
  stream.ack(response!);
  const [next] = stream.change(stream.put(scope('u', '2')));
  t.deepEqual(next?.bytes['u'], new Uint8Array(scope('u', '2').bytes));
});
