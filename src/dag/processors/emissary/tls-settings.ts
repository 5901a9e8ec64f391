// Settings of TLS that Host (`tls`) and TLSContext share → those of the graph.
import type { TLSContextSpec } from '../../../model/kinds/emissary/others.ts';
import type { ObjectKey, Problem } from '../../../model/object.ts';
import { cipherSuiteMistake, knownCurves } from '../../../model/envoy-settings.ts';
import { error, shown, warning } from '../../compile/problem.ts';
import type { CertificateReference } from '../../compile/server-certificate.ts';
import { useTrustedCa } from '../../compile/trusted-ca.ts';
import type { UnitContext } from '../../engine.ts';
import type { AnyTlsVersion } from '../../vertices.ts';
import type { HostTls } from '../topics.ts';

/** `name`, or with namespacing `name.namespace`. */
export function secretReference(text: string, ownNamespace: string, namespacing: boolean): CertificateReference {
  const dot = namespacing ? text.lastIndexOf('.') : -1;
  return dot < 0
    ? { namespace: ownNamespace, name: text }
    : { namespace: text.slice(dot + 1), name: text.slice(0, dot) };
}

interface Place {
  readonly object: ObjectKey;
  readonly namespace: string;
  readonly path: string;
  readonly namespacing: boolean;
  readonly consequence: string;
  readonly report: (problem: Problem) => void;
}

type Settings = Omit<HostTls, 'path' | 'secret' | 'fallback' | 'tcp' | 'tcpClusters'>;

/** `stop`: what is asked of clients can't be checked. */
export function tlsSettingsOf(
  context: UnitContext,
  spec: Omit<TLSContextSpec, 'hosts' | 'secret'>,
  place: Place,
): Settings | 'stop' {
  const { object, path, report, consequence } = place;
  const ignore = (field: string, message: string) =>
    report(warning('IgnoredField', object, `${path}.${field}`, message));
  const minimum = versionOf(spec.min_tls_version);
  const maximum = versionOf(spec.max_tls_version);
  if ((minimum ?? '1.2') > (maximum ?? '1.3')) {
    const message = `the minimum TLS version ${minimum ?? '1.2'} is above the maximum ${maximum ?? '1.3'}; ${consequence}`;
    report(error('TLSConfigNotValid', object, `${path}.min_tls_version`, message));
    return 'stop';
  }
  if (spec.redirect_cleartext_from !== undefined)
    ignore('redirect_cleartext_from', 'a Host says what happens to requests without TLS (requestPolicy)');
  for (const field of ['cert_chain_file', 'private_key_file', 'cacert_chain_file', 'crl_file'] as const) {
    if (spec[field] === undefined) continue;
    const message = `files are not read; put it into a Secret; ${consequence}`;
    report(error('TLSConfigNotValid', object, `${path}.${field}`, message));
    return 'stop';
  }
  const suites = suitesOf(spec, ignore);
  const curves = curvesOf(spec, ignore);
  const httpVersions = versionsOf(spec.alpn_protocols, ignore);
  const clientValidation = clientValidationOf(context, spec, place);
  if (clientValidation === 'stop') return 'stop';
  return {
    minimumTlsVersion: minimum ?? '1.2',
    maximumTlsVersion: maximum ?? '1.3',
    ...((minimum ?? maximum) !== undefined && { ownVersions: true as const }),
    ...(clientValidation && { clientValidation }),
    ...(suites.length > 0 && { cipherSuites: suites }),
    ...(curves.length > 0 && { curves }),
    ...(httpVersions && { httpVersions }),
  };
}

/** `ignore`: what is said of a field of the spec. Those that Envoy knows. */
export function suitesOf(
  { cipher_suites: given = [] }: Pick<TLSContextSpec, 'cipher_suites'>,
  ignore: (field: string, message: string) => void,
): readonly string[] {
  return given.filter((each) => {
    const mistake = cipherSuiteMistake(each);
    if (mistake !== undefined) ignore('cipher_suites', `${mistake}; it is left out`);
    return mistake === undefined;
  });
}

export function curvesOf(
  { ecdh_curves: given = [] }: Pick<TLSContextSpec, 'ecdh_curves'>,
  ignore: (field: string, message: string) => void,
): readonly string[] {
  return given.filter((each) => {
    const isKnown = knownCurves.includes(each);
    if (!isKnown) ignore('ecdh_curves', `there is no curve ${shown(each)}; it is left out`);
    return isKnown;
  });
}

export function versionOf(text: TLSContextSpec['min_tls_version']): AnyTlsVersion | undefined {
  return text === undefined ? undefined : (text.slice(1) as AnyTlsVersion);
}

function versionsOf(
  text: string | undefined,
  ignore: (field: string, message: string) => void,
): Settings['httpVersions'] | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const names = text.split(',').map((each) => each.trim());
  const known = { h2: 'http2', 'http/1.1': 'http1', 'http/1.0': 'http1' } as const;
  const versions = new Set<'http1' | 'http2'>();
  for (const name of names) {
    if (Object.hasOwn(known, name)) versions.add(known[name as keyof typeof known]);
    else ignore('alpn_protocols', `must name h2 and http/1.1, found ${shown(name)}; it is left out`);
  }
  return versions.size === 0 ? undefined : (['http2', 'http1'] as const).filter((each) => versions.has(each));
}

function clientValidationOf(
  context: UnitContext,
  spec: Omit<TLSContextSpec, 'hosts' | 'secret'>,
  { object, namespace, path, namespacing, consequence, report }: Place,
): Settings['clientValidation'] | 'stop' | undefined {
  if (!spec.ca_secret) {
    if (!spec.cert_required) return undefined;
    const message = `clients must show a certificate, and nothing says by which CA it is checked (ca_secret); ${consequence}`;
    report(error('ClientValidationInvalid', object, `${path}.cert_required`, message));
    return 'stop';
  }
  const named = (text: string, field: string) => {
    const reference = secretReference(text, namespace, namespacing);
    return { secretName: `${reference.namespace}/${reference.name}`, path: `${path}.${field}` };
  };
  const { key, problems } = useTrustedCa(
    context,
    {
      ca: named(spec.ca_secret, 'ca_secret'),
      ...(spec.crl_secret && { revocationLists: named(spec.crl_secret, 'crl_secret') }),
    },
    {
      object,
      namespace,
      anyNamespace: true,
      chainAsCa: true,
      codes: { notDelegated: 'DelegationNotPermitted', notValid: 'ClientValidationInvalid' },
      consequence,
    },
  );
  problems.forEach(report);
  if (key === undefined) return 'stop';
  return { ca: key, verify: true, required: spec.cert_required === true, revocationOfLeafOnly: false };
}
