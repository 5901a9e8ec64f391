// Which changes are traced: shares that hold, patterns of objects, and that every thread decides alike.
import test from 'ava';
import fc from 'fast-check';
import { createSelector, everyChange, mistakeInPattern } from '../../../src/actors/tracing/selection.ts';

const cause = (id: string, key = 'HTTPProxy/shop/cart') => ({ id, key, atMs: 0 });

test('a share of changes is about that share, the larger holds the smaller, and is the same in each thread', (t) => {
  const ids = Array.from({ length: 10_000 }, (_, index) => `wmb3k2xyz-${index}`);
  const chosen = (sample: number): ReadonlySet<string> => {
    const isSelected = createSelector({ sample, objects: [] });
    return new Set(ids.filter((id) => isSelected([cause(id)])));
  };
  const [tenth, half] = [chosen(0.1), chosen(0.5)];
  t.true(tenth.size > 800 && tenth.size < 1200, `${tenth.size}`);
  t.true(half.size > 4700 && half.size < 5300, `${half.size}`);
  t.true([...tenth].every((id) => half.has(id)));
  t.deepEqual(chosen(0.1), tenth);
  t.is(chosen(0).size, 0);
  t.is(chosen(1).size, ids.length);
});

test('patterns: a kind, a namespace, a name, each with *', (t) => {
  const isSelected = (...objects: string[]) => createSelector({ sample: 1, objects });
  t.true(isSelected('HTTPProxy')([cause('1')]));
  t.true(isSelected('httpproxy/shop')([cause('1')]));
  t.true(isSelected('*/shop/c*t')([cause('1')]));
  t.true(isSelected('Ingress', 'HTTPProxy/*/cart')([cause('1')]));
  t.false(isSelected('Ingress')([cause('1')]));
  t.false(isSelected('HTTPProxy/shop/car')([cause('1')]));
  t.false(isSelected('HTTPProxy/sho')([cause('1')]));
  t.true(isSelected('GatewayClass')([cause('1', 'GatewayClass//nuncio')]));
  t.true(isSelected('Ingress')([cause('1'), cause('2', 'Ingress/a/b')]), 'one of the causes is enough');
});

test('a first full state, which has no causes, is traced only with everything', (t) => {
  t.true(createSelector(everyChange)([]));
  t.false(createSelector({ sample: 1, objects: ['HTTPProxy'] })([]));
  t.false(createSelector({ sample: 0.5, objects: [] })([]));
});

test('what is no pattern is said, and no pattern that passes can throw', (t) => {
  t.regex(mistakeInPattern('a/b/c/d') ?? '', /"a\/b\/c\/d" is no pattern of objects; must be Kind/);
  t.truthy(mistakeInPattern(''));
  t.truthy(mistakeInPattern('HTTPProxy/(a'));
  fc.assert(
    fc.property(fc.string(), (pattern) => {
      if (mistakeInPattern(pattern) === undefined) createSelector({ sample: 1, objects: [pattern] })([cause('1')]);
    }),
  );
});
