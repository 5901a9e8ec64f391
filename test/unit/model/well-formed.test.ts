// Texts that no UTF-8 can say, which JSON and YAML can: each half of a character becomes the sign for what can't be read.
import test from 'ava';
import { validate } from '../../../src/model/validate.ts';

test('halves of characters are replaced, wherever they stand', (t) => {
  const result = validate(
    {
      apiVersion: 'getambassador.io/v3alpha1',
      kind: 'Module',
      metadata: { name: 'ambassador', namespace: 'a', annotations: { a: 'x\ud800' } },
      spec: { ambassador_id: ['\ud800'], config: { envoy_log_format: { 'k\udc00': ['\ud800', 'right 🙂'] } } },
    },
    { source: { kind: 'kubernetes' }, unknownFields: 'ignore' },
  );
  t.true(result.ok);
  const { metadata, spec } = result.ok ? (result.value as unknown as Record<string, never>) : {};
  t.deepEqual((metadata as unknown as { annotations: object }).annotations, { a: 'x\ufffd' });
  t.deepEqual(spec as unknown, {
    ambassador_id: ['\ufffd'],
    config: { envoy_log_format: { 'k\ufffd': ['\ufffd', 'right 🙂'] } },
  });
});
