// Requests are read field by field: the result must be what the protobuf library makes of the same bytes.
import test from 'ava';
import fc from 'fast-check';
import { encode } from '../../../../src/xds/proto/codec.ts';
import { decodeDeltaRequest, decodeSotwRequest } from '../../../../src/xds/stream/requests.ts';

const text = fc.string({ unit: 'binary', maxLength: 200 }).filter((one) => one.isWellFormed());
const texts = fc.array(text, { maxLength: 5 });
const node = fc.record({ id: text, cluster: text });
const error = fc.record({ code: fc.integer({ min: 1, max: 16 }), message: text });

test('a delta request is read as it was written', (t) => {
  const parts = fc.record({
    typeUrl: text,
    nonce: text,
    subscribe: texts,
    unsubscribe: texts,
    node,
    error,
    versions: fc.array(fc.tuple(text, text)),
  });
  const property = fc.property(parts, (given) => {
    const initialVersions = new Map(given.versions);
    const bytes = encode('envoy.service.discovery.v3.DeltaDiscoveryRequest', {
      node: { ...given.node, extensions: [{ name: 'ignored', category: 'x' }], metadata: { fields: {} } },
      typeUrl: given.typeUrl,
      resourceNamesSubscribe: [...given.subscribe],
      resourceNamesUnsubscribe: [...given.unsubscribe],
      initialResourceVersions: Object.fromEntries(given.versions.filter(([name]) => name !== '__proto__')),
      responseNonce: given.nonce,
      errorDetail: given.error,
    });
    initialVersions.delete('__proto__');
    t.deepEqual(decodeDeltaRequest(bytes), {
      node: { ...given.node, userAgent: '' },
      typeUrl: given.typeUrl,
      nonce: given.nonce,
      error: given.error,
      subscribe: given.subscribe,
      unsubscribe: given.unsubscribe,
      initialVersions,
    });
  });
  t.notThrows(() => fc.assert(property, { numRuns: 200 }));
});

test('a SotW request is read as it was written', (t) => {
  const parts = fc.record({ typeUrl: text, nonce: text, version: text, names: texts, node, error });
  const property = fc.property(parts, (given) => {
    const bytes = encode('envoy.service.discovery.v3.DiscoveryRequest', {
      node: given.node,
      typeUrl: given.typeUrl,
      resourceNames: [...given.names],
      versionInfo: given.version,
      responseNonce: given.nonce,
      errorDetail: given.error,
      resourceLocators: [{ name: 'ignored' }],
    });
    t.deepEqual(decodeSotwRequest(bytes), { ...given, node: { ...given.node, userAgent: '' } });
  });
  t.notThrows(() => fc.assert(property, { numRuns: 200 }));
});

test('absent fields are empty or null', (t) => {
  t.deepEqual(decodeSotwRequest(new Uint8Array(0)), {
    node: null,
    typeUrl: '',
    nonce: '',
    error: null,
    names: [],
    version: '',
  });
});

test('the user agent is name and version', (t) => {
  const userAgentBuildVersion = { version: { majorNumber: 1, minorNumber: 40, patch: 2 } };
  const request = { node: { id: 'n', userAgentName: 'envoy', userAgentBuildVersion } };
  const bytes = encode('envoy.service.discovery.v3.DiscoveryRequest', request);
  t.is(decodeSotwRequest(bytes).node?.userAgent, 'envoy 1.40.2');
});

test('bytes that are no message throw', (t) => {
  t.throws(() => decodeDeltaRequest(Uint8Array.of(0x12, 0xff, 0xff, 0xff, 0x01, 0x41)));
  t.throws(() => decodeSotwRequest(Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff)));
});
