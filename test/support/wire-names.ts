// Tests speak of scopes by the names that we have for them; on the wire those are short. See src/xds/stream/wire-names.ts.
import type { ResourceType } from '../../src/messages/resources.ts';
import { keptVersions, wireName, wireVersion } from '../../src/xds/stream/wire-names.ts';

export interface WireNames {
  /** Of a resource in a delta response. */
  read(type: ResourceType, name: string, version: string): { readonly name: string; readonly version: string };
  /** Of a removed resource. */
  nameOf(type: ResourceType, name: string): string;
  /** So that it is known before anything says it. */
  learn(type: ResourceType, name: string): void;
  /** As the client says what it kept. */
  initialVersions(type: ResourceType, versions: Readonly<Record<string, string>>): Record<string, string>;
  /** A message that speaks of these resources. */
  message(type: ResourceType, text: string, names: Iterable<string>): string;
}

/** Of one client, which learns the names from what it gets. */
export function createWireNames(): WireNames {
  const known = new Map<string, string>();
  const learn = (type: ResourceType, name: string) => void known.set(wireName(type, name), name);
  return {
    read(type, name, version) {
      const [read] = keptVersions(type, new Map([[name, version]]));
      const [own, ownVersion] = read!;
      known.set(name, own);
      return { name: own, version: ownVersion };
    },
    learn,
    nameOf: (type, name) => (type === 'scopedRoute' ? known.get(name) : undefined) ?? name,
    initialVersions: (type, versions) =>
      Object.fromEntries(
        Object.entries(versions).map(([name, version]) => {
          learn(type, name);
          return [wireName(type, name), wireVersion(type, name, version)];
        }),
      ),
    message(type, text, names) {
      // The longest first: the name of a part begins with that of its host.
      const list = [...names].sort((a, b) => b.length - a.length);
      const any = list.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)).join('|');
      return list.length === 0
        ? text
        : text.replace(new RegExp(`(?<![\\w|/-])(?:${any})(?![\\w|/-])`, 'g'), (name) => wireName(type, name));
    },
  };
}
