import test from 'ava';
import { problemEvents, transitionEvent } from '../../../src/status/object-events.ts';
import type { Problem } from '../../../src/model/object.ts';

const ref = { object: 'Ingress/shop/web', apiVersion: 'networking.k8s.io/v1', uid: 'u1' };
const problem: Problem = {
  code: 'ServiceNotFound',
  severity: 'error',
  object: ref.object,
  path: 'spec.rules[0]',
  message: 'no Service shop/s',
};

test('a problem is a Warning whose name is the same each time and for nothing else', (t) => {
  const [event] = problemEvents(ref, [problem]);
  t.like(event, { type: 'Warning', reason: 'ServiceNotFound', note: 'spec.rules[0]: no Service shop/s' });
  t.regex(event?.name ?? '', /^web\.[0-9a-f]{16}$/);
  const nameOf = (other: Partial<typeof ref>, changed: Partial<Problem> = {}) =>
    problemEvents({ ...ref, ...other }, [{ ...problem, ...changed }])[0]?.name;
  t.is(nameOf({}), event?.name);
  const names = [nameOf({ uid: 'u2' }), nameOf({}, { message: 'x' }), nameOf({}, { code: 'y' }), event?.name];
  t.is(new Set(names).size, 4);
});

test('names and notes stay within the API server’s limits', (t) => {
  const long = { ...ref, object: `Ingress/shop/${'a'.repeat(199)}.${'b'.repeat(53)}` };
  const [event] = problemEvents(long, [{ ...problem, message: 'ü'.repeat(2000) }]);
  t.true((event?.name.length ?? 999) <= 253);
  t.regex(event?.name ?? '', /^[a-z0-9]+(\.[a-z0-9]+)*$/);
  t.true(Buffer.byteLength(event?.note ?? '') <= 1024);
  t.true(event?.note.endsWith('ü…'));
  t.is(
    problemEvents(
      ref,
      Array.from({ length: 50 }, () => problem),
    ).length,
    10,
  );
});

const withCondition = (type: string, status: string) => ({ conditions: [{ type, status, message: 'why' }] });

test('transitions', (t) => {
  const at = (before: unknown, wanted: object, problems: Problem[] = []) => {
    const event = transitionEvent(ref, before, wanted as Record<string, unknown>, problems, ['us']);
    return event === null ? null : `${event.reason}: ${event.note}`;
  };
  const [valid, invalid] = [withCondition('Valid', 'True'), withCondition('Valid', 'False')];
  t.is(at(undefined, valid), null);
  t.is(at(valid, valid), null);
  t.is(at(invalid, invalid), null);
  t.is(at(invalid, valid), 'Valid: valid again');
  t.is(at(undefined, invalid), 'Invalid: Valid: why');
  t.is(at(valid, invalid, [problem]), 'Invalid: spec.rules[0]: no Service shop/s');
  t.is(at(valid, withCondition('Conflicted', 'False')), null, 'says nothing about being in use');
  const parents = (controllerName: string, status: string) => ({
    parents: [{ controllerName, ...withCondition('Accepted', status) }],
  });
  t.is(at(parents('us', 'True'), parents('us', 'False')), 'Invalid: Accepted: why');
  t.is(at(parents('us', 'True'), parents('others', 'False')), null);
});
