// Objects of getambassador.io: many Mappings under one host `*`, so that it splits and comes together again, beside Hosts and
// what holds for the whole gateway.
import { hosts, paths, raw, secrets, services } from './names.ts';
import type { Maker, Raw } from './names.ts';
import type { Random } from './world.ts';

function mapping(random: Random, namespace: string, name: string): Raw {
  return raw('Mapping', namespace, name, {
    spec: {
      hostname: random.chance(0.6) ? '*' : random.pick(hosts),
      prefix: random.pick(paths),
      service: random.pick([...services, 's0.b:81']),
      ...(random.chance(0.3) && { resolver: 'endpoint', load_balancer: { policy: 'least_request' } }),
      ...(random.chance(0.2) && { weight: 10 * random.below(9) }),
      ...(random.chance(0.1) && { precedence: random.below(2) }),
      ...(random.chance(0.1) && { tls: 't0' }),
      ...(random.chance(0.05) && { bypass_auth: true }),
    },
  });
}

function host(random: Random, namespace: string, name: string): Raw {
  const action = random.pick(['Route', 'Route', 'Redirect', 'Reject']);
  return raw('Host', namespace, name, {
    spec: {
      hostname: random.chance(0.5) ? '*' : random.pick(hosts),
      ...(random.chance(0.5) && { tlsSecret: { name: random.pick([...secrets, 'gone']) } }),
      ...(random.chance(0.2) && { tlsContext: { name: 't0' } }),
      requestPolicy: { insecure: { action } },
    },
  });
}

function tlsContext(random: Random, namespace: string, name: string): Raw {
  return raw('TLSContext', namespace, name, {
    spec: {
      ...(random.chance(0.4) && { hosts: [random.pick(hosts)] }),
      ...(random.chance(0.6) && { secret: random.pick(secrets) }),
      ...(random.chance(0.4) && { min_tls_version: 'v1.2' }),
    },
  });
}

function tcpMapping(random: Random, namespace: string, name: string): Raw {
  const service = random.pick(services);
  return raw('TCPMapping', namespace, name, { spec: { port: random.pick([9200, 9100]), service } });
}

function authService(random: Random, namespace: string, name: string): Raw {
  const auth_service = random.pick(['s0.a', 's1.b:81', 'a b']);
  return raw('AuthService', namespace, name, { spec: { auth_service, proto: 'grpc', protocol_version: 'v3' } });
}

function gatewayModule(random: Random, namespace: string, name: string): Raw {
  const config = {
    ...(random.chance(0.5) && { retry_policy: { retry_on: '5xx' } }),
    ...(random.chance(0.3) && { merge_slashes: true }),
    ...(random.chance(0.3) && { load_balancer: { policy: 'least_request' } }),
  };
  return raw('Module', namespace, name, { spec: { config } });
}

function listener(random: Random, namespace: string, name: string): Raw {
  const protocol = random.chance(0.7) ? 'HTTP' : 'HTTPS';
  const hostBinding = { namespace: { from: 'ALL' } };
  return raw('Listener', namespace, name, { spec: { port: 9100, protocol, securityModel: 'XFP', hostBinding } });
}

export const emissaryMakers: readonly Maker[] = [
  { kind: 'Mapping', weight: 11, names: ['m0', 'm1', 'm2', 'm3'], make: mapping, atStart: 0.5 },
  { kind: 'Listener', weight: 1, namespaces: ['a'], names: ['l0'], make: listener, atStart: 1 },
  { kind: 'Host', weight: 3, names: ['h0', 'h1'], make: host, atStart: 0.3 },
  { kind: 'TLSContext', weight: 1, names: ['t0'], make: tlsContext, atStart: 0.2 },
  { kind: 'TCPMapping', weight: 1, names: ['t0'], make: tcpMapping, atStart: 0.2 },
  { kind: 'AuthService', weight: 1, namespaces: ['a'], names: ['auth'], make: authService, atStart: 0.1 },
  { kind: 'Module', weight: 1, namespaces: ['a'], names: ['ambassador'], make: gatewayModule, atStart: 0.1 },
];
