// How to reach Consul where an object doesn't say it: the settings, then the variables that Consul's own clients read.
// In: settings and environment. Out: defaults, and addresses with their variables filled in.
import type { ConsulConfig } from '../../model/config.ts';

export interface ConsulDefaults {
  /** Of the resolver that there is without an object. */
  readonly address: string;
  readonly tokenFile?: string;
  /** Never logged. */
  readonly token?: string;
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
  readonly serverName?: string;
  /** An address that doesn't say it is one of TLS. */
  readonly tls: boolean;
  readonly verify: boolean;
  /** `user:password`; never logged. */
  readonly basic?: string;
  /** Of Consul Enterprise. */
  readonly namespace?: string;
  readonly partition?: string;
  readonly maxQueries: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

export function consulDefaults(settings: ConsulConfig, env: Environment): ConsulDefaults {
  const given = (name: string): string | undefined => env[name] || undefined;
  const optional = <K extends keyof ConsulDefaults>(key: K, value: ConsulDefaults[K] | undefined) =>
    value === undefined ? {} : { [key]: value };
  return {
    address: given('CONSUL_HTTP_ADDR') ?? '127.0.0.1:8500',
    ...optional('tokenFile', settings.tokenFile ?? given('CONSUL_HTTP_TOKEN_FILE')),
    ...optional('token', given('CONSUL_HTTP_TOKEN')),
    ...optional('caFile', settings.caFile ?? given('CONSUL_CACERT')),
    ...optional('certFile', settings.certFile ?? given('CONSUL_CLIENT_CERT')),
    ...optional('keyFile', settings.keyFile ?? given('CONSUL_CLIENT_KEY')),
    ...optional('serverName', given('CONSUL_TLS_SERVER_NAME')),
    tls: isTrue(env['CONSUL_HTTP_SSL'], false),
    verify: isTrue(env['CONSUL_HTTP_SSL_VERIFY'], true),
    ...optional('basic', given('CONSUL_HTTP_AUTH')),
    ...optional('namespace', given('CONSUL_NAMESPACE')),
    ...optional('partition', given('CONSUL_PARTITION')),
    maxQueries: settings.maxQueries,
  };
}

function isTrue(text: string | undefined, otherwise: boolean): boolean {
  return text === undefined || text === '' ? otherwise : /^(1|t|true)$/i.test(text);
}

/**
 * What an address may name. Not every variable: whoever may make a ConsulResolver chooses where requests go, and would
 * learn what the variable holds.
 */
const variables: readonly string[] = ['HOST_IP', 'POD_IP', 'NODE_IP', 'NODE_NAME', 'CONSUL_HTTP_ADDR'];

export type Place =
  | { readonly ok: true; readonly tls: boolean; readonly host: string; readonly port: number; readonly path: string }
  | { readonly ok: true; readonly tls: false; readonly socket: string; readonly path: '' }
  | { readonly ok: false; readonly message: string };

/** `host`, `host:port`, a URL of http or https, or `unix://FILE`; `$NAME` and `${NAME}` stand for some variables. */
export function parseAddress(text: string, { tls }: Pick<ConsulDefaults, 'tls'>, env: Environment): Place {
  const missing: string[] = [];
  const expanded = text.replace(/\$\{(\w+)\}|\$(\w+)/g, (whole, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? '';
    const value = variables.includes(name) ? env[name] : undefined;
    if (value === undefined || value === '') missing.push(name);
    return value ?? whole;
  });
  const [first] = missing;
  if (first !== undefined) {
    const message = variables.includes(first)
      ? `the variable ${first} is not set in nuncio's environment`
      : `found the variable ${first}; an address can name ${variables.join(', ')}`;
    return { ok: false, message };
  }
  if (expanded.startsWith('unix://')) {
    return { ok: true, tls: false, socket: expanded.slice('unix://'.length), path: '' };
  }
  const url = URL.parse(/^https?:\/\//i.test(expanded) ? expanded : `${tls ? 'https' : 'http'}://${expanded}`);
  if (url === null || url.hostname === '' || url.search !== '' || url.hash !== '' || url.username !== '')
    return { ok: false, message: 'must be host:port, or a URL such as https://consul.example.com:8501' };
  return {
    ok: true,
    tls: url.protocol === 'https:',
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPort(url, expanded) : Number(url.port),
    path: url.pathname.replace(/\/+$/, ''),
  };
}

/** Those of a URL are those of its scheme; a plain host is Consul's agent. */
function defaultPort({ protocol }: URL, text: string): number {
  // URL drops a port that is the scheme's own.
  if (/:\d+$/.test(text.replace(/\/.*$/, ''))) return protocol === 'https:' ? 443 : 80;
  if (!/^https?:\/\//i.test(text)) return protocol === 'https:' ? 8501 : 8500;
  return protocol === 'https:' ? 443 : 80;
}
