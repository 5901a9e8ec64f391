// Golden cases as they lie in `test/golden/<feature>/<case>`, compiled. See test/golden/golden.test.ts for what stands there.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import checkSecret from '../../src/actors/pool-jobs/check-secret.ts';
import { applyContourConfiguration } from '../../src/dag/compile/contour-configuration.ts';
import type { CompileConfig } from '../../src/dag/processors/index.ts';
import type { Config } from '../../src/model/config.ts';
import { defaultEnvoySettings, type EnvoySettings } from '../../src/model/envoy-settings.ts';
import type { ConfigMap, ContourConfiguration, Secret } from '../../src/model/kinds/index.ts';
import { keyOf, type Problem, type SourceObject } from '../../src/model/object.ts';
import { validate } from '../../src/model/validate.ts';
import { createCa, type Certificate } from './certs.ts';
import { createCore, defaultCompileConfig, type Core } from './compile.ts';
import { repositoryRoot } from './root.ts';

const folder = join(repositoryRoot, 'test/golden');
const dayMs = 86_400_000;

export interface GoldenCaseOptions {
  readonly config?: Partial<CompileConfig>;
  readonly listeners?: boolean;
  readonly routeDiscovery?: 'scoped' | 'single';
}

export interface GoldenCase {
  readonly core: Core;
  readonly options: GoldenCaseOptions;
  /** Problems of objects that validation refused. */
  readonly refused: readonly Problem[];
  /** Base64 of what was put in for words → the words. */
  readonly certificates: ReadonlyMap<string, string>;
}

/** `name`: `<feature>/<case>`; `at`: its folder. */
export function goldenCases(): readonly { readonly name: string; readonly at: string }[] {
  return folders(folder).flatMap((feature) =>
    folders(join(folder, feature)).map((name) => ({ name: `${feature}/${name}`, at: join(folder, feature, name) })),
  );
}

/** `change` is applied to the configuration of the case. */
export async function loadGoldenCase(
  at: string,
  change: (config: Partial<CompileConfig>) => Partial<CompileConfig> = (config) => config,
): Promise<GoldenCase> {
  const optionsFile = join(at, 'case.yaml');
  const options = existsSync(optionsFile) ? (parse(readFileSync(optionsFile, 'utf8')) as GoldenCaseOptions) : {};
  const certificates = new Map<string, string>();
  const objects: SourceObject[] = [];
  const refused: Problem[] = [];
  for (const document of parseAllDocuments(readFileSync(join(at, 'in.yaml'), 'utf8'))) {
    if (document.errors.length > 0) throw new Error(`${at}/in.yaml: ${document.errors[0]!.message}`);
    const raw = document.toJS() as Record<string, unknown>;
    const result = validate(raw, { source: { kind: 'kubernetes' }, unknownFields: 'warn' });
    if (!result.ok) {
      refused.push(...result.problems);
      if (result.standIn) objects.push(result.standIn);
    } else objects.push(await withCertificate(result.value, certificates));
  }
  const core = createCore(change(configured(options.config ?? {}, objects)), options.routeDiscovery);
  for (const object of objects) core.set(keyOf(object), object);
  core.commit();
  if (core.failures().length > 0) throw new Error(core.failures().join('\n'));
  return { core, options, refused, certificates };
}

/** An access log that asks where routes are from, so that they tell. */
const settingsOfCases: EnvoySettings = {
  ...defaultEnvoySettings,
  accessLog: {
    ...defaultEnvoySettings.accessLog,
    format: { kind: 'text', text: '%METADATA(ROUTE:envoy.access_loggers.file:io.projectcontour.name)%\n' },
  },
};

/** As the builder does it when the ContourConfiguration comes. */
function configured(config: Partial<CompileConfig>, objects: readonly SourceObject[]): Partial<CompileConfig> {
  const place = config.contourConfiguration;
  const object = objects.find(
    ({ kind, metadata: { name, namespace } }) =>
      kind === 'ContourConfiguration' && name === place?.name && namespace === place.namespace,
  ) as ContourConfiguration | undefined;
  if (!object) return { settings: settingsOfCases, ...config };
  return applyContourConfiguration({ ...defaultCompileConfig, ...config } as Config, object.spec).config;
}

/** Fills in certificates and checks the Secret as the watcher does. */
async function withCertificate(object: SourceObject, certificates: Map<string, string>): Promise<SourceObject> {
  if (object.kind === 'ConfigMap') return withCaCertificate(object as ConfigMap, certificates);
  if (object.kind !== 'Secret') return object;
  const secret = object as Secret;
  const data = { ...secret.data };
  let pair: Certificate | undefined;
  const wanted = /^(expired )?certificate for (.+)$/.exec(data['tls.crt'] ?? '');
  if (wanted) {
    const hosts = wanted[2]!.split(', ');
    const ca = await createCa();
    // The text of an expired certificate names its end, so that has to be a fixed moment.
    const ended = { nowMs: Date.parse('2020-01-02T00:00:00Z'), notBeforeMs: -dayMs, notAfterMs: 0 };
    pair = await ca.issue({ hosts, ...(wanted[1] && ended) });
    data['tls.crt'] = pair.cert;
    const other = await ca.issue({ hosts });
    if (data['tls.key'] === 'its key') data['tls.key'] = pair.key;
    if (data['tls.key'] === 'key of another certificate') data['tls.key'] = other.key;
    certificates.set(btoa(pair.cert), `(certificate for ${hosts.join(', ')})`);
    certificates.set(btoa(pair.key), '(its key)');
  }
  if (data['ca.crt'] === 'a CA certificate' || data['crl.pem'] === 'its revocation list') {
    const ca = await createCa();
    if (data['ca.crt'] === 'a CA certificate') data['ca.crt'] = ca.ca;
    certificates.set(btoa(ca.ca), '(CA certificate)');
    if (data['crl.pem'] === 'its revocation list') {
      data['crl.pem'] = await ca.revoke([await ca.issue({ hosts: ['revoked.example.com'] })]);
      certificates.set(btoa(data['crl.pem']), '(revocation list)');
    }
  }
  const check = checkSecret({ object: keyOf(secret), data, nowMs: Date.now() });
  const checked: Secret = { ...secret, data, check };
  return checked;
}

async function withCaCertificate(object: ConfigMap, certificates: Map<string, string>): Promise<ConfigMap> {
  if (object.data['ca.crt'] !== 'a CA certificate') return object;
  const { ca } = await createCa();
  certificates.set(btoa(ca), '(CA certificate)');
  return { ...object, data: { ...object.data, 'ca.crt': ca } };
}

function folders(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map((each) => each.name)
    .sort();
}
