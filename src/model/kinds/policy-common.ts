// What the attachable policies of nuncio.dev have in common (GEP-713): what they are for, and their status.
import { integer, list, object, oneOf, text } from './schema.ts';

export const NUNCIO_GROUP = 'nuncio.dev';

/** The API server takes no more. */
export const MAX_ANCESTORS = 16;

export function targetReferences<const Group extends string, const Kind extends string>(
  group: Group,
  kinds: readonly [Kind, ...Kind[]],
  section: string,
) {
  return list(
    object(
      {
        group: oneOf([group]),
        kind: oneOf(kinds),
        name: text({ minLength: 1, maxLength: 253 }),
      },
      { sectionName: text({ minLength: 1, maxLength: 253, description: section }) },
    ),
    { maxItems: MAX_ANCESTORS, description: 'What the policy is for: objects of its own namespace.' },
  );
}

const condition = object(
  {
    type: text({ maxLength: 316 }),
    status: oneOf(['True', 'False', 'Unknown']),
    reason: text({ minLength: 1, maxLength: 1024 }),
    message: text({ maxLength: 32768 }),
    lastTransitionTime: text({ format: 'date-time' }),
  },
  { observedGeneration: integer({ minimum: 0 }) },
);

const reference = object(
  { name: text() },
  { group: text(), kind: text(), namespace: text(), sectionName: text(), port: integer() },
);

export const policyStatus = object(
  {},
  {
    ancestors: list(
      object(
        { ancestorRef: reference, controllerName: text(), conditions: list(condition, { mapKeys: ['type'] }) },
        {},
      ),
      { maxItems: MAX_ANCESTORS, description: 'Where the policy counts, or why it does not.' },
    ),
  },
);

/** Known to tools that look for policies. */
export const policyLabels = (attaches: 'Direct' | 'Inherited') => ({ 'gateway.networking.k8s.io/policy': attaches });
