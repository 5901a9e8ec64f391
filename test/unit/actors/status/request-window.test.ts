import test from 'ava';
import { createRequestWindow } from '../../../../src/actors/status/request-window.ts';
import type { RequestWindow } from '../../../../src/actors/status/request-window.ts';

/** Rounds of as many requests as may be, each answered after `latencyMs`. */
function rounds(window: RequestWindow, count: number, latencyMs: number, fromMs: number): number {
  let nowMs = fromMs;
  for (let round = 0; round < count; round += 1) {
    const { limit } = window;
    for (let each = 0; each < limit; each += 1) window.succeeded(nowMs, nowMs + latencyMs, true);
    nowMs += latencyMs;
  }
  return nowMs;
}

test('grows by about one a round, to a bound', (t) => {
  const window = createRequestWindow();
  t.is(window.limit, 4);
  const nowMs = rounds(window, 6, 10, 0);
  t.true(window.limit >= 8 && window.limit <= 10);
  rounds(window, 200, 10, nowMs);
  t.is(window.limit, 24);
});

test('does not grow on requests that had room to spare', (t) => {
  const window = createRequestWindow();
  for (let each = 0; each < 500; each += 1) window.succeeded(each, each + 5, false);
  t.is(window.limit, 4);
});

test('halves once for all that failed of one round, never below one, and grows again', (t) => {
  const window = createRequestWindow();
  rounds(window, 200, 10, 0);
  for (let each = 0; each < 24; each += 1) window.overloaded(5_000, 5_010 + each);
  t.is(window.limit, 12);
  for (let round = 0; round < 10; round += 1) window.overloaded(6_000 + round * 100, 6_050 + round * 100);
  t.is(window.limit, 1);
  rounds(window, 3, 10, 10_000);
  t.true(window.limit >= 2);
});

test('gets smaller when answers get slow, and settles on a server that is always slow', (t) => {
  const window = createRequestWindow();
  const nowMs = rounds(window, 200, 10, 0);
  rounds(window, 30, 300, nowMs);
  t.true(window.limit < 12, String(window.limit));
  const slow = createRequestWindow();
  rounds(slow, 50, 2_000, 0);
  t.true(slow.limit >= 20, 'two seconds are what this one takes, however many there are');
});
