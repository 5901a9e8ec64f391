// The units that all APIs share: from claims on hosts to virtual hosts, filter chains, listeners and secrets.
import type { UnitKind } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';
import { chainKind } from './chain.ts';
import { hostKind, hostPartKind } from './host.ts';
import { listenerKind } from './listener.ts';
import { operatorsKind } from './operators.ts';
import { secretKind, secretVerdictKind, trustedCaKind } from './secret.ts';

export function hostKinds(config: CompileConfig): readonly UnitKind[] {
  return [
    secretVerdictKind,
    hostKind(config),
    hostPartKind(config),
    chainKind(config),
    secretKind,
    trustedCaKind,
    listenerKind(config),
    operatorsKind(config),
  ];
}
