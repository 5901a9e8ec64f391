#!/usr/bin/env node
// argv → subcommand → exit code.
import { createProgram } from './cli/program.ts';

const program = await createProgram(process.argv[2]);
await program.parseAsync();
