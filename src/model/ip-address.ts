// IP addresses as text. Pure.

const octet = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4Pattern = new RegExp(`^${octet}(\\.${octet}){3}$`);

/** Dotted decimal, without leading zeros: what inet_pton takes. */
export function isIpv4(text: string): boolean {
  return ipv4Pattern.test(text);
}

/** RFC 4291, 2.2: eight groups, `::` once for one or more of zeros, perhaps an IPv4 address for the last two. */
export function isIpv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const last = groups.at(-1) ?? '';
  const hasIpv4 = isIpv4(last) && text.endsWith(last);
  const hex = hasIpv4 ? groups.slice(0, -1) : groups;
  const count = hex.length + (hasIpv4 ? 2 : 0);
  return hex.every((group) => /^[\da-f]{1,4}$/i.test(group)) && (halves.length === 2 ? count < 8 : count === 8);
}

export function isIpAddress(text: string): boolean {
  return isIpv4(text) || isIpv6(text);
}

/**
 * Whether a socket can listen on the address, on a machine that has it. A link-local one of IPv6 (RFC 4291, 2.5.6) is on every
 * interface, and Envoy has no word for which one is meant.
 */
export function isBindable(text: string): boolean {
  return isIpv4(text) || (isIpv6(text) && !/^fe[89ab][\da-f]:/i.test(text));
}
