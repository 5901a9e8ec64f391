// Dynamic values of headers, and what a header policy may not do.
import test from 'ava';
import {
  compileHeaderPolicy,
  dynamicHeaderValue,
  type HeaderPolicyInput,
  type HeaderPolicyPlace,
} from '../../../src/dag/compile/header-policy.ts';

const variables = { namespace: 'shop', serviceName: 'web', servicePort: 80 };

test('dynamic values', (t) => {
  for (const [value, expected] of [
    ['plain', 'plain'],
    ['100%', '100%%'],
    ['50% off %', '50%% off %%'],
    ['%%', '%%%%'],
    ['%HOSTNAME%', '%HOSTNAME%'],
    ['a %PROTOCOL% b', 'a %PROTOCOL% b'],
    ['%UNKNOWN%', '%%UNKNOWN%%'],
    ['%hostname%', '%%hostname%%'],
    ['%UNKNOWN%HOSTNAME%', '%%UNKNOWN%HOSTNAME%'],
    ['%REQ(X-Name)%', '%REQ(X-Name)%'],
    ['%REQ(:authority?x-host):10%', '%REQ(:authority?x-host):10%'],
    ['%REQ()%', '%%REQ()%%'],
    ['%REQ(a b)%', '%%REQ(a b)%%'],
    ['%RESP(x)%', '%%RESP(x)%%'],
    ['%CONTOUR_NAMESPACE%', 'shop'],
    ['%CONTOUR_SERVICE_NAME%:%CONTOUR_SERVICE_PORT%', 'web:80'],
    ['%CONTOUR_OTHER%', '%%CONTOUR_OTHER%%'],
    ['%START_TIME(%s)%', '%%START_TIME(%%s)%%'],
  ] as const)
    t.is(dynamicHeaderValue(value, variables), expected, value);
});

test('variables of a service without a service stay text', (t) => {
  t.is(dynamicHeaderValue('%CONTOUR_SERVICE_NAME%', { namespace: 'shop' }), '%%CONTOUR_SERVICE_NAME%%');
});

function compile(policy: HeaderPolicyInput, place: Partial<HeaderPolicyPlace> = {}) {
  return compileHeaderPolicy(policy, {
    object: 'HTTPProxy/shop/web',
    path: 'spec.routes[0].requestHeadersPolicy',
    code: 'RequestHeadersPolicyInvalid',
    side: 'request',
    hostFromHeader: true,
    variables,
    consequence: 'requests get 503',
    ...place,
  });
}

test('set and remove: lower case, sorted', (t) => {
  const { headers, problems } = compile({
    set: [
      { name: 'X-B', value: '1' },
      { name: 'x-a', value: '2' },
    ],
    remove: ['X-Z', 'X-Y', 'x-z'],
  });
  t.deepEqual(problems, []);
  t.deepEqual(headers, {
    set: [
      { name: 'x-a', value: '2' },
      { name: 'x-b', value: '1' },
    ],
    add: [],
    remove: ['x-y', 'x-z'],
  });
});

test('Host is a host rewrite', (t) => {
  t.deepEqual(compile({ set: [{ name: 'host', value: 'a.example.com' }] }).hostRewrite, {
    kind: 'literal',
    value: 'a.example.com',
  });
  t.deepEqual(compile({ set: [{ name: 'Host', value: '%REQ(X-Host)%' }] }).hostRewrite, {
    kind: 'header',
    value: 'x-host',
  });
  t.deepEqual(compile({ set: [{ name: 'Host', value: '%CONTOUR_SERVICE_NAME%.local' }] }).hostRewrite, {
    kind: 'literal',
    value: 'web.local',
  });
});

test('what is refused', (t) => {
  const refused = (policy: HeaderPolicyInput, place?: Partial<HeaderPolicyPlace>) =>
    compile(policy, place).problems.map((each) => `${each.path}: ${each.message}`);
  t.deepEqual(
    refused({
      set: [
        { name: 'X-A', value: '1' },
        { name: 'x-a', value: '2' },
      ],
    }),
    [
      'spec.routes[0].requestHeadersPolicy.set[1].name: header "x-a" is set twice; each header may be set once; requests get 503',
    ],
  );
  t.regex(refused({ set: [{ name: 'no good', value: '1' }] })[0]!, /"no good" is not a header name/);
  t.regex(refused({ set: [{ name: ':path', value: '1' }] })[0]!, /":path" is not a header name/);
  t.regex(refused({ remove: ['Host'] })[0]!, /"Host" can not be removed/);
  t.regex(refused({ set: [{ name: 'x-nuncio-scope', value: '1' }] })[0]!, /is reserved/);
  t.regex(refused({ set: [{ name: 'x-a', value: 'a\r\nx-b: c' }] })[0]!, /line break/);
  t.regex(refused({ set: [{ name: 'host', value: 'a' }] }, { side: 'response' })[0]!, /can not be set on responses/);
  t.regex(
    refused({ set: [{ name: 'host', value: '%REQ(x)%' }] }, { hostFromHeader: false })[0]!,
    /not on one of its services/,
  );
  t.regex(refused({ set: [{ name: 'host', value: 'a%HOSTNAME%' }] })[0]!, /found "a%HOSTNAME%"/);
});
