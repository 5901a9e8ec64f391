// A service of a route or of a tcpproxy → what its cluster is made of, and what is wrong with it. What differs between
// the two (headers, cookies, SNI) is theirs.
import type { HTTPProxy, HTTPProxyService } from '../../../model/kinds/http-proxy.ts';
import { keyOf, type Problem } from '../../../model/object.ts';
import { compileOutlierDetection } from '../../compile/outlier-detection.ts';
import { error, hasError, warning } from '../../compile/problem.ts';
import { isGranted } from '../../compile/reference-grant.ts';
import { parseSecretName, useCertificate } from '../../compile/server-certificate.ts';
import { compileSlowStart } from '../../compile/slow-start.ts';
import { resolveService, serviceWarnings, type ResolvedService, type UpstreamOptions } from '../../compile/upstream.ts';
import { compileUpstreamValidation, useClientCertificate } from '../../compile/upstream-tls.ts';
import type { UnitContext } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';

export interface ServiceScope {
  readonly context: UnitContext;
  readonly config: CompileConfig;
  readonly report: (problem: Problem) => void;
}

export interface ServiceUpstream {
  readonly service: ResolvedService;
  readonly options: UpstreamOptions;
}

/** `at`: field of the service; `options`: of all its siblings; `lost`: what happens if it can't be used, which is Undefined. */
export function compileServiceUpstream(
  scope: ServiceScope,
  proxy: HTTPProxy,
  service: HTTPProxyService,
  at: string,
  options: UpstreamOptions,
  lost: string,
): ServiceUpstream | undefined {
  const { context, config, report } = scope;
  const object = keyOf(proxy);
  const own = proxy.metadata.namespace;
  const namespace = service.namespace || own;
  const from = { group: 'projectcontour.io', kind: 'HTTPProxy', namespace: own };
  if (!isGranted(context, from, { group: '', kind: 'Service', namespace, name: service.name })) {
    const message =
      `no ReferenceGrant in namespace ${namespace} lets HTTPProxies of namespace ${own} use Service ` +
      `${namespace}/${service.name}; ${lost}`;
    report(error('RefNotPermitted', object, `${at}.namespace`, message));
    return undefined;
  }
  // A health port that is missing matters only while there are checks.
  const healthPort = options.healthCheck && service.healthPort;
  const resolved = resolveService(context, config, namespace, service.name, service.port, healthPort);
  if (!resolved.ok) {
    report(error('ServiceUnresolvedReference', object, at, `${resolved.message}; ${lost}`));
    return undefined;
  }
  serviceWarnings(resolved.service, object, at).forEach(report);
  const protocol = service.protocol ?? resolved.service.protocol;
  const tls = compileTls(scope, proxy, service, at, protocol === 'tls' || protocol === 'h2', lost);
  if (!tls) return undefined;
  return {
    service: resolved.service,
    options: { ...options, protocol, ...tls, ...compileBalancing(scope, proxy, service, at, options) },
  };
}

/** Undefined: nothing may be sent to the service. */
function compileTls(
  { context, config, report }: ServiceScope,
  proxy: HTTPProxy,
  service: HTTPProxyService,
  at: string,
  isEncrypted: boolean,
  lost: string,
): Pick<UpstreamOptions, 'validation' | 'clientCertificate'> | undefined {
  const object = keyOf(proxy);
  const { namespace } = proxy.metadata;
  if (!isEncrypted) {
    const clear = 'the connection to this service is not encrypted';
    if (service.validation) {
      const message = `${clear}, so there is no certificate to check; set protocol to tls or h2`;
      report(warning('IgnoredField', object, `${at}.validation`, message));
    }
    if (service.clientCertificate?.secretName !== undefined) {
      const message = `${clear}, so there is nobody to show a certificate to; set protocol to tls or h2`;
      report(warning('IgnoredField', object, `${at}.clientCertificate`, message));
    }
    return {};
  }
  const checked =
    service.validation &&
    compileUpstreamValidation(context, service.validation, `${at}.validation`, {
      object,
      namespace,
      codes: { notDelegated: 'CACertificateNotDelegated', notValid: 'TLSUpstreamValidation' },
      consequence: `${lost}, so that nothing goes to a service that was not checked`,
    });
  const { secretName, disabled = false } = service.clientCertificate ?? {};
  const certificateAt = { object, namespace, path: `${at}.clientCertificate.secretName` };
  const shown =
    secretName !== undefined
      ? useCertificate(context, parseSecretName(secretName, namespace), certificateAt, [], lost)
      : disabled
        ? undefined
        : useClientCertificate(context, config, { object, path: at }, lost);
  const problems = [...(checked?.problems ?? []), ...(shown?.problems ?? [])];
  problems.forEach(report);
  if (hasError(problems)) return undefined;
  return {
    ...(checked?.validation && { validation: checked.validation }),
    ...(shown?.secret !== undefined && { clientCertificate: shown.secret }),
  };
}

/** What can't be made is told and left out: the service works without. */
function compileBalancing(
  { report }: ServiceScope,
  proxy: HTTPProxy,
  { slowStartPolicy, outlierDetectionPolicy }: HTTPProxyService,
  at: string,
  { loadBalancer = 'roundRobin' }: UpstreamOptions,
): Pick<UpstreamOptions, 'slowStart' | 'outlierDetection'> {
  const object = keyOf(proxy);
  const slowStart = slowStartPolicy && compileSlowStart(slowStartPolicy, loadBalancer);
  if (typeof slowStart === 'string') {
    const message = `${slowStart}; new endpoints get their full share at once`;
    report(error('SlowStartInvalid', object, `${at}.slowStartPolicy`, message));
  }
  const outlierDetection = outlierDetectionPolicy && compileOutlierDetection(outlierDetectionPolicy);
  if (typeof outlierDetection === 'string') {
    const message = `${outlierDetection}; endpoints that fail get requests all the same`;
    report(error('OutlierDetectionNotValid', object, `${at}.outlierDetectionPolicy`, message));
  }
  return {
    ...(typeof slowStart === 'object' && { slowStart }),
    ...(typeof outlierDetection === 'object' && { outlierDetection }),
  };
}
