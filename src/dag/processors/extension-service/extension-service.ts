// An ExtensionService → its cluster, with the endpoints of all its Services, and what was found about it. With any error
// there is no cluster, and whoever names it is told: half of an authorization server would be none.
import type { ExtensionService } from '../../../model/kinds/extension-service.ts';
import { keyOf, type Problem } from '../../../model/object.ts';
import type { ProblemCode } from '../../../model/problem-codes.ts';
import { lookup } from '../../../model/lookup.ts';
import { compileCircuitBreakers } from '../../compile/circuit-breakers.ts';
import { parseTimeout } from '../../compile/duration.ts';
import { error, hasError, shown, warning } from '../../compile/problem.ts';
import { resolveService, type ResolvedService } from '../../compile/upstream.ts';
import { compileUpstreamValidation, useClientCertificate } from '../../compile/upstream-tls.ts';
import { publishSecrets } from '../../compile/used-secrets.ts';
import type { UnitContext, UnitKind } from '../../engine.ts';
import type { Cluster, EndpointGroup } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import { levels, topics, type Extension, type Findings } from '../topics.ts';

export function extensionServiceKind(config: CompileConfig): UnitKind {
  return {
    name: 'extension-service',
    level: levels.extension,
    each: { object: 'ExtensionService' },
    compile(rest, context) {
      const [namespace, name] = rest.split('/') as [string, string];
      const extension = context.object<ExtensionService>('ExtensionService', namespace, name)!;
      compileExtensionService(context, config, extension);
    },
  };
}

const protocols = { h2: 'h2', h2c: 'h2c', 'http/1.1': 'http1' } as const;
const loadBalancers: Readonly<Record<string, Cluster['loadBalancer']>> = {
  '': 'roundRobin',
  RoundRobin: 'roundRobin',
  WeightedLeastRequest: 'leastRequest',
  Random: 'random',
};
const unused = 'nothing that names this object can use it';

function compileExtensionService(context: UnitContext, config: CompileConfig, extension: ExtensionService): void {
  const object = keyOf(extension);
  const { namespace, name } = extension.metadata;
  const { spec } = extension;
  const problems: Problem[] = [];
  const fail = (code: ProblemCode, path: string, message: string) =>
    void problems.push(error(code, object, path, `${message}; ${unused}`));
  const ignore = (path: string, message: string) => void problems.push(warning('IgnoredField', object, path, message));

  const timeout = (field: 'response' | 'idleConnection') => {
    const text = spec.timeoutPolicy?.[field];
    const read = parseTimeout(text);
    if (read.kind === 'invalid')
      fail('TimeoutPolicyNotValid', `spec.timeoutPolicy.${field}`, `${shown(text!)} is not a duration such as 1.5s`);
    return read.kind === 'ms' ? read.ms : undefined;
  };
  const responseTimeoutMs = timeout('response');
  const idleConnectionTimeoutMs = timeout('idleConnection');
  if (spec.timeoutPolicy?.idle !== undefined)
    ignore('spec.timeoutPolicy.idle', 'requests to extensions have no idle timeout');
  const strategy = spec.loadBalancerPolicy?.strategy ?? '';
  const loadBalancer = lookup(loadBalancers, strategy);
  if (loadBalancer === undefined)
    ignore('spec.loadBalancerPolicy.strategy', `${shown(strategy)} can not be used here; RoundRobin is used`);

  const protocol = protocols[spec.protocol ?? 'h2'];
  const isEncrypted = protocol === 'h2';
  const checked =
    spec.validation && isEncrypted
      ? compileUpstreamValidation(context, spec.validation, 'spec.validation', {
          object,
          namespace,
          codes: { notDelegated: 'CACertificateNotDelegated', notValid: 'TLSUpstreamValidation' },
          consequence: unused,
        })
      : undefined;
  if (spec.validation && !isEncrypted)
    fail(
      'InconsistentProtocol',
      'spec.validation',
      `a certificate can only be checked with protocol h2, found ${spec.protocol}`,
    );
  const shownCertificate = isEncrypted
    ? useClientCertificate(context, config, { object, path: 'spec.protocol' }, unused)
    : undefined;
  problems.push(...(checked?.problems ?? []), ...(shownCertificate?.problems ?? []));

  const services: ResolvedService[] = [];
  for (const [i, { name: service, port }] of spec.services.entries()) {
    const at = `spec.services[${i}]`;
    const resolved = resolveService(context, { ...config, enableExternalNameService: true }, namespace, service, port);
    if (!resolved.ok) fail('ServiceUnresolvedReference', at, resolved.message);
    else if (resolved.service.target.kind === 'dns')
      fail(
        'UnsupportedServiceType',
        at,
        `Service ${namespace}/${service} is of type ExternalName; must be one with endpoints`,
      );
    else services.push(resolved.service);
  }
  if (spec.services.length === 0) fail('ServiceUnresolvedReference', 'spec.services', 'there are none');
  const weights = new Set(spec.services.map((each) => each.weight ?? 0));
  if (weights.size > 1)
    ignore('spec.services', 'weights of the services have no effect; each endpoint gets the same share');

  context.publish(topics.findings(object), { root: object, problems } satisfies Findings);
  const [first, ...others] = services;
  if (first === undefined || hasError(problems)) return;

  const key = `extension/${namespace}/${name}`;
  const sni = checked?.validation?.subjectNames[0];
  const { circuitBreakerPolicy } = spec;
  // The whole policy replaces that of the configuration.
  const circuitBreakers = circuitBreakerPolicy ? compileCircuitBreakers(circuitBreakerPolicy) : config.circuitBreakers;
  const cluster: Cluster = {
    kind: 'Cluster',
    key,
    namespace,
    service: first.name,
    port: first.port,
    statName: key.replaceAll('/', '_'),
    target: { kind: 'endpoints', group: key },
    protocol,
    ...(sni !== undefined && { sni }),
    ...(checked?.validation && { validation: checked.validation }),
    ...(shownCertificate?.secret !== undefined && { clientCertificate: shownCertificate.secret }),
    connectTimeoutMs: config.connectTimeoutMs,
    ...(idleConnectionTimeoutMs !== undefined && { idleConnectionTimeoutMs }),
    loadBalancer: loadBalancer ?? 'roundRobin',
    ...(circuitBreakers && { circuitBreakers }),
  };
  const settings = config.settings?.cluster;
  context.emit(settings === undefined ? cluster : { ...cluster, settings });
  const portNameOf = ({ name: service, target }: ResolvedService) =>
    target.kind === 'endpoints' ? target.group.slice(`${namespace}/${service}/`.length) : '';
  const group: EndpointGroup = {
    kind: 'EndpointGroup',
    key,
    namespace,
    service: first.name,
    portName: portNameOf(first),
    ...(others.length > 0 && { others: others.map((each) => ({ service: each.name, portName: portNameOf(each) })) }),
  };
  context.emit(group);
  publishSecrets(context, [cluster]);
  context.publish(topics.extension(namespace, name), {
    cluster: key,
    ...(sni !== undefined && { sni }),
    ...(responseTimeoutMs !== undefined && { responseTimeoutMs }),
  } satisfies Extension);
}
