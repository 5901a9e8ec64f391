// What holds for the whole gateway: the Module `ambassador`, resolvers, and the services that Envoy itself asks or tells.
// One unit for all: these objects are few, and each of them concerns every host.
import {
  defaultsKeys,
  idleModuleKeys,
  moduleKeys,
  type MappingDefaults,
  type ModuleConfig,
} from '../../../model/kinds/emissary/module-config.ts';
import { BUILT_IN_CONSUL, consulServerKey } from '../../../model/consul-state.ts';
import type { ConsulResolver, Module } from '../../../model/kinds/emissary/index.ts';
import { nearest } from '../../../model/nearest.ts';
import type { ObjectKey, Problem } from '../../../model/object.ts';
import { isRecord } from '../../../model/pick.ts';
import { readValue } from '../../../model/validate.ts';
import { lookup } from '../../../model/lookup.ts';
import { error, warning } from '../../compile/problem.ts';
import { luaError } from '../../compile/lua.ts';
import { parseRange } from '../../compile/ip-filter.ts';
import type { UnitContext, UnitKind } from '../../engine.ts';
import type { IpFilter, IpRange } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import { levels, topics, type Findings } from '../topics.ts';
import { gzipMistakes, logFormatMistakes } from './listener-fields.ts';
import { accessLogServicesOf, authorizationOf, rateLimitOf, tracingOf } from './gateway-services.ts';
import type { ConsulResolverDraft } from './consul.ts';
import { emissaryConfig, ourObjects } from './objects.ts';
import { emissaryTopics, type EmissarySettings, type ResolverDraft } from './topics.ts';

export const settingsKind = (config: CompileConfig): UnitKind => ({
  name: 'emissary-settings',
  level: levels.extension,
  each: { fixed: ['all'] },
  compile(_rest, context) {
    const findings = new Map<ObjectKey, Problem[]>();
    const report = (problem: Problem) => {
      const list = findings.get(problem.object);
      if (list) list.push(problem);
      else findings.set(problem.object, [problem]);
    };
    const { module, defaults, key: moduleKey = '' } = readModule(context, config, report);
    const reportOn = (at: string, message: string) =>
      report(error('ModuleNotValid', moduleKey, `spec.config.${at}`, message));
    const common: EmissarySettings = {
      module,
      defaults,
      secretNamespacing:
        (module.defaults as { readonly tls_secret_namespacing?: unknown } | undefined)?.tls_secret_namespacing !==
        false,
      resolvers: resolversOf(context, config, report),
    };
    const scope = { context, config, settings: common, report };
    const authorization = authorizationOf(scope);
    const rateLimit = rateLimitOf(scope);
    const tracing = tracingOf(scope);
    const accessLogServices = accessLogServicesOf(scope);
    const ipFilter = ipFilterOf(module, reportOn);
    const settings: EmissarySettings = {
      ...common,
      ...(ipFilter && { ipFilter }),
      ...(authorization !== undefined && { authorization }),
      ...(rateLimit && { rateLimit }),
      ...(tracing && { tracing }),
      ...(accessLogServices.length > 0 && { accessLogServices }),
    };
    context.publish(emissaryTopics.settings, settings);
    for (const [object, problems] of findings)
      context.publish(topics.findings(object), { root: object, problems } satisfies Findings);
  },
});

type Report = (problem: Problem) => void;

