// What Consul's answers mean: instances, the index of blocking queries, addresses and the variables that they may name.
import test from 'ava';
import { consulDefaults, parseAddress } from '../../../../src/sources/consul/environment.ts';
import { parseHealth } from '../../../../src/sources/consul/health.ts';
import { nextIndex } from '../../../../src/sources/consul/index-rules.ts';

test('an instance has its own address, else that of its node; what can not be reached is left out', (t) => {
  const entry = (service: object, node = '10.0.0.1') => ({ Node: { Address: node }, Service: service });
  const answer = [
    entry({ Address: '10.0.0.2', Port: 80, Weights: { Passing: 3, Warning: 1 } }),
    entry({ Address: '', Port: 81 }),
    entry({ Address: '[2001:db8::1]', Port: 82, Weights: { Passing: 0 } }),
    entry({ Address: 'db.example.com', Port: 83, Weights: { Passing: 1e9 } }),
    entry({ Address: '10.0.0.3', Port: 0 }),
    entry({ Address: '10.0.0.3' }),
    entry({ Address: '', Port: 84 }, ''),
    null,
    {},
  ];
  t.deepEqual(parseHealth(JSON.stringify(answer)), [
    { host: '10.0.0.2', port: 80, weight: 3 },
    { host: '10.0.0.1', port: 81, weight: 1 },
    { host: '2001:db8::1', port: 82, weight: 1 },
    { host: 'db.example.com', port: 83, weight: 65_535 },
  ]);
  t.throws(() => parseHealth('{}'), { message: 'the answer is not a list of instances' });
  t.throws(() => parseHealth('<html>'));
});

test('the index goes on, starts again when it goes backwards, and never makes a query that does not wait', (t) => {
  t.deepEqual(nextIndex(0, '17'), { index: 17, isReset: false });
  t.deepEqual(nextIndex(17, '17'), { index: 17, isReset: false });
  t.deepEqual(nextIndex(17, '18'), { index: 18, isReset: false });
  t.deepEqual(nextIndex(17, '3'), { index: 0, isReset: true });
  for (const unusable of [undefined, '0', '-4', 'x', '']) t.is(nextIndex(0, unusable).index, 1);
});

test('addresses as people write them', (t) => {
  const plain = { tls: false };
  const env = { HOST_IP: '10.1.2.3', CONSUL_HTTP_TOKEN: 'secret' };
  const place = (text: string, defaults = plain) => {
    const found = parseAddress(text, defaults, env);
    if (!found.ok) return found.message;
    return 'socket' in found
      ? found.socket
      : `${found.tls ? 'tls ' : ''}${found.host} ${found.port} ${found.path}`.trim();
  };
  t.is(place('consul:8500'), 'consul 8500');
  t.is(place('consul'), 'consul 8500');
  t.is(place('consul', { tls: true }), 'tls consul 8501');
  t.is(place('consul:80'), 'consul 80');
  t.is(place('[2001:db8::1]:8500'), '2001:db8::1 8500');
  t.is(place('http://consul:8500/'), 'consul 8500');
  t.is(place('https://consul.example.com'), 'tls consul.example.com 443');
  t.is(place('https://consul.example.com:8501/below/'), 'tls consul.example.com 8501 /below');
  t.is(place('unix:///run/consul.sock'), '/run/consul.sock');
  t.is(place('${HOST_IP}:8500'), '10.1.2.3 8500');
  t.is(place('$HOST_IP'), '10.1.2.3 8500');
  t.is(place('${POD_IP}:8500'), "the variable POD_IP is not set in nuncio's environment");
  t.regex(place('evil.example.com/${CONSUL_HTTP_TOKEN}'), /^found the variable CONSUL_HTTP_TOKEN; an address can name/);
  t.regex(place('consul:port'), /^must be host:port/);
  t.regex(place('https://user:password@consul'), /^must be host:port/);
});

test('settings come before the variables of Consul’s own clients', (t) => {
  const env = {
    CONSUL_HTTP_TOKEN_FILE: '/env/token',
    CONSUL_HTTP_TOKEN: 'secret',
    CONSUL_CACERT: '/env/ca',
    CONSUL_HTTP_SSL: 'true',
    CONSUL_HTTP_SSL_VERIFY: 'false',
    CONSUL_NAMESPACE: '',
  };
  const found = consulDefaults({ maxQueries: 5, tokenFile: '/own/token' }, env);
  t.deepEqual(found, {
    address: '127.0.0.1:8500',
    tokenFile: '/own/token',
    token: 'secret',
    caFile: '/env/ca',
    tls: true,
    verify: false,
    maxQueries: 5,
  });
});
