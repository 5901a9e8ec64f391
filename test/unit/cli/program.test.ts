import test from 'ava';
import { commandNames, createProgram } from '../../../src/cli/program.ts';

const names = async (wanted?: string) => (await createProgram(wanted)).commands.map((command) => command.name());

test('a command by its name comes alone', async (t) => {
  for (const name of commandNames) t.deepEqual(await names(name), [name]);
});

test('without a name, and with one that there is not, all commands are there', async (t) => {
  t.deepEqual(await names(), commandNames);
  t.deepEqual(await names('toString'), commandNames);
});
