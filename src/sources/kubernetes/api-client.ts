// Requests to the Kubernetes API over node:https with kept-alive connections: whole JSON answers, and streams of lines.
// Whatever goes wrong is a value (`ApiFailure`) that says what is known, so that each caller decides what to do next.
// Must hold: every request ends (deadline or silence guard), and nothing is retried in here.
import type { OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import { isRecord } from '../../model/pick.ts';
import { messageOf } from '../../model/message-of.ts';
import { createConnection } from './connection.ts';
import { http } from '../node-http.ts';
import { createLineSplitter } from './lines.ts';
import type { Connection } from './connection.ts';
import type { SourceClock } from '../source.ts';

export type ApiFailure =
  /** The server answered, with a status other than 2xx. `reason` and `message` are from its Status object, where it sent one. */
  | {
      readonly kind: 'http';
      readonly status: number;
      readonly reason: string;
      readonly message: string;
      readonly retryAfterMs: number;
    }
  /** No answer or half an answer: refused, reset, name unknown, certificate refused. */
  | { readonly kind: 'network'; readonly message: string }
  /** Our deadline or silence guard ended it. */
  | { readonly kind: 'timeout'; readonly message: string }
  /** The answer is not the JSON it should be. */
  | { readonly kind: 'malformed'; readonly message: string }
  /** No request was sent: kubeconfig, token file or exec plugin failed. */
  | { readonly kind: 'credentials'; readonly message: string }
  /** The caller's signal. */
  | { readonly kind: 'aborted' };

export type ApiResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: ApiFailure };

export interface ApiRequest {
  readonly method: 'GET' | 'PATCH' | 'POST' | 'PUT' | 'DELETE';
  /** Absolute path, already encoded, e.g. `/apis/projectcontour.io/v1/httpproxies`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: { readonly contentType: string; readonly json: unknown };
  readonly signal: AbortSignal;
  /** For the whole exchange; for a stream, until it must have ended. */
  readonly deadlineMs: number;
}

export interface ApiResponse {
  readonly json: unknown;
  readonly sizeBytes: number;
}

export interface StreamRequest extends ApiRequest {
  /** A stream without a byte for this long is given up; asked each time that it may be so. */
  readonly silenceMs: () => number;
  /** The server has accepted: the status is 2xx. */
  readonly onOpen: () => void;
  readonly onLine: (line: string) => void;
}

/** How a stream ended that had begun well. `partialBytes`: size of a last line that the server never finished. */
export interface StreamEnd {
  readonly partialBytes: number;
}

export interface ApiClient {
  send(request: ApiRequest): Promise<ApiResult<ApiResponse>>;
  /** Settles when the stream is over; a failure after the first lines is a failure too. */
  stream(request: StreamRequest): Promise<ApiResult<StreamEnd>>;
  close(): void;
}

const userAgent = 'nuncio';
/** TCP keep-alive: a peer that vanished without a word is noticed in under a minute, also on a quiet watch. */
const probeAfterMs = 30_000;
/** An exec plugin that hangs. */
const credentialsDeadlineMs = 30_000;
/** A server that accepts and then says nothing. */
const headersDeadlineMs = 30_000;

export function createApiClient(options: {
  readonly kubeconfig?: string | undefined;
  readonly clock: SourceClock;
}): ApiClient {
  const connection = createConnection(options.kubeconfig);
  const { clock } = options;

  return {
    async send(request) {
      const chunks: Buffer[] = [];
      const outcome = await exchange(connection, clock, request, {
        onOpen: () => {},
        onChunk: (chunk) => chunks.push(chunk),
      });
      if (!outcome.ok) return outcome;
      const bytes = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
      try {
        return {
          ok: true,
          value: { json: bytes.length === 0 ? null : JSON.parse(bytes.toString('utf8')), sizeBytes: bytes.length },
        };
      } catch (error) {
        return failed({
          kind: 'malformed',
          message: `${request.method} ${request.path}: answer of ${bytes.length} bytes is not JSON: ${failureText(error)}`,
        });
      }
    },
    async stream(request) {
      const splitter = createLineSplitter(request.onLine);
      const outcome = await exchange(connection, clock, request, {
        silenceMs: request.silenceMs,
        onOpen: request.onOpen,
        onChunk: (chunk) => splitter.push(chunk),
      });
      return outcome.ok ? { ok: true, value: { partialBytes: splitter.pendingBytes } } : outcome;
    },
    close() {
      connection.close();
    },
  };
}

/** Rejects when a promise takes too long; what it comes to later is dropped. */
function beforeDeadline<T>(promise: Promise<T>, clock: SourceClock, deadlineMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = clock.setTimer(deadlineMs, () =>
      reject(new Error(`no credentials after ${Math.round(deadlineMs / 1000)} s`)),
    );
    promise.then(resolve, reject).finally(() => timer.cancel());
  });
}

interface Receiver {
  readonly silenceMs?: () => number;
  readonly onOpen: () => void;
  /** Only chunks of 2xx answers. An exception in here is a bug of the caller and ends the request with it. */
  readonly onChunk: (chunk: Buffer) => void;
}

