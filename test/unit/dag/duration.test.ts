import test from 'ava';
import { MAX_DURATION_MS } from '../../../src/model/duration.ts';
import { parseDurationMs, parseTimeout } from '../../../src/dag/compile/duration.ts';

test('durations', (t) => {
  for (const [text, ms] of [
    ['0', 0],
    ['0s', 0],
    ['1s', 1000],
    ['1.5s', 1500],
    ['.5s', 500],
    ['1h2m3.5s', 3_723_500],
    ['250ms', 250],
    ['1us', 1],
    ['1ns', 1],
    ['1500µs', 2],
    ['1193046h', MAX_DURATION_MS],
  ] as const)
    t.is(parseDurationMs(text), ms, text);
});

test('what is no duration', (t) => {
  for (const text of [
    '',
    '1',
    's',
    '1 s',
    '-1s',
    '+1s',
    '1x',
    '1s2',
    'infinity',
    '1e9s',
    '9999999999999999h',
    '1193046h1ms',
  ])
    t.is(parseDurationMs(text), undefined, text);
});

test('timeouts: absent and zero mean the default, infinity none', (t) => {
  t.deepEqual(parseTimeout(undefined), { kind: 'default' });
  t.deepEqual(parseTimeout(''), { kind: 'default' });
  t.deepEqual(parseTimeout('0s'), { kind: 'default' });
  t.deepEqual(parseTimeout('infinity'), { kind: 'ms', ms: 0 });
  t.deepEqual(parseTimeout('infinite'), { kind: 'ms', ms: 0 });
  t.deepEqual(parseTimeout('90s'), { kind: 'ms', ms: 90_000 });
  t.deepEqual(parseTimeout('soon'), { kind: 'invalid' });
});
