// The first few of many by an order, without sorting the many.

export interface Smallest<T> {
  add(value: T): void;
  /** Sorted. */
  readonly values: readonly T[];
}

/** Keeps the `limit` smallest of what is added. Costs a comparison for most of what isn't kept. */
export function createSmallest<T>(limit: number, compare: (a: T, b: T) => number): Smallest<T> {
  const values: T[] = [];
  return {
    add(value) {
      const last = values.at(-1);
      if (values.length >= limit && (last === undefined || compare(value, last) >= 0)) return;
      let [low, high] = [0, values.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (compare(values[middle]!, value) <= 0) low = middle + 1;
        else high = middle;
      }
      values.splice(low, 0, value);
      if (values.length > limit) values.pop();
    },
    values,
  };
}
