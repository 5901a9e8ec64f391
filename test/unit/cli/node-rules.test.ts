// The file of xds.nodeAuthorizationFile: what it says, and every mistake in it.
import test from 'ava';
import { createNodeAuthorizer } from '../../../src/actors/streamer/node-authorization.ts';
import { parseNodeRules } from '../../../src/cli/node-rules.ts';

const node = (id: string, cluster = 'nuncio') => ({ id, cluster });

test('a list of rules', (t) => {
  const parsed = parseNodeRules('n.yaml', '- { san: "envoy.{ns}", nodeIds: ["{ns}/*", "{san}"] }\n');
  if (!parsed.ok) return t.fail(parsed.mistakes.join());
  const may = createNodeAuthorizer(parsed.rules);
  t.true(may(['envoy.shop'], node('shop/1')));
  t.true(may(['x', 'envoy.shop'], node('envoy.shop')));
  t.false(may(['envoy.shop'], node('bank/1')));
  // A dot in a pattern is a dot, and so is one in a name.
  t.false(may(['envoyxshop'], node('shop/1')));
  t.false(may(['envoy.shop'], node('envoyxshop')));
  t.false(may(['envoy.a.b'], node('a.b/1')));
  t.false(may(['envoy.shop'], node('')));
  t.false(may([], node('shop/1')));
});

test('a name can’t smuggle a pattern', (t) => {
  const may = createNodeAuthorizer([{ san: '*', nodeIds: ['{san}'] }]);
  t.false(may(['*'], node('anything')));
  t.true(may(['*'], node('*')));
  t.false(may(['.*'], node('anything')));
  t.false(may(['{san}'], node('anything')));
});

test('the certificate of a Gateway’s Envoys is good for that Gateway alone, with any rules or none', (t) => {
  const own = ['spiffe://nuncio/gateway/shop/web'];
  for (const may of [createNodeAuthorizer(undefined), createNodeAuthorizer([{ san: '*', nodeIds: ['*'] }])]) {
    t.true(may(own, node('envoy-web-1', 'gateway/shop/web')));
    t.false(may(own, node('envoy-web-1', 'gateway/shop/other')));
    t.false(may(own, node('envoy-web-1')));
    t.true(may(['envoy'], node('envoy-1')));
  }
});

test('mistakes', (t) => {
  const mistakesOf = (text: string): readonly string[] => {
    const parsed = parseNodeRules('n.yaml', text);
    return parsed.ok ? [] : parsed.mistakes;
  };
  t.deepEqual(mistakesOf('{}'), ['n.yaml: must be a list of { san: …, nodeIds: […] }']);
  t.deepEqual(mistakesOf('- { san: a, nodeId: [b] }\n- { san: "", nodeIds: [a] }\n- null'), [
    'n.yaml: [0]: knows san and nodeIds, not nodeId',
    'n.yaml: [0].nodeIds: undefined is not a list of node ids, such as [shop/*]',
    'n.yaml: [1].san: "" is not the name in a certificate, such as envoy.shop',
    'n.yaml: [2].san: undefined is not the name in a certificate, such as envoy.shop',
  ]);
  t.deepEqual(mistakesOf('- { san: "{a}.{a}", nodeIds: ["{b}"] }'), [
    'n.yaml: [0]: {a} stands twice in "{a}.{a}", or is {san}, which is the whole name',
  ]);
  t.deepEqual(mistakesOf('- { san: "{a}", nodeIds: ["{b}"] }'), ['n.yaml: [0]: {b} in "{b}" is not in "{a}"']);
  t.regex(mistakesOf('- [')[0] ?? '', /^n\.yaml: /);
});
