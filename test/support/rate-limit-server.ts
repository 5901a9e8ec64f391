// A rate limit service for tests: the real protocol (envoy.service.ratelimit.v3), over gRPC in clear text.
// In: how many requests each descriptor may make. Out: what it was asked, in the order of arrival.
import * as grpc from '@grpc/grpc-js';
import { decode, encode } from '../../src/xds/proto/codec.ts';

export interface RateLimitQuestion {
  readonly domain: string;
  /** Each descriptor as `key=value,key=value`. */
  readonly descriptors: readonly string[];
}

export interface RateLimitServer {
  readonly port: number;
  readonly questions: readonly RateLimitQuestion[];
  /** Names of all metadata that came with the questions. */
  readonly metadata: ReadonlySet<string>;
  readonly stop: () => void;
}

const ok = 1;
const overLimit = 2;
const perHour = 3;

/** `limits`: descriptor (`key=value,…`) → requests that it may make, ever; others may make any number. */
export async function startRateLimitServer(limits: Readonly<Record<string, number>>): Promise<RateLimitServer> {
  const questions: RateLimitQuestion[] = [];
  const metadata = new Set<string>();
  const made = new Map<string, number>();
  const server = new grpc.Server();
  const definition: grpc.ServiceDefinition = {
    shouldRateLimit: {
      path: '/envoy.service.ratelimit.v3.RateLimitService/ShouldRateLimit',
      requestStream: false,
      responseStream: false,
      requestDeserialize: (bytes: Buffer) => decode('envoy.service.ratelimit.v3.RateLimitRequest', bytes),
      requestSerialize: () => Buffer.alloc(0),
      responseSerialize: (bytes: Uint8Array) => Buffer.from(bytes),
      responseDeserialize: (bytes: Buffer) => bytes,
    },
  };
  type Request = ReturnType<typeof decode<'envoy.service.ratelimit.v3.RateLimitRequest'>>;
  server.addService(definition, {
    shouldRateLimit(call: grpc.ServerUnaryCall<Request, Uint8Array>, answer: grpc.sendUnaryData<Uint8Array>) {
      for (const name of Object.keys(call.metadata.getMap())) metadata.add(name);
      const descriptors = (call.request.descriptors ?? []).map(({ entries = [] }) =>
        entries.map(({ key, value }) => `${key}=${value}`).join(','),
      );
      questions.push({ domain: call.request.domain ?? '', descriptors });
      const statuses = descriptors.map((descriptor) => {
        const limit = limits[descriptor];
        if (limit === undefined) return { code: ok } as const;
        const count = (made.get(descriptor) ?? 0) + 1;
        made.set(descriptor, count);
        return {
          code: count > limit ? overLimit : ok,
          currentLimit: { requestsPerUnit: limit, unit: perHour },
          limitRemaining: Math.max(0, limit - count),
        } as const;
      });
      const overallCode = statuses.some(({ code }) => code === overLimit) ? overLimit : ok;
      answer(null, encode('envoy.service.ratelimit.v3.RateLimitResponse', { overallCode, statuses }));
    },
  });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return { port, questions, metadata, stop: () => server.forceShutdown() };
}
