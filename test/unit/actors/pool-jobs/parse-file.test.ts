// Files → objects and problems with their lines.
import test from 'ava';
import { stringify } from 'yaml';
import parseFile from '../../../../src/actors/pool-jobs/parse-file.ts';
import { keyOf } from '../../../../src/model/object.ts';

function parse(text: string) {
  const parsed = parseFile({ file: 'x.yaml', text });
  return {
    ...parsed,
    keys: parsed.objects.map(keyOf),
    lines: parsed.objects.map(({ source }) => (source.kind === 'filesystem' ? source.line : -1)),
    said: parsed.problems.map(
      ({ code, path, source }) => `${source.kind === 'filesystem' ? source.line : -1} ${code} ${path}`,
    ),
  };
}

const service = (name: string, port: unknown = 80) =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\nspec:\n  ports:\n    - port: ${String(port)}\n`;

test('documents, empty ones and comments', (t) => {
  const parsed = parse(`# first\n---\n${service('a')}---\n# nothing\n---\n---\n${service('b')}`);
  t.deepEqual(parsed.keys, ['Service/default/a', 'Service/default/b']);
  t.deepEqual(parsed.lines, [3, 14]);
  t.deepEqual(parsed.problems, []);
  t.false(parsed.unreadable);
});

test('an empty text holds nothing', (t) => {
  t.deepEqual(parse('').keys, []);
  t.deepEqual(parse('# only this\n').problems, []);
});

test('JSON, lists, typed lists, lists in lists', (t) => {
  const item = (name: string) => ({ apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: 'shop' } });
  t.deepEqual(parse(JSON.stringify(item('a'))).keys, ['Service/shop/a']);
  const list = {
    apiVersion: 'v1',
    kind: 'List',
    items: [item('a'), { apiVersion: 'v1', kind: 'List', items: [item('b')] }],
  };
  const parsed = parse(stringify(list));
  t.deepEqual(parsed.keys, ['Service/shop/a', 'Service/shop/b']);
  t.deepEqual(parsed.lines, [4, 12]);
  const { apiVersion, ...bare } = item('c');
  const typed = { apiVersion, kind: 'ServiceList', items: [{ metadata: bare.metadata }] };
  t.deepEqual(parse(stringify(typed)).keys, ['Service/shop/c']);
});

test('one bad document does not take the others along', (t) => {
  const parsed = parse(`${service('a')}---\nkind: [Service\n---\n${service('b', '"80"')}---\n${service('c')}`);
  t.deepEqual(parsed.keys, ['Service/default/a', 'Service/default/c']);
  t.deepEqual(parsed.refused, ['Service/default/b']);
  t.true(parsed.unreadable);
  t.deepEqual(parsed.said, ['10 DocumentNotParsed ', '17 SchemaInvalid spec.ports[0].port']);
});

test('what stands behind an item of a list is an error, not the next key', (t) => {
  for (const item of ['"x"foo: 1', '[x]foo: 1', '{ x: y } foo: 1'])
    t.deepEqual(parse(`kind: Service\nspec:\n- ${item}\n`).said, ['3 DocumentNotParsed '], item);
});

test('problems stand at their line: fields of a list item, missing fields at what should hold them', (t) => {
  const text = `apiVersion: v1
kind: List
items:
  - apiVersion: projectcontour.io/v1
    kind: HTTPProxy
    metadata: { name: a }
    spec:
      routes:
        - conditions:
            - prefix: /
              heder: { name: x }
          services:
            - name: s
`;
  t.deepEqual(parse(text).said, [
    '13 SchemaInvalid spec.routes[0].services[0].port',
    '11 UnknownField spec.routes[0].conditions[0].heder',
  ]);
});

test('an object that can not be named makes the file unreadable, an unknown kind does not', (t) => {
  t.true(parse('kind: Service\napiVersion: v1\n').unreadable);
  t.true(parse('just text').unreadable);
  t.true(parse('- a\n- b\n').unreadable);
  const other = parse('kind: Deployment\napiVersion: apps/v1\nmetadata: { name: x }\n');
  t.false(other.unreadable);
  t.is(other.problems[0]?.severity, 'warning');
  const slip = parse('kind: HttpProxy\napiVersion: projectcontour.io/v1\nmetadata: { name: x }\n');
  t.is(slip.problems[0]?.severity, 'error');
  t.regex(slip.problems[0]?.message ?? '', /did you mean HTTPProxy\?/);
});

test('the same object twice in one file: the first counts', (t) => {
  const parsed = parse(`${service('a', 1)}---\n${service('a', 2)}`);
  t.deepEqual(parsed.keys, ['Service/default/a']);
  t.deepEqual(parsed.said, ['9 DuplicateObject ']);
  t.regex(parsed.problems[0]?.message ?? '', /in line 1/);
});

test('anchors and merge keys; duplicate keys and endless aliases are problems', (t) => {
  const merged = `apiVersion: v1
kind: List
items:
  - &base { apiVersion: v1, kind: Service, metadata: { name: a } }
  - { <<: *base, metadata: { name: b } }
`;
  t.deepEqual(parse(merged).keys, ['Service/default/a', 'Service/default/b']);
  t.deepEqual(parse('kind: a\nkind: b\n').said, ['2 DocumentNotParsed ']);
  const bomb = [
    'a: &a [x, x, x, x, x, x, x, x, x]',
    ...'bcdefgh'.split('').map((letter, index) => {
      const before = 'abcdefg'[index];
      return `${letter}: &${letter} [${Array.from({ length: 9 }, () => `*${before}`).join(', ')}]`;
    }),
  ].join('\n');
  t.deepEqual(parse(bomb).said, ['1 DocumentNotParsed ']);
});

test('the version of an object is its content: not its place, not the order of its keys, not a cluster it came from', (t) => {
  const version = (text: string) => parse(text).objects[0]?.metadata.resourceVersion;
  const first = version(service('a'));
  t.regex(first ?? '', /^[0-9a-f]{16}$/);
  t.is(version(`# moved\n\n${service('a')}`), first);
  t.is(version('spec: { ports: [{ port: 80 }] }\nmetadata: { name: a }\nkind: Service\napiVersion: v1\n'), first);
  t.is(
    version(
      service('a').replace(
        'name: a',
        'name: a\n  uid: u\n  resourceVersion: "7"\n  creationTimestamp: 2026-01-01T00:00:00Z',
      ),
    ),
    first,
  );
  t.not(version(service('a', 81)), first);
});

test('Secrets: base64 or plain text; contents never show in messages', (t) => {
  const secret = (rest: string) => parse(`apiVersion: v1\nkind: Secret\nmetadata: { name: s }\n${rest}\n`);
  t.deepEqual(Reflect.get(secret('data: { tls.key: aGVsbG8=, other: eA== }').objects[0] ?? {}, 'data'), {
    'tls.key': 'hello',
  });
  t.deepEqual(Reflect.get(secret('stringData: { tls.key: hello }').objects[0] ?? {}, 'data'), { 'tls.key': 'hello' });
  t.deepEqual(
    Reflect.get(secret('type: helm.sh/release.v1\ndata: { tls.key: aGVsbG8= }').objects[0] ?? {}, 'data'),
    {},
  );
  for (const bad of [
    'data: { tls.key: hush hush }',
    'data: { tls.key: [hush] }',
    'stringData: { tls.key: { hush: hush } }',
  ]) {
    const { problems, refused } = secret(bad);
    t.deepEqual(refused, ['Secret/default/s']);
    t.false(JSON.stringify(problems).includes('hush'), bad);
  }
});