/** The one of the gateway's namespace counts, else the first. */
function readModule(
  context: UnitContext,
  config: CompileConfig,
  report: Report,
): Pick<EmissarySettings, 'module' | 'defaults'> & { readonly key?: ObjectKey } {
  const none = { module: {}, defaults: { plain: {}, mapping: {} } };
  const all = ourObjects<Module>(context, config, 'Module');
  const named = all.filter((each) => each.object.metadata.name === 'ambassador');
  const { namespace } = emissaryConfig(config);
  const chosen = named.find((each) => each.object.metadata.namespace === namespace) ?? named[0];
  for (const { object, key } of all) {
    if (key === chosen?.key) continue;
    const { name } = object.metadata;
    const message =
      name === 'ambassador'
        ? `Module ${chosen!.object.metadata.namespace}/ambassador counts; this one has no effect`
        : name === 'tls'
          ? undefined
          : 'only the Modules ambassador and tls mean something; this one has no effect';
    if (message !== undefined) report(warning('IgnoredField', key, '', message));
  }
  if (!chosen) return none;
  const { key, object } = chosen;
  const raw = object.spec?.config ?? {};
  if (!isRecord(raw)) {
    report(error('ModuleNotValid', key, 'spec.config', 'must be an object; it has no effect'));
    return none;
  }
  const module = readKeys(raw, moduleKeys, key, 'spec.config', report) as ModuleConfig;
  for (const { field, message } of gzipMistakes(module))
    report(error('ModuleNotValid', key, `spec.config.gzip.${field}`, message));
  for (const { field, message } of logFormatMistakes(module))
    report(error('ModuleNotValid', key, `spec.config.${field}`, message));
  const scriptMistake = luaError(module.lua_scripts ?? '');
  if (scriptMistake !== undefined)
    report(
      error(
        'ModuleNotValid',
        key,
        'spec.config.lua_scripts',
        `not a script that Envoy can load: ${scriptMistake}; lua_scripts counts as not set`,
      ),
    );
  for (const field of ['envoy_validation_timeout', 'debug_mode', 'admin_port', 'runtime_flags'] as const)
    if (module[field] !== undefined) {
      const message = idleHere[field];
      report(warning('IgnoredField', key, `spec.config.${field}`, message));
    }
  const given = isRecord(raw.defaults) ? raw.defaults : {};
  const { httpmapping, tls_secret_namespacing: _namespacing, ...plain } = given;
  const at = 'spec.config.defaults';
  return {
    key,
    module,
    defaults: {
      plain: readKeys(plain, defaultsKeys, key, at, report) as MappingDefaults,
      mapping: isRecord(httpmapping)
        ? (readKeys(httpmapping, defaultsKeys, key, `${at}.httpmapping`, report) as MappingDefaults)
        : {},
    },
  };
}

/** What belongs to a program that nuncio is not, and what to do instead. */
const idleHere = {
  envoy_validation_timeout: 'every resource is checked before it is sent, without an Envoy',
  debug_mode: 'nothing is hidden without it',
  admin_port: 'the bootstrap of the Envoys says it (nuncio bootstrap)',
  runtime_flags: 'the configuration of nuncio says it (runtime)',
} as const;

/** Each key by itself: what is wrong with one is told, and the others count. */
function readKeys(
  raw: Readonly<Record<string, unknown>>,
  schemas: Readonly<Record<string, (typeof moduleKeys)[keyof typeof moduleKeys]>>,
  object: ObjectKey,
  at: string,
  report: Report,
): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw)) {
    const path = `${at}.${name}`;
    const instead = lookup(idleModuleKeys, name);
    const schema = lookup(schemas, name);
    if (value === null || value === undefined) continue;
    if (instead !== undefined && !schema) report(warning('IgnoredField', object, path, `it has no effect: ${instead}`));
    else if (!schema) {
      const meant = nearest(name, Object.keys(schemas));
      const message = `there is no such setting; it is ignored${meant ? `. Did you mean "${meant}"?` : ''}`;
      report(warning('UnknownField', object, path, message));
    } else {
      const read = readValue(schema, value);
      for (const { path: inner, message, unknown } of read.mistakes) {
        const place = inner === '' ? path : inner.startsWith('[') ? path + inner : `${path}.${inner}`;
        report(
          unknown
            ? warning('UnknownField', object, place, message)
            : error('ModuleNotValid', object, place, `${message}; ${name} counts as not set`),
        );
      }
      if (read.value !== undefined) found[name] = read.value;
    }
  }
  return found;
}

