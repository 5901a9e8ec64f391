#!/usr/bin/env node
// `nuncio-contour`: Contour's command lines, unchanged, on nuncio's code. Each command loads only what it needs, since
// `bootstrap` runs before every Envoy.
import { fail, runContour } from './cli/contour/program.ts';

try {
  process.exitCode = await runContour(process.argv.slice(2));
} catch (error) {
  process.exitCode = fail([error instanceof Error ? (error.stack ?? error.message) : String(error)]);
}
