// TrafficPolicy (nuncio.dev/v1alpha1): what the Gateway API has no field for and HTTPProxies can do with requests. It is
// attached to Gateways, ListenerSets and routes, or named by a filter of type ExtensionRef in a rule.
import type { SourceObject } from '../object.ts';
import { isRecord } from '../pick.ts';
import {
  authorizationServerFields,
  errorPages,
  globalRateLimitPolicy,
  httpSettingsNeedHttp,
  ipFilterPolicies,
  jwtProviderFields,
  localRateLimitPolicy,
  oneJwksSource,
  requestBodyPolicy,
  retryPolicy,
} from './contour-policies.ts';
import { backendObjectReference, GATEWAY_GROUP } from './gateway-common.ts';
import { cors } from './http-route.ts';
import type { KindDefinition } from './kind.ts';
import { NUNCIO_GROUP, policyLabels, policyStatus, targetReferences } from './policy-common.ts';
import { durationOrInfinity, flag, list, map, object, oneOf, text, type Infer } from './schema.ts';

const targetKinds = ['Gateway', 'ListenerSet', 'HTTPRoute', 'GRPCRoute'] as const;

const provider = object(
  { name: text({ minLength: 1, description: 'Tells it from the others of this policy.' }) },
  jwtProviderFields,
  { rules: [oneJwksSource] },
);

const jwt = object(
  {},
  {
    providers: list(provider, { minItems: 1, maxItems: 16, description: 'Requests need a token of one of them.' }),
    disabled: flag({ description: 'No token is asked for.' }),
  },
  {
    description: 'Who must have signed the token (JWT) of a request; others get 401.',
    rules: [
      {
        cel: 'has(self.providers) != (has(self.disabled) && self.disabled)',
        expects: 'have exactly one of `providers` and `disabled: true`',
        holds: (value) => (value.providers !== undefined) !== (value.disabled === true),
      },
    ],
  },
);

const authorization = object(
  {},
  {
    backendRef: backendObjectReference,
    extensionRef: object(
      { name: text({ minLength: 1 }) },
      { namespace: text({ minLength: 1, description: 'Default: the namespace of this object.' }) },
      { description: 'The ExtensionService that decides.' },
    ),
    ...authorizationServerFields,
    context: map(text(), { description: 'Told to a server over gRPC with each request.' }),
    disabled: flag({ description: 'Nobody is asked.' }),
  },
  {
    description: 'A server that is asked whether a request may pass; what it refuses gets 403, or its own answer.',
    rules: [
      {
        cel: [
          '(has(self.backendRef) ? 1 : 0) + (has(self.extensionRef) ? 1 : 0)',
          '(has(self.disabled) && self.disabled ? 1 : 0) == 1',
        ].join(' + '),
        expects: 'have exactly one of `backendRef`, `extensionRef` and `disabled: true`',
        holds: (value) =>
          [value.backendRef !== undefined, value.extensionRef !== undefined, value.disabled === true].filter(Boolean)
            .length === 1,
      },
      httpSettingsNeedHttp,
    ],
  },
);

const ipRules = object(
  {},
  { allow: ipFilterPolicies, deny: ipFilterPolicies },
  {
    description: 'Which addresses may, or may not, make requests; others get 403.',
    rules: [
      {
        cel: 'has(self.allow) != has(self.deny)',
        expects: 'have exactly one of `allow` and `deny`',
        holds: (value) => (value.allow === undefined) !== (value.deny === undefined),
      },
    ],
  },
);

const spec = object(
  {},
  {
    targetRefs: targetReferences(
      GATEWAY_GROUP,
      targetKinds,
      'Name of a listener, or of a rule of a route; default: the whole object.',
    ),
    mode: oneOf(['Default', 'Override'], {
      description: 'Default: what is said closer to the requests counts instead. Override: nothing does.',
    }),
    jwt,
    authorization,
    ipRules,
    localRateLimit: localRateLimitPolicy,
    globalRateLimit: globalRateLimitPolicy,
    retry: retryPolicy,
    timeouts: object(
      {},
      {
        request: durationOrInfinity('For the whole response, from the end of the request.'),
        idle: durationOrInfinity('Without activity on the request.'),
      },
    ),
    cors,
    requestBody: requestBodyPolicy,
    errorPages,
  },
);

export type TrafficPolicySpec = Infer<typeof spec>;

export interface TrafficPolicy extends SourceObject {
  readonly kind: 'TrafficPolicy';
  readonly spec: TrafficPolicySpec & {
    /** Of a stand-in: what it was to keep requests out with. */
    readonly unreadable?: readonly ProtectingField[];
  };
}

const protectingFields = ['jwt', 'authorization', 'ipRules'] as const;
export type ProtectingField = (typeof protectingFields)[number];

/** Closes what the policy was to protect, as far as its targets can be read. */
function standIn({
  spec: written,
}: Readonly<Record<string, unknown>>): { readonly spec: TrafficPolicy['spec'] } | undefined {
  if (!isRecord(written)) return undefined;
  const { targetRefs, mode } = written;
  const unreadable = protectingFields.filter((field) => written[field] !== undefined && written[field] !== null);
  if (unreadable.length === 0) return undefined;
  const targets = (Array.isArray(targetRefs) ? targetRefs : [])
    .filter(isRecord)
    .flatMap(({ kind, name, sectionName }) => {
      const known = targetKinds.find((each) => each === kind);
      if (!known || typeof name !== 'string') return [];
      return [
        { group: GATEWAY_GROUP, kind: known, name, ...(typeof sectionName === 'string' && { sectionName }) } as const,
      ];
    });
  return {
    spec: { targetRefs: targets, ...(mode === 'Override' && { mode }), unreadable },
  };
}

export const trafficPolicyKind: KindDefinition = {
  kind: 'TrafficPolicy',
  group: NUNCIO_GROUP,
  version: 'v1alpha1',
  plural: 'trafficpolicies',
  namespaced: true,
  fields: object({ spec }, { status: policyStatus }),
  dropped: ['status'],
  standIn,
  crd: {
    singular: 'trafficpolicy',
    shortNames: [],
    labels: policyLabels('Inherited'),
    description: 'What is done with the requests of Gateways and routes, beyond what the Gateway API has fields for.',
    columns: [],
  },
};
