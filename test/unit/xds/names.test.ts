import test from 'ava';
import { clusterName, hashName, routeConfigurationName, scopeName } from '../../../src/xds/names.ts';

test('a short cluster key is its name', (t) => {
  t.is(clusterName('shop/web/80/da39a3ee5e'), 'shop/web/80/da39a3ee5e');
});

const long = 'a-service-with-a-name-that-goes-on-and-on';

/** Each row: parts, name. Hashes are the first six hex digits of `printf '%s' a/b/c | sha256sum`. */
const rows: readonly [title: string, parts: readonly string[], name: string][] = [
  ['59 characters stay', ['x'.repeat(29), 'y'.repeat(29)], `${'x'.repeat(29)}/${'y'.repeat(29)}`],
  [
    'the last long part goes first',
    ['shop', long, 'b'.repeat(20), '80'],
    `shop/${long.slice(0, 8)}-HASHED/bbbbbbbb-HASHED/80`,
  ],
  [
    'as few parts as needed',
    ['shop', 'b'.repeat(20), '80', 'c'.repeat(40)],
    `shop/${'b'.repeat(20)}/80/cccccccc-HASHED`,
  ],
];

for (const [title, parts, expected] of rows) {
  test(`long names: ${title}`, (t) => {
    const name = hashName(60, parts);
    const pattern = expected.replaceAll('HASHED', '[0-9a-f]{6}');
    t.regex(name, new RegExp(`^${pattern}$`));
    t.true(name.length < 60);
  });
}

test('a name that no cut can shorten enough becomes the hash', (t) => {
  t.regex(hashName(10, ['aaaa', 'bbbb', 'cccc', 'dddd']), /^[0-9a-f]{10}$/);
});

test('names that differ only where they are cut stay different', (t) => {
  const start = `${long}/${long}/80/`;
  t.not(clusterName(`${start}1111111111`), clusterName(`${start}2222222222`));
});

test('scopes and route configurations', (t) => {
  t.is(scopeName('ingress_http', '', 'shop.example.com'), 'ingress_http||shop.example.com');
  t.is(scopeName('ingress_https', 'c1', '*'), 'ingress_https|c1|*');
  t.is(routeConfigurationName('ingress_http', ''), 'ingress_http');
  t.is(routeConfigurationName('ingress_https', 'c1'), 'ingress_https/c1');
});
