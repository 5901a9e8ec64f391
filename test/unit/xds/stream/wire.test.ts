// Responses are put together from bytes: the protobuf library must read from them what was put in.
import test from 'ava';
import fc from 'fast-check';
import { decode, encode } from '../../../../src/xds/proto/codec.ts';
import { listenerAddressesOf } from '../../../../src/xds/stream/listener-addresses.ts';
import { edsNameOf } from '../../../../src/xds/stream/eds-name.ts';
import {
  encodeDeltaResponse,
  encodeSotwBody,
  encodeSotwResponse,
  frameAll,
  moveFrames,
} from '../../../../src/xds/stream/wire.ts';
import type { ResourceType } from '../../../../src/messages/resources.ts';
import { streamTypes } from '../../../../src/xds/stream/types.ts';
import { keptVersions, wireName, wireVersion } from '../../../../src/xds/stream/wire-names.ts';
import { fedStore, listenerAt, scope } from './harness.ts';

const text = fc.string({ unit: 'binary', maxLength: 200 }).filter((one) => one.isWellFormed());
const type = fc.constantFrom(...(Object.keys(streamTypes) as ResourceType[]));
const framable = fc.record({ type, name: text, version: text, bytes: fc.uint8Array({ maxLength: 300 }) });

test('both responses say what was put in, whatever the names and sizes', (t) => {
  const parts = fc.record({
    resources: fc.array(framable, { maxLength: 8 }),
    nonce: text,
    type,
    version: text,
    removed: fc.array(text),
  });
  const property = fc.property(parts, ({ resources, nonce, type: own, version, removed }) => {
    const { typeUrl } = streamTypes[own];
    const frames = frameAll(resources);
    // Some from a slab of their own, in another order: neighbours must not be assumed.
    const mixed = frames.map((frame, index) => ({ frame: index % 2 === 0 ? frame : moveFrames([frame])[0]! }));
    const delta = decode(
      'envoy.service.discovery.v3.DeltaDiscoveryResponse',
      encodeDeltaResponse({ type: own, nonce, systemVersion: version, resources: mixed, removed }),
    );
    t.deepEqual([delta.typeUrl ?? '', delta.nonce ?? '', delta.systemVersionInfo ?? ''], [typeUrl, nonce, version]);
    t.deepEqual(
      delta.removedResources ?? [],
      removed.map((name) => wireName(own, name)),
    );
    t.deepEqual(
      (delta.resources ?? []).map((one) => [
        one.name ?? '',
        one.version ?? '',
        one.resource?.typeUrl ?? '',
        plain(one.resource?.value),
      ]),
      resources.map((one) => [
        wireName(one.type, one.name),
        wireVersion(one.type, one.name, one.version),
        streamTypes[one.type].typeUrl,
        plain(one.bytes),
      ]),
    );
    const sotw = decode(
      'envoy.service.discovery.v3.DiscoveryResponse',
      encodeSotwResponse({ typeUrl, nonce, version, body: encodeSotwBody(mixed) }),
    );
    t.deepEqual([sotw.typeUrl ?? '', sotw.nonce ?? '', sotw.versionInfo ?? ''], [typeUrl, nonce, version]);
    t.deepEqual(
      (sotw.resources ?? []).map((one) => [one.typeUrl ?? '', plain(one.value)]),
      resources.map((one) => [streamTypes[one.type].typeUrl, plain(one.bytes)]),
    );
  });
  t.notThrows(() => fc.assert(property, { numRuns: 200 }));
});

test('a scope has a short name on the wire, and is known again by its version', (t) => {
  const property = fc.property(fc.uniqueArray(text), text, (names, version) => {
    fc.pre(!version.includes(' '));
    const own = names.filter((name) => !name.startsWith(' '));
    const said = new Map(own.map((name) => [wireName('scopedRoute', name), wireVersion('scopedRoute', name, version)]));
    // Envoy keeps up to 22 bytes without memory of their own.
    t.true([...said.keys()].every((name) => Buffer.byteLength(name) === 22));
    t.deepEqual(keptVersions('scopedRoute', said), new Map(own.map((name) => [name, version])));
  });
  t.notThrows(() => fc.assert(property));
});

test('a scope that a client has from elsewhere is taken away under the name that it has there', (t) => {
  const kept = new Map([
    ['http||a.example.com', '0123456789abcdef'],
    ['old', 'v 1'],
  ]);
  const known = [...keptVersions('scopedRoute', kept).keys()];
  t.deepEqual(
    known.map((name) => wireName('scopedRoute', name)),
    [...kept.keys()],
  );
});

test('other resources are called on the wire as among us', (t) => {
  t.is(wireName('cluster', 'a/b/80'), 'a/b/80');
  t.is(wireVersion('cluster', 'a/b/80', '1'), '1');
});

function plain(bytes: Uint8Array | null | undefined): number[] {
  return [...(bytes ?? [])];
}

test('the endpoint name of a cluster is its service name, else its own, and null without EDS', (t) => {
  const cluster = (more: object) => encode('envoy.config.cluster.v3.Cluster', { name: 'c', altStatName: 'x', ...more });
  t.is(edsNameOf(cluster({ type: 3, edsClusterConfig: { serviceName: 's', edsConfig: { ads: {} } } })), 's');
  t.is(edsNameOf(cluster({ type: 3, edsClusterConfig: { edsConfig: { ads: {} } } })), 'c');
  t.is(edsNameOf(cluster({ type: 2 })), null);
  t.is(edsNameOf(Uint8Array.of(0xff)), null);
});

test('a few survivors of a large batch do not keep its buffer alive', (t) => {
  const { store, put } = fedStore();
  put(...Array.from({ length: 1000 }, (_, index) => scope(`s${index}`, 'x'.repeat(200))));
  const before = store.get('scopedRoute', 's7')!.frame.slab;
  for (let index = 0; index < 1000; index++) if (index % 100 !== 7) put(scope(`s${index}`, 'new'));
  const { frame } = store.get('scopedRoute', 's7')!;
  t.not(frame.slab, before);
  t.true(frame.slab.length < before.length / 2);
  t.regex(Buffer.from(frame.slab.subarray(frame.start, frame.end)).toString(), /xxx/);
});

test('the addresses of a listener are those that it is bound to; port 0 is any', (t) => {
  const addresses = (ports: number | readonly number[]) => listenerAddressesOf(listenerAt('l', ports).bytes);
  t.deepEqual(addresses([80, 81]), ['TCP 0.0.0.0:80', 'TCP 0.0.0.0:81']);
  t.deepEqual(addresses([80, 0]), ['TCP 0.0.0.0:80']);
  const quic = { socketAddress: { protocol: 1 as const, address: '::', portValue: 443 } };
  const bytes = encode('envoy.config.listener.v3.Listener', { name: 'l', address: quic });
  t.deepEqual(listenerAddressesOf(bytes), ['UDP :::443']);
  t.deepEqual(listenerAddressesOf(bytes.subarray(0, bytes.length - 3)), []);
});
