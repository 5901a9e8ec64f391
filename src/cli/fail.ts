// How a command ends on a mistake of its user: one or more lines on standard error, exit code 2, no stack.

export function failWith(...mistakes: readonly string[]): void {
  for (const mistake of mistakes) process.stderr.write(`nuncio: ${mistake}\n`);
  process.exitCode = 2;
}
