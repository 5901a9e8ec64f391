// What a client subscribes to, for one type on one stream. In: names from its requests; out: whether a name is covered.
// The wildcard is `*`, or, for types that allow it, an empty list in the first request ("legacy wildcard").

export interface Subscription {
  wildcard: boolean;
  /** The wildcard came as an empty list: in SotW a list of names then replaces it. */
  legacy: boolean;
  readonly names: Set<string>;
}

export const wildcardName = '*';

export function emptySubscription(): Subscription {
  return { wildcard: false, legacy: false, names: new Set() };
}

export function covers(subscription: Subscription, name: string): boolean {
  return subscription.wildcard || subscription.names.has(name);
}
