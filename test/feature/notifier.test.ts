// Who is told of changes: real HTTP, a builder made of a list, and a clock that is turned by hand where time matters.
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import pino from 'pino';
import { Registry } from 'prom-client';
import { clockOrigin, createClock } from '../../src/actors/clock.ts';
import type { BuilderChange, BuilderChanges, ChangesAfter } from '../../src/actors/builder/actor.ts';
import { startNotifier } from '../../src/actors/notifier/notifier.ts';
import { until } from '../support/nuncio.ts';

interface Message {
  readonly changes: number;
  readonly upserts: number;
  readonly objects: readonly string[];
  readonly moreObjects?: number;
}

/** Answers with what `status` says; holds the answer back while `hold` is set. */
async function startReceiver(t: ExecutionContext) {
  const messages: Message[] = [];
  const control = { status: 204, hold: undefined as Promise<void> | undefined, underWay: 0, most: 0 };
  const server: Server = createServer((request, response) => {
    control.underWay += 1;
    control.most = Math.max(control.most, control.underWay);
    void (async () => {
      const body = await text(request);
      await control.hold;
      if (control.status < 300) messages.push(JSON.parse(body) as Message);
      control.underWay -= 1;
      response.writeHead(control.status).end();
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return { messages, control, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

function createBuilder() {
  const changes: BuilderChange[] = [];
  const waiting = new Set<{ readonly resolve: () => void; readonly reject: (error: Error) => void }>();
  let life = 'a';
  return {
    change(...objects: readonly string[]) {
      changes.push({ atMs: 1_000 * changes.length, objects, workMs: 1, units: 1, upserts: 1, removals: 0 });
      for (const { resolve } of waiting) resolve();
      waiting.clear();
    },
    restart() {
      life = 'b';
      changes.length = 0;
      for (const { reject } of waiting) reject(new Error('the thread has ended'));
      waiting.clear();
    },
    async query(actor: string, name: string, argument: unknown): Promise<BuilderChanges> {
      if (actor !== 'builder' || name !== 'changesAfter') throw new Error(name);
      const { builder, after } = argument as ChangesAfter;
      const known = builder === undefined ? changes.length : builder === life ? (after ?? 0) : 0;
      if (known === changes.length) await new Promise<void>((resolve, reject) => waiting.add({ resolve, reject }));
      return { builder: life, seq: changes.length, changes: changes.slice(known), missed: 0 };
    },
  };
}

function start(t: ExecutionContext, urls: readonly string[], builder: ReturnType<typeof createBuilder>) {
  const notifier = startNotifier({
    config: { urls },
    supervisor: builder,
    clock: createClock(clockOrigin()),
    log: pino({ enabled: false }),
    metrics: new Registry(),
    sender: 'test',
    version: '0',
    random: () => 0,
  });
  t.teardown(() => notifier.stop());
}

test('what changes while a request is under way goes with the next, and each URL is by itself', async (t) => {
  const slow = await startReceiver(t);
  const quick = await startReceiver(t);
  let release = (): void => {};
  slow.control.hold = new Promise((resolve) => (release = resolve));
  const builder = createBuilder();
  start(t, [slow.url, quick.url], builder);
  builder.change('Mapping/n/0');
  await until(
    'the first is under way',
    async () => slow.control.underWay,
    (count) => count === 1,
  );
  for (let index = 1; index < 500; index++) builder.change(`Mapping/n/${index}`);
  await until(
    'the quick one knows all',
    async () => quick.messages.reduce((sum, { changes }) => sum + changes, 0),
    (sum) => sum === 500,
  );
  t.is(slow.messages.length, 0);
  release();
  await until(
    'the slow one, too',
    async () => slow.messages.reduce((sum, { changes }) => sum + changes, 0),
    (sum) => sum === 500,
  );
  t.true(slow.messages.length <= 3, 'in a few messages');
  t.is(slow.control.most, 1);
  for (const { objects } of slow.messages) t.true(objects.length <= 200, 'names are bounded');
  t.is(
    slow.messages.reduce((sum, { objects, moreObjects = 0 }) => sum + objects.length + moreObjects, 0),
    500,
  );
});

test('a refused message is sent again, with what came meanwhile; a builder that starts over tells no change twice', async (t) => {
  const receiver = await startReceiver(t);
  receiver.control.status = 503;
  const builder = createBuilder();
  start(t, [receiver.url], builder);
  builder.change('Mapping/n/a');
  await until(
    'it was refused',
    async () => receiver.control.most,
    (most) => most === 1,
  );
  builder.restart();
  builder.change('Mapping/n/b');
  receiver.control.status = 200;
  await until(
    'both are told',
    async () => receiver.messages.flatMap(({ objects }) => objects),
    (objects) => objects.length >= 2,
  );
  t.deepEqual(receiver.messages.flatMap(({ objects }) => objects).sort(), ['Mapping/n/a', 'Mapping/n/b']);
});
