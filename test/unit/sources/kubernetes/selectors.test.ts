// Selectors are refused with the term that is wrong, before the API server refuses every list.
import test from 'ava';
import {
  fieldSelectorMistake,
  isSelected,
  labelSelectorMistake,
} from '../../../../src/sources/kubernetes/selectors.ts';

test('label selectors as kubectl takes them', (t) => {
  for (const good of [
    'a=b',
    'a==b,c!=d',
    'app.kubernetes.io/part-of=shop',
    'env in (prod, test),tier notin (back)',
    'present,!absent',
    'empty=',
  ])
    t.is(labelSelectorMistake(good), undefined, good);
  for (const [bad, part] of [
    ['', '""'],
    ['a=b,,c', '""'],
    ['a=b=c', '"a=b=c"'],
    ['a in b', '"a in b"'],
    ['-a=b', '"-a=b"'],
    ['a=b c', '"a=b c"'],
    ['a=-b', '"-b"'],
    ['a in (b,_)', '"_"'],
  ] as const)
    t.true(labelSelectorMistake(bad)?.startsWith(part), `${bad}: ${labelSelectorMistake(bad)}`);
});

test('field selectors by name and namespace alone', (t) => {
  t.is(fieldSelectorMistake('metadata.namespace!=kube-system,metadata.name=web'), undefined);
  t.regex(fieldSelectorMistake('metadata.namespace')!, /neither field=value nor field!=value/);
  t.regex(fieldSelectorMistake('type=Opaque')!, /found "type"/);
});

test('what is in no namespace, and what the configuration names, needs no labels', (t) => {
  t.true(isSelected({ kind: 'Secret', namespaced: true }));
  t.false(isSelected({ kind: 'GatewayClass', namespaced: false }));
  t.false(isSelected({ kind: 'ContourConfiguration', namespaced: true }));
});
