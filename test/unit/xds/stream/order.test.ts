// Make before break on one stream: what waits for what, and for how long.
import test from 'ava';
import { streamTypes } from '../../../../src/xds/stream/types.ts';
import { wireName } from '../../../../src/xds/stream/wire-names.ts';
import { ackTimeoutMs, cluster, decodeResponse, listenerAt, resource, scope, testStream, versions } from './harness.ts';
import type { Decoded, TestStream } from './harness.ts';

for (const protocol of ['delta', 'sotw'] as const) {
  /** A client with cluster `old`, its endpoints and a scope that uses it. */
  function settled(): TestStream {
    const stream = testStream(protocol);
    stream.put(cluster('old'), resource('endpoint', 'old'), scope('s', '1', ['old']), resource('listener', 'l'));
    const clusters = stream.subscribe('cluster');
    stream.settle([...stream.subscribe('endpoint', ['old']), ...clusters]);
    stream.settle(stream.subscribe('listener'));
    stream.settle(stream.subscribe('scopedRoute'));
    return stream;
  }

  const typesOf = (responses: readonly { readonly type: string }[]) => responses.map(({ type }) => type);

  test(`${protocol}: a scope waits for the ACK of its new cluster`, (t) => {
    const stream = settled();
    const sent = stream.change(stream.put(scope('s', '2', ['new']), cluster('new', '1', null)));
    t.deepEqual(typesOf(sent), ['cluster']);
    t.deepEqual(
      stream.ack(sent[0]!).map(({ resources }) => resources),
      [{ s: '2' }],
    );
  });

  test(`${protocol}: parts come before the scope that leads to them, and go after it`, (t) => {
    const stream = settled();
    const leading = { ...scope('s', '2'), requires: ['scopedRoute/s /a', 'scopedRoute/s *2'] };
    const parts = [scope('s /a', '1', ['old']), scope('s *2', '1')];
    const [first, ...none] = stream.change(stream.put(leading, ...parts));
    const before = protocol === 'sotw' ? { s: '1' } : {};
    t.deepEqual([first?.resources, none], [{ ...before, 's /a': '1', 's *2': '1' }, []]);
    const [second] = stream.ack(first!);
    t.is(second?.resources['s'], '2');
    t.deepEqual(stream.ack(second!), []);

    const changes = [...stream.remove('scopedRoute/s /a', 'scopedRoute/s *2'), ...stream.put(scope('s', '3', ['old']))];
    const [whole, ...none2] = stream.change(changes);
    t.deepEqual([whole?.resources['s'], whole?.removed, none2], ['3', [], []]);
    const [removal] = stream.ack(whole!);
    if (protocol === 'delta') t.deepEqual([...removal!.removed].sort(), ['s *2', 's /a']);
    else t.deepEqual(removal?.resources, { s: '3' });
  });

  test(`${protocol}: a part goes at once, also if its host has lost it while the client was still taking the host in`, (t) => {
    const stream = settled();
    // The host's own bytes don't name its parts.
    const leading = (...parts: readonly string[]) => ({ ...scope('s', '2'), requires: parts });
    stream.settle(stream.change(stream.put(scope('s /a'), scope('s /b'))));
    const [host] = stream.change(stream.put(leading('scopedRoute/s /a', 'scopedRoute/s /b')));
    t.is(host?.resources['s'], '2');
    const changes = [...stream.put(leading('scopedRoute/s /a')), ...stream.remove('scopedRoute/s /b')];
    t.deepEqual(stream.change(changes), []);
    const [removal] = stream.ack(host!);
    if (protocol === 'delta') t.deepEqual(removal?.removed, ['s /b']);
    else t.deepEqual(removal?.resources, { s: '2', 's /a': '1' });
  });

  test(`${protocol}: a scope waits for a part that is on its way out`, (t) => {
    const stream = settled();
    const leading = { ...scope('s', '2'), requires: ['scopedRoute/s /a'] };
    stream.settle(stream.change(stream.put(scope('s /a'))));
    // The compiler's batches are cut anywhere: the new version of the part follows.
    const [removal, ...none] = stream.change([...stream.remove('scopedRoute/s /a'), ...stream.put(leading)]);
    t.deepEqual([removal?.resources['s'], none], [protocol === 'sotw' ? '1' : undefined, []]);
    t.deepEqual(stream.ack(removal!), []);
    const [part] = stream.change(stream.put(scope('s /a', '2')));
    t.is(part?.resources['s /a'], '2');
    t.is(stream.ack(part!)[0]?.resources['s'], '2');
  });

  for (const namesPerTurn of [1, 1000])
    test(`${protocol}: the first response has a scope with its parts, ${namesPerTurn} a turn`, (t) => {
      const stream = testStream(protocol, null, undefined, namesPerTurn);
      const leading = { ...scope('s'), requires: ['scopedRoute/s /a', 'scopedRoute/s *2'] };
      stream.put(leading, scope('s /a'), scope('s *2'));
      const [first, ...none] = stream.subscribe('scopedRoute');
      t.deepEqual([first?.resources, none], [{ 's /a': '1', 's *2': '1', s: '1' }, []]);
    });

  for (const what of ['changes', 'goes'] as const)
    test(`${protocol}: the first response has an end, also if a part that is in it already ${what}`, (t) => {
      for (let polls = 0; polls < 12; polls++) {
        const made = testStream(protocol, null, undefined, 1);
        const { stream } = made;
        made.put({ ...scope('s'), requires: ['scopedRoute/s /a', 'scopedRoute/s *2'] }, scope('s /a'), scope('s *2'));
        made.request({ type: 'scopedRoute', ...(protocol === 'delta' && { subscribe: ['*'] }) });
        for (let left = polls; left > 0; left--) if (stream.poll(made.nowMs).kind === 'response') break;
        stream.notify(what === 'goes' ? made.remove('scopedRoute/s /a') : made.put(scope('s /a', '2')));
        let left = 50;
        for (
          let polled = stream.poll(made.nowMs);
          polled.kind !== 'idle' && left > 0;
          polled = stream.poll(made.nowMs)
        ) {
          left--;
          if (polled.kind === 'more') continue;
          const { resources } = decodeResponse(protocol, polled.response.bytes);
          t.true(!('s' in resources) || 's /a' in resources);
        }
        t.true(left > 0, `after ${polls} polls`);
      }
    });

  test(`${protocol}: a part that has waited long enough for its cluster is not taken away before its host has changed`, (t) => {
    const stream = settled();
    stream.settle(stream.change(stream.put(scope('s /a', '1', ['old']), scope('s *2'))));
    const leading = { ...scope('s', '2'), requires: ['scopedRoute/s /a', 'scopedRoute/s *2'] };
    stream.settle(stream.change(stream.put(leading)));
    stream.change(stream.put(cluster('new', '1', null), scope('s /a', '2', ['new'])));
    stream.advance(ackTimeoutMs - 1000);
    // Not answered yet: what is ready has to wait.
    const [other] = stream.change(stream.put(scope('other')));
    stream.advance(1000);
    stream.change([...stream.remove('scopedRoute/s /a'), ...stream.put(scope('s', '3', ['old']))]);
    const [host] = stream.ack(other!);
    t.is(host?.resources['s'], '3');
    if (protocol === 'delta') t.deepEqual(host?.removed, []);
    else t.is(host?.resources['s /a'], '1');
    const [removal] = stream.ack(host!);
    if (protocol === 'delta') t.deepEqual(removal?.removed, ['s /a']);
    else t.false('s /a' in removal!.resources);
  });

  test(`${protocol}: a scope waits for its cluster also if its stand-in was about to go`, (t) => {
    const made = testStream(protocol, null, undefined, 1);
    const { stream } = made;
    made.put(cluster('old', '1', null), scope('s', 'broken', ['old']), scope('a'), scope('b'), scope('c'));
    made.settle(made.subscribe('cluster'));
    const [first] = made.subscribe('scopedRoute');
    const message = `${wireName('scopedRoute', 's')}: broken`;
    made.request({ type: 'scopedRoute', nonce: first!.nonce, error: { code: 13, message } });
    // The stand-in is ready, and the others are looked at in turns of their own.
    t.is(stream.poll(made.nowMs).kind, 'more');
    stream.notify(made.put(cluster('new', '1', null), scope('s', '2', ['new'])));
    const sent = made.drain();
    const isNew = ({ resources }: Decoded): boolean => resources['s'] === '2';
    t.deepEqual(sent.filter(isNew), []);
    t.true(made.settle(sent).some(isNew));
  });

  test(`${protocol}: a scope that needs nothing new goes at once`, (t) => {
    const stream = settled();
    t.deepEqual(stream.change(stream.put(scope('s', '2', ['old'])))[0]?.resources, { s: '2' });
  });

  test(`${protocol}: endpoints go the moment they are asked for, before the ACK of their cluster`, (t) => {
    const stream = settled();
    t.deepEqual(typesOf(stream.change(stream.put(cluster('new'), resource('endpoint', 'new')))), ['cluster']);
    t.deepEqual(
      stream.subscribe('endpoint', ['old', 'new'], { nonce: lastNonce(stream, 'endpoint') }).at(-1)?.resources,
      {
        ...(protocol === 'delta' && { old: '1' }),
        new: '1',
      },
    );
  });

  test(`${protocol}: a changed cluster brings its endpoints again, since it warms until they come`, (t) => {
    const stream = settled();
    const sent = stream.change(stream.put(cluster('old', '2')));
    t.deepEqual(typesOf(sent), ['cluster', 'endpoint']);
    t.deepEqual(sent[1]?.resources, { old: '1' });
  });

  test(`${protocol}: a new cluster with known endpoints brings them again`, (t) => {
    const stream = settled();
    const sent = stream.change(stream.put(cluster('other', '1', 'old')));
    t.deepEqual(typesOf(sent), ['cluster', 'endpoint']);
  });

  test(`${protocol}: a cluster goes only after the scope that used it has changed`, (t) => {
    const stream = settled();
    t.deepEqual(stream.change(stream.remove('cluster/old')), []);
    const [scopes, ...more] = stream.change(stream.put(scope('s', '2')));
    t.deepEqual(more, []);
    const [removal] = stream.ack(scopes!);
    t.is(removal?.type, 'cluster');
    t.deepEqual([removal?.removed, removal?.resources], [protocol === 'delta' ? ['old'] : [], {}]);
  });

  test(`${protocol}: switching a scope to another cluster: cluster, scope, removal, each after the ACK before`, (t) => {
    const stream = settled();
    const changes = [
      ...stream.remove('cluster/old'),
      ...stream.put(scope('s', '2', ['new']), cluster('new', '1', null)),
    ];
    const [clusters, ...none] = stream.change(changes);
    t.deepEqual(none, []);
    t.deepEqual(Object.keys(clusters!.resources).sort(), protocol === 'delta' ? ['new'] : ['new', 'old']);
    const [scopes, ...none2] = stream.ack(clusters!);
    t.deepEqual([scopes?.resources, none2], [{ s: '2' }, []]);
    const [removal] = stream.ack(scopes!);
    t.is(removal?.type, 'cluster');
    t.deepEqual(Object.keys(removal!.resources), protocol === 'delta' ? [] : ['new']);
  });

  test(`${protocol}: a client that doesn't answer holds up its own scope, for a while`, (t) => {
    const stream = settled();
    stream.change(stream.put(scope('s', '2', ['new']), cluster('new', '1', null)));
    t.deepEqual(stream.advance(ackTimeoutMs - 1), []);
    t.deepEqual(
      stream.advance(1).map(({ resources }) => resources),
      [{ s: '2' }],
    );
    t.is(stream.events.filter(({ kind }) => kind === 'overdue').length, 1);
  });

  test(`${protocol}: a removal that is held up goes after a while`, (t) => {
    const stream = settled();
    stream.change(stream.remove('cluster/old'));
    const [removal] = stream.advance(ackTimeoutMs);
    t.deepEqual([removal?.type, removal?.resources], ['cluster', {}]);
  });

  test(`${protocol}: a cluster stays as long as the removal of its scope is held up`, (t) => {
    const stream = settled();
    const goes = (type: string, name: string) => (each: Decoded) =>
      each.type === type && (each.removed.includes(name) || (protocol === 'sotw' && !(name in each.resources)));
    stream.change([...stream.put(cluster('stuck'), scope('s', '2', ['stuck'])), ...stream.remove('cluster/old')]);
    stream.advance(ackTimeoutMs / 2);
    // The scope must wait for the listener, which waits for the cluster.
    const changed = resource('listener', 'l', '2', ['stuck']);
    t.deepEqual(stream.change([...stream.put(changed), ...stream.remove('scopedRoute/s')]), []);
    t.false(stream.advance(ackTimeoutMs / 2 + 1).some(goes('cluster', 'old')));
    const rest = stream.settle(stream.advance(ackTimeoutMs / 2));
    const [scopeAt, clusterAt] = [rest.findIndex(goes('scopedRoute', 's')), rest.findIndex(goes('cluster', 'old'))];
    t.true(scopeAt >= 0 && clusterAt > scopeAt, `${scopeAt} ${clusterAt}`);
  });

  test(`${protocol}: a cluster stays while the removal of its scope waits for the answer to a response before`, (t) => {
    const stream = settled();
    const changes = [...stream.put(resource('listener', 'l', '2')), ...stream.remove('scopedRoute/s')];
    t.deepEqual(typesOf(stream.change(changes)), ['listener']);
    stream.advance(1);
    t.deepEqual(stream.change(stream.remove('cluster/old')), []);
    stream.advance(ackTimeoutMs - 2);
    const [other] = stream.change(stream.put(scope('other')));
    t.is(other?.type, 'scopedRoute');
    // The wait of one ends, then that of the other.
    t.deepEqual([...stream.advance(1), ...stream.advance(1)], []);
    const [scopes, ...none] = stream.ack(other!);
    t.deepEqual([scopes?.type, none], ['scopedRoute', []]);
    t.deepEqual(typesOf(stream.ack(scopes!)), ['cluster']);
  });

  test(`${protocol}: a cluster stays as long as the new version of its scope waits`, (t) => {
    const stream = settled();
    stream.change([...stream.put(cluster('slow')), ...stream.remove('cluster/old')]);
    stream.advance(ackTimeoutMs / 2);
    t.deepEqual(stream.change(stream.put(scope('s', '2', ['slow']))), []);
    // The wait of the removal ends, then that of the scope.
    t.deepEqual(stream.advance(ackTimeoutMs / 2 + 1), []);
    const [scopes, ...none] = stream.advance(ackTimeoutMs / 2);
    t.deepEqual([scopes?.resources, none], [{ s: '2' }, []]);
    t.deepEqual(typesOf(stream.ack(scopes!)), ['cluster']);
  });

  test(`${protocol}: a route that is gone keeps its clusters as long as the client asks for it`, (t) => {
    const stream = testStream(protocol);
    stream.put(cluster('a', '1', null), resource('listener', 'l'), resource('route', 'r', '1', ['a']));
    for (const type of ['cluster', 'listener'] as const) stream.settle(stream.subscribe(type));
    stream.settle(stream.subscribe('route', ['r']));
    // A listener that the client refuses, say, still needs it.
    t.deepEqual(stream.change([...stream.remove('route/r'), ...stream.remove('cluster/a')]), []);
    t.deepEqual([...stream.advance(ackTimeoutMs), ...stream.advance(ackTimeoutMs)], []);
    const nonce = lastNonce(stream, 'route');
    stream.request({ type: 'route', ...(protocol === 'delta' ? { unsubscribe: ['r'] } : { names: ['other'], nonce }) });
    t.deepEqual(typesOf(stream.drain()), ['cluster']);
  });

  test(`${protocol}: the first scopes wait for the first ACK of clusters`, (t) => {
    const stream = testStream(protocol);
    stream.put(cluster('a', '1', null), scope('s'));
    const [clusters] = stream.subscribe('cluster');
    t.deepEqual(stream.subscribe('scopedRoute'), []);
    t.deepEqual(stream.ack(clusters!)[0]?.resources, { s: '1' });
  });

  test(`${protocol}: the first scopes wait for that ACK no longer than the limit`, (t) => {
    const stream = testStream(protocol);
    stream.put(cluster('a', '1', null), scope('s'));
    stream.subscribe('cluster');
    stream.subscribe('scopedRoute');
    t.deepEqual(stream.advance(ackTimeoutMs)[0]?.resources, { s: '1' });
  });

  test(`${protocol}: the first response of a wildcard is whole, however long one of its resources waits`, (t) => {
    const stream = settled();
    const fresh = testStream(protocol);
    fresh.put(cluster('a', '1', null), scope('s'), scope('needs-b', '1', ['b']));
    fresh.settle(fresh.subscribe('cluster'));
    t.deepEqual(fresh.subscribe('scopedRoute'), []);
    const [clusters] = fresh.change(fresh.put(cluster('b', '1', null)));
    t.deepEqual(fresh.ack(clusters!)[0]?.resources, { s: '1', 'needs-b': '1' });
    t.pass(String(stream.nowMs));
  });

  test(`${protocol}: a client that names its clusters gets routes first, as it learns the names from them`, (t) => {
    const stream = testStream(protocol);
    stream.put(cluster('a', '1', null), resource('route', 'r', '1', ['a']));
    t.deepEqual(stream.settle(stream.subscribe('route', ['r']))[0]?.resources, { r: '1' });
    t.deepEqual(stream.subscribe('cluster', ['a'])[0]?.resources, { a: '1' });
  });

  test(`${protocol}: scopes go before listeners, their removals after the listener's ACK`, (t) => {
    const stream = settled();
    const changes = [...stream.put(resource('listener', 'l', '2'), scope('moved')), ...stream.remove('scopedRoute/s')];
    const sent = stream.change(changes);
    t.deepEqual(typesOf(sent), ['scopedRoute', 'listener']);
    t.deepEqual(sent[0]?.removed, []);
    t.deepEqual(stream.ack(sent[0]!), []);
    const [removal] = stream.ack(sent[1]!);
    t.deepEqual([removal?.type, removal?.resources], ['scopedRoute', protocol === 'delta' ? {} : { moved: '1' }]);
  });

  test(`${protocol}: a scope is removed at once when a listener that changed turns out to be as before`, (t) => {
    const stream = settled();
    const changes = [
      ...stream.put(resource('listener', 'l', '2')),
      ...stream.put(resource('listener', 'l', '1')),
      ...stream.put(scope('other')),
      ...stream.remove('scopedRoute/s'),
    ];
    const [sent, ...more] = stream.change(changes);
    t.is(sent?.type, 'scopedRoute');
    t.deepEqual(sent?.resources, { other: '1' });
    // The removal may come in the same response or, as here, right behind it; in no case only after the wait.
    const removed = [sent, ...more, ...(more.length === 0 ? stream.ack(sent!) : [])];
    if (protocol === 'delta') t.true(removed.some((response) => response?.removed.includes('s')));
    else t.false(Object.keys(removed.at(-1)!.resources).includes('s'));
  });

  test(`${protocol}: one response of scopes at a time; changes gather meanwhile`, (t) => {
    const stream = settled();
    const [first] = stream.change(stream.put(scope('s', '2')));
    t.deepEqual(stream.change(stream.put(scope('s', '3'))), []);
    t.deepEqual(stream.change(stream.put(scope('s', '4'))), []);
    t.deepEqual(stream.ack(first!)[0]?.resources, { s: '4' });
  });

  test(`${protocol}: endpoints don't wait for each other's ACK`, (t) => {
    const stream = settled();
    for (const version of ['2', '3', '4']) {
      t.deepEqual(stream.change(stream.put(resource('endpoint', 'old', version)))[0]?.resources, { old: version });
    }
  });

  test(`${protocol}: a client that never answers goes on getting changes, one per limit`, (t) => {
    const stream = settled();
    for (let version = 2; version < 60; version++) {
      stream.change(stream.put(scope('s', String(version))));
      const sent = version === 2 ? [] : stream.advance(ackTimeoutMs);
      if (version > 2) t.deepEqual(sent.at(-1)?.resources, { s: String(version) });
    }
    t.true(stream.stream.describe(stream.nowMs).types.every(({ unanswered }) => unanswered < 20));
  });
}

