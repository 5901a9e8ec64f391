// Waits of equal length, in the order in which they began, so the first to end is always the first in the queue. A wait
// that is no longer needed is dropped when it comes to the head. In: times as arguments; nothing here reads a clock.

export interface Deadlines<T> {
  add(atMs: number, item: T): void;
  /** Items due at `nowMs`, in order. */
  due(nowMs: number): T[];
  /** When the first item that `stillWaits` is due; null: none. Drops those before it. */
  next(stillWaits: (item: T) => boolean): number | null;
  readonly size: number;
}

export function createDeadlines<T>(): Deadlines<T> {
  let queue: { readonly atMs: number; readonly item: T }[] = [];
  let head = 0;

  function drop(): void {
    head++;
    if (head > 1024 && head * 2 > queue.length) {
      queue = queue.slice(head);
      head = 0;
    }
  }

  return {
    add(atMs, item) {
      queue.push({ atMs, item });
    },
    due(nowMs) {
      const items: T[] = [];
      for (let first = queue[head]; first !== undefined && first.atMs <= nowMs; first = queue[head]) {
        items.push(first.item);
        drop();
      }
      return items;
    },
    next(stillWaits) {
      for (let first = queue[head]; first !== undefined; first = queue[head]) {
        if (stillWaits(first.item)) return first.atMs;
        drop();
      }
      return null;
    },
    get size() {
      return queue.length - head;
    },
  };
}
