// Files through `nuncio convert`: what is converted keeps its comments, all else its bytes.
import test from 'ava';
import { parse } from 'yaml';
import { convertText, type ConvertOptions } from '../../../../src/cli/emissary/convert-text.ts';

const options: ConvertOptions = { version: 'v3alpha1', forGood: true, output: 'yaml' };

const service = `# first
---
apiVersion: v1
kind: Service   # kept
metadata: {name: web,   namespace: shop}
`;

const mapping = `# a mapping
apiVersion: getambassador.io/v2
kind: Mapping
metadata:
  name: cart # its name
  namespace: shop
spec:
  # where
  prefix: /cart/
  service: cart
  tls: true
`;

test('comments stay, other documents keep their bytes', (t) => {
  const { text, changed, problems } = convertText(`${service}---\n${mapping}`, options);
  t.is(changed, 1);
  t.deepEqual(problems, []);
  t.is(
    text,
    `${service}---
# a mapping
apiVersion: getambassador.io/v3alpha1
kind: Mapping
metadata:
  name: cart # its name
  namespace: shop
spec:
  # where
  prefix: /cart/
  service: https://cart
  hostname: "*"
`,
  );
  t.is(convertText(text, options).text, text, 'a second time changes nothing');
});

test('there and back gives the same objects', (t) => {
  const there = convertText(mapping, { ...options, forGood: false });
  const back = convertText(there.text, { version: 'v2', forGood: false, output: 'yaml' });
  t.deepEqual(parse(back.text), parse(mapping));
});

test('objects in lists, as YAML and as JSON', (t) => {
  const list = {
    apiVersion: 'v1',
    kind: 'List',
    items: [{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } }, parse(mapping)],
  };
  const typed = {
    apiVersion: 'getambassador.io/v1',
    kind: 'ModuleList',
    items: [{ metadata: { name: 'ambassador' } }],
  };
  const { text, changed } = convertText(JSON.stringify(list), { ...options, output: 'json' });
  t.is(changed, 1);
  const items = (JSON.parse(text) as typeof list).items as { apiVersion: string }[];
  t.deepEqual(
    items.map(({ apiVersion }) => apiVersion),
    ['v1', 'getambassador.io/v3alpha1'],
  );
  t.deepEqual(parse(convertText(JSON.stringify(typed), options).text), {
    apiVersion: 'getambassador.io/v3alpha1',
    kind: 'ModuleList',
    items: [{ apiVersion: 'getambassador.io/v3alpha1', kind: 'Module', metadata: { name: 'ambassador' } }],
  });
});

test('mistakes are told with object, field and line; nothing is left out', (t) => {
  const bad = mapping.replace('service: cart', 'service: cart\n  weight: 300\n  nonsense: 1');
  const { text, problems } = convertText(bad, options);
  t.deepEqual(
    problems.map(({ line, message }) => `${line}: ${message}`),
    [
      '11: Mapping shop/cart: spec.weight: found 300; must be a whole number from 0 to 100',
      '12: Mapping shop/cart: spec.nonsense: there is no field "nonsense" here; it is ignored',
    ],
  );
  t.like(parse(text), { spec: { weight: 300, nonsense: 1 } });

  const listener = 'apiVersion: getambassador.io/v3alpha1\nkind: Listener\nmetadata: {name: l}\n';
  const older = convertText(listener, { ...options, version: 'v2', forGood: false });
  t.is(older.text, listener);
  t.deepEqual(older.problems, [
    { line: 2, message: 'Listener l: kind: Listener has no v2, only v3alpha1; left as it is' },
  ]);

  for (const output of ['yaml', 'json'] as const) {
    const broken = convertText('{"a": [1', { ...options, output });
    t.is(broken.text, '{"a": [1');
    t.is(broken.problems.length, 1);
  }
});

test('anchors and aliases', (t) => {
  const anchored = `apiVersion: getambassador.io/v2
kind: Mapping
metadata: {name: a, namespace: b, labels: &l {x: y}}
spec: {prefix: /, service: s, headers: *l}
`;
  t.like(parse(convertText(anchored, options).text), {
    metadata: { labels: { x: 'y' } },
    spec: { headers: { x: 'y' }, hostname: '*' },
  });
});
