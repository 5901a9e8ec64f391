// A map whose keys hold several values, each under an id. Among 10,000 hosts nearly every key has exactly one, so one
// value lies there as it is and a Map is only made for the second: a third of the memory, and less work for the collector.

interface Single<V> {
  readonly id: string;
  readonly value: V;
}

export interface MultiMap<V> {
  /** Adds or replaces. True if the key is new. */
  set(key: string, id: string, value: V): boolean;
  /** True if that was the last one of the key, which is gone then. */
  delete(key: string, id: string): boolean;
  has(key: string): boolean;
  get(key: string, id: string): V | undefined;
  forEach(key: string, visit: (value: V, id: string) => void): void;
  /** By id, in ascending order. */
  sorted(key: string): readonly (readonly [id: string, value: V])[];
  /** One of them. */
  any(key: string): V | undefined;
  /** That of the lowest id. */
  first(key: string): V | undefined;
}

export function createMultiMap<V>(): MultiMap<V> {
  const cells = new Map<string, Single<V> | Map<string, V>>();
  return {
    set(key, id, value) {
      const cell = cells.get(key);
      if (cell instanceof Map) cell.set(id, value);
      else if (cell === undefined || cell.id === id) cells.set(key, { id, value });
      else
        cells.set(
          key,
          new Map([
            [cell.id, cell.value],
            [id, value],
          ]),
        );
      return cell === undefined;
    },
    delete(key, id) {
      const cell = cells.get(key);
      if (cell === undefined) return false;
      if (!(cell instanceof Map)) return cell.id === id && cells.delete(key);
      cell.delete(id);
      if (cell.size === 1) for (const [lastId, value] of cell) cells.set(key, { id: lastId, value });
      return false;
    },
    has: (key) => cells.has(key),
    get(key, id) {
      const cell = cells.get(key);
      if (cell instanceof Map) return cell.get(id);
      return cell?.id === id ? cell.value : undefined;
    },
    forEach(key, visit) {
      const cell = cells.get(key);
      if (cell instanceof Map) cell.forEach(visit);
      else if (cell !== undefined) visit(cell.value, cell.id);
    },
    sorted(key) {
      const cell = cells.get(key);
      if (cell === undefined) return [];
      if (!(cell instanceof Map)) return [[cell.id, cell.value]];
      return [...cell].sort(([a], [b]) => (a < b ? -1 : 1));
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
      for (const id of cell.keys()) if (lowest === undefined || id < lowest) lowest = id;
      return cell.get(lowest!);
    },
  };
}
