// Profiles of this thread, as Chrome's tools and others read them. The profiler of V8 is loaded at the first use.
import type { Session } from 'node:inspector/promises';

/** `cpu`: where time goes. `heap`: what is allocated meanwhile and still lives. `allocs`: all that is allocated. */
export type ProfileKind = 'cpu' | 'heap' | 'allocs';

export interface Profiler {
  /** Rejects while another profile of this thread is taken. JSON text: `.cpuprofile`, else `.heapprofile`. */
  profile(kind: ProfileKind, seconds: number): Promise<string>;
}

/** One sample of allocations in as many bytes, on average. */
const samplingBytes = 32_768;

export function createProfiler(): Profiler {
  let isBusy = false;
  return {
    async profile(kind, seconds) {
      if (isBusy) throw new Error('a profile of this thread is under way');
      isBusy = true;
      let session: Session | undefined;
      try {
        const inspector = await import('node:inspector/promises');
        session = new inspector.Session();
        session.connect();
        return JSON.stringify(await (kind === 'cpu' ? cpu(session, seconds) : heap(session, seconds, kind)));
      } finally {
        session?.disconnect();
        isBusy = false;
      }
    },
  };
}

async function cpu(session: Session, seconds: number): Promise<unknown> {
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  await wait(seconds);
  return (await session.post('Profiler.stop')).profile;
}

async function heap(session: Session, seconds: number, kind: 'heap' | 'allocs'): Promise<unknown> {
  await session.post('HeapProfiler.enable');
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: samplingBytes,
    includeObjectsCollectedByMajorGC: kind === 'allocs',
    includeObjectsCollectedByMinorGC: kind === 'allocs',
  });
  await wait(seconds);
  return (await session.post('HeapProfiler.stopSampling')).profile;
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000);
  });
}
