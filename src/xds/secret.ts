// Secret vertex → SDS secret with a server certificate. The only code in xds that reads key material; it goes nowhere
// but into the resource's bytes.
import type { Secret, TrustedCa } from '../dag/vertices.ts';
import type { EncodedResource } from '../messages/resources.ts';
import { checkedResource } from './check.ts';
import { secretName } from './names.ts';
import { createVertexTranslator, type Translator } from './translator.ts';

const secretType = 'envoy.extensions.transport_sockets.tls.v3.Secret';

/** Vertices of other kinds are ignored. */
export function createSecretTranslator(): Translator {
  return createVertexTranslator((vertex) => {
    if (vertex.kind === 'Secret') return secret(vertex);
    return vertex.kind === 'TrustedCa' ? trustedCa(vertex) : undefined;
  });
}

export function secret(vertex: Secret): EncodedResource {
  const name = secretName(vertex.key);
  const utf8 = new TextEncoder();
  return checkedResource('secret', name, secretType, {
    name,
    tlsCertificate: {
      certificateChain: { inlineBytes: utf8.encode(vertex.certificateChainPem) },
      privateKey: { inlineBytes: utf8.encode(vertex.privateKeyPem) },
    },
  });
}

/** What is checked beside (names, which certificates may be revoked) is said where the secret is named. */
export function trustedCa({ key, certificatesPem, revocationListsPem }: TrustedCa): EncodedResource {
  const name = secretName(key);
  const utf8 = new TextEncoder();
  return checkedResource('secret', name, secretType, {
    name,
    validationContext: {
      trustedCa: certificatesPem === undefined ? undefined : { inlineBytes: utf8.encode(certificatesPem) },
      crl: revocationListsPem === undefined ? undefined : { inlineBytes: utf8.encode(revocationListsPem) },
    },
  });
}
