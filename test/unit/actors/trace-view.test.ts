// What `nuncio trace` makes of a recorded trace: the list of changes, one change's path, the export for Perfetto.
import test from 'ava';
import { readFileSync } from 'node:fs';
import { formatChanges, listChanges } from '../../../src/actors/tracing/changes.ts';
import { toChromeTrace } from '../../../src/cli/trace/chrome-trace.ts';
import { formatTimeline } from '../../../src/actors/tracing/timeline.ts';
import { parseTrace } from '../../../src/cli/trace/trace-file.ts';

const trace = await parseTrace(readFileSync('test/unit/actors/trace-sample.ndjson', 'utf8').split('\n'));

test('lines are in order of time; what was lost and cut off is counted', (t) => {
  t.is(trace.lines.length, 13);
  t.is(trace.lost, 4);
  t.is(trace.unreadable, 1);
  t.true(trace.lines.every((line, index) => index === 0 || line.t >= (trace.lines[index - 1]?.t ?? 0)));
});

test('changes are listed with their object, duration and answers', (t) => {
  const changes = listChanges(trace.lines);
  t.deepEqual(
    changes.map(({ id, key, lines, acks, nacks, durationMs }) => [
      id,
      key,
      lines,
      acks,
      nacks,
      Math.round(durationMs * 10),
    ]),
    [
      ['w1-42', 'HTTPProxy/shop/cart', 11, 1, 0, 92],
      ['w1-43', 'Service/shop/cart', 8, 1, 0, 89],
    ],
  );
  t.is(
    formatChanges(changes),
    [
      'change  seen                               ms   lines   acks   nacks  object',
      'w1-42   1970-01-01T00:00:01.000Z        9.200      11      1       0  HTTPProxy/shop/cart',
      'w1-43   1970-01-01T00:00:01.000Z        8.900       8      1       0  Service/shop/cart',
      '',
    ].join('\n'),
  );
});

test('the path of a change is an indented timeline', (t) => {
  t.is(
    formatTimeline(trace.lines, 'w1-42'),
    `change w1-42: HTTPProxy/shop/cart, seen 1970-01-01T00:00:01.000Z
     at ms  queue ms   work ms
     0.200                      watcher: saw HTTPProxy/shop/cart (source kubernetes, change upsert)
     0.400     0.100              watcher > builder: sent HTTPProxy/shop/cart
     1.000     0.600     3.000      builder: handled HTTPProxy/shop/cart
     4.100     0.200                  builder > routeTranslator: sent virtualHost/http/cart.example
     4.300     0.200     0.900          routeTranslator: handled virtualHost/http/cart.example
     5.300     0.100                      routeTranslator > streamer: sent scopedRoute/http/cart.example (412 bytes)
     5.500     0.200     0.100              streamer: handled scopedRoute/http/cart.example
     5.700                                    streamer > envoy: sent scopedRoute (480 bytes, node envoy-1, nonce 12, resources 1, removed 0)
     9.200                                      envoy > streamer: ACK scopedRoute (node envoy-1, nonce 12)
     4.200     0.200                  builder > status: sent HTTPProxy/shop/cart
     4.500     0.300     0.200          status: handled HTTPProxy/shop/cart
     9.200  in all
joined on its way by w1-43
`,
  );
  t.is(formatTimeline(trace.lines, 'w9-1'), 'no change w9-1 in this trace\n');
});

test('a line whose cause is not in the trace yet is marked as such', (t) => {
  const without = trace.lines.filter(({ actor }) => actor !== 'routeTranslator');
  const shown = formatTimeline(without, 'w1-42');
  t.regex(shown, /^ +5\.500 +0\.200 +0\.100 {2}\? streamer: handled scopedRoute/m);
  t.regex(shown, /^ +9\.200 {26}envoy > streamer: ACK/m, 'the answer still stands below its response');
  t.regex(shown, /^\? what led to this is not in the trace/m);
  t.notRegex(formatTimeline(trace.lines, 'w1-42'), /\?/);
});

test('the export has a lane for each actor, a slice for each batch and arrows between them', (t) => {
  const { traceEvents } = toChromeTrace(trace.lines);
  t.deepEqual(
    traceEvents.filter(({ name }) => name === 'thread_name').map(({ tid, args }) => [tid, args?.['name']]),
    [
      [1, 'watcher (thread watcher)'],
      [2, 'builder (thread builder)'],
      [3, 'routeTranslator (thread translators)'],
      [4, 'status (thread status)'],
      [5, 'streamer (thread streamer)'],
    ],
  );
  const slices = traceEvents.filter(({ ph }) => ph === 'X');
  t.is(slices.length, 11, 'the two items of batch 7 share a slice on either side');
  t.deepEqual(slices[2], {
    name: 'step watcher>builder 2 values',
    cat: 'step',
    ph: 'X',
    ts: 800,
    dur: 3000,
    pid: 1,
    tid: 2,
    args: {
      keys: ['HTTPProxy/shop/cart', 'Service/shop/cart'],
      changes: ['w1-42', 'w1-43'],
      queueMs: 0.6,
      bytes: 0,
      seq: 7,
      items: 2,
    },
  });
  const flows = (ph: 's' | 'f'): (number | undefined)[] =>
    traceEvents.filter((event) => event.ph === ph).map(({ id }) => id);
  t.deepEqual(flows('s'), [1, 2, 3, 4]);
  t.deepEqual(flows('f').toSorted(), [1, 2, 3, 4]);
});
