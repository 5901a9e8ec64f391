// `nuncio explain`: why a request gets the answer it gets, or what became of an object; from a running control plane, or
// offline from files.
import { Option, type Command } from 'commander';
import { messageOf } from '../../model/message-of.ts';
import type { LiveAnswer } from '../../actors/admin/explain.ts';
import type { Explanation } from '../../dag/explain/explain.ts';
import type { ObjectExplanation } from '../../dag/explain/object.ts';
import { parseRequest, type ExplainRequest } from '../../dag/explain/request.ts';
import { adminOption, askAdmin } from '../admin-client.ts';
import { failWith } from '../fail.ts';
import { requestOfLogLine } from '../explain/access-log-line.ts';
import { parseObjectReference } from '../explain/object-reference.ts';
import { renderObject, renderRequest } from '../../dag/explain/render.ts';
import type { Surroundings } from '../../dag/explain/surroundings.ts';
import { configOption, readOfflineConfig } from '../offline/read-config.ts';

interface Flags {
  readonly header: readonly string[];
  readonly serverName?: string;
  readonly log?: string;
  readonly scheme: 'http' | 'https';
  readonly files: readonly string[];
  readonly config?: string;
  readonly admin: string;
  readonly output: 'text' | 'json';
}

type Question =
  { readonly kind: 'request'; readonly request: ExplainRequest } | { readonly kind: 'object'; readonly object: string };

export function addExplain(program: Command): void {
  program
    .command('explain')
    .description('why a request gets the answer it gets, or what became of an object')
    .argument('[what...]', 'METHOD URL (or a URL alone, for GET), or an object such as httpproxy/shop/cart')
    .option('-H, --header <header>', 'of the request, as "name: value"; may be repeated', collect, [])
    .option('--server-name <name>', 'in the TLS hello, if not the host; empty for clients that send none')
    .option('--log <line>', 'the request of this line of an access log of Envoy (JSON, or the default format)')
    .addOption(
      new Option('--scheme <scheme>', 'of --log, if the line has none').choices(['http', 'https']).default('https'),
    )
    .option(
      '-f, --files <path>',
      'ask this folder or file instead of a running control plane; may be repeated',
      collect,
      [],
    )
    .addOption(configOption())
    .addOption(adminOption())
    .addOption(new Option('-o, --output <format>', 'format').choices(['text', 'json']).default('text'))
    .addHelpText(
      'after',
      `
Examples:
  nuncio explain GET https://shop.example.com/cart -H 'x-team: a'
  nuncio explain httpproxy/shop/cart
  nuncio explain -f ./routes http://shop.example.com/
  nuncio explain --log "$(kubectl logs deploy/envoy | tail -1)"

Exit codes: 0 answered; 1 the control plane does not answer; 2 a mistake in the command line.`,
    )
    .action(async (words: readonly string[], flags: Flags) => {
      const question = questionOf(words, flags);
      if (typeof question === 'string') return failWith(question);
      try {
        await (flags.files.length === 0 ? askRunning(question, flags) : askFiles(question, flags, flags.files));
      } catch (error) {
        process.stderr.write(`nuncio: ${messageOf(error)}\n`);
        process.exitCode = 1;
      }
    });
}

function collect(next: string, before: readonly string[]): readonly string[] {
  return [...before, next];
}

/** A text says what is wrong. */
function questionOf(words: readonly string[], flags: Flags): Question | string {
  if (flags.log !== undefined) {
    if (words.length > 0) return `--log already says what is asked; leave out "${words.join(' ')}"`;
    const result = requestOfLogLine(flags.log, flags.scheme);
    return result.ok ? { kind: 'request', request: result.request } : result.mistake;
  }
  const [first, second, ...rest] = words;
  if (first === undefined || rest.length > 0) return 'give METHOD URL, or an object such as httpproxy/shop/cart';
  if (second === undefined && !first.includes('://')) {
    const result = parseObjectReference(first);
    return result.ok ? { kind: 'object', object: result.object } : result.mistake;
  }
  const [method, url] = second === undefined ? ['GET', first] : [first, second];
  const result = parseRequest(method, url, flags.header, flags.serverName);
  return result.ok ? { kind: 'request', request: result.request } : result.mistake;
}

async function askFiles(question: Question, flags: Flags, paths: readonly string[]): Promise<void> {
  const read = readOfflineConfig(flags.config);
  if (!read.ok) return failWith(...read.mistakes);
  const [{ createPool }, { compileFiles, readFiles }, { explain }, { viewOf }, { explainObject }, { endpointsOf }] =
    await Promise.all([
      import('../../actors/pool.ts'),
      import('../offline/compile-files.ts'),
      import('../../dag/explain/explain.ts'),
      import('../../dag/explain/graph-view.ts'),
      import('../../dag/explain/object.ts'),
      import('../offline/endpoints.ts'),
    ]);
  const pool = createPool();
  try {
    const found = await readFiles(paths);
    const compiled = await compileFiles(found.files, { config: read.config, pool, nowMs: Date.now() });
    for (const { path, message, file } of found.problems) process.stderr.write(`nuncio: ${file ?? path}: ${message}\n`);
    const around: Surroundings = {
      placeOf(object) {
        const source = compiled.objects.get(object)?.source;
        return source?.kind === 'filesystem' ? `${source.file}:${source.line}` : undefined;
      },
      endpointsOf: endpointsOf(compiled),
    };
    if (question.kind === 'request') {
      print(flags, question, { explanations: explain(viewOf(compiled.graph), question.request) }, around);
      return;
    }
    const { object } = question;
    if (!compiled.objects.has(object)) throw new Error(`there is no valid ${object} in ${paths.join(', ')}`);
    const explanation = explainObject(compiled.graph, object, compiled.statuses.get(object), compiled.objects.values());
    print(flags, question, { object: explanation }, around);
  } finally {
    await pool.close();
  }
}

async function askRunning(question: Question, flags: Flags): Promise<void> {
  const query =
    question.kind === 'request' ? queryOf(question.request) : new URLSearchParams({ object: question.object });
  const answer = await askAdmin<LiveAnswer>(flags.admin, `/explain?${query.toString()}`);
  print(flags, question, answer, {
    placeOf: (object) => answer.places[object],
    endpointsOf: (group) => answer.endpoints[group],
    envoys: answer.envoys,
  });
}

function queryOf({ method, scheme, host, port, path, headers, serverName }: ExplainRequest): URLSearchParams {
  const authority = port === undefined ? host : `${host}:${port}`;
  const query = new URLSearchParams({ method, url: `${scheme}://${authority}${path}` });
  for (const [name, value] of headers) query.append('header', `${name}: ${value}`);
  if (serverName !== undefined) query.set('serverName', serverName);
  return query;
}

interface Printed {
  readonly explanations?: readonly Explanation[];
  readonly object?: ObjectExplanation;
}

function print(flags: Flags, question: Question, answer: Printed, around: Surroundings): void {
  if (flags.output === 'json') process.stdout.write(`${JSON.stringify(answer, null, 2)}\n`);
  else if (question.kind === 'request')
    process.stdout.write(renderRequest(question.request, answer.explanations ?? [], around));
  else if (answer.object) process.stdout.write(renderObject(answer.object, around));
}
