// Golden tests: `test/golden/<feature>/<case>/in.yaml` → `out.yaml`, with the Envoy resources (read back from the encoded
// bytes) and the statuses. `npm run golden` writes the outputs anew and removes those without input; read each change.
// `case.yaml` beside it is optional: `config` (part of the compiler's), `listeners: true` (shows them, they are long),
// `routeDiscovery`. A Secret may say `certificate for a.example.com` for `tls.crt` and `its key` for `tls.key`: a fresh
// pair is put there, and the output says so again. So do `a CA certificate` for `ca.crt` and `its revocation list` for
// `crl.pem`.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { stringify } from 'yaml';
import type { Problem } from '../../src/model/object.ts';
import { toJson, type Json } from '../../src/xds/proto/json.ts';
import { resourceMessages, violationsOf } from '../support/compile.ts';
import { goldenCases, loadGoldenCase } from '../support/golden-case.ts';

const update = process.env.UPDATE_GOLDEN === '1';

for (const { name, at } of goldenCases()) {
  const input = join(at, 'in.yaml');
  const output = join(at, 'out.yaml');
  test(name, async (t) => {
    if (!existsSync(input)) {
      if (update) rmSync(at, { recursive: true });
      return update ? t.pass() : t.fail(`${at} has no in.yaml; npm run golden removes it`);
    }
    const found = await compileCase(at);
    if (update) writeFileSync(output, found);
    if (!existsSync(output)) return t.fail(`${output} is missing; npm run golden writes it`);
    return t.is(found, readFileSync(output, 'utf8'));
  });
}

async function compileCase(at: string): Promise<string> {
  const { core, options, refused, certificates } = await loadGoldenCase(at);
  const resources: Record<string, Json[]> = {};
  const violations = violationsOf(core.resources().values());
  if (violations.length > 0) throw new Error(`Envoy would refuse\n${violations.join('\n')}`);
  for (const { type, bytes } of core.resources().values()) {
    if (!options.listeners && (type === 'listener' || type === 'extension' || type === 'runtime')) continue;
    (resources[type] ??= []).push(redacted(toJson(resourceMessages[type], bytes), certificates));
  }
  const statuses = [...core.statuses()].map(([object, { status, problems }]) =>
    status === null ? { object, problems: problems.map(shownProblem) } : { object, ...status },
  );
  const shown = { ...(refused.length > 0 && { refused: refused.map(shownProblem) }), resources, statuses };
  return stringify(shown, { lineWidth: 0, aliasDuplicateObjects: false });
}

function shownProblem({ object, severity, code, path, message }: Problem): object {
  return { object, severity, code, path, message };
}

function redacted(json: Json, certificates: ReadonlyMap<string, string>): Json {
  if (typeof json === 'string') return certificates.get(json) ?? redactedBundle(json, certificates);
  if (Array.isArray(json)) return json.map((each) => redacted(each as Json, certificates));
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, redacted(value as Json, certificates)]));
}

/** Several certificates in one value. */
function redactedBundle(value: string, certificates: ReadonlyMap<string, string>): string {
  if (!value.startsWith(startOfPem)) return value;
  let rest = Buffer.from(value, 'base64').toString();
  for (const [base64, words] of certificates) rest = rest.replaceAll(Buffer.from(base64, 'base64').toString(), words);
  return rest.includes('-----') ? value : rest;
}

/** `-----BEGIN ` in base64. */
const startOfPem = 'LS0tLS1CRUdJTi';
