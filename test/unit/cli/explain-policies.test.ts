// `nuncio explain` of files tells which policies count for a request, and for which routes a policy counts.
import test from 'ava';
import { runNuncio } from '../../support/nuncio.ts';

const files = 'test/golden/gateway-policies';

async function explained(folder: string, ...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await runNuncio(['explain', '-f', `${files}/${folder}/in.yaml`, ...args]);
  return stdout.split('\n').map((line) => line.replace(/ +/g, ' ').trim());
}

test('a request has the policies that count for it, with the fields that do', async (t) => {
  const lines = await explained('precedence', 'GET', 'http://near.example.com:80/special');
  t.deepEqual(
    lines.filter((line) => line.startsWith('attached ')),
    [
      'attached TrafficPolicy/infra/enforced: ipRules',
      'attached TrafficPolicy/infra/of-the-gateway: cors, retry, timeouts',
      'attached TrafficPolicy/infra/of-the-listener: requestBody',
      'attached TrafficPolicy/infra/of-the-rule: localRateLimit',
    ],
  );
  t.true(lines.includes('policy timeoutMs: 100000'));
});

test('a policy has the routes for which it counts', async (t) => {
  const lines = await explained('backends', 'backendpolicy/infra/hashed');
  const [, ...uses] = lines.slice(lines.indexOf('used by'));
  t.deepEqual(
    uses.filter((line) => line !== ''),
    ['HTTPRoute/infra/shop spec.rules[2] (shop.example.com)', 'HTTPRoute/infra/shop spec.rules[3] (shop.example.com)'],
  );
});

test('a route that is closed answers 500', async (t) => {
  const lines = await explained('closed', 'GET', 'http://jwt.example.com:80/');
  t.true(lines.includes('answer 500'));
});
