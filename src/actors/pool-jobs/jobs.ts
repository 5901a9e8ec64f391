// The jobs that the pool runs: name of the module in this folder → its default export. A new job adds a line here.
import type checkSecret from './check-secret.ts';
import type locateFields from './locate-fields.ts';
import type parseFile from './parse-file.ts';

export interface Jobs {
  readonly 'check-secret': typeof checkSecret;
  readonly 'locate-fields': typeof locateFields;
  readonly 'parse-file': typeof parseFile;
}

export type JobName = keyof Jobs;
export type JobInput<N extends JobName> = Parameters<Jobs[N]>[0];
export type JobOutput<N extends JobName> = Awaited<ReturnType<Jobs[N]>>;

/** What goes to a thread of the pool. */
export interface JobRequest {
  readonly module: string;
  readonly input: unknown;
}
