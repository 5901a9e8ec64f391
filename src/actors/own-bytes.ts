// Ownership of bytes that leave a thread. Node and protobufjs cut small results out of a shared slab; posting such a
// view would send the whole slab, with whatever else lies in it. Every send of bytes goes through here.

/** `view` itself if it covers its whole buffer, else an exact copy over a buffer of its own. */
export function ownBytes(view: Uint8Array): Uint8Array<ArrayBuffer> {
  if (view.buffer instanceof ArrayBuffer && view.byteLength === view.buffer.byteLength) {
    return view as Uint8Array<ArrayBuffer>;
  }
  const copy = new Uint8Array(view.byteLength);
  copy.set(view);
  return copy;
}

/** Copies all views end to end into one fresh buffer; the result's views are in the order of the input. */
export function packBytes(views: readonly Uint8Array[]): {
  readonly buffer: ArrayBuffer;
  readonly views: readonly Uint8Array[];
} {
  let sizeBytes = 0;
  for (const view of views) sizeBytes += view.byteLength;
  const buffer = new ArrayBuffer(sizeBytes);
  const whole = new Uint8Array(buffer);
  let offset = 0;
  const packed = views.map((view) => {
    whole.set(view, offset);
    offset += view.byteLength;
    return new Uint8Array(buffer, offset - view.byteLength, view.byteLength);
  });
  return { buffer, views: packed };
}
