// How a client of blocking queries treats the index (Consul: "Blocking Queries", implementation details). Pure.

/** From the header X-Consul-Index; 0: ask without waiting. */
export function nextIndex(
  before: number,
  header: string | undefined,
): { readonly index: number; readonly isReset: boolean } {
  const index = Number(header);
  // Without a usable index nothing can be waited for, and 0 would be asked for again and again without a pause.
  if (header === undefined || !Number.isSafeInteger(index) || index < 1) return { index: 1, isReset: before > 1 };
  // It goes backwards when a server was restored from a snapshot or replaced: what was known says nothing about it.
  return index < before ? { index: 0, isReset: true } : { index, isReset: false };
}
