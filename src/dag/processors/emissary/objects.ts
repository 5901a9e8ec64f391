// Which objects of getambassador.io are ours: those of the API, and those that stand in annotations of Services and
// Ingresses; and of both those that name our gateway.
import { keyOf, type ObjectKey, type SourceObject } from '../../../model/object.ts';
import type { CompileConfig } from '../compile-config.ts';
import type { UnitContext } from '../../engine.ts';
import { defaultEmissary, type EmissaryConfig } from '../../../model/config.ts';
import { emissaryTopics, type AnnotatedObject } from './topics.ts';

export function emissaryConfig({ emissary = defaultEmissary }: CompileConfig): EmissaryConfig {
  return emissary;
}

/** Means any gateway. */
const AUTOMATIC = '_automatic_';

interface WithId extends SourceObject {
  readonly spec?: { readonly ambassador_id?: readonly string[] };
}

export function isOurs(config: CompileConfig, object: SourceObject): boolean {
  const { ambassadorId, namespace, singleNamespace } = emissaryConfig(config);
  if (singleNamespace && object.metadata.namespace !== namespace) return false;
  const ids = (object as WithId).spec?.ambassador_id ?? [];
  return (ids.length === 0 ? ['default'] : ids).some((id) => id === ambassadorId || id === AUTOMATIC);
}

export interface OurObject<T extends SourceObject> {
  readonly object: T;
  readonly key: ObjectKey;
  /** Of an annotation. */
  readonly holder?: ObjectKey;
}

/** All of a kind of which there are few, those of the API first. */
export function ourObjects<T extends SourceObject>(
  context: UnitContext,
  config: CompileConfig,
  kind: string,
): readonly OurObject<T>[] {
  const own = context.objects<T>(kind).map((object): OurObject<T> => ({ object, key: keyOf(object) }));
  const annotated = context
    .topic<readonly AnnotatedObject[]>(emissaryTopics.annotated(kind))
    .flatMap((each) => each.value)
    .map(({ object, holder }): OurObject<T> => ({ object: object as T, key: keyOf(object), holder }));
  const seen = new Set(own.map((each) => each.key));
  const others = annotated.filter((each) => !seen.has(each.key) && seen.add(each.key));
  return [...own, ...others].filter((each) => isOurs(config, each.object));
}
