// Entry of the pool's threads: loads a job's module once and runs its default export.
import type { JobRequest } from './pool-jobs/jobs.ts';

export default async function runJob({ module, input }: JobRequest): Promise<unknown> {
  const { default: job } = (await import(module)) as { readonly default: (input: unknown) => unknown };
  return job(input);
}
