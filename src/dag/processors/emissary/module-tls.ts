// The Module `tls`, from before there were TLSContexts → TLSContexts: `server` (with what `client` says of certificates of
// clients) for all names, every other block for upstreams, under its own name.
import type { Module, TLSContext } from '../../../model/kinds/emissary/index.ts';
import { tlsContextSpec, type TLSContextSpec } from '../../../model/kinds/emissary/others.ts';
import { keyOf, type Problem } from '../../../model/object.ts';
import { isRecord } from '../../../model/pick.ts';
import { readValue } from '../../../model/validate.ts';
import { error, warning } from '../../compile/problem.ts';

export interface ModuleContext {
  readonly object: TLSContext;
  /** Where its field (`spec.secret`) stands in the Module. */
  readonly place: (path: string) => string;
}

/** What it was where no certificate was named. */
const SERVER_SECRET = 'ambassador-certs';
const CLIENT_SECRET = 'ambassador-cacert';

export function contextsOfModule(module: Module, report: (problem: Problem) => void): readonly ModuleContext[] {
  const key = keyOf(module);
  const config = module.spec?.config ?? {};
  if (!isRecord(config)) {
    report(error('ModuleNotValid', key, 'spec.config', 'must be an object; it has no effect'));
    return [];
  }
  const read = (name: string): TLSContextSpec | undefined => {
    const block = config[name];
    const path = `spec.config.${name}`;
    if (block === undefined || block === null) return undefined;
    if (!isRecord(block)) {
      report(error('ModuleNotValid', key, path, 'must be an object; it has no effect'));
      return undefined;
    }
    const { enabled, ...fields } = block;
    if (enabled === false) return undefined;
    const { value, mistakes } = readValue(tlsContextSpec, fields);
    for (const { path: inner, message, unknown } of mistakes) {
      const place = inner === '' ? path : `${path}.${inner}`;
      report(unknown ? warning('UnknownField', key, place, message) : error('ModuleNotValid', key, place, message));
    }
    return value as TLSContextSpec | undefined;
  };
  const contextOf = (name: string, spec: TLSContextSpec, place: ModuleContext['place']): ModuleContext => ({
    object: {
      kind: 'TLSContext',
      apiVersion: module.apiVersion,
      metadata: { ...module.metadata, name },
      source: module.source,
      spec,
    },
    place,
  });

  const found: ModuleContext[] = [];
  const server = read('server');
  const client = read('client');
  if (server) {
    const { secret, cacert_chain_file, cert_required } = client ?? {};
    const ofClients: TLSContextSpec = client
      ? {
          ...(cacert_chain_file === undefined && { ca_secret: secret ?? CLIENT_SECRET }),
          ...(cacert_chain_file !== undefined && { cacert_chain_file }),
          ...(cert_required !== undefined && { cert_required }),
        }
      : {};
    const hasFiles = server.cert_chain_file !== undefined;
    const spec = {
      ...server,
      ...ofClients,
      ...(!hasFiles && { secret: server.secret ?? SERVER_SECRET }),
      hosts: ['*'],
    };
    found.push(
      contextOf('server', spec, (path) =>
        client && /^spec\.(ca_secret|cacert_chain_file|cert_required)/.test(path)
          ? path.replace('spec.ca_secret', 'spec.config.client.secret').replace(/^spec\.ca/, 'spec.config.client.ca')
          : path.replace(/^spec/, 'spec.config.server'),
      ),
    );
  } else if (client) {
    const message = 'without "server" there are no clients with certificates; it has no effect';
    report(warning('IgnoredField', key, 'spec.config.client', message));
  }
  for (const name of Object.keys(config).sort()) {
    if (name === 'server' || name === 'client') continue;
    const spec = read(name);
    if (spec) found.push(contextOf(name, spec, (path) => path.replace(/^spec/, `spec.config.${name}`)));
  }
  return found;
}
