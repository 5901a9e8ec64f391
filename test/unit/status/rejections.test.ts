import test from 'ava';
import type { RejectionValue } from '../../../src/messages/rejections.ts';
import { withProgrammed } from '../../../src/status/rejections.ts';

const rejection: RejectionValue = {
  owners: ['Gateway/shop/web'],
  type: 'listener',
  name: 'shared/shop/web/80',
  version: '1',
  by: 'client',
  nodes: ['envoy-1'],
  message: 'no such thing',
  served: 'nothing',
};
const known = { current: {}, generation: 2, mayClear: true };

function programmed(status: Readonly<Record<string, unknown>>): unknown {
  const conditions = status['conditions'] as readonly { readonly type: string }[];
  return conditions.filter(({ type }) => type === 'Programmed');
}

test('kinds without such a condition of their own get one while something is refused, and once more when it is over', (t) => {
  const wanted = { conditions: [{ type: 'Valid', status: 'True' }] };
  t.is(withProgrammed(wanted, { ...known, rejections: [] }), wanted);
  const refused = withProgrammed(wanted, { ...known, rejections: [rejection] });
  t.like(programmed(refused), { 0: { status: 'False', reason: 'RejectedByEnvoy', observedGeneration: 2 }, length: 1 });
  const over = withProgrammed(wanted, { ...known, rejections: [], current: refused });
  t.like(programmed(over), { 0: { status: 'True' }, length: 1 });
});

test('what the compiler says is not programmed stays so, whatever is stored; what it says is, Envoy may refuse', (t) => {
  const own = (status: string) => ({ conditions: [{ type: 'Programmed', status, reason: 'Own' }] });
  const stored = own('Unknown');
  for (const status of ['True', 'False']) {
    t.deepEqual(withProgrammed(own(status), { ...known, rejections: [], current: stored }), own(status));
  }
  t.deepEqual(withProgrammed(own('False'), { ...known, rejections: [rejection] }), own('False'));
  const refused = withProgrammed(own('True'), { ...known, rejections: [rejection] });
  t.like(programmed(refused), { 0: { status: 'False', reason: 'RejectedByEnvoy' }, length: 1 });
});

test('of a Gateway those listeners are not programmed whose own chain is refused, or whose Envoy listener is', (t) => {
  const conditions = [{ type: 'Programmed', status: 'True', reason: 'Programmed' }];
  const listeners = ['a', 'b', 'tls', 'other', 'none'].map((name) => ({ name, conditions }));
  const at = (section: string, port = 443) => ({ listener: `shared/shop/web/${port}`, section });
  const places = { a: at('a'), b: at('b'), tls: at('tls'), other: at('other', 80) };
  const refusedOf = (status: Readonly<Record<string, unknown>>): readonly string[] =>
    (status['listeners'] as typeof listeners).flatMap(({ name, conditions: [own] }) =>
      own?.reason === 'RejectedByEnvoy' ? [name] : [],
    );
  const tell = (...rejections: readonly Partial<RejectionValue>[]) =>
    withProgrammed(
      { conditions, listeners },
      { ...known, places, rejections: rejections.map((each) => ({ ...rejection, ...each })) },
    );
  const name = 'shared/shop/web/443';
  t.deepEqual(refusedOf(tell({ name })), ['a', 'b', 'tls']);
  t.deepEqual(refusedOf(tell({ name: `${name}/http3` })), ['a', 'b', 'tls']);
  t.deepEqual(refusedOf(tell({ name, part: 'b' })), ['b']);
  t.deepEqual(refusedOf(tell({ name, part: 'tls/one.test' }, { name: 'shared/shop/web/80' })), ['tls', 'other']);
  t.deepEqual(refusedOf(tell({ type: 'cluster', name })), []);
  t.like(programmed(tell({ name, part: 'b' })), { 0: { status: 'False', reason: 'RejectedByEnvoy' } });

  // Until it is known that it is over, what is stored stays.
  const stored = tell({ name, part: 'b' });
  const told = { ...known, places, rejections: [], current: stored, generation: 2 };
  t.deepEqual(refusedOf(withProgrammed({ conditions, listeners }, { ...told, mayClear: false })), ['b']);
  t.deepEqual(refusedOf(withProgrammed({ conditions, listeners }, told)), []);
});