async function exchange(
  connection: Connection,
  clock: SourceClock,
  request: ApiRequest,
  receiver: Receiver,
): Promise<ApiResult<null>> {
  if (request.signal.aborted) return failed({ kind: 'aborted' });
  let prepared;
  try {
    prepared = await beforeDeadline(connection.prepare(), clock, Math.min(credentialsDeadlineMs, request.deadlineMs));
  } catch (error) {
    // Whatever the reason (file gone, plugin failed), reading everything anew next time can only help.
    connection.forget();
    return failed({
      kind: 'credentials',
      message: `cannot prepare a request to the API server: ${failureText(error)}`,
    });
  }
  if (request.signal.aborted) return failed({ kind: 'aborted' });

  const { server, options } = prepared;
  const search = request.query === undefined ? '' : `?${new URLSearchParams(request.query).toString()}`;
  const url = new URL(`${server}${request.path}${search}`);
  const body = request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body.json));
  const headers: OutgoingHttpHeaders = {
    ...(options.headers as OutgoingHttpHeaders),
    'user-agent': userAgent,
    accept: 'application/json',
  };
  if (request.body !== undefined && body !== undefined) {
    headers['content-type'] = request.body.contentType;
    headers['content-length'] = body.length;
  }

  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? https.request : http.request;
    const outgoing = send(url, { ...options, method: request.method, headers });
    let silence: { cancel(): void } | undefined;
    let settled = false;

    const deadline = clock.setTimer(request.deadlineMs, () => {
      settle(
        failed({
          kind: 'timeout',
          message: `${request.method} ${request.path}: not over after ${Math.round(request.deadlineMs / 1000)} s`,
        }),
      );
    });
    let lastHeardMs = clock.nowMs();
    /** One timer at a time, which looks when it fires: a busy watch must not set a timer for each chunk. */
    const watchSilence = (limit: () => number, what: string): void => {
      silence?.cancel();
      silence = clock.setTimer(limit() - (clock.nowMs() - lastHeardMs), () => {
        const limitMs = limit();
        if (clock.nowMs() - lastHeardMs < limitMs) return watchSilence(limit, what);
        settle(
          failed({
            kind: 'timeout',
            message: `${request.method} ${request.path}: ${what} for ${Math.round(limitMs / 1000)} s`,
          }),
        );
      });
    };
    const onAbort = (): void => settle(failed({ kind: 'aborted' }));

    /** Ends the exchange, once. The socket of a finished answer goes back to the agent; any other is closed. */
    function settle(result: ApiResult<null>, finished = false): void {
      if (settled) return;
      settled = true;
      deadline.cancel();
      silence?.cancel();
      request.signal.removeEventListener('abort', onAbort);
      if (!finished) outgoing.destroy();
      resolve(result);
    }

    request.signal.addEventListener('abort', onAbort);
    watchSilence(() => Math.min(headersDeadlineMs, request.deadlineMs), 'no answer');
    outgoing.on('socket', (socket) => socket.setKeepAlive(true, probeAfterMs));
    outgoing.on('error', (error) =>
      settle(
        failed({ kind: 'network', message: `${request.method} ${url.origin}${request.path}: ${failureText(error)}` }),
      ),
    );
    outgoing.on('response', (incoming) => {
      const status = incoming.statusCode ?? 0;
      const good = status >= 200 && status < 300;
      const refusal: Buffer[] = [];
      lastHeardMs = clock.nowMs();
      watchSilence(receiver.silenceMs ?? (() => request.deadlineMs), 'silent');
      if (good) receiver.onOpen();
      incoming.on('data', (chunk: Buffer) => {
        if (settled) return;
        lastHeardMs = clock.nowMs();
        if (!good) {
          refusal.push(chunk);
          return;
        }
        try {
          receiver.onChunk(chunk);
        } catch (error) {
          // A bug in the receiver must reach its caller, not the process.
          reject(error instanceof Error ? error : new Error(String(error)));
          settle(failed({ kind: 'aborted' }));
        }
      });
      incoming.on('error', (error) =>
        settle(
          failed({
            kind: 'network',
            message: `${request.method} ${url.origin}${request.path}: answer broke off: ${failureText(error)}`,
          }),
        ),
      );
      incoming.on('end', () => {
        if (good) return settle({ ok: true, value: null }, true);
        // The token may have rotated or been revoked: read everything anew.
        if (status === 401) connection.forget();
        settle(failed(refusalOf(status, incoming.headers['retry-after'], Buffer.concat(refusal), clock.nowMs())), true);
      });
    });
    outgoing.end(body);
  });
}

/** Failure from an answer other than 2xx: the server's Status object where there is one, else the first bytes of the text. */
function refusalOf(status: number, retryAfter: string | undefined, body: Buffer, nowMs: number): ApiFailure {
  const text = body.toString('utf8');
  let reason = '';
  let message = text.slice(0, 200);
  try {
    const parsed: unknown = JSON.parse(text);
    if (isRecord(parsed)) {
      if (typeof parsed['reason'] === 'string') reason = parsed['reason'];
      if (typeof parsed['message'] === 'string') message = parsed['message'];
    }
  } catch {
    // Not a Status object (a proxy in between, perhaps): the text itself is the message.
  }
  return { kind: 'http', status, reason, message, retryAfterMs: retryAfterMs(retryAfter, nowMs) };
}

/** Seconds or an HTTP date; 0 when absent or unreadable. */
function retryAfterMs(header: string | undefined, nowMs: number): number {
  if (header === undefined) return 0;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? 0 : Math.max(0, date - nowMs);
}

/** One line for logs and problems. */
export function describeFailure(failure: ApiFailure): string {
  switch (failure.kind) {
    case 'http':
      return `${failure.status}${failure.reason === '' ? '' : ` ${failure.reason}`}: ${failure.message}`;
    case 'aborted':
      return 'aborted';
    case 'network':
    case 'timeout':
    case 'malformed':
    case 'credentials':
      return failure.message;
    default:
      return failure satisfies never;
  }
}

function failed(failure: ApiFailure): { readonly ok: false; readonly failure: ApiFailure } {
  return { ok: false, failure };
}

function failureText(error: unknown): string {
  // An AggregateError (all addresses of a name refused) has an empty message of its own.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(failureText).join('; ');
  return messageOf(error);
}
