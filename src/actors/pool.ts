// The pool of threads for stateless CPU work whose input is small or transferable: certificate checks, parsing of
// files. Threads start with the first job and end when idle. A job that fails is a value, never an exception.
import type { Piscina } from 'piscina';
import { messageOf } from '../model/message-of.ts';
import type { JobInput, JobName, JobOutput, JobRequest } from './pool-jobs/jobs.ts';

export type JobResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: JobError };

export interface JobError {
  /** `JobFailed`: the job threw, or its thread ended. `PoolClosed`: it was not run, or not to its end. */
  readonly code: 'JobFailed' | 'PoolClosed';
  readonly message: string;
}

export interface PoolOptions {
  /** Default 2. */
  readonly maxThreads?: number;
  /** How long a thread waits for its next job; default 10 s. */
  readonly idleTimeoutMs?: number;
  /** Folder URL of the job modules, for tests; default: `pool-jobs/`. */
  readonly jobFolder?: string;
}

export interface Pool {
  /** Runs a job by the name of its module. Input and output are cloned. Never rejects. */
  run<N extends JobName>(job: N, input: JobInput<N>): Promise<JobResult<JobOutput<N>>>;
  /** Ends the threads; jobs under way and waiting end with `PoolClosed`. */
  close(): Promise<void>;
}

export function createPool(options: PoolOptions = {}): Pool {
  const { jobFolder } = options;
  let piscina: Promise<Piscina<JobRequest, unknown>> | null = null;
  let closed = false;

  // Loaded and made at the first job: most programs that have no such work never start a thread.
  const threads = (): Promise<Piscina<JobRequest, unknown>> => (piscina ??= start());

  async function start(): Promise<Piscina<JobRequest, unknown>> {
    const { Piscina } = await import('piscina');
    return new Piscina<JobRequest, unknown>({
      filename: import.meta.resolve('nuncio/actors/pool.worker'),
      minThreads: 0,
      maxThreads: options.maxThreads ?? 2,
      idleTimeout: options.idleTimeoutMs ?? 10_000,
      // The default stops the worker's event loop between tasks, and costs more for small tasks.
      atomics: 'disabled',
    });
  }

  return {
    async run(job, input) {
      if (closed)
        return { ok: false, error: { code: 'PoolClosed', message: `job ${job} was not run: the pool is closed` } };
      try {
        const module =
          jobFolder === undefined
            ? import.meta.resolve(`nuncio/actors/pool-jobs/${job}`)
            : new URL(`${job}.js`, jobFolder).href;
        return { ok: true, value: (await (await threads()).run({ module, input })) as JobOutput<typeof job> };
      } catch (error) {
        const message = messageOf(error);
        return { ok: false, error: { code: closed ? 'PoolClosed' : 'JobFailed', message: `job ${job}: ${message}` } };
      }
    },
    async close() {
      closed = true;
      await (await piscina)?.destroy();
    },
  };
}
