// The one way for a test to say "cannot run here: reason". On a person's machine it is skipped, with the reason in its title;
// in CI (the variable CI is set) it fails with it, so that nothing is skipped there unseen.
// In: what the test file needs of the machine. Out: ava's `test`, or something that stands in for it.
import test, { type ExecutionContext, type TestFn } from 'ava';
import { netnsUnavailable } from './netns.ts';
import { chromiumUnavailable } from './browser.ts';
import { ensureTestCluster, findEnvoy, findKubectl } from './root.ts';

/** `cluster` includes `netns`, `kubectl` includes helm. */
export type Need = 'netns' | 'cluster' | 'envoy' | 'chromium' | 'kubectl';

/**
 * For the head of a test file: `const test = await testNeeding('cluster', 'envoy');`
 * Makes what can be made (builds the cluster's programs, fetches Envoy), which the first time takes minutes.
 */
export async function testNeeding(...needs: readonly Need[]): Promise<TestFn> {
  for (const need of needs) {
    const reason = await missing(need);
    if (reason !== undefined) return testUnless(reason);
  }
  return test;
}

/** `test` itself when `reason` is undefined. Hooks of a file that can't run are dropped. */
export function testUnless(reason: string | undefined): TestFn {
  if (reason === undefined) return test;
  const standIn = (title: string): void => {
    if (process.env['CI']) test(title, (t: ExecutionContext) => t.fail(`cannot run here: ${reason}`));
    else test.skip(`${title} [cannot run here: ${reason}]`, (t: ExecutionContext) => t.pass());
  };
  const nothing = Object.assign((): void => {}, { always: (): void => {}, skip: (): void => {} });
  const hooks = { before: nothing, after: nothing, beforeEach: nothing, afterEach: nothing };
  const variants = { skip: test.skip, todo: test.todo, only: standIn, failing: standIn, macro: test.macro };
  const serial = Object.assign((title: string) => standIn(title), { ...hooks, ...variants });
  // What ava offers beyond these (chains like test.serial.failing.skip) no test here uses.
  return Object.assign(standIn, { ...hooks, ...variants, serial, meta: test.meta }) as unknown as TestFn;
}

async function missing(need: Need): Promise<string | undefined> {
  switch (need) {
    case 'netns':
      return netnsUnavailable();
    case 'cluster': {
      const reason = await netnsUnavailable();
      if (reason !== undefined) return reason;
      const programs = await ensureTestCluster();
      return 'skip' in programs ? programs.skip : undefined;
    }
    case 'envoy':
      return findEnvoy().then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
    case 'kubectl': {
      const found = await findKubectl();
      return 'skip' in found ? found.skip : undefined;
    }
    case 'chromium':
      return chromiumUnavailable();
    default:
      return need satisfies never;
  }
}
