// A line on the terminal that says how far a command is; nothing when nobody looks.

export interface Progress {
  readonly show: (done: number, all: number) => void;
  readonly clear: () => void;
}

const WIDTH = 24;
const intervalMs = 100;

export function createProgress(stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) return { show() {}, clear() {} };
  let shownAtMs = performance.now();
  let isShown = false;
  return {
    show(done, all) {
      const nowMs = performance.now();
      // The first moment shows nothing: most runs are over by then.
      if (nowMs - shownAtMs < intervalMs) return;
      shownAtMs = nowMs;
      isShown = true;
      const filled = Math.round((WIDTH * done) / Math.max(all, 1));
      stream.write(`\r[${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}] ${done} of ${all} files`);
    },
    clear() {
      if (isShown) stream.write('\r\x1b[K');
      isShown = false;
    },
  };
}
