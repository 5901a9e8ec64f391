// gRPC reflection: off unless it is asked for; then it lists the services and gives their descriptors, imports included.
import test from 'ava';
import type { ExecutionContext } from 'ava';
import { Client, credentials, status as grpcStatus } from '@grpc/grpc-js';
import protobuf from 'protobufjs';
import descriptor from 'protobufjs/ext/descriptor.js';
import { startStreamer } from './streamer-rig.ts';

const field = { symbol: 4, fileName: 3, list: 7 } as const;

async function reflect(t: ExecutionContext, reflection: boolean, version = 'v1') {
  const rig = await startStreamer({ xds: { reflection } });
  const client = new Client(rig.target, credentials.createInsecure());
  t.teardown(() => {
    client.close();
    return rig.stop();
  });
  return (kind: keyof typeof field, text: string) =>
    new Promise<Buffer | number>((resolve) => {
      const pass = (bytes: Buffer): Buffer => bytes;
      const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`;
      const stream = client.makeBidiStreamRequest(path, pass, pass);
      stream.on('data', resolve);
      stream.on('error', (error: { readonly code?: number }) => resolve(error.code ?? -1));
      const request = protobuf.Writer.create()
        .uint32((field[kind] << 3) | 2)
        .string(text)
        .finish();
      stream.end(Buffer.from(request));
    });
}

/** The length-delimited field of a message. */
function inner(bytes: Uint8Array, wanted: number): Uint8Array[] {
  const reader = protobuf.Reader.create(bytes);
  const found: Uint8Array[] = [];
  while (reader.pos < reader.len) {
    const key = reader.uint32();
    if (key >>> 3 === wanted) found.push(reader.bytes());
    else reader.skipType(key & 7);
  }
  return found;
}

test('reflection is off by default', async (t) => {
  const ask = await reflect(t, false);
  t.is(await ask('list', ''), grpcStatus.UNIMPLEMENTED);
});

for (const version of ['v1', 'v1alpha']) {
  test(`${version}: lists the services`, async (t) => {
    const ask = await reflect(t, true, version);
    const answer = (await ask('list', '')) as Buffer;
    const names = inner(inner(answer, 6)[0]!, 1).map((service) => Buffer.from(inner(service, 1)[0]!).toString());
    t.true(names.includes('envoy.service.discovery.v3.AggregatedDiscoveryService'));
    t.true(names.includes('grpc.health.v1.Health'));
  });
}

test('gives the file of a symbol and what it imports', async (t) => {
  const ask = await reflect(t, true);
  const waiting: ['symbol' | 'fileName', string][] = [
    ['symbol', 'envoy.service.discovery.v3.AggregatedDiscoveryService.DeltaAggregatedResources'],
  ];
  const seen = new Map<string, string[]>();
  for (const [kind, text] of waiting) {
    const answer = (await ask(kind, text)) as Buffer;
    const file = descriptor.FileDescriptorProto.toObject(
      descriptor.FileDescriptorProto.decode(inner(inner(answer, 4)[0]!, 1)[0]!),
    ) as { name: string; dependency?: string[]; service?: { name: string }[] };
    seen.set(
      file.name,
      (file.service ?? []).map(({ name }) => name),
    );
    for (const next of file.dependency ?? []) {
      if (!seen.has(next) && !waiting.some(([, known]) => known === next)) waiting.push(['fileName', next]);
    }
  }
  t.deepEqual(seen.get('envoy/service/discovery/v3.proto'), ['AggregatedDiscoveryService']);
  t.true(seen.has('google/protobuf.proto'));
});

test('an unknown symbol is an error in the answer, and the stream goes on', async (t) => {
  const ask = await reflect(t, true);
  const answer = (await ask('symbol', 'no.Such')) as Buffer;
  t.regex(Buffer.from(inner(inner(answer, 7)[0]!, 2)[0]!).toString(), /not known here: no\.Such/);
});
