// All compile units, by API. An API is a folder here that publishes HostClaims; hosts, chains and secrets are shared.
import type { UnitKind } from '../engine.ts';
import type { CompileConfig } from './compile-config.ts';
import { configurationKinds } from './configuration/index.ts';
import { emissaryKinds } from './emissary/index.ts';
import { extensionServiceKinds } from './extension-service/index.ts';
import { gatewayKinds } from './gateway/index.ts';
import { hostKinds } from './hosts/index.ts';
import { httpProxyKinds } from './httpproxy/index.ts';
import { ingressKinds } from './ingress/index.ts';

export type { CompileConfig } from './compile-config.ts';

export function createUnitKinds(config: CompileConfig): readonly UnitKind[] {
  return [
    ...configurationKinds(config),
    ...hostKinds(config),
    ...extensionServiceKinds(config),
    ...httpProxyKinds(config),
    ...ingressKinds(config),
    ...emissaryKinds(config),
    ...gatewayKinds(config),
  ];
}
