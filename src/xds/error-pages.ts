// Error pages of hosts and routes, as Envoy's filter for custom responses: an empty one in the connection manager, before
// everything that may refuse a request, and the pages on hosts and routes. Envoy asks whether an answer is its own, so
// those of upstreams pass unchanged unless a page wants them too.
import type { ErrorPage } from '../dag/vertices.ts';
import { formatters } from './access-log.ts';
import { any } from './proto/codec.ts';
import type { envoy, google, xds } from './proto/generated/envoy.ts';
import { struct } from './proto/values.ts';

type Matcher = xds.type.matcher.v3.Matcher;
type Predicate = xds.type.matcher.v3.Matcher.MatcherList.Predicate;

const name = 'envoy.filters.http.custom_response';

export const errorPageFilter = {
  name,
  typedConfig: any('envoy.extensions.filters.http.custom_response.v3.CustomResponse', {}),
} as const;

/** On a host or a route; those of a route replace those of its host as a whole. */
export function errorPages(pages: readonly ErrorPage[] | undefined): Record<string, google.protobuf.Any> {
  if (pages === undefined) return {};
  // A code is more particular than its class.
  const matchers = [isCode, isClass].flatMap((wanted) =>
    pages.flatMap((page) => {
      const statuses = page.statuses.filter(wanted);
      return statuses.length === 0 ? [] : [{ predicate: predicate(statuses, page.ofUpstreams), onMatch: show(page) }];
    }),
  );
  const customResponseMatcher: Matcher = { matcherList: { matchers } };
  return { [name]: any('envoy.extensions.filters.http.custom_response.v3.CustomResponse', { customResponseMatcher }) };
}

function isClass(status: string): boolean {
  return status.endsWith('xx');
}

function isCode(status: string): boolean {
  return !isClass(status);
}

function predicate(statuses: readonly string[], ofUpstreams: boolean): Predicate {
  const regex = statuses.map((status) => status.replace('xx', '..')).join('|');
  const hasStatus: Predicate = {
    singlePredicate: {
      input: { name: 'status', typedConfig: any('envoy.type.matcher.v3.HttpResponseStatusCodeMatchInput', {}) },
      valueMatch: { safeRegex: { googleRe2: {}, regex } },
    },
  };
  return ofUpstreams ? hasStatus : { andMatcher: { predicate: [hasStatus, isEnvoys] } };
}

const isEnvoys: Predicate = {
  singlePredicate: {
    input: { name: 'local-reply', typedConfig: any('envoy.type.matcher.v3.HttpResponseLocalReplyMatchInput', {}) },
    valueMatch: { exact: 'true' },
  },
};

const overwriteIfExistsOrAdd = 2 as const;

function show({ body, contentType }: ErrorPage): xds.type.matcher.v3.Matcher.OnMatch {
  return {
    action: {
      name: 'page',
      typedConfig: any('envoy.extensions.http.custom_response.local_response_policy.v3.LocalResponsePolicy', {
        ...bodyFields(body),
        // The type of a format doesn't reach the answer.
        responseHeadersToAdd: [
          {
            header: { key: 'content-type', value: contentType.replaceAll('%', '%%') },
            appendAction: overwriteIfExistsOrAdd,
          },
        ],
      }),
    },
  };
}

function bodyFields(
  body: ErrorPage['body'],
): Pick<envoy.extensions.http.custom_response.local_response_policy.v3.LocalResponsePolicy, 'body' | 'bodyFormat'> {
  switch (body.kind) {
    case 'text':
      return { body: { inlineString: body.text } };
    case 'format':
      return { bodyFormat: { textFormatSource: { inlineString: body.text }, formatters: formatters([body.text]) } };
    case 'json':
      return { bodyFormat: { jsonFormat: struct(body.fields), formatters: formatters(Object.values(body.fields)) } };
  }
}
