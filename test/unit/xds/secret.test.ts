import test from 'ava';
import { secret as secretResource } from '../../../src/xds/secret.ts';
import { json, violations } from './resource-json.ts';
import { secret } from './vertex-fixtures.ts';

test('a certificate and its key as bytes, under a name without content', (t) => {
  const resource = secretResource(secret('shop/web-cert', 'CERT', 'KEY'));
  t.deepEqual(json(resource), {
    name: 'shop/web-cert',
    tls_certificate: {
      certificate_chain: { inline_bytes: Buffer.from('CERT').toString('base64') },
      private_key: { inline_bytes: Buffer.from('KEY').toString('base64') },
    },
  });
  t.deepEqual(violations(resource), []);
  const rotated = secretResource(secret('shop/web-cert', 'CERT2', 'KEY2'));
  t.is(rotated.name, resource.name);
  t.not(rotated.version, resource.version);
});
