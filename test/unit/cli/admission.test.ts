// What the admission webhook says of a change: what is wrong with the object, what it breaks elsewhere, what is surely wrong
// by itself; and that asking changes nothing.
import test from 'ava';
import { answerReview } from '../../../src/cli/admission/review.ts';
import { createWhatIf, type WhatIf } from '../../../src/cli/admission/what-if.ts';
import { keyOf } from '../../../src/model/object.ts';
import { watchedKinds } from '../../../src/sources/kubernetes/watched-kind.ts';
import { hostProxy, httpProxy, service } from '../../e2e/fixtures/objects.ts';
import { defaultCompileConfig } from '../../support/compile.ts';
import type { KubeObject } from '../../support/kube-client.ts';

const kinds = watchedKinds();

function read(raw: unknown) {
  const object = raw as KubeObject;
  return kinds
    .find(({ kind }) => kind === object.kind)
    ?.parse({ ...object }, object.apiVersion.split('/').at(-1) ?? '');
}

function worldOf(...objects: readonly KubeObject[]): WhatIf {
  const world = createWhatIf(defaultCompileConfig, read);
  for (const raw of objects) {
    const result = read(raw);
    if (result?.ok !== true) throw new Error(JSON.stringify(result));
    world.set(keyOf(result.value), result.value);
  }
  world.settle();
  return world;
}

const services = [{ name: 'web', port: 80 }];
const included = (routes: readonly object[]): KubeObject => httpProxy('part', { routes });
const root = httpProxy('root', { virtualhost: { fqdn: 'a.test' }, includes: [{ name: 'part' }] });
const bad = httpProxy('bad', {
  virtualhost: { fqdn: 'bad.test' },
  routes: [{ services, conditions: [{ prefix: '/a' }, { prefix: '/b' }] }],
});

const codes = (list: readonly { readonly code: string }[]): string[] => list.map(({ code }) => code);

test('a good object has no problems', (t) => {
  const { own, others } = worldOf(service('web')).ask(undefined, hostProxy('good.test', 'web'));
  t.deepEqual([own, others], [[], []]);
});

test('what other objects may heal is not evident; a mistake in the object itself is', (t) => {
  const world = worldOf(service('web'));
  const missing = world.ask(undefined, hostProxy('good.test', 'nobody')).own;
  t.deepEqual(
    missing.map(({ problem, isEvident }) => [problem.code, isEvident]),
    [
      ['ServiceUnresolvedReference', false],
      ['NoUsableService', false],
    ],
  );
  const [mistake] = world.ask(undefined, bad).own;
  t.deepEqual([mistake?.problem.code, mistake?.isEvident], ['PathMatchConditionsNotValid', true]);
});

test('a mistake that the object had before is no reason to refuse a change of something else', (t) => {
  const world = worldOf(service('web'), bad);
  const labelled = { ...bad, metadata: { ...bad.metadata, labels: { team: 'a' } } };
  t.deepEqual(
    world.ask(bad, labelled).own.map(({ problem, isEvident }) => [problem.code, isEvident]),
    [['PathMatchConditionsNotValid', false]],
  );
});

test('what the change breaks elsewhere is told, also of a deletion', (t) => {
  const part = included([{ services }]);
  const world = worldOf(service('web'), root, part);
  const { own, others } = world.ask(part, undefined);
  t.deepEqual(own, []);
  t.deepEqual(codes(others), ['IncludeNotFound']);
  t.deepEqual(others[0]?.object, 'HTTPProxy/default/root');
  t.deepEqual(world.ask(part, included([{ services }])).others, [], 'asking has changed nothing');
});

test('kinds of other projects are none of our business', (t) => {
  const world = worldOf();
  const foreign = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a', namespace: 'default' } };
  t.deepEqual(world.ask(undefined, foreign), { object: undefined, own: [], others: [] });
});

test('answers: allowed with warnings by default, refused with --deny if it is evident, allowed unseen before the cluster is read', (t) => {
  const world = worldOf(service('web'));
  const ask = (object: object, denies: boolean): Record<string, unknown> => {
    const request = { uid: 'u', operation: 'CREATE', object };
    const review = { apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', request };
    const answer = answerReview(review, world, { denies });
    return { verdict: answer.verdict, ...(answer.review as { response: Record<string, unknown> }).response };
  };
  const warned = ask(bad, false);
  t.deepEqual([warned.verdict, warned['allowed'], warned['uid']], ['warned', true, 'u']);
  const [warning = ''] = warned['warnings'] as string[];
  t.regex(warning, /^nuncio: spec\.routes\[0\]\.conditions.*\[PathMatchConditionsNotValid\]$/);
  const denied = ask(bad, true);
  t.deepEqual([denied.verdict, denied['allowed']], ['denied', false]);
  t.is(ask(hostProxy('good.test', 'nobody'), true).verdict, 'warned');
  t.is(
    answerReview({ request: { uid: 'u', operation: 'CREATE', object: bad } }, undefined, { denies: true }).verdict,
    'unchecked',
  );
  t.throws(() => answerReview({}, world, { denies: true }), { message: /not an AdmissionReview/ });
});

test('of an object that the API server is to name, its other fields count', (t) => {
  const request = {
    uid: 'u',
    operation: 'CREATE',
    object: { ...bad, metadata: { generateName: 'bad-', namespace: 'default' } },
  };
  t.is(answerReview({ request }, worldOf(service('web')), { denies: true }).verdict, 'denied');
});
