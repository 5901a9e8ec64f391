// Gives way to the threads that answer Envoys when there are fewer cores than work. Linux schedules each thread by a
// priority of its own; to lower it needs no rights. Elsewhere this does nothing.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** About a third of the share that a thread of usual priority gets, and only while both have work. */
const NICE = 5;

/** Lowers the priority of the calling thread, from whatever the process was started with. Other threads keep theirs. */
export function giveWay(): void {
  try {
    // `<pid>/task/<tid>`, of whoever asks; setpriority takes the id of a thread for a thread.
    const tid = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (Number.isInteger(tid)) lower(tid);
  } catch {
    // No /proc: not Linux, or hidden. All threads are equal then.
  }
}

/**
 * The same for V8's own threads, which collect garbage and optimize code for all others: nearly all of that is for those
 * that compile.
 */
export function helpersGiveWay(): void {
  try {
    const tasks = '/proc/self/task';
    for (const tid of readdirSync(tasks))
      if (readFileSync(`${tasks}/${tid}/comm`, 'utf8').startsWith('V8Worker')) lower(Number(tid));
  } catch {
    // As above.
  }
}

function lower(tid: number): void {
  setPriority(tid, Math.min(getPriority(tid) + NICE, 19));
}
