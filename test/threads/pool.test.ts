// The pool on real threads: a job's answer, a job that throws, a thread that ends, a closed pool.
import test from 'ava';
import { createPool } from '../../src/actors/pool.ts';
import type { JobInput } from '../../src/actors/pool-jobs/jobs.ts';

const input: JobInput<'parse-file'> = {
  file: 'a.yaml',
  text: 'kind: Namespace\napiVersion: v1\nmetadata: {name: shop}\n',
};
const fixtures = new URL('./fixtures/pool-jobs/', import.meta.url).href;

test.serial('a job runs and its answer comes back', async (t) => {
  const pool = createPool({ maxThreads: 1 });
  t.teardown(() => pool.close());
  const results = await Promise.all([pool.run('parse-file', input), pool.run('parse-file', input)]);
  for (const result of results) {
    t.true(result.ok);
    if (result.ok)
      t.deepEqual(
        result.value.objects.map(({ metadata }) => metadata.name),
        ['shop'],
      );
  }
});

test.serial('a job that throws and a thread that ends are values; the pool goes on', async (t) => {
  const pool = createPool({ maxThreads: 1, jobFolder: fixtures });
  t.teardown(() => pool.close());
  t.deepEqual(await pool.run('parse-file', { file: 'throw', text: '' }), {
    ok: false,
    error: { code: 'JobFailed', message: 'job parse-file: thrown by request' },
  });
  const ended = await pool.run('parse-file', { file: 'exit', text: '' });
  t.false(ended.ok);
  const result = await pool.run('parse-file', { file: 'echo', text: '' });
  t.true(result.ok);
});

test.serial('a closed pool says so, also to jobs under way', async (t) => {
  const pool = createPool({ jobFolder: fixtures });
  const pending = pool.run('parse-file', { file: 'hang', text: '' });
  await pool.close();
  const codes = [await pending, await pool.run('parse-file', input)].map((result) =>
    result.ok ? '' : result.error.code,
  );
  t.deepEqual(codes, ['PoolClosed', 'PoolClosed']);
});
