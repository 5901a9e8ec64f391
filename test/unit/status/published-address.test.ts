import { isIP } from 'node:net';
import test from 'ava';
import { addressesOfService, toAddress, withAddresses } from '../../../src/status/published-address.ts';

const ip = { kind: 'ip', ip: '192.0.2.1' } as const;
const hostname = { kind: 'hostname', hostname: 'lb.example.com' } as const;

test('an address is an IP or a host name', (t) => {
  const address = (text: string) => toAddress(text, (each) => isIP(each) > 0);
  t.deepEqual(address('192.0.2.1'), ip);
  t.deepEqual(address('2001:db8::1'), { kind: 'ip', ip: '2001:db8::1' });
  t.deepEqual(address('lb.example.com'), hostname);
});

test('addresses of a Service’s load balancer', (t) => {
  const ingress = [{ ip: '192.0.2.1', ipMode: 'VIP', ports: [] }, { hostname: 'lb.example.com' }, {}, null];
  t.deepEqual(addressesOfService({ loadBalancer: { ingress } }), [ip, hostname]);
  for (const status of [undefined, {}, { loadBalancer: {} }, { loadBalancer: { ingress: [] } }])
    t.deepEqual(addressesOfService(status), []);
});

test('each kind has its place for addresses', (t) => {
  const loadBalancer = { ingress: [{ ip: '192.0.2.1' }, { hostname: 'lb.example.com' }] };
  t.deepEqual(withAddresses('Ingress', null, [ip, hostname]), { loadBalancer });
  t.deepEqual(withAddresses('HTTPProxy', { currentStatus: 'valid' }, [ip, hostname]), {
    loadBalancer,
    currentStatus: 'valid',
  });
  const addresses = [
    { type: 'IPAddress', value: '192.0.2.1' },
    { type: 'Hostname', value: 'lb.example.com' },
  ];
  t.deepEqual(withAddresses('Gateway', {}, [ip, hostname]), { addresses });
  t.deepEqual(withAddresses('Gateway', { addresses: [] }, [ip]), { addresses: [] }, 'the compiler’s own count');
  t.is(withAddresses('Gateway', null, [ip]), null);
  t.is(withAddresses('HTTPRoute', null, [ip]), null);
});

test('where none are known nothing is said of them', (t) => {
  t.is(withAddresses('Ingress', null, []), null);
  t.deepEqual(withAddresses('HTTPProxy', { currentStatus: 'valid' }, []), { currentStatus: 'valid' });
});
