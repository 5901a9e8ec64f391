// The watcher with a real folder and the real pool: a Secret is checked, a mistake is reported, then all is synced.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import pino from 'pino';
import { Registry } from 'prom-client';
import { createActor } from '../../../../src/actors/watcher/actor.ts';
import { clockOrigin, createClock } from '../../../../src/actors/clock.ts';
import type { ActorContext } from '../../../../src/actors/actor.ts';
import { parseObject } from '../../../../src/model/object.ts';
import type { ObjectText, SourceObject } from '../../../../src/model/object.ts';

const manifests = `
apiVersion: v1
kind: Service
metadata: { name: api, namespace: shop }
spec: { ports: [{ port: 80 }] }
---
apiVersion: v1
kind: Secret
metadata: { name: cert, namespace: shop }
type: kubernetes.io/tls
stringData: { tls.crt: nonsense, tls.key: nonsense }
---
apiVersion: v1
kind: Service
metadata: { name: wrong, namespace: shop }
spec: { ports: [{ port: eighty }] }
`;

test('objects of a folder arrive, Secrets with their check, and a mistake with its line', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'nuncio-test-'));
  t.teardown(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'shop.yaml'), manifests);
  const values = new Map<string, SourceObject>();
  const synced = Promise.withResolvers<void>();
  const context = {
    name: 'watcher',
    config: { sources: { filesystem: { paths: [folder] } } },
    log: pino({ level: 'silent' }),
    metrics: new Registry(),
    trace: { enabled: false, event() {} },
    clock: createClock(clockOrigin()),
    sender: () => ({
      upsert: (key: string, text: ObjectText) => void values.set(key, parseObject(text)),
      remove: (key: string) => void values.delete(key),
      synced: () => synced.resolve(),
      depth: 0,
    }),
  } as unknown as ActorContext;
  const actor = createActor(context);
  t.teardown(() => actor.stop?.());
  await actor.start?.();
  await synced.promise;
  t.deepEqual([...values.keys()].toSorted(), ['Secret/shop/cert', 'Service/shop/api']);
  t.like(values.get('Secret/shop/cert'), { check: { problems: { length: 2 } } });
  t.like(actor.query?.('problems', undefined), [
    { object: 'Service/shop/wrong', source: { file: join(folder, 'shop.yaml'), line: 16 } },
  ]);
  t.like(actor.query?.('sources', undefined), [{ name: 'filesystem', synced: true }]);
});
