// What the conversion webhook says to the API server, and what it makes of CRDs.
import test from 'ava';
import { conversionPatch } from '../../../src/cli/conversion-webhook/crds.ts';
import { answerReview } from '../../../src/cli/conversion-webhook/review.ts';
import { makeCa } from '../../../src/cli/certificates/certificate.ts';

const review = (request: object) => ({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'ConversionReview', request });
const mapping = {
  apiVersion: 'getambassador.io/v2',
  kind: 'Mapping',
  metadata: { name: 'a', namespace: 'b', uid: 'u', labels: { l: 'v' } },
  spec: { prefix: '/', service: 's', host: 'h', ambassador_id: ['--apiVersion-v3alpha1-only--default'] },
  status: { state: 'Running' },
};

test('objects in order, changed in apiVersion and spec alone', (t) => {
  const module = { ...mapping, kind: 'Module', spec: { config: {}, ambassador_id: mapping.spec.ambassador_id } };
  const answer = answerReview(
    review({ uid: 'r', desiredAPIVersion: 'getambassador.io/v3alpha1', objects: [module, mapping] }),
  );
  t.deepEqual(answer, {
    ok: true,
    objects: 2,
    review: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'ConversionReview',
      response: {
        uid: 'r',
        convertedObjects: [
          { ...module, apiVersion: 'getambassador.io/v3alpha1', spec: { config: {}, ambassador_id: ['default'] } },
          {
            ...mapping,
            apiVersion: 'getambassador.io/v3alpha1',
            spec: { prefix: '/', service: 's', hostname: 'h', ambassador_id: ['default'] },
          },
        ],
        result: { status: 'Success' },
      },
    },
  });
});

test('an object without that version fails all, by name', (t) => {
  const listener = { ...mapping, kind: 'Listener', apiVersion: 'getambassador.io/v3alpha1' };
  const answer = answerReview(review({ uid: 'r', desiredAPIVersion: 'getambassador.io/v2', objects: [listener] }));
  t.like(answer, {
    ok: true,
    failure: 'Listener b/a: kind: Listener has no v2, only v3alpha1',
    review: { response: { uid: 'r', convertedObjects: [], result: { status: 'Failed' } } },
  });
  t.like(answerReview(review({ uid: 'r', desiredAPIVersion: 'v1', objects: [] })), {
    failure: 'desiredAPIVersion "v1": nuncio converts getambassador.io only',
  });
  for (const nonsense of [null, [], {}, review({}), review({ uid: 'r', objects: {} })])
    t.false(answerReview(nonsense).ok);
});

const service = { namespace: 'n', name: 's', port: 443 };

test('CRDs with several versions and a webhook are pointed here; others are left alone', async (t) => {
  const { certificate } = await makeCa({ nowMs: Date.UTC(2026, 0, 1), lifetimeMs: 86_400_000 });
  const { certificate: other } = await makeCa({ nowMs: Date.UTC(2026, 0, 1), lifetimeMs: 86_400_000 });
  const crd = (spec: object) => ({ metadata: { resourceVersion: '7' }, spec });
  const versions = [{}, {}];
  for (const spec of [
    { versions },
    { versions, conversion: { strategy: 'None' } },
    { versions: [{}], conversion: { strategy: 'Webhook' } },
  ])
    t.is(conversionPatch(crd(spec), service, certificate), 'not-ours');

  const patch = conversionPatch(crd({ versions, conversion: { strategy: 'Webhook' } }), service, certificate);
  t.like(patch, {
    metadata: { resourceVersion: '7' },
    spec: { conversion: { webhook: { clientConfig: { service: { name: 's', path: '/webhooks/crd-convert' } } } } },
  });
  const { spec } = patch as { spec: object };
  t.is(conversionPatch(crd({ ...spec, versions }), service, certificate), 'ready');
  t.not(conversionPatch(crd({ ...spec, versions }), service, certificate + other), 'ready');
  t.not(conversionPatch(crd({ ...spec, versions }), { ...service, namespace: 'm' }, certificate), 'ready');
});
