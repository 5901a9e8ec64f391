// A map whose keys hold several values, each of one unit. Among 10,000 hosts nearly every key has exactly one, so one
// value lies there as it is and a Map is only made for the second: a third of the memory, and less work for the collector.

export interface Entry<V> {
  /** Its id. */
  readonly unit: string;
  readonly value: V;
}

export interface MultiMap<V> {
  /** Adds or replaces. True if the key is new. */
  set(key: string, unit: string, value: V): boolean;
  /** True if that was the last one of the key, which is gone then. */
  delete(key: string, unit: string): boolean;
  has(key: string): boolean;
  get(key: string, unit: string): V | undefined;
  /** By unit, in ascending order. */
  sorted(key: string): readonly Entry<V>[];
  /** One of them. */
  any(key: string): V | undefined;
  /** That of the lowest unit. */
  first(key: string): V | undefined;
}

const none: readonly never[] = [];

export function createMultiMap<V>(): MultiMap<V> {
  const cells = new Map<string, Entry<V> | Map<string, V>>();
  return {
    set(key, unit, value) {
      const cell = cells.get(key);
      if (cell instanceof Map) cell.set(unit, value);
      else if (cell === undefined || cell.unit === unit) cells.set(key, { unit, value });
      else
        cells.set(
          key,
          new Map([
            [cell.unit, cell.value],
            [unit, value],
          ]),
        );
      return cell === undefined;
    },
    delete(key, unit) {
      const cell = cells.get(key);
      if (cell === undefined) return false;
      if (!(cell instanceof Map)) return cell.unit === unit && cells.delete(key);
      cell.delete(unit);
      if (cell.size === 1) for (const [last, value] of cell) cells.set(key, { unit: last, value });
      return false;
    },
    has: (key) => cells.has(key),
    get(key, unit) {
      const cell = cells.get(key);
      if (cell instanceof Map) return cell.get(unit);
      return cell?.unit === unit ? cell.value : undefined;
    },
    sorted(key) {
      const cell = cells.get(key);
      if (cell === undefined) return none;
      if (!(cell instanceof Map)) return [cell];
      return [...cell].map(([unit, value]) => ({ unit, value })).sort((a, b) => (a.unit < b.unit ? -1 : 1));
    },
    any(key) {
      const cell = cells.get(key);
      if (!(cell instanceof Map)) return cell?.value;
      for (const value of cell.values()) return value;
      return undefined;
    },
    first(key) {
      const cell = cells.get(key);
      if (!(cell instanceof Map)) return cell?.value;
      let lowest: string | undefined;
      for (const unit of cell.keys()) if (lowest === undefined || unit < lowest) lowest = unit;
      return cell.get(lowest!);
    },
  };
}