const everybody: readonly IpRange[] = [
  { source: 'peer', address: '0.0.0.0', prefixLength: 0 },
  { source: 'peer', address: '::', prefixLength: 0 },
];

/** A range that can't be read is left out; of a list of who may come, nothing left lets nobody in. */
function ipFilterOf(
  { ip_allow: allow, ip_deny: deny }: ModuleConfig,
  report: (at: string, message: string) => void,
): IpFilter | undefined {
  const field = allow ? 'ip_allow' : 'ip_deny';
  const list = allow ?? deny;
  if (!list) return undefined;
  if (allow && deny) report('ip_deny', '"ip_allow" is set too and counts');
  const ranges = list.flatMap(({ peer, remote }, i): readonly IpRange[] => {
    const text = peer ?? remote ?? '';
    const range = (peer === undefined) === (remote === undefined) ? undefined : parseRange(text);
    if (range) return [{ source: peer === undefined ? 'client' : 'peer', ...range }];
    const wanted = 'must have one of peer and remote, an address or a range such as 192.0.2.0/24';
    report(`${field}[${i}]`, `${wanted}; this entry is left out`);
    return [];
  });
  if (ranges.length > 0) return { action: allow ? 'allow' : 'deny', ranges };
  return allow && allow.length > 0 ? { action: 'deny', ranges: everybody } : undefined;
}

/** Those that are there without an object, each with its other name. */
const builtIn: Readonly<Record<string, ResolverDraft>> = {
  'kubernetes-service': { kind: 'service' },
  endpoint: { kind: 'endpoint' },
  'kubernetes-endpoint': { kind: 'endpoint' },
  consul: { kind: 'consul', server: BUILT_IN_CONSUL },
  'consul-endpoint': { kind: 'consul', server: BUILT_IN_CONSUL },
};
const otherName: Readonly<Record<string, string>> = {
  endpoint: 'kubernetes-endpoint',
  'kubernetes-endpoint': 'endpoint',
  consul: 'consul-endpoint',
  'consul-endpoint': 'consul',
};

function resolversOf(
  context: UnitContext,
  config: CompileConfig,
  report: Report,
): Readonly<Record<string, ResolverDraft>> {
  const found: Record<string, ResolverDraft> = {};
  const owners: Record<string, string> = {};
  const add = (name: string, key: ObjectKey, resolver: ResolverDraft) => {
    if (lookup(found, name)) {
      const message = `${owners[name]} has the name ${name} already; this one has no effect`;
      report(error('GatewayServiceNotValid', key, 'metadata.name', message));
      return false;
    }
    found[name] = resolver;
    owners[name] = key;
    return true;
  };
  for (const { object, key } of ourObjects(context, config, 'KubernetesServiceResolver'))
    add(object.metadata.name, key, { kind: 'service' });
  for (const { object, key } of ourObjects(context, config, 'KubernetesEndpointResolver'))
    add(object.metadata.name, key, { kind: 'endpoint' });
  for (const { object, key } of ourObjects<ConsulResolver>(context, config, 'ConsulResolver')) {
    const { datacenter = '', address = '', token_secret, tls } = object.spec ?? {};
    const { namespace, name } = object.metadata;
    const server = consulServerKey(namespace, name);
    // Mappings that name it wait for it: another resolver of the same name is not what they mean.
    if (!add(name, key, { kind: 'consul', server })) continue;
    if (datacenter === '') {
      const message =
        'must be the name of a datacenter; Consul is not asked, and the Mappings of this resolver get 503';
      report(error('ConsulResolverNotValid', key, 'spec.datacenter', message));
      continue;
    }
    const draft: ConsulResolverDraft = {
      address: address || '127.0.0.1:8500',
      datacenter,
      ...(token_secret && { token_secret }),
      ...(tls && { tls }),
    };
    context.publish(emissaryTopics.consul(server), draft);
  }
  for (const [name, resolver] of Object.entries(builtIn)) {
    const other = otherName[name];
    found[name] ??= (other === undefined ? undefined : found[other]) ?? resolver;
  }
  return found;
}
