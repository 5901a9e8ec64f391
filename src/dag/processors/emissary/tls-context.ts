// A TLSContext → what Hosts, TCPMappings and Mappings need of it: a certificate and settings for clients, and for upstreams.
import type { TLSContext } from '../../../model/kinds/emissary/index.ts';
import type { ObjectKey, Problem } from '../../../model/object.ts';
import { error, shown, warning } from '../../compile/problem.ts';
import { useCertificate } from '../../compile/server-certificate.ts';
import { isServerName } from '../../compile/server-name.ts';
import { useTrustedCa } from '../../compile/trusted-ca.ts';
import { utf8Length } from '../../compile/utf8-length.ts';
import type { UnitContext } from '../../engine.ts';
import type { UpstreamTlsSettings } from '../../vertices.ts';
import { curvesOf, secretReference, suitesOf, tlsSettingsOf, versionOf } from './tls-settings.ts';
import type { ContextDraft, EmissarySettings, UpstreamContext } from './topics.ts';

export function compileContext(
  context: UnitContext,
  settings: EmissarySettings,
  { spec = {}, metadata }: TLSContext,
  key: ObjectKey,
  report: (problem: Problem) => void,
): ContextDraft {
  const namespacing = spec.secret_namespacing ?? settings.secretNamespacing;
  const consequence = 'what names this TLSContext is not served';
  const { name, namespace } = metadata;
  const draft = { owner: key, name, namespace, hosts: (spec.hosts ?? []).map((each) => each.toLowerCase()) };
  let broken = false;
  const reference = spec.secret ? secretReference(spec.secret, namespace, namespacing) : undefined;
  const certificate =
    reference &&
    useCertificate(
      context,
      reference,
      { object: key, namespace: reference.namespace, path: 'spec.secret' },
      draft.hosts.filter((each) => !each.includes('*') || each.startsWith('*.')),
      consequence,
    );
  certificate?.problems.forEach(report);
  if (certificate && certificate.secret === undefined) broken = true;
  if (spec.ca_secret && !spec.secret && draft.hosts.length > 0) {
    const message = `certificates of clients can not be checked without a certificate of one's own; ${consequence}`;
    report(error('TLSContextNotValid', key, 'spec.ca_secret', message));
    broken = true;
  }

  const place = { object: key, namespace, path: 'spec', namespacing, consequence, report };
  // Without hosts it is for upstreams, whose certificates are checked by the same field.
  const isServer = draft.hosts.length > 0 || spec.cert_required === true;
  const { ca_secret, crl_secret, ...withoutCa } = spec;
  const server =
    certificate?.secret === undefined ? undefined : tlsSettingsOf(context, isServer ? spec : withoutCa, place);
  if (server === 'stop') broken = true;

  const upstream = upstreamOf(context, { ca_secret, crl_secret, spec }, place);
  if (upstream === 'stop') broken = true;
  return {
    ...draft,
    ...(server && server !== 'stop' && { server: { secret: certificate!.secret!, ...server } }),
    upstream: {
      ...(upstream !== 'stop' && upstream),
      ...(certificate?.secret !== undefined && { clientCertificate: certificate.secret }),
    },
    broken,
  };
}

function upstreamOf(
  context: UnitContext,
  {
    ca_secret,
    crl_secret,
    spec,
  }: {
    readonly ca_secret: string | undefined;
    readonly crl_secret: string | undefined;
    readonly spec: NonNullable<TLSContext['spec']>;
  },
  { object, namespace, path, namespacing, consequence, report }: Parameters<typeof tlsSettingsOf>[2],
): UpstreamContext | 'stop' {
  const { min_tls_version, max_tls_version, alpn_protocols, sni } = spec;
  const ignore = (field: string, message: string) =>
    report(warning('IgnoredField', object, `${path}.${field}`, message));
  const stop = (field: string, message: string): 'stop' => {
    report(error('TLSContextNotValid', object, `${path}.${field}`, `${message}; ${consequence}`));
    return 'stop';
  };
  const minimumVersion = versionOf(min_tls_version);
  const maximumVersion = versionOf(max_tls_version);
  if (minimumVersion && maximumVersion && minimumVersion > maximumVersion)
    return stop('min_tls_version', `the minimum TLS version ${minimumVersion} is above the maximum ${maximumVersion}`);
  if (sni && !isServerName(sni)) return stop('sni', `must be a server name, found ${shown(sni)}`);
  const cipherSuites = suitesOf(spec, ignore);
  const curves = curvesOf(spec, ignore);
  const alpn = (alpn_protocols ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const tooLong = alpn.find((each) => utf8Length(each) > 255);
  if (tooLong !== undefined) return stop('alpn_protocols', `a protocol has at most 255 bytes, found ${shown(tooLong)}`);
  const tls: UpstreamTlsSettings = {
    ...(minimumVersion && { minimumVersion }),
    ...(maximumVersion && { maximumVersion }),
    ...(cipherSuites.length > 0 && { cipherSuites }),
    ...(curves.length > 0 && { curves }),
    ...(alpn.length > 0 && { alpn }),
  };
  const rest = { ...(Object.keys(tls).length > 0 && { tls }), ...(sni && { sni }) };
  if (!ca_secret) return rest;
  const named = (text: string, field: string) => {
    const found = secretReference(text, namespace, namespacing);
    return { secretName: `${found.namespace}/${found.name}`, path: `${path}.${field}` };
  };
  const { key, problems } = useTrustedCa(
    context,
    {
      ca: named(ca_secret, 'ca_secret'),
      ...(crl_secret && { revocationLists: named(crl_secret, 'crl_secret') }),
    },
    {
      object,
      namespace,
      anyNamespace: true,
      chainAsCa: true,
      codes: { notDelegated: 'DelegationNotPermitted', notValid: 'TLSContextNotValid' },
      consequence,
    },
  );
  problems.forEach(report);
  return key === undefined ? 'stop' : { ...rest, validation: { ca: key, subjectNames: [] } };
}
