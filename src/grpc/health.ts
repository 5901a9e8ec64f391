// grpc.health.v1.Health: Check and Watch. In: whether the server is ready, and the names of its services; out: SERVING
// once it is, for the server as a whole (the empty name) and each service; unknown names are NOT_FOUND.
import { status as grpcStatus } from '@grpc/grpc-js';
import type { sendUnaryData, ServerUnaryCall, ServerWritableStream } from '@grpc/grpc-js';
import protobuf from 'protobufjs';
import type { GrpcService } from './server.ts';

export const healthService = 'grpc.health.v1.Health';

const servingStatus = { serving: 1, notServing: 2, serviceUnknown: 3 } as const;
type ServingStatus = (typeof servingStatus)[keyof typeof servingStatus];

export interface Health extends GrpcService {
  /** Tells all watchers. */
  setServing(serving: boolean): void;
}

/** `services`: full names, such as `envoy.service.discovery.v3.AggregatedDiscoveryService`. Starts as not serving. */
export function createHealth(services: readonly string[]): Health {
  const names = new Set(['', ...services]);
  const watchers = new Set<ServerWritableStream<HealthRequest, ServingStatus>>();
  let serving = false;

  function statusOf(service: string): ServingStatus {
    if (!names.has(service)) return servingStatus.serviceUnknown;
    return serving ? servingStatus.serving : servingStatus.notServing;
  }

  function check(call: ServerUnaryCall<HealthRequest, ServingStatus>, done: sendUnaryData<ServingStatus>): void {
    if (names.has(call.request.service)) done(null, statusOf(call.request.service));
    else done({ code: grpcStatus.NOT_FOUND, details: `no service ${call.request.service} here` });
  }

  function watch(call: ServerWritableStream<HealthRequest, ServingStatus>): void {
    watchers.add(call);
    call.on('cancelled', () => watchers.delete(call));
    call.on('error', () => watchers.delete(call));
    call.write(statusOf(call.request.service));
  }

  return {
    register(server) {
      server.register(`/${healthService}/Check`, check, encodeStatus, decodeRequest, 'unary');
      server.register(`/${healthService}/Watch`, watch, encodeStatus, decodeRequest, 'serverStream');
    },
    setServing(now) {
      if (now === serving) return;
      serving = now;
      for (const call of watchers) call.write(statusOf(call.request.service));
    },
  };
}

interface HealthRequest {
  readonly service: string;
}

/** HealthCheckRequest { string service = 1 }. An object, since gRPC takes an empty string for a missing message. */
function decodeRequest(bytes: Buffer): HealthRequest {
  const reader = protobuf.Reader.create(bytes);
  let service = '';
  while (reader.pos < reader.len) {
    const key = reader.uint32();
    if (key >>> 3 === 1) service = reader.string();
    else reader.skipType(key & 7);
  }
  return { service };
}

/** HealthCheckResponse { ServingStatus status = 1 }. */
function encodeStatus(status: ServingStatus): Buffer {
  return Buffer.from(protobuf.Writer.create().uint32(8).int32(status).finish());
}
