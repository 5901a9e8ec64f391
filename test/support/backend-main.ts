// Echo backends as a program, for places where the test process isn't: a network namespace.
// In: commands on stdin, one JSON a line (BackendCommand). Out: one JSON line each on stdout, in order. Ends with its stdin.
import { createInterface } from 'node:readline';
import { startBackend, type Backend, type BackendCommand } from './backend.ts';

const backends = new Map<string, Backend>();

async function obey(command: BackendCommand): Promise<unknown> {
  switch (command.do) {
    case 'start':
      if (backends.has(command.spec.name)) throw new Error(`backend ${command.spec.name} is already there`);
      backends.set(command.spec.name, await startBackend(command.spec));
      return null;
    case 'stop':
      await backends.get(command.name)?.stop();
      backends.delete(command.name);
      return null;
    case 'requests':
      return Object.fromEntries([...backends].map(([name, backend]) => [name, backend.requests()]));
    default:
      return command satisfies never;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const reply = await obey(JSON.parse(line) as BackendCommand).then(
    (value) => ({ value }),
    (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
  );
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
process.exit();
