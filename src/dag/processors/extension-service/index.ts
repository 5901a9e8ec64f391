// ExtensionService (projectcontour.io/v1alpha1): a cluster for Envoy's own questions, and a status.
import type { UnitKind } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';
import { extensionServiceKind } from './extension-service.ts';
import { statusKind } from './status.ts';

export function extensionServiceKinds(config: CompileConfig): readonly UnitKind[] {
  return [extensionServiceKind(config), statusKind];
}
