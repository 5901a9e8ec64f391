// `/snapshot` of the admin port: the inputs as they were put together, in one JSON value. Contents of secrets never leave the
// thread that holds them. Asked for in parts, so that the watcher does its work in between; so what changes meanwhile may be
// in it or not.
import { parseKey } from '../../model/object.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';

const objectsAtOnce = 500;

/** Kinds that the snapshot of Emissary-Ingress calls otherwise. */
const names: Readonly<Record<string, string>> = {
  ConfigMap: 'ConfigMaps',
  Gateway: 'Gateways',
  GatewayClass: 'GatewayClasses',
  HTTPRoute: 'HTTPRoutes',
  Ingress: 'ingresses',
  Secret: 'secret',
  Service: 'service',
};

/** Text of `{ AmbassadorMeta, Kubernetes: { kind: [objects] }, Invalid }`, objects by name. */
export async function readSnapshot(
  supervisor: Pick<Supervisor, 'query'>,
  meta: Readonly<Record<string, unknown>>,
): Promise<string> {
  const keys = (await supervisor.query('watcher', 'keys')) as readonly string[];
  const byKind = new Map<string, string[]>();
  for (let start = 0; start < keys.length; start += objectsAtOnce) {
    const part = keys.slice(start, start + objectsAtOnce);
    const texts = (await supervisor.query('watcher', 'texts', part)) as readonly (string | null)[];
    texts.forEach((text, index) => {
      const { kind } = parseKey(part[index]!);
      if (text === null) return;
      const list = byKind.get(kind);
      if (list) list.push(text);
      else byKind.set(kind, [text]);
    });
  }
  const problems = await supervisor.query('watcher', 'problems');
  const kinds = [...byKind].map(([kind, texts]) => `${JSON.stringify(names[kind] ?? kind)}: [${texts.join(',\n')}]`);
  return `{"AmbassadorMeta": ${JSON.stringify(meta)},\n"Kubernetes": {${kinds.join(',\n')}},\n"Invalid": ${JSON.stringify(problems)}}\n`;
}
