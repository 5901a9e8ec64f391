// Objects of getambassador.io v3alpha1 → v2, and v1, which has the same shape. What v2 can't say is left out here;
// `convert.ts` keeps it beside. `from-v2.ts` is the way back.
import { isRecord } from '../../pick.ts';
import {
  each,
  mapLabels,
  inverseNames,
  mapValues,
  NEWER_ONLY,
  NO_HOST,
  plainSpecifiers,
  renamedFields,
  renameFields,
  serviceFieldOf,
  type Json,
} from './v2-words.ts';

/** Of `spec`; anything but an object stays as it is. */
export function toV2(kind: string, spec: unknown): unknown {
  if (!isRecord(spec)) return spec;
  return renameFields(withIds(changed(kind, spec)), inverseNames(renamedFields[kind] ?? {}));
}

function changed(kind: string, spec: Json): Json {
  switch (kind) {
    case 'Mapping':
      return withTls(mapping(spec));
    case 'AuthService':
    case 'RateLimitService':
    case 'TCPMapping':
      return withTls(spec);
    case 'Host':
      return host(spec);
    case 'TracingService':
      return tracing(spec);
    default:
      return spec;
  }
}

/** Gateways that know v2 only must not take what was written for newer ones. */
function withIds(spec: Json): Json {
  const { ambassador_id: ids = ['default'] } = spec;
  if (!Array.isArray(ids)) return spec;
  return {
    ...spec,
    ambassador_id: ids.map((id: unknown) =>
      typeof id === 'string' && !id.startsWith(NEWER_ONLY) ? `${NEWER_ONLY}${id}` : id,
    ),
  };
}

function mapping(spec: Json): Json {
  const { hostname, host: name, host_regex: regex, ...withoutHost } = spec;
  const hosts =
    hostname === undefined
      ? { host: name ?? NO_HOST, ...(regex !== undefined && { host_regex: regex }) }
      : { ...(hostname !== '*' && { host: hostname }), ...(regex !== undefined && { host_regex: false }) };
  const rest = booleans(
    booleans(withoutHost, 'headers', 'regex_headers', 'v2BoolHeaders'),
    'query_parameters',
    'regex_query_parameters',
    'v2BoolQueryParameters',
  );
  return {
    ...rest,
    ...hosts,
    ...each(rest, ['add_request_headers', 'add_response_headers'], (value) =>
      isRecord(value) ? mapValues(value, addedHeader) : value,
    ),
    ...each(rest, ['cors'], cors),
    ...each(rest, ['labels'], (value) => mapLabels(value, specifier)),
  };
}

/** Those that were `true` become it again, unless somebody has given them a value meanwhile. */
function booleans(spec: Json, field: string, regexField: string, listField: string): Json {
  const { [listField]: names, ...rest } = spec;
  const regex = rest[regexField];
  if (!Array.isArray(names) || !isRecord(regex)) return rest;
  const exact = isRecord(rest[field]) ? rest[field] : {};
  const present = names.filter(
    (name): name is string => typeof name === 'string' && Object.hasOwn(regex, name) && !Object.hasOwn(exact, name),
  );
  const left = Object.entries(regex).filter(([name, pattern]) => !present.includes(name) || pattern !== '.*');
  const { [field]: _values, [regexField]: _patterns, ...others } = rest;
  return {
    ...others,
    ...((field in rest || present.length > 0) && {
      [field]: { ...exact, ...Object.fromEntries(present.map((name) => [name, true])) },
    }),
    ...(left.length > 0 && { [regexField]: Object.fromEntries(left) }),
  };
}

function addedHeader(header: unknown): unknown {
  if (!isRecord(header)) return header;
  const { v2Representation: form, ...rest } = header;
  if (form === 'string' && typeof rest.value === 'string' && rest.append === undefined) return rest.value;
  return form === 'null' && (rest.value ?? '') === '' && rest.append === undefined ? null : rest;
}

function cors(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { v2CommaSeparatedOrigins: asText, ...rest } = value;
  return asText === true && Array.isArray(rest.origins) ? { ...rest, origins: rest.origins.join(',') } : rest;
}

function specifier(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const [name, more] = Object.entries(value)[0] ?? [];
  if (name === undefined || !isRecord(more)) return value;
  if (plainSpecifiers.has(name)) return name;
  if (name === 'generic_key') {
    const { value: text, key, v2Shorthand: isShort } = more;
    if (typeof text !== 'string') return value;
    if (isShort === true && key === undefined && !plainSpecifiers.has(text)) return text;
    return { generic_key: text, ...(key !== undefined && { v3Key: key }) };
  }
  if (name !== 'request_headers' || typeof more.key !== 'string') return value;
  const { omit_if_not_present: omit } = more;
  return { [more.key]: { header: more.header_name, ...(omit !== undefined && { omit_if_not_present: omit }) } };
}

/** As it was written, as far as it still says whether the connection is one of TLS. */
function withTls(spec: Json): Json {
  const { tls, v2ExplicitTLS: before, ...rest } = spec;
  const { tls: form, serviceScheme: scheme } = isRecord(before) ? before : {};
  const field = serviceFieldOf(rest);
  const service = rest[field];
  const isNamed = typeof tls === 'string' && tls !== '';
  const isTls = isNamed || (typeof service === 'string' && /^https:\/\//i.test(service));
  const value = isNamed ? tls : oldForm(form, isTls);
  const out = value === undefined ? rest : { ...rest, tls: value };
  if (typeof service !== 'string' || typeof scheme !== 'string') return out;
  const decides = value === true || isNamed || /^https:\/\//i.test(scheme) === isTls;
  return decides ? { ...out, [field]: `${scheme}${service.replace(/^https?:\/\//i, '')}` } : out;
}

function oldForm(form: unknown, isTls: boolean): unknown {
  switch (form) {
    case 'null':
      return null;
    case 'string':
      return '';
    case 'bool:false':
      return false;
    case 'bool:true':
      return isTls ? true : undefined;
    default:
      return undefined;
  }
}

function host(spec: Json): Json {
  const { mappingSelector, selector, ...rest } = spec;
  const chosen = mappingSelector ?? selector;
  return chosen === undefined ? rest : { ...rest, selector: chosen };
}

function tracing(spec: Json): Json {
  const { tag_headers: tags, ...rest } = spec;
  if (!Array.isArray(tags)) return spec;
  const custom = tags.map((header: unknown) => ({ tag: header, request_header: { name: header } }));
  return { custom_tags: custom, ...rest };
}
