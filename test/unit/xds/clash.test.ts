// Two listeners on one address and port: Envoy would refuse the second, so it is not sent, and both are named.
import test from 'ava';
import type { OperatorListener, Vertex } from '../../../src/dag/vertices.ts';
import { createListenerTranslator } from '../../../src/xds/listener-translator.ts';
import { listener, removal, upsert } from './vertex-fixtures.ts';

const stats = (port: number): OperatorListener => ({
  kind: 'OperatorListener',
  key: 'stats',
  address: '0.0.0.0',
  port,
  paths: ['/stats'],
  ignoresConnectionLimit: true,
});

test('a listener for hosts keeps its address, the one for operators is held back until it has one of its own', (t) => {
  const translator = createListenerTranslator('scoped');
  const put = (...vertices: readonly Vertex[]): Record<string, string | undefined> => {
    translator.apply({ upserts: vertices.map((vertex) => upsert(vertex)), removals: [] });
    translator.publish();
    return problems();
  };
  const problems = (): Record<string, string | undefined> =>
    Object.fromEntries([...translator.resources().values()].map(({ name, problem }) => [name, problem]));
  t.deepEqual(put(stats(8080)), { stats: undefined });
  const words =
    'listener stats can not have 0.0.0.0:8080: listener ingress_http has it; give one of them another address or port';
  t.deepEqual(put(listener('http')), { stats: words, ingress_http: undefined });
  t.deepEqual(put(stats(8081)), { stats: undefined, ingress_http: undefined });
  t.deepEqual(put(stats(8080)), { stats: words, ingress_http: undefined });
  translator.apply({ upserts: [], removals: [removal(listener('http'))] });
  translator.publish();
  t.deepEqual(problems(), { stats: undefined });
  t.deepEqual(put(stats(0), listener('http', { port: 0, address: '0.0.0.0' })), {
    stats: undefined,
    ingress_http: undefined,
  });
});

test('an address that is none is held back: Envoy would refuse the listener', (t) => {
  const translator = createListenerTranslator('scoped');
  translator.apply({ upserts: [upsert({ ...stats(8080), address: '::/0' })], removals: [] });
  translator.publish();
  t.is(
    translator.resources().get('listener/stats')?.problem,
    'listener stats can not have the address "::/0": it must be an IPv4 or IPv6 address, and not a link-local one',
  );
});

test('what the configuration says keeps its place before what objects ask for, and they are told', (t) => {
  const translator = createListenerTranslator('scoped');
  const asked = (key: string): Vertex => ({
    ...listener('http', { port: 8002 }),
    key,
    address: '0.0.0.0',
    owners: [`Gateway/team/${key}`],
  });
  const vertices = [asked('a'), stats(8002), asked('b')];
  translator.apply({ upserts: vertices.map((vertex) => upsert(vertex)), removals: [] });
  translator.publish();
  const words = (key: string) =>
    `listener ${key} can not have 0.0.0.0:8002: listener stats has it; give one of them another address or port`;
  t.deepEqual(
    [...translator.resources().values()].map(({ name, problem, owners }) => [name, problem, owners]),
    [
      ['a', words('a'), ['Gateway/team/a']],
      ['stats', undefined, undefined],
      ['b', words('b'), ['Gateway/team/b']],
    ],
  );
});
