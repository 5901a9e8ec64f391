/** What Envoy counts in 32 bits goes no further. */
export const MAX_UINT32 = 4_294_967_295;