function lastNonce(stream: TestStream, type: string): string {
  return [...stream.openNonces.values()].findLast((response) => response.type === type)?.nonce ?? '';
}

test('delta: a client that comes back keeps parts until it has the host in one piece', (t) => {
  const host = 'l||*.example.com';
  for (const leading of [host, 'l||*']) {
    const stream = testStream('delta');
    stream.put(scope(leading, '2'), scope('l||other'));
    const kept = { [leading]: '1', [`${host} /a`]: '1', [`${host} *2`]: '1', 'l||other': '1', 'l||gone': '1' };
    const [first] = stream.subscribe('scopedRoute', ['*'], { initialVersions: versions(kept) });
    t.deepEqual([first?.resources, first?.removed], [{ [leading]: '2' }, ['l||gone']]);
    const [second] = stream.ack(first!);
    t.deepEqual([second?.resources, [...second!.removed].sort()], [{}, [`${host} *2`, `${host} /a`]]);
  }
});

test('delta: a client that comes back and has its clusters gets its scopes at once', (t) => {
  const stream = testStream('delta');
  stream.put(cluster('a', '1', null), scope('s', '2', ['a']));
  t.deepEqual(stream.subscribe('cluster', ['*'], { initialVersions: versions({ a: '1' }) }), []);
  t.deepEqual(stream.subscribe('scopedRoute', ['*'], { initialVersions: versions({ s: '1' }) })[0]?.resources, {
    s: '2',
  });
});

