// The end of a replica: how long it waits for whom, by a simulated clock.
import { pino } from 'pino';
import test from 'ava';
import { createSimulatedClock } from '../../../src/actors/clock.ts';
import { letClientsGo } from '../../../src/actors/let-clients-go.ts';

async function run(open: (command: string, nowMs: number) => number, options = { delayMs: 3000, deadlineMs: 30_000 }) {
  const clock = createSimulatedClock();
  const asked: string[] = [];
  const supervisor = {
    query: (_: string, command: string): Promise<unknown> => {
      if (asked.at(-1) !== command) asked.push(command);
      return Promise.resolve(open(command, clock.nowMs()));
    },
  };
  const progress = { done: false };
  const going = letClientsGo({ ...options, supervisor, clock, log: pino({ enabled: false }) }).then(() => {
    progress.done = true;
  });
  while (!progress.done) {
    // Lets the promises between two timers settle.
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    if (!progress.done && clock.pendingTimers > 0) clock.advance(10);
  }
  await going;
  return { tookMs: clock.nowMs(), asked };
}

test('nobody there: at once', async (t) => {
  t.deepEqual(await run(() => 0), { tookMs: 0, asked: ['leave'] });
});

test('Envoys are served for the delay, then sent away', async (t) => {
  const { tookMs, asked } = await run((command, nowMs) => (command === 'drain' && nowMs >= 3200 ? 0 : 2));
  t.deepEqual(asked, ['leave', 'drain']);
  t.true(tookMs >= 3200 && tookMs < 3400, `${tookMs}`);
});

test('who leaves by himself ends the wait', async (t) => {
  const { tookMs, asked } = await run((_, nowMs) => (nowMs < 500 ? 1 : 0));
  t.deepEqual(asked, ['leave']);
  t.true(tookMs < 700);
});

test('an Envoy that never answers is cut off at the deadline', async (t) => {
  const { tookMs } = await run(() => 1);
  t.true(tookMs >= 30_000 && tookMs < 30_200);
});

test('a streamer that is gone has no streams', async (t) => {
  const { tookMs } = await run(() => {
    throw new Error('thread streamer is waiting to restart');
  });
  t.is(tookMs, 0);
});
