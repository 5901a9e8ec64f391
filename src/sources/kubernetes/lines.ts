// Splits a byte stream into lines, as the watch protocol needs: one JSON document a line, of any length, cut anywhere.
// In: chunks as the socket gives them. Out: whole lines as text, without their end. Bytes are decoded once a line is
// complete, so a character that spans two chunks survives. What was left without a line end is reported, never lost silently.

export interface LineSplitter {
  push(chunk: Buffer): void;
  /** Bytes of the unfinished last line. */
  readonly pendingBytes: number;
}

const lineEnd = 0x0a;

export function createLineSplitter(onLine: (line: string) => void): LineSplitter {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  return {
    push(chunk) {
      let from = 0;
      for (let end = chunk.indexOf(lineEnd); end !== -1; end = chunk.indexOf(lineEnd, from)) {
        const tail = chunk.subarray(from, end);
        const line = pending.length === 0 ? tail : Buffer.concat([...pending, tail]);
        pending = [];
        pendingBytes = 0;
        from = end + 1;
        if (line.length > 0) onLine(line.toString('utf8'));
      }
      if (from < chunk.length) {
        const rest = chunk.subarray(from);
        pending.push(rest);
        pendingBytes += rest.length;
      }
    },
    get pendingBytes() {
      return pendingBytes;
    },
  };
}
