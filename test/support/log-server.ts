// An access log service for tests: the real protocol (envoy.service.accesslog.v3), over gRPC in clear text.
// Out: the requests that it was told of, in the order of arrival.
import * as grpc from '@grpc/grpc-js';
import { decode } from '../../src/xds/proto/codec.ts';

export interface LoggedRequest {
  readonly logName: string;
  readonly path: string;
  readonly status: number;
  /** Of the request, as far as the service was asked to be told. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface LogServer {
  readonly port: number;
  readonly requests: readonly LoggedRequest[];
  readonly stop: () => void;
}

export async function startLogServer(): Promise<LogServer> {
  const requests: LoggedRequest[] = [];
  const server = new grpc.Server();
  const definition: grpc.ServiceDefinition = {
    streamAccessLogs: {
      path: '/envoy.service.accesslog.v3.AccessLogService/StreamAccessLogs',
      requestStream: true,
      responseStream: false,
      requestDeserialize: (bytes: Buffer) => decode('envoy.service.accesslog.v3.StreamAccessLogsMessage', bytes),
      requestSerialize: () => Buffer.alloc(0),
      responseSerialize: (bytes: Uint8Array) => Buffer.from(bytes),
      responseDeserialize: (bytes: Buffer) => bytes,
    },
  };
  type Message = ReturnType<typeof decode<'envoy.service.accesslog.v3.StreamAccessLogsMessage'>>;
  server.addService(definition, {
    streamAccessLogs(call: grpc.ServerReadableStream<Message, Uint8Array>) {
      let logName = '';
      call.on('data', ({ identifier, httpLogs }: Message) => {
        // Only the first message of a stream says it.
        logName = identifier?.logName ?? logName;
        for (const { request, response } of httpLogs?.logEntry ?? []) {
          const status = response?.responseCode?.value ?? 0;
          const headers = { ...(request?.requestHeaders as Record<string, string> | undefined) };
          requests.push({ logName, path: request?.path ?? '', status, headers });
        }
      });
      call.on('error', () => undefined);
    },
  });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return { port, requests, stop: () => server.forceShutdown() };
}
