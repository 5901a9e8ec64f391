// HTTPProxy (projectcontour.io/v1): roots claim hosts, every object of ours gets a status.
import type { UnitKind } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';
import { rootKind } from './root.ts';
import { statusKind } from './status.ts';

export function httpProxyKinds(config: CompileConfig): readonly UnitKind[] {
  return [rootKind(config), statusKind(config)];
}
