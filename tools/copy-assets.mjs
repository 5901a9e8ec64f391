// Copies what the compiled program reads at run time and tsc does not emit (the protobuf descriptor) beside dist/src.
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';

const from = 'src/xds/proto/generated';
const to = 'dist/src/xds/proto/generated';
if (existsSync(from)) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) if (name.endsWith('.json')) cpSync(`${from}/${name}`, `${to}/${name}`);
}
