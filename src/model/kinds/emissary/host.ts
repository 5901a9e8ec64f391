// Host (getambassador.io/v3alpha1): a host name, its certificate, and what happens to requests without TLS.
import type { SourceObject } from '../../object.ts';
import type { KindDefinition } from '../kind.ts';
import { anything, flag, integer, list, object, oneOf, text, type Infer } from '../schema.ts';
import { ambassadorId, GROUP, selector, VERSION } from './shared.ts';
import { olderVersionsOf } from './older-versions.ts';

const tlsVersion = () => oneOf(['v1.0', 'v1.1', 'v1.2', 'v1.3']);

/** Settings of TLS that Host and TLSContext share. */
export const tlsSettings = {
  cert_chain_file: text(),
  private_key_file: text(),
  ca_secret: text({ description: 'Secret with the CA certificates that peers are checked by.' }),
  cacert_chain_file: text(),
  crl_secret: text({ description: 'Secret with revocation lists.' }),
  alpn_protocols: text({ description: 'Such as h2,http/1.1.' }),
  cert_required: flag({ description: 'Clients must show a certificate.' }),
  min_tls_version: tlsVersion(),
  max_tls_version: tlsVersion(),
  cipher_suites: list(text()),
  ecdh_curves: list(text()),
  redirect_cleartext_from: integer({ minimum: 0, maximum: 65535 }),
  sni: text(),
} as const;

const spec = object(
  {},
  {
    ambassador_id: ambassadorId,
    hostname: text({ description: 'May begin or end with an asterisk; default *.' }),
    mappingSelector: selector('Which Mappings belong here, by their labels.'),
    selector: selector('Deprecated: mappingSelector.'),
    tlsSecret: object({}, { name: text(), namespace: text() }, { description: 'Secret with the certificate.' }),
    tlsContext: object({}, { name: text() }, { description: 'TLSContext that is used.' }),
    tls: object({}, tlsSettings, { description: 'Settings of TLS beside the certificate.' }),
    requestPolicy: object(
      {},
      {
        insecure: object(
          {},
          {
            action: oneOf(['Redirect', 'Reject', 'Route'], { description: 'Default Redirect.' }),
            additionalPort: integer({
              minimum: -1,
              maximum: 65535,
              description: 'Port that is opened for requests without TLS too.',
            }),
          },
        ),
      },
      { description: 'What happens to requests.' },
    ),
    acmeProvider: object(
      {},
      {
        authority: text(),
        email: text(),
        privateKeySecret: object({}, { name: text(), namespace: text() }),
        registration: text(),
      },
      { description: 'No effect: certificates come from Secrets.' },
    ),
    previewUrl: anything('No effect.'),
  },
);

const status = object(
  {},
  {
    tlsCertificateSource: text(),
    state: text(),
    phaseCompleted: text(),
    phasePending: text(),
    errorReason: text(),
    errorTimestamp: text(),
    errorBackoff: text(),
  },
);

export type HostSpec = Infer<typeof spec>;

export interface Host extends SourceObject {
  readonly kind: 'Host';
  /** Absent when the object has none. */
  readonly spec?: HostSpec;
}

export const hostKind: KindDefinition = {
  kind: 'Host',
  group: GROUP,
  version: VERSION,
  converted: olderVersionsOf('Host'),
  plural: 'hosts',
  namespaced: true,
  fields: object({}, { spec, status }),
  dropped: ['status'],
  crd: {
    singular: 'host',
    shortNames: [],
    categories: ['ambassador-crds'],
    description: 'A host name, its certificate, and what happens to requests without TLS.',
    columns: [
      { name: 'Hostname', jsonPath: '.spec.hostname', type: 'string', description: 'The host name.' },
      { name: 'State', jsonPath: '.status.state', type: 'string', description: 'Ready or Error.' },
      { name: 'Phase Completed', jsonPath: '.status.phaseCompleted', type: 'string', description: 'Not used.' },
      { name: 'Phase Pending', jsonPath: '.status.phasePending', type: 'string', description: 'Not used.' },
    ],
  },
};
