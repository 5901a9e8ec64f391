// What a ReferenceGrant lets pass, and that a withdrawn one lets nothing pass any more.
import test from 'ava';
import { isGranted } from '../../../src/dag/compile/reference-grant.ts';
import { createEngine } from '../../../src/dag/engine.ts';
import { validate } from '../../../src/model/validate.ts';

const route = { group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', namespace: 'shop' };
const service = { group: '', kind: 'Service', namespace: 'back', name: 'api' };
const grant = (from: object, to: object, version = 'v1') => {
  const result = validate(
    {
      apiVersion: `gateway.networking.k8s.io/${version}`,
      kind: 'ReferenceGrant',
      metadata: { name: 'g', namespace: 'back' },
      spec: { from: [from], to: [to] },
    },
    { source: { kind: 'kubernetes' }, unknownFields: 'ignore' },
  );
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
};

/** Whether `from` may refer to `service`, as a unit finds it. */
function createRig(from: typeof route) {
  let granted: boolean | undefined;
  const engine = createEngine([
    {
      name: 'unit',
      level: 0,
      each: { fixed: ['one'] },
      compile(_rest, context) {
        granted = isGranted(context, from, service);
      },
    },
  ]);
  return {
    granted: (given: ReturnType<typeof grant> | undefined) => {
      engine.set('ReferenceGrant/back/g', given);
      engine.commit();
      return granted;
    },
  };
}

test('a grant names both sides; without a name it is for all objects of the kind', (t) => {
  const { granted } = createRig(route);
  t.false(granted(undefined));
  const toServices = { group: '', kind: 'Service' };
  t.true(granted(grant(route, toServices)));
  t.true(granted(grant(route, { ...toServices, name: 'api' }, 'v1beta1')));
  t.false(granted(grant(route, { ...toServices, name: 'other' })));
  t.false(granted(grant(route, { group: '', kind: 'Secret' })));
  t.false(granted(grant({ ...route, namespace: 'other' }, toServices)));
  t.false(granted(grant({ ...route, kind: 'TCPRoute' }, toServices)));
  t.true(granted(grant(route, toServices)));
  t.false(granted(undefined), 'withdrawn');
});

test('within one namespace nobody asks for a grant', (t) => {
  t.true(createRig({ ...route, namespace: 'back' }).granted(undefined));
});
