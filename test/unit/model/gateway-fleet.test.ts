import test from 'ava';
import { fleetCluster, fleetIdentity, fleetName, nameLabel } from '../../../src/model/gateway-fleet.ts';

test("a fleet has its Gateway's name", (t) => {
  t.is(fleetName('web'), 'envoy-web');
  t.is(nameLabel('web'), 'web');
  t.is(fleetCluster('shop', 'web'), 'gateway/shop/web');
  t.is(fleetIdentity('shop', 'web'), 'spiffe://nuncio/gateway/shop/web');
});

test('a name that fits no Service or label is shortened, and no two names meet', (t) => {
  const longest = 'g'.repeat(253);
  const names = [longest, `${longest.slice(1)}h`, 'a.b', 'a-b', 'a', 'g'.repeat(57), 'g'.repeat(58)];
  const made = names.map(fleetName);
  t.is(new Set(made).size, names.length);
  for (const name of made) t.regex(name, /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/);
  const labels = [longest, 'a.b', 'g'.repeat(63), 'g'.repeat(64)].map(nameLabel);
  t.deepEqual(labels.slice(1, 3), ['a.b', 'g'.repeat(63)]);
  for (const label of labels) t.regex(label, /^[a-z0-9]([-a-z0-9.]{0,61}[a-z0-9])?$/);
  t.is(new Set(labels).size, labels.length);
});
