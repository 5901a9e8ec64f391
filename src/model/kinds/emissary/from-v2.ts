// Objects of getambassador.io v1 and v2 → v3alpha1, as they are read. Both older versions have one shape; they allow several
// ways to write a value, of which v3alpha1 has one. Gives what can be read; what is wrong with it the schema finds.
// `to-v2.ts` is the way back.
import { isRecord } from '../../pick.ts';
import {
  each,
  mapLabels,
  NEWER_ONLY,
  NO_HOST,
  plainSpecifiers,
  renamedFields,
  renameFields,
  serviceFieldOf,
  type Json,
} from './v2-words.ts';

/** Of `spec`; anything but an object stays as it is. */
export function fromV2(kind: string, spec: unknown): unknown {
  if (!isRecord(spec)) return spec;
  const common = withId(renameFields(spec, renamedFields[kind] ?? {}));
  switch (kind) {
    case 'Mapping':
      return withTls(mapping(common));
    case 'AuthService':
    case 'RateLimitService':
    case 'TCPMapping':
      return withTls(common);
    case 'Host':
      return host(common);
    case 'TracingService':
      return tracing(common);
    default:
      return common;
  }
}

function withId({ ambassador_id: id, ambassadorId: alias, ...spec }: Json): Json {
  const ids = [...listOf(id), ...listOf(alias)].map((each) => each.replace(NEWER_ONLY, ''));
  return ids.length === 0 ? spec : { ...spec, ambassador_id: ids };
}

function listOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function mapping(spec: Json): Json {
  const { host: name, host_regex: regex, ...rest } = spec;
  const hosts =
    regex === true
      ? { ...(name !== undefined && { host: name }), host_regex: true }
      : name === NO_HOST
        ? {}
        : { hostname: typeof name === 'string' && name !== '' ? name : '*' };
  return {
    ...rest,
    ...hosts,
    ...present(rest, 'headers', 'regex_headers', 'v2BoolHeaders'),
    ...present(rest, 'query_parameters', 'regex_query_parameters', 'v2BoolQueryParameters'),
    ...each(rest, ['add_request_headers', 'add_response_headers'], addedHeaders),
    ...each(rest, ['remove_request_headers', 'remove_response_headers'], (value) =>
      typeof value === 'string' ? [value] : value,
    ),
    ...each(rest, ['cors'], cors),
    ...each(rest, ['labels'], (value) => mapLabels(value, specifier)),
  };
}

/** `true` means that it must be there. */
function present(spec: Json, field: string, regexField: string, listField: string): Json {
  const values = spec[field];
  if (!isRecord(values)) return {};
  const names = Object.keys(values).filter((name) => values[name] === true);
  const plain = Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value !== 'boolean'));
  if (names.length === 0) return { [field]: plain };
  const regex = isRecord(spec[regexField]) ? spec[regexField] : {};
  return {
    [field]: plain,
    [regexField]: { ...Object.fromEntries(names.map((name) => [name, '.*'])), ...regex },
    [listField]: names,
  };
}

function addedHeaders(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, header]) => [
      name,
      typeof header === 'string'
        ? { value: header, v2Representation: 'string' }
        : header === null
          ? { v2Representation: 'null' }
          : header,
    ]),
  );
}

function cors(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const lists = each(value, ['methods', 'headers', 'exposed_headers'], commaList);
  if (typeof value.origins !== 'string') return { ...value, ...lists };
  return { ...value, ...lists, origins: commaList(value.origins), v2CommaSeparatedOrigins: true };
}

function commaList(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

function specifier(value: unknown): unknown {
  if (typeof value === 'string')
    return plainSpecifiers.has(value) ? { [value]: { key: value } } : { generic_key: { value, v2Shorthand: true } };
  if (!isRecord(value)) return value;
  if (typeof value.generic_key === 'string') {
    const { v3Key: key } = value;
    return { generic_key: { value: value.generic_key, ...(typeof key === 'string' && { key }) } };
  }
  const [key, header] = Object.entries(value)[0] ?? [];
  if (key === undefined || !isRecord(header) || typeof header.header !== 'string') return value;
  const { omit_if_not_present: omit } = header;
  return {
    request_headers: { key, header_name: header.header, ...(omit !== undefined && { omit_if_not_present: omit }) },
  };
}

/** `tls: true` is `https://`; a name is that of a TLSContext. */
function withTls(spec: Json): Json {
  const { tls, ...rest } = spec;
  if (tls === undefined) return spec;
  if (typeof tls === 'string' && tls !== '') return { ...rest, tls, v2ExplicitTLS: {} };
  const form = tls === null ? 'null' : tls === '' ? 'string' : `bool:${String(tls)}`;
  const field = serviceFieldOf(rest);
  const service = rest[field];
  if (tls !== true || typeof service !== 'string' || /^https:\/\//i.test(service))
    return { ...rest, v2ExplicitTLS: { tls: form } };
  const scheme = /^http:\/\//i.exec(service)?.[0] ?? '';
  return {
    ...rest,
    [field]: `https://${service.slice(scheme.length)}`,
    v2ExplicitTLS: { tls: form, serviceScheme: scheme },
  };
}

function host(spec: Json): Json {
  const { selector, mappingSelector, ...rest } = spec;
  const chosen = mappingSelector ?? selector;
  return chosen === undefined ? rest : { ...rest, mappingSelector: chosen };
}

function tracing(spec: Json): Json {
  const { tag_headers: tags, ...rest } = spec;
  if (!Array.isArray(tags)) return spec;
  const custom = tags.map((header: unknown) => ({ tag: header, request_header: { name: header } }));
  return { custom_tags: custom, ...rest };
}
