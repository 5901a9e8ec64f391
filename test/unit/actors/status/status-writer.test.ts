// What the status writer does at the API server, request by request.
import test from 'ava';
import type { RejectionValue } from '../../../../src/messages/rejections.ts';
import { httpFailure, ingress, keyOf, statusRig, wanted, written } from './status-rig.ts';

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `p${index}`);

test('a status is written once, with its time, and then left alone', async (t) => {
  const r = statusRig();
  await r.store('a');
  await r.send([wanted('a')]);
  t.like(r.status('a'), {
    currentStatus: 'valid',
    conditions: [{ type: 'Valid', lastTransitionTime: '2025-06-01T00:00:00Z' }],
  });
  // The builder starts over and says the same.
  await r.send([wanted('a')], { reset: true });
  t.deepEqual(r.requests, ['watch HTTPProxy', `write ${keyOf('a')}`]);
});

test('what is there already is not written, and not asked for one by one', async (t) => {
  const r = statusRig();
  for (const name of names(200)) await r.store(name, name === 'p7' ? undefined : written(name));
  await r.send(
    names(100).map((name) => wanted(name)),
    { synced: false },
  );
  t.deepEqual(r.requests, [], 'before the first full state nothing is compared');
  await r.send(
    names(200)
      .slice(100)
      .map((name) => wanted(name)),
  );
  t.deepEqual(r.requests, ['watch HTTPProxy', `write ${keyOf('p7')}`]);
});

test('only the newest wish of an object is written', async (t) => {
  const r = statusRig();
  for (const name of names(20)) await r.store(name);
  await r.send(names(20).map((name) => wanted(name)));
  const before = r.writes().length;
  r.hold();
  await r.send(names(20).map((name) => wanted(name, { message: 'one' })));
  await r.send(names(20).map((name) => wanted(name, { message: 'two' })));
  while (r.heldRequests().length > 0) await r.release();
  for (const name of names(20)) t.like(r.status(name), { description: 'two' });
  t.true(r.writes().length - before < 30, 'those that waited were replaced');
});

test('a mass rewrite does not keep a person’s change waiting', async (t) => {
  const r = statusRig();
  for (const name of [...names(1000), 'mine']) await r.store(name, written(name));
  await r.send([...names(1000), 'mine'].map((name) => wanted(name)));
  r.hold();
  // One Secret changes the status of a thousand objects.
  await r.send(
    names(1000).map((name) => wanted(name, { message: 'new' })),
    { causes: ['Secret/shop/all'] },
  );
  const underWay = r.heldRequests().length;
  t.true(underWay > 0 && underWay < 100);
  await r.store('mine', undefined, { generation: 2 });
  await r.send([wanted('mine', { generation: 2 })], { causes: [keyOf('mine')] });
  t.deepEqual(r.heldRequests().slice(underWay), [`write ${keyOf('mine')}`], 'at once: a place was kept for it');
});

test('of two people’s changes in a mass rewrite both go before the mass', async (t) => {
  const r = statusRig();
  for (const name of [...names(500), 'x', 'y', 'z']) await r.store(name, written(name));
  await r.send([...names(500), 'x', 'y', 'z'].map((name) => wanted(name)));
  r.hold();
  await r.addresses([{ kind: 'ip', ip: '192.0.2.1' }]);
  const underWay = r.heldRequests().length;
  for (const name of ['x', 'y', 'z']) {
    await r.store(name, undefined, { generation: 2 });
    await r.send([wanted(name, { generation: 2 })], { causes: [keyOf(name)] });
  }
  for (let answered = 0; answered < underWay + 1; answered += 1) await r.release();
  const order = r.writes().slice(underWay);
  // One take in eight is for the mass, so that it is never starved.
  t.true(
    ['x', 'y', 'z'].every((name) => order.slice(0, 4).includes(keyOf(name))),
    order.slice(0, 6).join(),
  );
});

