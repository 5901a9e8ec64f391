// getambassador.io: Hosts and Mappings meet by host name and claim it; every object of ours gets a status.
import type { UnitKind } from '../../engine.ts';
import type { CompileConfig } from '../compile-config.ts';
import { annotationKinds } from './annotations.ts';
import { consulKind } from './consul.ts';
import { listenersKind, listenerUseKind } from './listener.ts';
import { nameKind, partKind } from './name.ts';
import { settingsKind } from './settings.ts';
import { statusKinds } from './status.ts';
import { tcpPortKind } from './tcp.ts';
import { objectKinds } from './units.ts';

export function emissaryKinds(config: CompileConfig): readonly UnitKind[] {
  return [
    ...annotationKinds(config),
    settingsKind(config),
    consulKind,
    listenersKind(config),
    ...objectKinds(config),
    nameKind(config),
    partKind(config),
    tcpPortKind,
    listenerUseKind(config),
    ...statusKinds(config),
  ];
}
