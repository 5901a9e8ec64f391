// What Envoy needs of the listeners of a Gateway: a Listener for each port, a FilterChain for each listener that ends TLS
// for HTTP. Chains are never shared: which chain a connection came through says for which listener it was made.
import type { UnitKind } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';
import { tlsOfChain } from '../hosts/chain.ts';
import { hostListener, isStandard } from '../hosts/listener.ts';
import { levels, topics } from '../topics.ts';
import { plainWinner, tcpProxyOf, udpClusterKey } from './l4.ts';
import { gatewayPrefixes, gatewayTopics, type EnvoyChain, type EnvoyListener } from './topics.ts';

export function envoyListenerKind(config: CompileConfig): UnitKind {
  return {
    name: 'gateway-listener',
    level: levels.chain,
    each: { topic: gatewayPrefixes.listener },
    compile(key, context) {
      // The listeners of the configuration have a unit of their own.
      if (isStandard(key)) return;
      const { owner, addresses, port, protocol, section } = context.topic<EnvoyListener>(
        gatewayTopics.listener(key),
      )[0]!.value;
      const [address, ...otherAddresses] = addresses;
      const place = {
        key,
        address: address!,
        ...(otherAddresses.length > 0 && { otherAddresses }),
        port,
        protocol,
        owners: [owner],
      };
      if (section === undefined) {
        context.emit(hostListener(context, config, { ...place, anyDepth: true }));
        return;
      }
      // Without a route there is nothing to open a port for.
      const winner = plainWinner(context, key, section);
      if (!winner) return;
      const standard = hostListener(context, config, place);
      if (protocol === 'tcp') context.emit({ ...standard, tcp: tcpProxyOf(winner.backends) });
      const cluster = protocol === 'udp' ? udpClusterKey(winner.backends) : undefined;
      if (cluster !== undefined) context.emit({ ...standard, udp: { cluster } });
    },
  };
}

export function envoyChainKind(config: CompileConfig): UnitKind {
  return {
    name: 'gateway-chain',
    level: levels.chain,
    each: { topic: gatewayPrefixes.chain },
    compile(key, context) {
      const [listener, id] = key.split('|') as [string, string];
      const { serverName, owner, secrets, clientValidation, ...tls } = context.topic<EnvoyChain>(
        gatewayTopics.chain(listener, id),
      )[0]!.value;
      const [secret, ...otherSecrets] = secrets;
      context.emit({
        kind: 'FilterChain',
        key,
        listener,
        id,
        serverNames: [serverName],
        anyDepth: true,
        secret: secret!,
        ...(otherSecrets.length > 0 && { otherSecrets }),
        ...(clientValidation && { clientValidation }),
        ...tlsOfChain(config, tls),
        owners: [owner],
      });
      for (const each of secrets) context.publish(topics.secret(each), true);
      if (clientValidation?.ca !== undefined) context.publish(topics.trustedCa(clientValidation.ca), true);
    },
  };
}
