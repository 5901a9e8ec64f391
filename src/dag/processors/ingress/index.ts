// Ingress (networking.k8s.io/v1): each object claims the hosts of its rules; its problems become a status value (the API
// has no conditions, so they are told by Events and in the log).
import type { UnitKind } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';
import { ingressKind } from './ingress.ts';
import { statusKind } from './status.ts';

export function ingressKinds(config: CompileConfig): readonly UnitKind[] {
  return [ingressKind(config), statusKind(config)];
}
