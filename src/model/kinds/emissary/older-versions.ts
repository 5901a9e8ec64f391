// The versions of getambassador.io before v3alpha1.
import type { KindDefinition } from '../kind.ts';
import { convertEmissary, emissaryVersionsOf } from './convert.ts';

export function olderVersionsOf(kind: string): NonNullable<KindDefinition['converted']> {
  return {
    versions: emissaryVersionsOf(kind).filter((version) => version !== 'v3alpha1'),
    toNewest(object) {
      const converted = convertEmissary(object, 'v3alpha1');
      if (!converted.ok) throw new Error(`${kind}: ${converted.path}: ${converted.message}`);
      return converted.object;
    },
  };
}
