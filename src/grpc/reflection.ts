// gRPC server reflection (v1 and v1alpha, the same messages), so that tools such as grpcurl can call the server without
// files. In: the names of the services, and where their descriptors come from; out: two services. Off by default: who
// can reach the port learns nothing from it but Envoy's public API, yet nobody needs it in production.
import type { ServerDuplexStream } from '@grpc/grpc-js';
import { status as grpcStatus } from '@grpc/grpc-js';
import protobuf from 'protobufjs';
import type { GrpcService } from './server.ts';

export interface DescriptorSource {
  /** The FileDescriptorProto of this name, encoded. */
  byName(fileName: string): Uint8Array | undefined;
  /** The one that declares this symbol. */
  bySymbol(symbol: string): Uint8Array | undefined;
}

/** The part of grpc/reflection/v1/reflection.proto that is used here. */
const { root } = protobuf.parse(`
  syntax = "proto3";
  message Request { string host = 1; oneof message_request { string file_by_filename = 3; string file_containing_symbol = 4;
    Extension file_containing_extension = 5; string all_extension_numbers_of_type = 6; string list_services = 7; } }
  message Extension { string containing_type = 1; int32 extension_number = 2; }
  message Response { string valid_host = 1; Request original_request = 2; oneof message_response {
    Files file_descriptor_response = 4; Numbers all_extension_numbers_response = 5; Services list_services_response = 6;
    Error error_response = 7; } }
  message Files { repeated bytes file_descriptor_proto = 1; }
  message Numbers { string base_type_name = 1; repeated int32 extension_number = 2; }
  message Services { repeated Service service = 1; }
  message Service { string name = 1; }
  message Error { int32 error_code = 1; string error_message = 2; }
`);
const requestType = root.lookupType('Request');
const responseType = root.lookupType('Response');

interface Request {
  readonly fileByFilename?: string;
  readonly fileContainingSymbol?: string;
  readonly allExtensionNumbersOfType?: string;
  readonly listServices?: string;
}

/** `source` is asked for when the first request comes: making descriptors costs memory. */
export function createReflection(services: readonly string[], source: () => Promise<DescriptorSource>): GrpcService {
  let descriptors: Promise<DescriptorSource> | null = null;

  async function answer(bytes: Buffer): Promise<Buffer> {
    const request = requestType.toObject(requestType.decode(bytes), { oneofs: true }) as Request;
    const response = { originalRequest: request, ...(await answerTo(request)) };
    return Buffer.from(responseType.encode(responseType.fromObject(response)).finish());
  }

  async function answerTo(request: Request): Promise<object> {
    if (request.listServices !== undefined) {
      return { listServicesResponse: { service: [...services].sort().map((name) => ({ name })) } };
    }
    if (request.allExtensionNumbersOfType !== undefined) {
      return { allExtensionNumbersResponse: { baseTypeName: request.allExtensionNumbersOfType } };
    }
    descriptors ??= source();
    const files = await descriptors;
    const { fileByFilename, fileContainingSymbol } = request;
    const file =
      fileByFilename !== undefined
        ? files.byName(fileByFilename)
        : fileContainingSymbol !== undefined
          ? files.bySymbol(fileContainingSymbol)
          : undefined;
    if (file !== undefined) return { fileDescriptorResponse: { fileDescriptorProto: [file] } };
    const errorMessage = `not known here: ${fileByFilename ?? fileContainingSymbol ?? 'extensions'}`;
    return { errorResponse: { errorCode: grpcStatus.NOT_FOUND, errorMessage } };
  }

  function serve(call: ServerDuplexStream<Buffer, Buffer>): void {
    // Answers must come in the order of the requests.
    let last: Promise<void> = Promise.resolve();
    call.on('data', (bytes: Buffer) => {
      last = last
        .then(() => answer(bytes))
        .then((response) => void call.write(response))
        .catch((error: unknown) => {
          call.emit('error', { code: grpcStatus.INVALID_ARGUMENT, details: String(error) });
        });
    });
    call.on('end', () => void last.then(() => call.end()));
    // Nothing is kept for a client that goes.
    call.on('error', () => {});
  }

  return {
    register(server) {
      const pass = (bytes: Buffer): Buffer => bytes;
      for (const version of ['v1', 'v1alpha']) {
        const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`;
        server.register(path, serve, pass, pass, 'bidi');
      }
    },
  };
}