test('a status that others change again and again is written ever more seldom, and in the end is right', async (t) => {
  const r = statusRig();
  await r.store('a');
  await r.send([wanted('a')]);
  const before = r.writes().length;
  const steps = 1000;
  for (let step = 1; step <= steps; step += 1) {
    await r.send([wanted('a', { message: `${step} routes` })], { causes: [keyOf(`route-${step}`)] });
    if (step === 1) t.like(r.status('a'), { description: '1 routes' }, 'the first is written at once');
    await r.advance(4);
  }
  await r.advance(750);
  t.like(r.status('a'), { description: `${steps} routes` });
  t.true(r.writes().length - before < 20, `${r.writes().length - before} writes`);
  // A person's own change never waits, and after quiet nothing does.
  await r.send([wanted('a', { message: 'two' })], { causes: [keyOf('b')] });
  await r.send([wanted('a', { message: 'mine', generation: 2 })], { causes: [keyOf('a')] });
  t.like(r.status('a'), { description: 'mine' });
  await r.advance(2000);
  await r.send([wanted('a', { message: 'after quiet', generation: 2 })], { causes: [keyOf('b')] });
  t.like(r.status('a'), { description: 'after quiet' });
});

test('the echo of a write that is out of date already makes the next one no sooner', async (t) => {
  const r = statusRig();
  const releaseAll = async (): Promise<void> => {
    while (r.heldRequests().length > 0) await r.release();
  };
  await r.store('a');
  r.hold();
  await r.send([wanted('a')]);
  for (let step = 1; step <= 8; step += 1) {
    await r.send([wanted('a', { message: `${step} routes` })], { causes: [keyOf(`route-${step}`)] });
    await releaseAll();
    await r.advance(500);
  }
  await releaseAll();
  await r.advance(1500);
  await r.send([wanted('a', { message: 'on its way' })], { causes: [keyOf('b')] });
  t.is(r.heldRequests().length, 1);
  await r.send([wanted('a', { message: 'meanwhile' })], { causes: [keyOf('b')] });
  await releaseAll();
  await r.advance(400);
  t.is(r.heldRequests().length, 0);
  t.like(r.status('a'), { description: 'on its way' });
  await r.advance(200);
  await releaseAll();
  t.like(r.status('a'), { description: 'meanwhile' });
});

