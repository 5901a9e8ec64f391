// On which ports the data plane of a Gateway listens. In: the Gateway and the ListenerSets that name it. Out: each port once
// for each transport, in order. Whether a listener is served is not looked at: a port that is open too early harms nobody.
import { lookup } from './lookup.ts';
import type { Gateway } from './kinds/gateway.ts';
import type { ListenerSet } from './kinds/listener-set.ts';

export interface GatewayPort {
  readonly port: number;
  readonly protocol: 'TCP' | 'UDP';
}

const transports: Readonly<Record<string, GatewayPort['protocol']>> = {
  HTTP: 'TCP',
  HTTPS: 'TCP',
  TLS: 'TCP',
  TCP: 'TCP',
  UDP: 'UDP',
};

export function gatewayPorts(gateway: Gateway, listenerSets: readonly ListenerSet[]): readonly GatewayPort[] {
  const found = new Map<string, GatewayPort>();
  for (const { spec } of [gateway, ...listenerSets]) {
    for (const { port, protocol } of spec.listeners ?? []) {
      const transport = lookup(transports, protocol);
      if (transport !== undefined) found.set(`${transport}/${port}`, { port, protocol: transport });
    }
  }
  return [...found.values()].sort((a, b) => a.port - b.port || (a.protocol < b.protocol ? -1 : 1));
}
