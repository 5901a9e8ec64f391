import test from 'ava';
import { selects, selectsLoosely, type LabelSelector } from '../../../../src/dag/compile/label-selector.ts';

const labels = { app: 'shop', tier: 'web' };
const expression = (key: string, operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist', values?: string[]) => ({
  matchExpressions: [{ key, operator, ...(values && { values }) }],
});

const cases: readonly (readonly [selector: LabelSelector, expected: boolean])[] = [
  [{}, true],
  [{ matchLabels: { app: 'shop' } }, true],
  [{ matchLabels: { app: 'shop', tier: 'db' } }, false],
  [expression('app', 'In', ['shop', 'cart']), true],
  [expression('app', 'In'), false],
  [expression('gone', 'In', ['shop']), false],
  [expression('app', 'NotIn', ['shop']), false],
  [expression('gone', 'NotIn', ['shop']), true],
  [expression('app', 'Exists'), true],
  [expression('app', 'DoesNotExist'), false],
  // No label, though every object has something of that name.
  [expression('constructor', 'Exists'), false],
  [expression('toString', 'DoesNotExist'), true],
  [{ matchLabels: { app: 'shop' }, ...expression('tier', 'In', ['db']) }, false],
];

for (const [selector, expected] of cases) {
  test(`${JSON.stringify(selector)} ${expected ? 'takes' : 'does not take'} ${JSON.stringify(labels)}`, (t) => {
    t.is(selects(selector, labels), expected);
  });
}

test('loosely, one label is enough', (t) => {
  t.true(selectsLoosely({ matchLabels: { app: 'shop', tier: 'db' } }, labels));
  t.false(selectsLoosely({ matchLabels: { tier: 'db' } }, labels));
  t.false(selectsLoosely({}, labels));
});
