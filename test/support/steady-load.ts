// Load that runs beside what a test does, at an even pace, until it is told to stop.
// In: what to ask and what is right. Out: everything that was not right.
import { http1, load, type HttpAnswer, type LoadResult, type Target } from './http-client.ts';

export interface SteadyLoad {
  /** Ends it and resolves to its result when the last answer is in. Calling it again gives the same. */
  stop(): Promise<LoadResult>;
}

export interface SteadyLoadOptions {
  readonly target: Target;
  /** Absent: 200. */
  readonly rps?: number;
  /** Asked in turn. */
  readonly hosts: readonly string[];
  /** What is wrong with an answer. Absent: a status other than 200. */
  readonly judge?: (answer: HttpAnswer, host: string) => string | undefined;
  /** A connection of its own for each request, as clients without keep-alive make them. */
  readonly withoutKeepAlive?: boolean;
}

export function startLoad(options: SteadyLoadOptions): SteadyLoad {
  const { target, rps = 200, hosts, judge } = options;
  const stopping = new AbortController();
  const most = 16;
  const connections = http1(target, most);
  const hostOf = (index: number): string => hosts[index % hosts.length] ?? '';
  const running = load({
    rps,
    durationMs: 10 * 60_000,
    signal: stopping.signal,
    mostUnderWay: 4 * most,
    make: async (index) =>
      connections.request({
        host: hostOf(index),
        ...(options.withoutKeepAlive ? { headers: { connection: 'close' } } : {}),
      }),
    ...(judge === undefined ? {} : { judge: (answer, index) => judge(answer, hostOf(index)) }),
  });
  return {
    async stop() {
      stopping.abort();
      const result = await running;
      connections.close();
      return result;
    },
  };
}
