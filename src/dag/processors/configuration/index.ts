// What is to be told about the ContourConfiguration that counts. Its settings reach all units through their
// configuration; here only its mistakes are found, with the fields as they stand in the object, for its condition `Valid`.
import type { Config } from '../../../model/config.ts';
import type { ContourConfiguration } from '../../../model/kinds/index.ts';
import { keyOf, type ObjectKey, type Problem } from '../../../model/object.ts';
import { applyContourConfiguration } from '../../compile/contour-configuration.ts';
import { error } from '../../compile/problem.ts';
import type { UnitContext, UnitKind } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';
import { validCondition } from '../httpproxy/status.ts';
import { levels, topics, type Extension } from '../topics.ts';

export function configurationKinds(config: CompileConfig): readonly UnitKind[] {
  return [
    {
      name: 'contour-configuration',
      level: levels.status,
      each: { object: 'ContourConfiguration' },
      compile(rest, context) {
        const wanted = config.contourConfiguration;
        if (wanted === undefined || rest !== `${wanted.namespace}/${wanted.name}`) return;
        const found = context.object<ContourConfiguration>('ContourConfiguration', wanted.namespace, wanted.name)!;
        const object = keyOf(found);
        // Only the parts that a spec lies over count for mistakes.
        const { mistakes } = applyContourConfiguration(config as Config, found.spec);
        const problems = [
          ...(found.problems ?? []),
          ...mistakes.map(({ severity, path, message }): Problem => ({
            code: severity === 'error' ? 'ConfigurationNotValid' : 'IgnoredField',
            severity,
            object,
            path: `spec.${path}`,
            message: severity === 'error' ? `${message}; the field counts as not set` : message,
          })),
          ...missingExtensions(context, object, config),
        ];
        const { generation, uid } = found.metadata;
        context.status({
          object,
          apiVersion: found.apiVersion,
          generation,
          uid,
          status: { conditions: [validCondition('ContourConfiguration', problems, generation)] },
          problems,
        });
      },
    },
  ];
}

/** Of the services that Envoys themselves ask, those that can't be asked. Authorization is told to the hosts too. */
function missingExtensions(context: UnitContext, object: ObjectKey, config: CompileConfig): readonly Problem[] {
  const { globalExtAuth, rateLimitService, settings } = config;
  const { name, namespace } = globalExtAuth?.extensionRef ?? {};
  const named = [
    {
      path: 'spec.globalExtAuth.extensionRef',
      service: name !== undefined && namespace !== undefined ? { name, namespace } : undefined,
      consequence: 'hosts that ask no other service are not served',
    },
    {
      path: 'spec.rateLimitService.extensionService',
      service: rateLimitService?.extensionService,
      consequence: rateLimitService?.failOpen ? 'nothing is limited by it' : 'requests with global limits get 500',
    },
    {
      path: 'spec.tracing.extensionService',
      service: settings?.tracing?.extensionService,
      consequence: 'no spans are sent',
    },
  ];
  return named.flatMap(({ path, service, consequence }) => {
    if (!service || context.topic<Extension>(topics.extension(service.namespace, service.name)).length > 0) return [];
    const message = `ExtensionService ${service.namespace}/${service.name} does not exist or can not be used (its status says why); ${consequence}`;
    return [error('ExtensionServiceNotFound', object, path, message)];
  });
}