test('delta: endpoints of a cluster sent to a client that comes back are sent again with it', (t) => {
  const stream = testStream('delta');
  stream.put(cluster('a', '2'), resource('endpoint', 'a'));
  stream.subscribe('cluster', ['*'], { initialVersions: versions({ a: '1' }) });
  t.deepEqual(stream.subscribe('endpoint', ['a'], { initialVersions: versions({ a: '1' }) })[0]?.resources, { a: '1' });
});

test('delta: the removal of endpoints waits until their cluster is gone, and needs no telling after that', (t) => {
  const stream = testStream('delta');
  stream.put(cluster('a'), resource('endpoint', 'a'), scope('s', '1', ['a']));
  const [clusters] = stream.subscribe('cluster', ['*']);
  stream.settle(stream.subscribe('endpoint', ['a']));
  stream.settle([clusters!]);
  stream.settle(stream.subscribe('scopedRoute', ['*']));
  t.deepEqual(stream.change([...stream.remove('cluster/a'), ...stream.remove('endpoint/a')]), []);
  const [scopes] = stream.change(stream.put(scope('s', '2')));
  const [removal] = stream.ack(scopes!);
  t.deepEqual([removal?.type, removal?.removed], ['cluster', ['a']]);
  stream.request({ type: 'endpoint', unsubscribe: ['a'] });
  t.deepEqual(stream.ack(removal!), []);
});

