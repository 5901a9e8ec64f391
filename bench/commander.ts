// Sends commands to the admin port from inside the cluster's namespace, where they are taken from, and is up already when one
// is to be sent. A line of standard input is a method and a path; the answer is a line with the status, the first that it is
// ready.
import { createInterface } from 'node:readline';
import { byHeader } from '../src/actors/admin/history-answer.ts';

const base = process.argv[2] ?? '';

// Loads what sends requests.
await (await fetch(`${base}/healthz`)).body?.cancel();
process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const [method, path] = line.split(' ');
  const { status, body } = await fetch(`${base}${path}`, { method: method!, headers: { [byHeader]: 'bench' } });
  await body?.cancel();
  process.stdout.write(`${status}\n`);
}
