// Where a Mapping sends requests: `[scheme://]host[:port]`. Only the text; what is behind it is upstream.ts.

export interface ServiceText {
  /** Lower case; absent: none. Only http and https mean something. */
  readonly scheme?: string;
  /** Without brackets for IPv6. */
  readonly host: string;
  readonly port?: number;
  /** What follows host and port, which has no effect. */
  readonly rest: string;
}

/** A text says what is wrong: it can't be used. */
export function parseServiceText(text: string): ServiceText | string {
  const match = /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?(\[[^\]]*\]|[^:/?#]*)(?::([^/?#]*))?(.*)$/s.exec(text.trim());
  if (!match) return 'it is not of the form [scheme://]host[:port]';
  const [, scheme, rawHost = '', rawPort, rest = ''] = match;
  let host = rawHost.replace(/^\[|\]$/g, '');
  try {
    host = decodeURIComponent(host);
  } catch {
    return `its host ${JSON.stringify(host)} has a percent sign that begins no escape`;
  }
  if (host === '') return 'it has no host name';
  if (host.length > 253) return `its host has ${host.length} characters, and a host name at most 253`;
  // oxlint-disable-next-line no-control-regex
  if (/[\s@\0-\x1f\x7f]/.test(host)) return `its host ${JSON.stringify(host)} holds characters that no host name has`;
  if (rawPort !== undefined && !/^\d{1,5}$/.test(rawPort))
    return `its port must be a number from 1 to 65535, found ${JSON.stringify(rawPort)}`;
  const port = rawPort === undefined ? undefined : Number(rawPort);
  if (port !== undefined && (port < 1 || port > 65535)) return `its port must be from 1 to 65535, found ${port}`;
  return {
    ...(scheme !== undefined && { scheme: scheme.toLowerCase() }),
    host: host.toLowerCase(),
    ...(port !== undefined && { port }),
    rest: rest === '/' ? '' : rest,
  };
}

/** Meant as an address, right or wrong: no name to look up. */
function isMeantAsAddress(host: string): boolean {
  return host.includes(':') || /^\d{1,3}(\.\d{1,3}){3}$/.test(host);
}

/** Which Service a name may stand for; undefined: it is none. */
export function serviceOfName(
  host: string,
  ownNamespace: string,
): { readonly namespace: string; readonly name: string } | undefined {
  if (host === 'localhost' || isMeantAsAddress(host)) return undefined;
  const labels = host.replace(/\.$/, '').split('.');
  const [name = '', namespace, svc] = labels;
  if (namespace === undefined) return { namespace: ownNamespace, name };
  if (svc === undefined || svc === 'svc') return { namespace, name };
  return undefined;
}
