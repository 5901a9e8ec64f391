// The names in a client's certificate. In: what Node's TLS tells of it; out: its DNS and URI names (SPIFFE ids are URIs),
// or its common name if it has neither, as older tools make them.

/** As in node:tls PeerCertificate. `subjectaltname`: `DNS:a, URI:spiffe://b`, odd values as JSON texts. */
export interface NamedCertificate {
  readonly subjectaltname?: string | undefined;
  readonly subject?: { readonly CN?: string | readonly string[] } | undefined;
}

export function certificateNames({ subjectaltname, subject }: NamedCertificate): readonly string[] {
  const names: string[] = [];
  // A value with a comma, a quote or the like is a JSON text, so that no name can pretend to be two.
  for (const [, kind, value = ''] of (subjectaltname ?? '').matchAll(/(?:^|, )([^:,]+):("(?:[^"\\]|\\.)*"|[^,]*)/g)) {
    if (kind !== 'DNS' && kind !== 'URI') continue;
    names.push(value.startsWith('"') ? unquoted(value) : value);
  }
  if (names.length > 0) return names;
  const common = subject?.CN;
  return typeof common === 'string' ? [common] : (common ?? []);
}

function unquoted(value: string): string {
  try {
    return JSON.parse(value) as string;
  } catch {
    // Not what Node writes; as it stands it matches no rule.
    return value;
  }
}
