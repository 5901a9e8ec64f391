// Label selectors of Kubernetes (meta/v1 LabelSelector), as listeners, Gateways and Hosts have them.
import { lookup } from '../../model/lookup.ts';

export interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
    readonly values?: readonly string[];
  }[];
}

/** All of it must hold; an empty one takes all. */
export function selects(
  { matchLabels = {}, matchExpressions = [] }: LabelSelector,
  labels: Readonly<Record<string, string>>,
): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = lookup(labels, key);
      switch (operator) {
        case 'In':
          return value !== undefined && values.includes(value);
        case 'NotIn':
          return value === undefined || !values.includes(value);
        case 'Exists':
          return value !== undefined;
        case 'DoesNotExist':
          return value === undefined;
        default:
          return operator satisfies never;
      }
    })
  );
}

/** One label is enough; expressions don't count. */
export function selectsLoosely({ matchLabels = {} }: LabelSelector, labels: Readonly<Record<string, string>>): boolean {
  return Object.entries(matchLabels).some(([key, value]) => labels[key] === value);
}
