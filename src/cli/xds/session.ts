// One connection of an xDS client: asks as a follower wants it, until all is there, the time is over, or somebody stops it.
import { messageOf } from '../../model/message-of.ts';
import { openStream } from '../../grpc/client.ts';
import { createFollower, type Follower, type FollowOptions } from './follow.ts';
import { adsPath, createResponseReader, encodeRequest, type Response, type XdsNode } from './wire.ts';

export interface XdsServer {
  /** `host:port`. */
  readonly target: string;
  readonly tls: { readonly caFile: string; readonly certFile: string; readonly keyFile: string } | null;
  /** That its certificate must have. */
  readonly serverName: string;
  readonly node: XdsNode;
}

export interface SessionOptions extends FollowOptions {
  /** Null: until a signal or the end of the connection. */
  readonly timeoutMs: number | null;
  readonly onResponse?: (response: Response) => void;
}

/** Rejects when the connection fails or a response can't be read; what has not come in time is `missing`. */
export async function runSession(
  { target, tls, serverName, node }: XdsServer,
  { timeoutMs, onResponse, ...options }: SessionOptions,
): Promise<Follower> {
  const follower = createFollower(options);
  const read = createResponseReader(options.protocol, options.names);
  let finish: (problem?: string) => void = () => {};
  const finished = new Promise<string | undefined>((resolve) => {
    finish = resolve;
  });
  let introduced = false;
  const stream = await openStream({
    target,
    tls,
    serverName,
    path: adsPath[options.protocol],
    onMessage(bytes) {
      try {
        const response = read(bytes);
        onResponse?.(response);
        send(follower.take(response));
      } catch (error) {
        finish(messageOf(error));
        return;
      }
      if (timeoutMs !== null && follower.complete) finish();
    },
  });
  function send(requests: readonly Parameters<typeof encodeRequest>[1][]): void {
    for (const request of requests) {
      stream.write(encodeRequest(options.protocol, request, introduced ? undefined : node));
      introduced = true;
    }
  }

  const stop = (): void => finish();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const timer = timeoutMs === null ? undefined : setTimeout(() => finish(), timeoutMs);
  void stream.ended.then((reason) => finish(`${target}: ${reason}`));
  send(follower.start());
  const problem = await finished;
  clearTimeout(timer);
  await stream.close();
  process.off('SIGINT', stop);
  process.off('SIGTERM', stop);
  if (problem !== undefined) throw new Error(problem);
  return follower;
}
