// The simulated world of one seed: random numbers, time, and everything that happens later, in one queue.
// In: a seed. Out: the same run for the same seed. Must hold: nothing in a run asks the real clock or real randomness;
// after each event all promises are let run, so that what an event sets going is done before the next one.
import type { Clock } from '../../src/actors/actor.ts';

export interface Random {
  /** In [0, 1). */
  next(): number;
  /** An integer from 0 to `below` - 1. */
  below(below: number): number;
  pick<T>(from: readonly T[]): T;
  chance(probability: number): boolean;
}

export interface World {
  readonly seed: number;
  readonly random: Random;
  readonly clock: Clock;
  /** Runs everything that is due within the next `forMs`. */
  run(forMs: number): Promise<void>;
  /** Events so far. */
  readonly steps: number;
  /** Notes what happened; kept for the trace of a failing seed, the newest only. */
  note(line: string): void;
  readonly trace: readonly string[];
  /** A check that failed. The first ones count; later ones are mostly their consequences. */
  violation(text: string): void;
  readonly violations: readonly string[];
}

const maxTrace = 4000;

/** The same numbers for the same seed. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (from) => from[below(from.length)]!,
    chance: (probability) => next() < probability,
  };
}

interface Event {
  readonly dueMs: number;
  readonly serial: number;
  run: (() => void) | null;
}

export function createWorld(seed: number): World {
  const random = createRandom(Math.imul(seed + 1, 0x9e3779b1));
  const heap: Event[] = [];
  const trace: string[] = [];
  const violations: string[] = [];
  let nowMs = 1_800_000_000_000;
  let serial = 0;
  let steps = 0;

  function setTimer(delayMs: number, run: () => void) {
    const event: Event = { dueMs: nowMs + Math.max(0, delayMs), serial: serial++, run };
    push(heap, event);
    return {
      cancel() {
        event.run = null;
      },
    };
  }

  const note = (line: string): void => {
    trace.push(`${(nowMs - 1_800_000_000_000).toFixed(1).padStart(9)} ${line}`);
    if (trace.length > maxTrace * 2) trace.splice(0, maxTrace);
  };

  return {
    seed,
    random,
    clock: { nowMs: () => nowMs, dateMs: () => nowMs, setTimer },
    async run(forMs) {
      const endMs = nowMs + forMs;
      await settle();
      for (let first = heap[0]; first !== undefined && first.dueMs <= endMs; first = heap[0]) {
        pop(heap);
        const { run } = first;
        if (run === null) continue;
        nowMs = Math.max(nowMs, first.dueMs);
        steps++;
        run();
        await settle();
      }
      nowMs = endMs;
    },
    get steps() {
      return steps;
    },
    note,
    trace,
    violation(text) {
      note(`VIOLATION ${text}`);
      if (violations.length < 20) violations.push(text);
    },
    violations,
  };
}

/** All microtasks, however long their chains. */
function settle(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

function isBefore(a: Event, b: Event): boolean {
  return a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.serial < b.serial);
}

function push(heap: Event[], event: Event): void {
  let at = heap.push(event) - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(event, heap[parent]!)) break;
    heap[at] = heap[parent]!;
    at = parent;
  }
  heap[at] = event;
}

function pop(heap: Event[]): void {
  const last = heap.pop()!;
  if (heap.length === 0) return;
  let at = 0;
  for (;;) {
    let child = at * 2 + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
    if (!isBefore(heap[child]!, last)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = last;
}

/** How long messages of one connection take: fast, slow, or either from one message to the next. */
export function createDelays(random: Random): () => number {
  const maxMs = random.pick([0.5, 5, 50, 150]);
  const burstMs = random.chance(0.3) ? 300 : 0;
  return () => random.next() * maxMs + (burstMs > 0 && random.chance(0.1) ? random.next() * burstMs : 0);
}
