/** What TLS may ask a server for, in any case: ASCII without spaces, as long as DNS has names. Envoy takes 255 bytes. */
export function isServerName(text: string): boolean {
  return /^[!-~]{1,253}$/.test(text);
}
