// Secrets in two steps, so that a rotation touches one vertex and runs no route again: the verdict about each Secret is
// published without its bytes (users of the Secret read only that), and the bytes are emitted where a chain serves them.
import type { ConfigMap } from '../../../model/kinds/index.ts';
import { secretProblems, type Secret } from '../../../model/kinds/secret.ts';
import { sourcesOfCaBundle } from '../../compile/ca-bundle.ts';
import { secretsOfTrustedCa } from '../../compile/trusted-ca.ts';
import type { UnitContext, UnitKind } from '../../engine.ts';
import { levels, topicPrefixes, topics, type SecretVerdict } from '../topics.ts';

export const secretVerdictKind: UnitKind = {
  name: 'secret-verdict',
  level: levels.secretVerdict,
  each: { object: 'Secret' },
  compile(rest, context) {
    const [namespace, name] = rest.split('/') as [string, string];
    const secret = context.object<Secret>('Secret', namespace, name)!;
    const verdict: SecretVerdict = {
      problems: secretProblems(secret, 'certificate'),
      chainProblems: secretProblems(secret, 'chain'),
      caProblems: secretProblems(secret, 'ca'),
      revocationListProblems: secretProblems(secret, 'crl'),
      dnsNames: secret.check?.dnsNames ?? [],
    };
    context.publish(topics.secretVerdict(namespace, name), verdict);
  },
};

export const secretKind: UnitKind = {
  name: 'secret',
  level: levels.secret,
  each: { topic: topicPrefixes.secret },
  compile(rest, context) {
    const [namespace, name] = rest.split('/') as [string, string];
    const secret = context.object<Secret>('Secret', namespace, name);
    const certificateChainPem = secret?.data['tls.crt'];
    const privateKeyPem = secret?.data['tls.key'];
    // Chains exist only for Secrets whose verdict is good, so both are there.
    if (certificateChainPem === undefined || privateKeyPem === undefined)
      throw new Error(`Secret ${rest} is served and has no certificate or no key`);
    context.emit({ kind: 'Secret', key: rest, certificateChainPem, privateKeyPem });
  },
};

/** Used only while all of them are good. */
function bundlePem(context: UnitContext, sources: NonNullable<ReturnType<typeof sourcesOfCaBundle>>): string {
  const parts = sources.map(({ kind, namespace, name }) => {
    const pem = context.object<ConfigMap | Secret>(kind, namespace, name)?.data['ca.crt'];
    if (pem === undefined) throw new Error(`${kind} ${namespace}/${name} is used and has no ca.crt`);
    return pem.endsWith('\n') ? pem : `${pem}\n`;
  });
  return parts.join('');
}

export const trustedCaKind: UnitKind = {
  name: 'trusted-ca',
  level: levels.secret,
  each: { topic: topicPrefixes.trustedCa },
  compile(key, context) {
    const bundle = sourcesOfCaBundle(key);
    if (bundle) {
      context.emit({ kind: 'TrustedCa', key, certificatesPem: bundlePem(context, bundle) });
      return;
    }
    const { ca, caField, revocationLists } = secretsOfTrustedCa(key);
    const read = (secret: string | undefined, field: 'ca.crt' | 'tls.crt' | 'crl.pem') => {
      if (secret === undefined) return undefined;
      const [namespace, name] = secret.split('/') as [string, string];
      const pem = context.object<Secret>('Secret', namespace, name)?.data[field];
      // Used only while the Secret's verdict is good.
      if (pem === undefined) throw new Error(`Secret ${secret} is used and has no ${field}`);
      return pem;
    };
    const certificatesPem = read(ca, caField);
    const revocationListsPem = read(revocationLists, 'crl.pem');
    context.emit({
      kind: 'TrustedCa',
      key,
      ...(certificatesPem !== undefined && { certificatesPem }),
      ...(revocationListsPem !== undefined && { revocationListsPem }),
    });
  },
};