test('delta: on the service of one type cluster removals are told after a while', (t) => {
  const stream = testStream('delta', 'cluster');
  stream.put(cluster('a', '1', null));
  stream.settle(stream.subscribe('cluster', ['*']));
  t.deepEqual(stream.change(stream.remove('cluster/a')), []);
  t.deepEqual(stream.advance(ackTimeoutMs)[0]?.removed, ['a']);
});

test('delta: a removed secret is told after a while, unless the client is done with it before', (t) => {
  const stream = testStream('delta');
  stream.put(resource('secret', 'a'), resource('secret', 'b'));
  stream.settle(stream.subscribe('secret', ['a', 'b']));
  stream.change(stream.remove('secret/a', 'secret/b'));
  stream.request({ type: 'secret', unsubscribe: ['a'] });
  t.deepEqual(stream.advance(ackTimeoutMs)[0]?.removed, ['b']);
});

for (const content of ['1', '2'])
  test(`delta: scopes that an Envoy has under names of an earlier version go when theirs come, listener ${content}`, (t) => {
    const stream = testStream('delta');
    const name = 'ingress_http||a.test';
    stream.put(cluster('new', '1', null), scope(name, '2', ['new']), resource('listener', 'l', content));
    stream.request({ type: 'cluster', subscribe: ['*'], initialVersions: versions({ old: '1' }) });
    stream.request({ type: 'listener', subscribe: ['*'], initialVersions: versions({ l: '1' }) });
    // As an Envoy says it, and not by our names.
    const { typeUrl } = streamTypes.scopedRoute;
    const kept = { subscribe: ['*'], unsubscribe: [], initialVersions: versions({ [name]: '1' }) };
    stream.stream.takeDelta({ node: null, typeUrl, nonce: '', error: null, ...kept }, stream.nowMs);
    const first = stream.drain();
    t.false(
      first.some(({ type }) => type === 'scopedRoute'),
      'it waits for its cluster, with what it has',
    );
    const scopes = stream.settle(first).filter(({ type }) => type === 'scopedRoute');
    t.deepEqual(
      scopes.map(({ resources, removed }) => [resources, removed]),
      [[{ [name]: '2' }, [name]]],
    );
  });

test('a new listener waits until one that the client kept from an earlier stream has left, wherever that was', (t) => {
  const stream = testStream('delta');
  stream.put(listenerAt('old', 2), listenerAt('new', 1));
  const [first, ...none] = stream.subscribe('listener', ['*'], { initialVersions: versions({ old: '1@1' }) });
  t.deepEqual([first?.resources, none], [{ old: '1@2' }, []]);
  t.deepEqual(
    stream.ack(first!).map(({ resources }) => resources),
    [{ new: '1@1' }],
  );
});
