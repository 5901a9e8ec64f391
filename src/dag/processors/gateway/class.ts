// GatewayClass: which are ours, and what they are told. A Gateway finds out here who serves it.
import { defaultGatewayConfig, type GatewayConfig } from '../../../model/gateway-config.ts';
import type { Gateway, GatewayClass } from '../../../model/kinds/index.ts';
import { keyOf } from '../../../model/object.ts';
import type { UnitContext, UnitKind } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';
import { levels } from '../topics.ts';
import { condition } from './conditions.ts';
import { supportedFeatures } from './features.ts';
import { parametersError } from './parameters.ts';

export type Mode = 'provisioned' | 'shared' | 'ref';

export function gatewayConfig(config: CompileConfig): GatewayConfig {
  return config.gateway ?? defaultGatewayConfig;
}

/** The names under which we write into lists that several controllers share. */
export function ourControllerNames(config: CompileConfig): readonly string[] {
  const { controllerNames } = gatewayConfig(config);
  return [controllerNames.provisioned, controllerNames.shared];
}

function modeOf(config: CompileConfig, controllerName: string): Mode | undefined {
  const { provisioned, shared } = gatewayConfig(config).controllerNames;
  if (controllerName === provisioned) return 'provisioned';
  return controllerName === shared ? 'shared' : undefined;
}

export interface Serving {
  readonly controllerName: string;
  readonly mode: Mode;
  /** Absent in mode `ref` while there is none. */
  readonly gatewayClass?: GatewayClass;
}

/** Undefined: not ours. */
export function servingOf(context: UnitContext, config: CompileConfig, gateway: Gateway): Serving | undefined {
  const { ref, controllerNames } = gatewayConfig(config);
  const gatewayClass = context.object<GatewayClass>('GatewayClass', '', gateway.spec.gatewayClassName);
  if (ref) {
    const isRef = ref.namespace === gateway.metadata.namespace && ref.name === gateway.metadata.name;
    if (!isRef) return undefined;
    const controllerName = gatewayClass?.spec.controllerName ?? controllerNames.shared;
    return { controllerName, mode: 'ref', ...(gatewayClass && { gatewayClass }) };
  }
  if (!gatewayClass) return undefined;
  const { controllerName } = gatewayClass.spec;
  const mode = modeOf(config, controllerName);
  return mode && { controllerName, mode, gatewayClass };
}

export function gatewayClassKind(config: CompileConfig): UnitKind {
  return {
    name: 'gateway-class',
    level: levels.status,
    each: { object: 'GatewayClass' },
    compile(rest, context) {
      const gatewayClass = context.object<GatewayClass>('GatewayClass', '', rest.slice(1))!;
      if (gatewayConfig(config).ref || !modeOf(config, gatewayClass.spec.controllerName)) return;
      const { generation, uid } = gatewayClass.metadata;
      const { parametersRef } = gatewayClass.spec;
      const wrong = parametersRef && parametersError(context, parametersRef, parametersRef.namespace ?? '');
      const accepted =
        wrong === undefined
          ? condition('Accepted', true, 'Accepted', 'Gateways of this class are served', generation)
          : condition('Accepted', false, 'InvalidParameters', `spec.parametersRef: ${wrong}`, generation);
      context.status({
        object: keyOf(gatewayClass),
        apiVersion: gatewayClass.apiVersion,
        generation,
        uid,
        status: { conditions: [accepted], supportedFeatures },
        problems: gatewayClass.problems ?? [],
      });
    },
  };
}
