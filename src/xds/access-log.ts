// Access log settings → Envoy's file access logger. Formats have been checked where they were set.
import type { AccessLogService, Listener } from '../dag/vertices.ts';
import { jsonField } from '../model/access-log-format.ts';
import { STANDARD_OUTPUT } from '../model/envoy-settings.ts';
import { any } from './proto/codec.ts';
import type { envoy } from './proto/generated/envoy.ts';
import { duration, struct, wrap } from './proto/values.ts';
import { clusterName } from './names.ts';

type AccessLog = envoy.config.accesslog.v3.AccessLog;

export function accessLogs(
  settings: Listener['accessLog'],
  services: Listener['accessLogServices'] = [],
): readonly AccessLog[] | undefined {
  const all = [...services.map(logService), ...(settings === undefined ? [] : [fileLog(settings)])];
  return all.length === 0 ? undefined : all;
}

const v3 = 2;

function logService(service: AccessLogService): AccessLog {
  const commonConfig = {
    logName: service.logName,
    grpcService: { envoyGrpc: { clusterName: clusterName(service.cluster), authority: service.authority } },
    transportApiVersion: v3,
    bufferFlushInterval: duration(service.flushIntervalMs),
    bufferSizeBytes: wrap(service.bufferBytes),
  } as const;
  if (service.protocol === 'tcp') {
    return {
      name: 'envoy.access_loggers.tcp_grpc',
      typedConfig: any('envoy.extensions.access_loggers.grpc.v3.TcpGrpcAccessLogConfig', { commonConfig }),
    };
  }
  const some = (names: readonly string[]) => (names.length === 0 ? undefined : names);
  return {
    name: 'envoy.access_loggers.http_grpc',
    typedConfig: any('envoy.extensions.access_loggers.grpc.v3.HttpGrpcAccessLogConfig', {
      commonConfig,
      additionalRequestHeadersToLog: some(service.requestHeaders),
      additionalResponseHeadersToLog: some(service.responseHeaders),
      additionalResponseTrailersToLog: some(service.responseTrailers),
    }),
  };
}

function fileLog(settings: NonNullable<Listener['accessLog']>): AccessLog {
  if (settings.path === STANDARD_OUTPUT) {
    return {
      name: 'envoy.access_loggers.stdout',
      filter: levelFilter(settings.level),
      typedConfig: any('envoy.extensions.access_loggers.stream.v3.StdoutAccessLog', {
        logFormat: logFormat(settings.format),
      }),
    };
  }
  return {
    name: 'envoy.access_loggers.file',
    filter: levelFilter(settings.level),
    typedConfig: any('envoy.extensions.access_loggers.file.v3.FileAccessLog', {
      path: settings.path,
      logFormat: logFormat(settings.format),
    }),
  };
}

/** Undefined: Envoy's own line. */
function logFormat(
  format: NonNullable<Listener['accessLog']>['format'],
): envoy.config.core.v3.SubstitutionFormatString | undefined {
  switch (format.kind) {
    case 'default':
      return undefined;
    case 'text':
      return { textFormatSource: { inlineString: format.text }, formatters: formatters([format.text]) };
    case 'json': {
      const fields = format.fields.map((text) => jsonField(text)).filter((field) => 'format' in field);
      return {
        jsonFormat: struct(Object.fromEntries(fields.map(({ name, format: value }) => [name, value]))),
        omitEmptyValues: true,
        formatters: formatters(fields.map((field) => field.format)),
      };
    }
    default:
      return format satisfies never;
  }
}

const errorStatus = 300;
const criticalStatus = 500;
const greaterOrEqual = 1;

/** `error` and `critical`: a status from there on, or a response that Envoy itself has something to say about. */
function levelFilter(level: string): AccessLog['filter'] {
  if (level !== 'error' && level !== 'critical') return undefined;
  const defaultValue = level === 'error' ? errorStatus : criticalStatus;
  return {
    orFilter: {
      filters: [
        {
          statusCodeFilter: {
            comparison: {
              op: greaterOrEqual,
              value: { defaultValue, runtimeKey: 'contour.accesslog.filter.status_code' },
            },
          },
        },
        { responseFlagFilter: {} },
      ],
    },
  };
}

/** The operator that is an extension of its own. */
export function formatters(
  formats: readonly string[],
): readonly envoy.config.core.v3.TypedExtensionConfig[] | undefined {
  if (!formats.some((format) => format.includes('%REQ_WITHOUT_QUERY('))) return undefined;
  return [
    {
      name: 'envoy.formatter.req_without_query',
      typedConfig: any('envoy.extensions.formatter.req_without_query.v3.ReqWithoutQuery', {}),
    },
  ];
}
