// Rules of the xDS protocol over real gRPC streams: subscriptions, reconnects, answers, services.
import test from 'ava';
import type { ExecutionContext } from 'ava';
import type { ResourceType } from '../../src/messages/resources.ts';
import { streamTypes } from '../../src/xds/stream/types.ts';
import { connectAds } from '../support/ads-client.ts';
import type { AdsClientOptions } from '../support/ads-client.ts';
import { cluster, resource, scope } from '../unit/xds/stream/harness.ts';
import { startStreamer } from './streamer-rig.ts';
import type { RigOptions } from './streamer-rig.ts';

async function start(t: ExecutionContext, options?: RigOptions) {
  const rig = await startStreamer(options);
  t.teardown(() => rig.stop());
  const connect = (protocol: 'delta' | 'sotw', more: Partial<AdsClientOptions> = {}) => {
    const client = connectAds({ target: rig.target, protocol, ...more });
    t.teardown(() => client.close());
    return client;
  };
  return { rig, connect };
}

const names = (response: { readonly resources: ReadonlyMap<string, unknown> }) => [...response.resources.keys()].sort();

test('nothing is served before every input has delivered its full state', async (t) => {
  const { rig, connect } = await start(t, { synced: false });
  rig.put(cluster('a', '1', null));
  const delta = connect('delta');
  const sotw = connect('sotw');
  delta.subscribe('cluster');
  sotw.subscribe('cluster');
  // Both requests have been taken once both clients are known.
  while (rig.clients().flatMap(({ types }) => types).length < 2) await new Promise(setImmediate);
  t.false(rig.actor.query?.('ready', undefined));
  t.is(delta.responses.length + sotw.responses.length, 0);
  rig.put(cluster('b', '1', null));
  rig.sync();
  t.deepEqual(names(await delta.next('cluster')), ['a', 'b']);
  t.deepEqual(names(await sotw.next('cluster')), ['a', 'b']);
  t.true(rig.actor.query?.('ready', undefined));
});

