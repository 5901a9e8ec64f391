// Listener (getambassador.io/v3alpha1): a port, what is spoken there, and the Hosts that are served on it.
import type { SourceObject } from '../../object.ts';
import type { KindDefinition } from '../kind.ts';
import { integer, list, object, oneOf, port, text, type Infer } from '../schema.ts';
import { ambassadorId, count, GROUP, selector, VERSION } from './shared.ts';

const spec = object(
  {
    port: port('Port on which the Envoys listen.'),
    securityModel: oneOf(['XFP', 'SECURE', 'INSECURE'], {
      description: 'Which requests are secure: those with x-forwarded-proto https, all, or none.',
    }),
    hostBinding: object(
      {},
      {
        namespace: object({}, { from: oneOf(['SELF', 'ALL', 'SELECTOR']) }),
        selector: selector('Labels of the Hosts.'),
      },
      { description: 'Which Hosts are served.' },
    ),
  },
  {
    ambassador_id: ambassadorId,
    protocol: oneOf(['HTTP', 'HTTPS', 'HTTPPROXY', 'HTTPSPROXY', 'TCP', 'TLS', 'UDP']),
    protocolStack: list(oneOf(['HTTP', 'PROXY', 'TLS', 'TCP', 'UDP']), {
      description: 'Instead of protocol: from the outside in, last TCP or UDP.',
    }),
    l7Depth: count({ description: 'Proxies in front whose x-forwarded-for is believed.' }),
    http2MaxConcurrentStreams: integer({ minimum: 1, maximum: 2147483647 }),
    statsPrefix: text(),
    bind_address: text({ description: 'Default: all addresses.' }),
  },
);

const status = object({}, { state: text(), reason: text() });

export type ListenerSpec = Infer<typeof spec>;

export interface EmissaryListener extends SourceObject {
  readonly kind: 'Listener';
  readonly spec: ListenerSpec;
}

export const listenerKind: KindDefinition = {
  kind: 'Listener',
  group: GROUP,
  version: VERSION,
  plural: 'listeners',
  namespaced: true,
  fields: object({ spec }, { status }),
  dropped: ['status'],
  crd: {
    singular: 'listener',
    shortNames: [],
    categories: ['ambassador-crds'],
    description: 'A port of the gateway.',
    columns: [
      { name: 'Port', jsonPath: '.spec.port', type: 'string', description: 'Port.' },
      { name: 'Protocol', jsonPath: '.spec.protocol', type: 'string', description: 'What is spoken.' },
      { name: 'Stack', jsonPath: '.spec.protocolStack', type: 'string', description: 'The same, in full.' },
      { name: 'StatsPrefix', jsonPath: '.spec.statsPrefix', type: 'string', description: 'Prefix of statistics.' },
      { name: 'Security', jsonPath: '.spec.securityModel', type: 'string', description: 'Which requests are secure.' },
      { name: 'L7Depth', jsonPath: '.spec.l7Depth', type: 'string', description: 'Proxies in front.' },
    ],
  },
};
