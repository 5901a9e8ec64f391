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
