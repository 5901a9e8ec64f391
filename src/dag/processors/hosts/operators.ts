// What depends on the settings alone: the listeners for operators, and the values of Envoy's runtime.
import { defaultEnvoySettings, type EnvoySettings, type OperatorListenerName } from '../../../model/envoy-settings.ts';
import type { UnitKind } from '../../engine.ts';
import type { OperatorListener, Runtime } from '../../vertices.ts';
import type { CompileConfig } from '../compile-config.ts';
import { levels } from '../topics.ts';
import { configurationOf, HTTP_LISTENER, HTTPS_LISTENER } from './listener.ts';

export function operatorsKind(config: CompileConfig): UnitKind {
  return {
    name: 'operators',
    level: levels.chain,
    each: { fixed: ['all'] },
    compile(_rest, context) {
      const settings = config.settings ?? defaultEnvoySettings;
      const owners = configurationOf(context, config);
      const sharedBy = owners.length > 0 && { sharedBy: owners };
      for (const listener of operatorListeners(settings.operators)) context.emit({ ...listener, ...sharedBy });
      context.emit(runtime(settings));
    },
  };
}

const statsPaths = ['/stats', '/stats/prometheus'];
const readyPaths = ['/ready'];
/** Pages that change nothing. */
const adminPaths = [
  '/certs',
  '/clusters',
  '/listeners',
  '/config_dump',
  '/memory',
  '/ready',
  '/runtime',
  '/server_info',
  '/stats',
  '/stats/prometheus',
  '/stats/recentlookups',
];

/** Statistics and readiness share a listener when they have one address and no TLS. */
function operatorListeners(operators: EnvoySettings['operators']): readonly OperatorListener[] {
  const { stats, health, overloadHealth, adminPort } = operators;
  const list: OperatorListener[] = [];
  const add = (
    key: OperatorListenerName,
    place: { readonly address: string; readonly port: number },
    paths: readonly string[],
    rest: Partial<OperatorListener> = {},
  ) => {
    const { address, port } = place;
    list.push({ kind: 'OperatorListener', key, address, port, paths, ignoresConnectionLimit: true, ...rest });
  };
  const together =
    stats && health && stats.address === health.address && stats.port === health.port && stats.tls === undefined;
  if (together) {
    add('stats-health', stats, [...readyPaths, ...statsPaths]);
  } else {
    if (stats) add('stats', stats, statsPaths, stats.tls && { tls: stats.tls });
    if (health) add('health', health, readyPaths);
  }
  if (overloadHealth) add('health-om-enforced', overloadHealth, readyPaths, { ignoresConnectionLimit: false });
  if (adminPort !== undefined) add('envoy-admin', { address: '127.0.0.1', port: adminPort }, adminPaths);
  return list;
}

/** What belongs to other settings can't be set as a plain runtime value. */
function runtime({ runtime: values, listener }: EnvoySettings): Runtime {
  const { maxRequestsPerIoCycle, maxConnections } = listener;
  const own: Record<string, number> = {};
  if (maxRequestsPerIoCycle !== undefined) own['http.max_requests_per_io_cycle'] = maxRequestsPerIoCycle;
  for (const name of [HTTP_LISTENER, HTTPS_LISTENER])
    if (maxConnections !== undefined) own[`envoy.resource_limits.listener.${name}.connection_limit`] = maxConnections;
  const entries = Object.entries({
    're2.max_program_size.error_level': 1_048_576,
    're2.max_program_size.warn_level': 1000,
    ...values,
    ...own,
  });
  return {
    kind: 'Runtime',
    key: 'dynamic',
    values: Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}
