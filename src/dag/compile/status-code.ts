// The status codes that Envoy knows by name (envoy.type.v3.StatusCode): where it wants one of these, it refuses all others.

const known: ReadonlySet<number> = new Set([
  100, 200, 201, 202, 203, 204, 205, 206, 207, 208, 226, 300, 301, 302, 303, 304, 305, 307, 308, 400, 401, 402, 403,
  404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 421, 422, 423, 424, 426, 428, 429, 431, 500,
  501, 502, 503, 504, 505, 506, 507, 508, 510, 511,
]);

export function isStatusCode(code: number): boolean {
  return known.has(code);
}