test('the mass gets its turn while people change objects all the time', async (t) => {
  const r = statusRig();
  for (const name of [...names(300), 'mine']) await r.store(name, written(name));
  await r.send([...names(300), 'mine'].map((name) => wanted(name)));
  r.hold();
  await r.addresses([{ kind: 'ip', ip: '192.0.2.1' }]);
  const before = r.writes().length;
  for (let generation = 2; generation < 40; generation += 1) {
    for (const name of ['mine', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6']) {
      await r.store(name, undefined, { generation });
      await r.send([wanted(name, { generation })], { causes: [keyOf(name)] });
    }
    await r.release();
  }
  const ofTheMass = r
    .writes()
    .slice(before)
    .filter((key) => !/(mine|p[1-6])$/.test(key));
  t.true(ofTheMass.length > 0);
});

test('a conflict is read afresh and tried again at once', async (t) => {
  const r = statusRig();
  await r.store('a');
  r.failures.push(httpFailure(409, 'Conflict'));
  await r.send([wanted('a')]);
  t.deepEqual(r.requests, ['watch HTTPProxy', `write ${keyOf('a')}`, `read! ${keyOf('a')}`, `write ${keyOf('a')}`]);
});

test('an overloaded server is left in peace for as long as it asks', async (t) => {
  const r = statusRig();
  await r.store('a');
  await r.store('b');
  r.failures.push(httpFailure(429, 'TooManyRequests', 5_000));
  await r.send([wanted('a')]);
  await r.send([wanted('b')]);
  t.is(r.writes().length, 1);
  await r.advance(4_999);
  t.is(r.writes().length, 1);
  await r.advance(1);
  t.is(r.writes().length, 3);
  t.like(r.report(), { waiting: { own: 0, related: 0, bulk: 0 }, underWay: 0 });
});

test('a server that is away is tried again with growing delays, and said once', async (t) => {
  const r = statusRig();
  await r.store('a');
  for (let times = 0; times < 3; times += 1) r.failures.push({ kind: 'network', message: 'refused' });
  await r.send([wanted('a')]);
  for (const delayMs of [75, 150, 300]) await r.advance(delayMs);
  t.like(r.status('a'), { currentStatus: 'valid' });
  t.is(r.logged.filter((line) => line.includes('could not write')).length, 1);
  t.is(r.logged.filter((line) => line.includes('can be written again')).length, 1);
});

test('an object that alone can’t be written does not hold up the others', async (t) => {
  const r = statusRig();
  for (const name of ['bad', 'a', 'b']) await r.store(name);
  r.broken.set(keyOf('bad'), httpFailure(500, 'InternalError'));
  await r.send([wanted('bad'), wanted('a'), wanted('b')]);
  t.like(r.status('a'), { currentStatus: 'valid' });
  t.like(r.status('b'), { currentStatus: 'valid' });
  await r.advance(75);
  await r.advance(150);
  t.is(r.writes().filter((key) => key === keyOf('bad')).length, 3);
  t.is(r.logged.filter((line) => line.includes('could not write')).length, 1);
  r.broken.clear();
  await r.advance(300);
  t.like(r.status('bad'), { currentStatus: 'valid' });
});

test('a status that may not be written is said once and tried again slowly', async (t) => {
  const r = statusRig();
  for (const name of names(10)) await r.store(name);
  for (const name of names(10)) r.broken.set(keyOf(name), httpFailure(403, 'Forbidden'));
  await r.send(names(10).map((name) => wanted(name)));
  const first = r.writes().length;
  t.true(first <= 5);
  await r.advance(3_750);
  r.broken.clear();
  await r.advance(7_500);
  t.is(r.logged.filter((line) => line.includes('may not write')).length, 1);
  for (const name of names(10)) t.like(r.status(name), { currentStatus: 'valid' });
});

test('an object that is gone, or is another one of the same name, is left alone', async (t) => {
  const r = statusRig();
  await r.send([]);
  await r.store('other');
  await r.send([wanted('gone'), wanted('other', { uid: 'an older uid' })]);
  t.deepEqual(r.writes(), []);
  t.is(r.clock.pendingTimers, 2, 'only those of Events and of rejections');
});

test('a status that the API server refuses is not tried again until it changes', async (t) => {
  const r = statusRig();
  await r.store('a');
  r.failures.push(httpFailure(422, 'too long'));
  await r.send([wanted('a')]);
  await r.store('a', undefined, { generation: 1 });
  t.is(r.writes().length, 1);
  t.regex(r.logged.find((line) => line.includes('does not take')) ?? '', /HTTPProxy\/shop\/a: .*too long/);
  await r.send([wanted('a', { message: 'shorter' })]);
  t.like(r.status('a'), { description: 'shorter' });
});

test('objects of files have no status to write', async (t) => {
  const r = statusRig({ files: true });
  const problem = {
    code: 'SchemaInvalid',
    severity: 'warning',
    object: keyOf('a'),
    path: 'spec.routes',
    message: 'odd',
  } as const;
  await r.send([{ ...wanted('a', { uid: '' }), problems: [problem] }]);
  t.deepEqual(r.requests, []);
  t.deepEqual(r.actor.query?.('problems', undefined), [problem]);
});

test('an object that a file took over is no longer written', async (t) => {
  const r = statusRig();
  await r.store('a');
  await r.send([wanted('a')], { synced: false });
  await r.send([wanted('a', { uid: '' })]);
  t.deepEqual(r.writes(), []);
});

test('an object that neither watch nor API server remembers yet is asked for afresh', async (t) => {
  const r = statusRig();
  await r.send([]);
  await r.store('new');
  r.forgotten.add(keyOf('new'));
  await r.send([wanted('new')]);
  t.deepEqual(r.requests.slice(1), [`read ${keyOf('new')}`, `read! ${keyOf('new')}`, `write ${keyOf('new')}`]);
});

test('a status of a newer generation than the watch has told is written without waiting for it', async (t) => {
  const r = statusRig();
  await r.store('a', written('a'));
  await r.send([wanted('a')]);
  r.forgotten.add(keyOf('a'));
  await r.store('a', undefined, { generation: 2 });
  await r.send([wanted('a', { generation: 2 })], { causes: [keyOf('a')] });
  t.like(r.status('a'), { conditions: [{ observedGeneration: 2 }] });
});

test('a status that somebody else overwrites is put back, with the name of who did it', async (t) => {
  const r = statusRig();
  await r.store('a');
  await r.send([wanted('a')]);
  await r.store('a', { currentStatus: 'NotReconciled', conditions: [] }, { manager: 'contour' });
  t.like(r.status('a'), { currentStatus: 'valid', conditions: [{ status: 'True' }] });
  t.regex(r.logged.find((line) => line.includes('overwritten')) ?? '', /field manager "contour"/);
});

test('a fight over a status is fought ever more seldom, and told once', async (t) => {
  const r = statusRig();
  await r.store('a');
  await r.send([wanted('a')]);
  const overwrite = () => r.store('a', { currentStatus: 'mine' }, { manager: 'contour' });
  const isOurs = (): boolean => (r.status('a') as { currentStatus: string }).currentStatus === 'valid';
  await overwrite();
  t.true(isOurs());
  for (const delayMs of [1_000, 2_000, 4_000, 8_000]) {
    await overwrite();
    await r.advance(delayMs - 1);
    t.false(isOurs(), `not before ${delayMs} ms`);
    await r.advance(1);
    t.true(isOurs());
  }
  t.is(r.logged.filter((line) => line.includes('overwritten')).length, 1);
  t.regex(await r.metrics.metrics(), /nuncio_status_overwritten_total\{kind="HTTPProxy",manager="contour"\} 5/);
  // A person's change does not wait for the end of the fight.
  await overwrite();
  await r.store('a', undefined, { generation: 2 });
  await r.send([wanted('a', { generation: 2 })], { causes: [keyOf('a')] });
  t.true(isOurs());
});

test('a status that the API server stores in another form is neither written for ever nor taken for a fight', async (t) => {
  const r = statusRig();
  // The CRD of another version lacks a field: what comes back is never what was wanted.
  r.storesAs((status) => ({ ...status, description: 'pruned' }));
  await r.store('a');
  await r.send([wanted('a')]);
  t.is(r.writes().length, 1);
  await r.store('a');
  t.is(r.writes().length, 1);
  await r.store('a', { currentStatus: 'other' }, { manager: 'kubectl' });
  t.like(r.status('a'), { currentStatus: 'valid', description: 'pruned' });
  await r.send([wanted('a', { message: 'new' })]);
  t.is(r.writes().length, 3);
  t.is(r.logged.filter((line) => line.includes('overwritten')).length, 1, 'by kubectl only');
});

test('one who does not lead writes nothing; who begins to lead writes what differs', async (t) => {
  const r = statusRig({ election: true });
  await r.store('a');
  await r.store('b', written('b'));
  await r.send([wanted('a'), wanted('b')]);
  t.deepEqual(r.requests, []);
  await r.lead(true);
  t.deepEqual(r.requests, ['watch HTTPProxy', `write ${keyOf('a')}`]);
  await r.lead(false);
  await r.store('a', { currentStatus: 'other' });
  await r.send([wanted('a', { message: 'new' })]);
  t.is(r.writes().length, 1);
  await r.lead(true);
  t.is(r.writes().length, 2);
});

test('who lost the Lease without noticing writes nothing more', async (t) => {
  const r = statusRig({ election: true });
  await r.store('a');
  await r.send([]);
  await r.lead(true);
  r.loseSilently();
  await r.send([wanted('a')]);
  t.deepEqual(r.writes(), []);
});

test('requests under way end with the leadership', async (t) => {
  const r = statusRig({ election: true });
  for (const name of names(10)) await r.store(name);
  await r.lead(true);
  r.hold();
  await r.send(names(10).map((name) => wanted(name)));
  await r.lead(false);
  const before = r.requests.length;
  while (r.heldRequests().length > 0) await r.release();
  t.is(r.requests.length, before);
  t.like(r.report(), { leading: false, underWay: 0 });
});

test('addresses are published on every object of ours, and stay when none are known', async (t) => {
  const r = statusRig();
  await r.store('a', written('a'));
  await r.store('i', { loadBalancer: { ingress: [{ ip: '192.0.2.9' }] } }, { kind: 'Ingress' });
  await r.store('theirs', {}, { kind: 'Ingress' });
  await r.send([wanted('a'), ingress('i')]);
  t.deepEqual(r.writes(), []);
  await r.addresses([
    { kind: 'ip', ip: '192.0.2.1' },
    { kind: 'hostname', hostname: 'lb.example.com' },
  ]);
  const loadBalancer = { ingress: [{ ip: '192.0.2.1' }, { hostname: 'lb.example.com' }] };
  t.like(r.status('a'), { currentStatus: 'valid', loadBalancer });
  t.deepEqual(r.status(keyOf('i', 'Ingress')), { loadBalancer });
  t.deepEqual(r.status(keyOf('theirs', 'Ingress')), {});
});

test('problems of an object without conditions are Events; repaired, it says so once', async (t) => {
  const r = statusRig();
  const problem = {
    code: 'ServiceNotFound',
    severity: 'error',
    object: keyOf('i', 'Ingress'),
    path: 'spec.rules[0].http.paths[0].backend',
    message: 'no Service shop/s',
  } as const;
  await r.send([ingress('i', [problem])]);
  await r.send([ingress('i', [problem])], { reset: true });
  t.is(r.events.length, 1);
  t.like(r.events[0], { type: 'Warning', reason: 'ServiceNotFound', object: keyOf('i', 'Ingress') });
  await r.send([ingress('i')]);
  t.like(r.events[1], { type: 'Normal', reason: 'Valid' });
  t.deepEqual(r.writes(), []);
});

test('an object with conditions tells when it becomes invalid and valid again', async (t) => {
  const r = statusRig();
  await r.store('a');
  const invalid = {
    ...wanted('a'),
    status: { conditions: [{ type: 'Valid', status: 'False', message: 'bad', observedGeneration: 1 }] },
    problems: [
      {
        code: 'ServiceNotFound',
        severity: 'error',
        object: keyOf('a'),
        path: 'spec.x',
        message: 'no Service',
      } as const,
    ],
  };
  await r.send([wanted('a')]);
  t.is(r.events.length, 0, 'a new valid object is no news');
  await r.send([invalid]);
  await r.send([wanted('a')]);
  t.deepEqual(
    r.events.map(({ type, reason, note }) => [type, reason, note]),
    [
      ['Warning', 'Invalid', 'spec.x: no Service'],
      ['Normal', 'Valid', 'valid again'],
    ],
  );
});

test('an object that was deleted is forgotten', async (t) => {
  const r = statusRig();
  await r.store('a');
  await r.send([wanted('a')]);
  await r.remove('a');
  await r.withdraw('a');
  await r.store('a', undefined, { uid: 'second' });
  await r.send([wanted('a', { uid: 'second' })]);
  t.is(r.writes().length, 2);
});

test('the lag is measured from the cause to the write', async (t) => {
  const r = statusRig();
  await r.store('a', written('a'));
  await r.send([wanted('a')]);
  r.hold();
  await r.store('a', undefined, { generation: 2 });
  await r.send([wanted('a', { generation: 2 })], { causes: [keyOf('a')] });
  r.clock.advance(700);
  await r.release();
  t.regex(await r.metrics.metrics(), /nuncio_status_lag_seconds_sum\{priority="own"\} 0\.7/);
});

const refusal: RejectionValue = {
  type: 'scopedRoute',
  name: 'ingress_http||a.test',
  version: 'v2',
  message: 'regex: pattern too large',
  by: 'client',
  nodes: ['envoy-1'],
  owners: [keyOf('a')],
  served: 'lastGood',
};

test('what Envoy refuses is a condition of its own, which becomes true when it is over', async (t) => {
  const r = statusRig();
  for (const name of ['a', 'b']) await r.store(name);
  await r.send([wanted('a'), wanted('b')]);
  await r.reject([refusal]);
  const [valid, programmed] = conditionsOf(r.status('a'));
  t.like(valid, { type: 'Valid', status: 'True' });
  t.like(programmed, { type: 'Programmed', status: 'False', reason: 'RejectedByEnvoy' });
  t.regex(String(programmed?.['message']), /host a\.test .*refused by Envoy envoy-1: regex: pattern too large/);
  t.is(conditionsOf(r.status('b')).length, 1, 'a sibling has no such condition');
  t.true(r.events.some(({ reason, note }) => reason === 'RejectedByEnvoy' && note.includes('pattern too large')));
  await r.reject([]);
  t.like(conditionsOf(r.status('a'))[1], { type: 'Programmed', status: 'True', reason: 'Programmed' });
  const before = r.requests.length;
  await r.send([wanted('a'), wanted('b')], { reset: true });
  t.is(r.requests.length, before, 'nothing more to write');
});

test('a refusal that an earlier leader has written stays until Envoys have had time to refuse again', async (t) => {
  const r = statusRig();
  const condition = {
    type: 'Programmed',
    status: 'False',
    reason: 'RejectedByEnvoy',
    message: '',
    observedGeneration: 1,
  };
  const status = written('a') as { readonly conditions: readonly object[] };
  await r.store('a', { ...status, conditions: [...status.conditions, condition] });
  await r.send([wanted('a')]);
  await r.advance(30_000);
  t.like(conditionsOf(r.status('a'))[1], { status: 'False' });
  await r.advance(31_000);
  t.like(conditionsOf(r.status('a'))[1], { status: 'True' });
});

test('a streamer that starts over makes no condition true before Envoys have refused again', async (t) => {
  const r = statusRig();
  await r.store('a');
  await r.send([wanted('a')]);
  await r.reject([refusal]);
  await r.advance(100_000);
  await r.reject([], { reset: true });
  t.like(conditionsOf(r.status('a'))[1], { type: 'Programmed', status: 'False' });
  await r.reject([refusal]);
  await r.advance(61_000);
  t.like(conditionsOf(r.status('a'))[1], { type: 'Programmed', status: 'False' });
  await r.reject([]);
  t.like(conditionsOf(r.status('a'))[1], { type: 'Programmed', status: 'True' });
});

test('what an Envoy of another replica refuses is told too; that its replica is gone is no end of it', async (t) => {
  const r = statusRig({ election: true, reports: true });
  await r.lead(true);
  await r.store('a');
  await r.send([wanted('a')]);
  await r.advance(100_000);
  await r.hear('b', { 'scopedRoute/x': { ...refusal, owners: [keyOf('a')] } });
  t.like(conditionsOf(r.status('a'))[1], { type: 'Programmed', status: 'False', reason: 'RejectedByEnvoy' });
  await r.hangUp('b');
  await r.advance(10_000);
  t.like(conditionsOf(r.status('a'))[1], { type: 'Programmed', status: 'False' });
  // Its Envoys have had time to connect elsewhere, and to refuse again.
  await r.advance(60_000);
  t.like(conditionsOf(r.status('a'))[1], { type: 'Programmed', status: 'True' });
});

test('what Envoy refuses of an Ingress is an Event', async (t) => {
  const r = statusRig();
  await r.store('i', undefined, { kind: 'Ingress' });
  await r.send([ingress('i')]);
  await r.reject([{ ...refusal, owners: [keyOf('i', 'Ingress')] }]);
  t.true(r.events.some(({ reason, note }) => reason === 'RejectedByEnvoy' && note.includes('pattern too large')));
});

function conditionsOf(status: unknown): readonly Readonly<Record<string, unknown>>[] {
  return (status as { readonly conditions: readonly Readonly<Record<string, unknown>>[] }).conditions;
}