for (const protocol of ['delta', 'sotw'] as const) {
  for (const explicit of [true, false]) {
    test(`${protocol}: ${explicit ? 'explicit' : 'legacy'} wildcard`, async (t) => {
      const { rig, connect } = await start(t);
      rig.put(cluster('a', '1', null), cluster('b', '1', null));
      const client = connect(protocol);
      client.subscribe('cluster', explicit ? ['*'] : []);
      t.deepEqual(names(await client.next('cluster')), ['a', 'b']);
      rig.put(cluster('c', '1', null));
      t.deepEqual(names(await client.next('cluster')), protocol === 'delta' ? ['c'] : ['a', 'b', 'c']);
    });
  }

  test(`${protocol}: named subscription, growing and shrinking`, async (t) => {
    const { rig, connect } = await start(t);
    rig.put(resource('endpoint', 'a'), resource('endpoint', 'b'));
    const client = connect(protocol);
    client.subscribe('endpoint', ['a']);
    t.deepEqual(names(await client.next('endpoint')), ['a']);
    client.subscribe('endpoint', ['b']);
    t.deepEqual(names(await client.next('endpoint')), ['b']);
    client.unsubscribe('endpoint', ['a']);
    client.subscribe('secret', ['after']);
    rig.put(resource('secret', 'after'));
    await client.next('secret');
    rig.put(resource('endpoint', 'a', '2'));
    rig.put(resource('endpoint', 'b', '2'));
    t.deepEqual(names(await client.next('endpoint')), ['b']);
  });

  test(`${protocol}: a change is sent, an equal resource is not`, async (t) => {
    const { rig, connect } = await start(t);
    rig.put(resource('listener', 'l'), resource('secret', 's'));
    const client = connect(protocol);
    client.subscribe('listener');
    client.subscribe('secret', ['s']);
    await client.until(() => client.held('listener').has('l') && client.held('secret').has('s'), 'the first state');
    rig.put(resource('listener', 'l'));
    rig.put(resource('secret', 's', '2'));
    await client.until(() => client.responses.filter(({ type }) => type === 'secret').length === 2, 'the new secret');
    t.is(client.responses.filter(({ type }) => type === 'listener').length, 1);
  });

  test(`${protocol}: a removed listener is taken away`, async (t) => {
    const { rig, connect } = await start(t);
    rig.put(resource('listener', 'a'), resource('listener', 'b'));
    const client = connect(protocol);
    client.subscribe('listener');
    await client.until(() => client.held('listener').size === 2, 'both listeners');
    rig.remove('listener/a');
    await client.until(() => client.held('listener').size === 1, 'the removal');
    t.true(client.held('listener').has('b'));
  });

  test(`${protocol}: the first response comes even if there is nothing`, async (t) => {
    const { connect } = await start(t);
    const client = connect(protocol);
    client.subscribe('cluster');
    t.is((await client.next('cluster')).resources.size, 0);
  });

  test(`${protocol}: a client without an id, and clients with the same id, are served`, async (t) => {
    const { rig, connect } = await start(t);
    rig.put(cluster('a', '1', null));
    const clients = ['', 'same', 'same'].map((nodeId) => connect(protocol, { nodeId }));
    for (const client of clients) client.subscribe('cluster');
    for (const client of clients) t.deepEqual(names(await client.next('cluster')), ['a']);
    t.deepEqual(
      rig
        .clients()
        .map(({ node }) => node?.id)
        .sort(),
      ['', 'same', 'same'],
    );
  });

  test(`${protocol}: a refused resource stays back, the others move`, async (t) => {
    const { rig, connect } = await start(t);
    rig.put(cluster('good', '1', null), cluster('bad', '1', null));
    const client = connect(protocol, {
      nodeId: 'picky',
      answer: ({ resources }) => {
        const content = Buffer.from(resources.get('bad')?.bytes ?? []).toString();
        return content.includes('broken') ? { nack: 'Error adding/updating cluster(s) bad: broken' } : 'ack';
      },
    });
    client.subscribe('cluster');
    await client.until(() => client.held('cluster').size === 2, 'both clusters');
    rig.put(cluster('bad', 'broken', null));
    rig.put(cluster('good', '2', null), cluster('new', '1', null));
    await client.until(() => client.held('cluster').size === 3, 'the new cluster');
    const report = rig.clients()[0]!;
    t.is(report.nacks, 1);
    t.like(report.types[0]?.refused[0], { name: 'bad', version: 'broken' });
    const line = rig.logged.find(({ level }) => level === 40);
    t.like(line, { node: 'picky', type: 'cluster', error: 'Error adding/updating cluster(s) bad: broken' });
    rig.put(cluster('bad', '2', null));
    await client.until(
      () => Buffer.from(client.held('cluster').get('bad')!.bytes).includes('2'),
      'the repaired cluster',
    );
  });

  test(`${protocol}: a refused resource is found without its name in the error`, async (t) => {
    const { rig, connect } = await start(t);
    rig.put(...Array.from({ length: 40 }, (_, index) => scope(`s${index}`, index === 17 ? 'broken' : '1')));
    const client = connect(protocol, {
      answer: ({ resources }) => (resources.has('s17') ? { nack: 'Proto constraint validation failed' } : 'ack'),
    });
    client.subscribe('scopedRoute');
    await client.until(() => client.held('scopedRoute').size === 39, 'all others');
    t.deepEqual(
      rig.clients()[0]?.types[0]?.refused.map(({ name }) => name),
      ['s17'],
    );
  });

  test(`${protocol}: a large response arrives whole`, async (t) => {
    const { rig, connect } = await start(t);
    // Above gRPC's own limit of 4 MB.
    const large = (name: string) => ({ ...cluster(name, 'x'.repeat(50_000), null), version: '1' });
    rig.put(...Array.from({ length: 120 }, (_, index) => large(`c${index}`)));
    const client = connect(protocol);
    client.subscribe('cluster');
    const response = await client.next('cluster');
    const sizeBytes = [...response.resources.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
    t.true(sizeBytes > 6_000_000);
    t.is(response.resources.size, 120);
  });

  test(`${protocol}: a client that doesn't read stalls only itself, and then gets the newest`, async (t) => {
    const { rig, connect } = await start(t);
    rig.put(cluster('a', '1', null));
    const [slow, quick] = [connect(protocol, { nodeId: 'slow' }), connect(protocol)];
    for (const client of [slow, quick]) {
      client.subscribe('cluster');
      await client.next('cluster');
    }
    slow.pause();
    const size = 300_000;
    for (let version = 0; version < 60; version++) {
      rig.put(cluster('a', `${version} `.padEnd(size, 'x'), null));
      await quick.next('cluster');
    }
    slow.resume();
    const isNewest = () => Buffer.from(slow.held('cluster').get('a')!.bytes).includes('59 x');
    await slow.until(isNewest, 'the newest version');
    t.true(slow.responses.length < 40, `${slow.responses.length} responses`);
  });

  test(`${protocol}: a client that never answers stalls only itself`, async (t) => {
    const { rig, connect } = await start(t, { xds: { ackTimeoutMs: 200 } });
    rig.put(cluster('a', '1', null), scope('s', '1', ['a']));
    const dumb = connect(protocol, { answer: () => 'wait' });
    const quick = connect(protocol);
    for (const client of [dumb, quick]) {
      client.subscribe('cluster');
      client.subscribe('scopedRoute');
    }
    await quick.until(() => quick.held('scopedRoute').has('s'), 'the scope');
    rig.put(cluster('b', '1', null), scope('s', '2', ['b']));
    await quick.until(() => quick.held('cluster').has('b'), 'the new cluster');
    const newest = scope('s', '2', ['b']).bytes;
    const arrived = () =>
      dumb.responses.some(({ resources }) => Buffer.compare(resources.get('s')?.bytes ?? Buffer.of(), newest) === 0);
    await dumb.until(arrived, 'the new scope, after the limit');
    t.pass();
  });

  for (const { type, typeUrl } of Object.values(streamTypes)) {
    test(`${protocol}: the service of ${type} resources`, async (t) => {
      const { rig, connect } = await start(t);
      rig.put(resource(type, 'a'));
      const client = connect(protocol, { only: type });
      client.subscribe(type, ['a']);
      t.deepEqual(names(await client.next()), ['a']);
      rig.put(resource(type, 'a', '2'));
      t.deepEqual(names(await client.next()), ['a']);
      t.is(streamTypes[type].typeUrl, typeUrl);
    });
  }

  test(`${protocol}: the service of one type refuses another`, async (t) => {
    const { connect } = await start(t);
    const client = connect(protocol, { only: 'cluster' });
    client.subscribe('listener');
    t.like(await client.ended, { code: 3 });
  });

  test(`${protocol}: bytes that are no request close the stream`, async (t) => {
    const { rig, connect } = await start(t);
    const client = connect(protocol);
    client.sendRaw({ typeUrl: '' });
    t.like(await client.ended, { code: 3 });
    await client.ended;
    t.is(rig.clients().length, 0);
  });

  test(`${protocol}: a type that isn't served is ignored`, async (t) => {
    const { rig, connect } = await start(t);
    rig.put(cluster('a', '1', null));
    const client = connect(protocol);
    client.sendRaw({ typeUrl: 'type.googleapis.com/envoy.config.core.v3.TypedExtensionConfig' });
    client.subscribe('cluster');
    t.deepEqual(names(await client.next()), ['a']);
  });

  test(`${protocol}: a client that leaves is forgotten`, async (t) => {
    const { rig, connect } = await start(t);
    const client = connect(protocol);
    client.subscribe('cluster');
    await client.next();
    t.is(rig.clients().length, 1);
    client.close();
    while (rig.clients().length > 0) await new Promise(setImmediate);
    t.pass();
  });
}

test('delta: subscribing again to a name sends it again', async (t) => {
  const { rig, connect } = await start(t);
  rig.put(resource('endpoint', 'a'));
  const client = connect('delta');
  client.subscribe('endpoint', ['a']);
  await client.next();
  client.subscribe('endpoint', ['a']);
  t.deepEqual(names(await client.next()), ['a']);
});

test('delta: unsubscribing the wildcard keeps the named', async (t) => {
  const { rig, connect } = await start(t);
  rig.put(cluster('a', '1', null), cluster('b', '1', null));
  const client = connect('delta');
  client.subscribe('cluster', ['*', 'a']);
  await client.next();
  client.unsubscribe('cluster', ['*']);
  client.subscribe('listener');
  await client.next('listener');
  rig.put(cluster('b', '2', null));
  rig.put(cluster('a', '2', null));
  t.deepEqual(names(await client.next('cluster')), ['a']);
});

test('delta: on reconnect equal versions are not sent again, changed ones are, gone ones are told', async (t) => {
  const { rig, connect } = await start(t);
  rig.put(resource('listener', 'same'), resource('listener', 'changed'), resource('listener', 'gone'));
  const first = connect('delta');
  first.subscribe('listener');
  const kept = await first.next();
  first.close();
  rig.put(resource('listener', 'changed', '2'));
  rig.remove('listener/gone');
  const again = connect('delta');
  const initialVersions = Object.fromEntries([...kept.resources].map(([name, { version }]) => [name, version]));
  again.subscribe('listener', [], { initialVersions });
  const response = await again.next();
  t.deepEqual(names(response), ['changed']);
  t.deepEqual(response.removed, ['gone']);
});

test('delta: a named resource that does not exist is told as removed', async (t) => {
  const { rig, connect } = await start(t);
  const client = connect('delta');
  client.subscribe('listener', ['ghost']);
  t.deepEqual((await client.next()).removed, ['ghost']);
  rig.put(resource('listener', 'ghost'));
  t.deepEqual(names(await client.next()), ['ghost']);
});

test('delta: endpoints that come a moment late are waited for', async (t) => {
  const { rig, connect } = await start(t);
  const client = connect('delta');
  client.subscribe('endpoint', ['late']);
  client.subscribe('cluster');
  await client.next('cluster');
  rig.put(resource('endpoint', 'late'));
  const response = await client.next('endpoint');
  t.deepEqual([names(response), response.removed], [['late'], []]);
});

test('delta: endpoints that never come are told as missing after the limit', async (t) => {
  const { connect } = await start(t, { xds: { ackTimeoutMs: 50 } });
  const client = connect('delta');
  client.subscribe('endpoint', ['never']);
  t.deepEqual((await client.next('endpoint')).removed, ['never']);
});

test('sotw: a request with a stale nonce is ignored', async (t) => {
  const { rig, connect } = await start(t);
  rig.put(resource('endpoint', 'a'), resource('endpoint', 'b'));
  const client = connect('sotw');
  client.subscribe('endpoint', ['a']);
  const first = await client.next();
  rig.put(resource('endpoint', 'a', '2'));
  const second = await client.next();
  const { typeUrl } = streamTypes.endpoint;
  client.sendRaw({ typeUrl, responseNonce: first.nonce, versionInfo: first.version, resourceNames: ['a', 'b'] });
  client.sendRaw({ typeUrl, responseNonce: second.nonce, versionInfo: second.version, resourceNames: ['a'] });
  rig.put(resource('endpoint', 'b', '2'), resource('endpoint', 'a', '3'));
  t.deepEqual(names(await client.next()), ['a']);
});

test('queries: dump lists names and versions, bytes on request, never those of secrets', async (t) => {
  const { rig } = await start(t);
  rig.put(cluster('a', '7', null), resource('secret', 's'), scope('x', '1', ['a']));
  const types = rig.dump();
  t.deepEqual(types.cluster, [{ name: 'a', version: '7', requires: [] }]);
  t.deepEqual(types.scopedRoute[0]?.requires, ['cluster/a']);
  const bytes = (type: ResourceType) => rig.dump({ type, bytes: true })[type][0]?.bytes;
  t.deepEqual(Buffer.from(bytes('cluster')!, 'base64'), Buffer.from(cluster('a', '7', null).bytes));
  t.is(bytes('secret'), undefined);
  t.throws(() => rig.actor.query?.('no such', undefined), { message: /knows no query/ });
});

test('metrics, trace and log follow a change to its ACK', async (t) => {
  const { rig, connect } = await start(t, { traces: true });
  const client = connect('delta', { nodeId: 'traced' });
  client.subscribe('cluster');
  await client.next();
  rig.putBecause({ id: 'w1-9', key: 'Service/a/b', atMs: Date.now() }, cluster('a', '1', null));
  await client.until(() => client.held('cluster').has('a'), 'the cluster');
  while (!rig.traced.some(({ kind, causes }) => kind === 'ack' && causes.length > 0)) await new Promise(setImmediate);
  const of = (kind: string) => rig.traced.findLast((event) => event.kind === kind);
  for (const kind of ['send', 'ack']) t.is(of(kind)?.causes[0]?.id, 'w1-9', kind);
  t.like(of('send')?.detail, { node: 'traced', type: 'cluster', resources: 1, removed: 0 });
  const text = await rig.metrics.metrics();
  t.regex(text, /nuncio_xds_streams\{protocol="delta"\} 1/);
  t.regex(text, /nuncio_xds_responses_total\{type="cluster"\} 2/);
  t.regex(text, /nuncio_xds_resources_sent_total\{type="cluster"\} 1/);
  t.regex(text, /nuncio_xds_acks_total\{type="cluster"\} 2/);
  t.regex(text, /nuncio_xds_change_acked_seconds_count\{type="cluster"\} 1/);
  const connected = rig.logged.find(({ msg }) => msg === 'xDS client connected');
  t.like(connected, { node: 'traced', protocol: 'delta', service: 'AggregatedDiscoveryService' });
});
