// Gateway (gateway.networking.k8s.io): listeners on addresses, with their TLS and the routes that may attach.
import type { SourceObject } from '../object.ts';
import {
  GATEWAY_GROUP,
  gatewayPort,
  labelSelector,
  listener,
  objectReference,
  type ListenerEntry,
} from './gateway-common.ts';
import type { KindDefinition } from './kind.ts';
import { list, map, object, oneOf, text, type Infer } from './schema.ts';

const clientValidation = object(
  {},
  { caCertificateRefs: list(objectReference), mode: oneOf(['AllowValidOnly', 'AllowInsecureFallback']) },
);

const frontendTls = object({}, { validation: clientValidation });

const spec = object(
  { gatewayClassName: text() },
  {
    listeners: list(listener),
    addresses: list(object({}, { type: text(), value: text() })),
    infrastructure: object(
      {},
      {
        labels: map(text()),
        annotations: map(text()),
        parametersRef: object({ group: text(), kind: text(), name: text() }, {}),
      },
    ),
    allowedListeners: object(
      {},
      { namespaces: object({}, { from: oneOf(['All', 'Selector', 'Same', 'None']), selector: labelSelector }) },
    ),
    tls: object(
      {},
      {
        backend: object({}, { clientCertificateRef: objectReference }),
        frontend: object(
          {},
          { default: frontendTls, perPort: list(object({ port: gatewayPort }, { tls: frontendTls })) },
        ),
      },
    ),
    defaultScope: text(),
  },
);

export type GatewaySpec = Infer<typeof spec>;
export type GatewayListener = ListenerEntry;
export type ClientCertificateValidation = Infer<typeof clientValidation>;
export type GatewayAddress = NonNullable<GatewaySpec['addresses']>[number];

/** Of a status only the addresses are read: one that was given out stays. */
const status = object(
  {},
  { addresses: list(object({}, { type: text(), value: text() })) },
  { alsoKnown: ['conditions', 'listeners', 'attachedListenerSets'] },
);

export interface Gateway extends SourceObject {
  readonly kind: 'Gateway';
  readonly spec: GatewaySpec;
  readonly status?: Infer<typeof status>;
}

export const gatewayKind: KindDefinition = {
  kind: 'Gateway',
  group: GATEWAY_GROUP,
  version: 'v1',
  olderVersions: ['v1beta1'],
  plural: 'gateways',
  namespaced: true,
  fields: object({ spec }, { status }),
};
