// Who looked at what. Among 10,000 hosts most things have one reader or two, so a reader lies there as it is, a few make
// a list, and only many make a Set.

const MAX_LISTED = 8;

export interface Readers<T extends object> {
  /** Idempotent. */
  add(read: string, reader: T): void;
  delete(read: string, reader: T): void;
  forEach(read: string, visit: (reader: T) => void): void;
}

/** A reader is neither an array nor a Set. */
export function createReaders<T extends object>(): Readers<T> {
  const cells = new Map<string, T | readonly T[] | Set<T>>();
  return {
    add(read, reader) {
      const cell = cells.get(read);
      if (cell === undefined) cells.set(read, reader);
      else if (cell instanceof Set) cell.add(reader);
      else if (!isList(cell)) {
        if (cell !== reader) cells.set(read, [cell, reader]);
      } else if (!cell.includes(reader)) {
        cells.set(read, cell.length < MAX_LISTED ? [...cell, reader] : new Set([...cell, reader]));
      }
    },
    delete(read, reader) {
      const cell = cells.get(read);
      if (cell instanceof Set) {
        if (cell.delete(reader) && cell.size <= 1) cells.set(read, [...cell]);
      } else if (cell === reader) cells.delete(read);
      else if (cell !== undefined && isList(cell)) {
        const left = cell.filter((each) => each !== reader);
        if (left.length === 0) cells.delete(read);
        else cells.set(read, left);
      }
    },
    forEach(read, visit) {
      const cell = cells.get(read);
      if (cell === undefined) return;
      if (cell instanceof Set || isList(cell)) cell.forEach((reader) => visit(reader));
      else visit(cell);
    },
  };
}

function isList<T extends object>(cell: T | readonly T[]): cell is readonly T[] {
  return Array.isArray(cell);
}
