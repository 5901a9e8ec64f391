// An OpenTelemetry collector for tests: the protocol's TraceService over gRPC, or over HTTP in JSON, in clear text, as far as
// tests look at spans.
// Out: the spans that came, in the order of arrival.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as grpc from '@grpc/grpc-js';
import protobuf from 'protobufjs';

export interface Span {
  readonly serviceName: string;
  readonly name: string;
  /** Hexadecimal, as in `traceparent`. */
  readonly traceId: string;
  readonly spanId: string;
  /** Empty: none. */
  readonly parentSpanId: string;
  /** Texts only. */
  readonly attributes: Readonly<Record<string, string>>;
}

export interface TraceCollector {
  readonly port: number;
  readonly spans: readonly Span[];
  readonly stop: () => void;
}

/** The fields by their numbers in opentelemetry/proto/{collector/trace,trace,resource,common}/v1. */
const { root } = protobuf.parse(`syntax = "proto3";
  message Value { string string_value = 1; }
  message Attribute { string key = 1; Value value = 2; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; repeated Attribute attributes = 9;
  }
  message ScopeSpans { repeated Span spans = 2; }
  message Resource { repeated Attribute attributes = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Request { repeated ResourceSpans resource_spans = 1; }`);

interface Attribute {
  readonly key: string;
  readonly value?: { readonly stringValue?: string };
}

interface Request {
  readonly resourceSpans: readonly {
    readonly resource?: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly traceId: Uint8Array;
        readonly spanId: Uint8Array;
        readonly parentSpanId: Uint8Array;
        readonly name: string;
        readonly attributes: readonly Attribute[];
      }[];
    }[];
  }[];
}

const texts = (attributes: readonly Attribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value?.stringValue ?? '']));
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: Span[] = [];
  const server = new grpc.Server();
  const definition: grpc.ServiceDefinition = {
    export: {
      path: '/opentelemetry.proto.collector.trace.v1.TraceService/Export',
      requestStream: false,
      responseStream: false,
      requestDeserialize: (bytes: Buffer) => root.lookupType('Request').decode(bytes),
      requestSerialize: () => Buffer.alloc(0),
      responseSerialize: () => Buffer.alloc(0),
      responseDeserialize: (bytes: Buffer) => bytes,
    },
  };
  server.addService(definition, {
    export({ request }: grpc.ServerUnaryCall<Request, null>, answer: grpc.sendUnaryData<object>) {
      for (const { resource, scopeSpans } of request.resourceSpans)
        for (const span of scopeSpans.flatMap((each) => each.spans))
          spans.push({
            serviceName: texts(resource?.attributes)['service.name'] ?? '',
            name: span.name,
            traceId: hex(span.traceId),
            spanId: hex(span.spanId),
            parentSpanId: hex(span.parentSpanId),
            attributes: texts(span.attributes),
          });
      answer(null, {});
    },
  });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return { port, spans, stop: () => server.forceShutdown() };
}

/** A span of OTLP over HTTP in JSON, as far as tests look at it. Times in milliseconds since 1970. */
export interface HttpSpan extends Omit<Span, 'serviceName'> {
  readonly serviceName: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly error: string | undefined;
}

export interface HttpTraceCollector {
  readonly url: string;
  readonly spans: readonly HttpSpan[];
  /** Headers of the last request. */
  readonly headers: () => Readonly<Record<string, string | string[] | undefined>>;
  /** Status of the answers from now on; default 200. */
  answer(status: number): void;
  stop(): Promise<void>;
}

interface JsonSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status?: { readonly code: number; readonly message: string };
}

export async function startHttpTraceCollector(): Promise<HttpTraceCollector> {
  const spans: HttpSpan[] = [];
  let headers: Readonly<Record<string, string | string[] | undefined>> = {};
  let status = 200;
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        ({ headers } = request);
        const isRight = request.method === 'POST' && request.url === '/v1/traces';
        if (status === 200 && isRight) {
          const { resourceSpans } = JSON.parse(body) as {
            resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: JsonSpan[] }[] }[];
          };
          for (const { resource, scopeSpans } of resourceSpans)
            for (const span of scopeSpans.flatMap((each) => each.spans))
              spans.push({
                serviceName: texts(resource.attributes)['service.name'] ?? '',
                name: span.name,
                traceId: span.traceId,
                spanId: span.spanId,
                parentSpanId: span.parentSpanId ?? '',
                attributes: texts(span.attributes),
                startMs: Number(BigInt(span.startTimeUnixNano) / 1000n) / 1000,
                endMs: Number(BigInt(span.endTimeUnixNano) / 1000n) / 1000,
                error: span.status?.code === 2 ? span.status.message : undefined,
              });
        }
        response.writeHead(isRight ? status : 404, { 'content-type': 'application/json' }).end('{}');
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers: () => headers,
    answer(next) {
      status = next;
    },
    stop: async () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
