// The names of the small world, few so that objects meet and collide, and what all makers of objects use.
import type { Random } from './world.ts';

export type Raw = Readonly<Record<string, unknown>>;

export const namespaces = ['a', 'b'];
export const services = ['s0', 's1', 's2'];
export const proxies = ['p0', 'p1', 'p2', 'p3'];
export const secrets = ['c0', 'c1'];
export const hosts = ['one.example.com', 'two.example.com', 'three.example.com', '*.example.com'];
export const settingsName = 'cc';
/** With so many first characters that hosts split. */
export const paths = ['/', '/foo', '/bar', '/map', '/foo/x'];

/** One kind of object: its names, how often it changes, and how one is made. */
export interface Maker {
  readonly kind: string;
  readonly weight: number;
  /** Absent: both. Of kinds without namespaces: an empty one. */
  readonly namespaces?: readonly string[];
  readonly names: readonly string[];
  readonly make: (random: Random, namespace: string, name: string) => Raw;
  /** How likely each is there at the start. */
  readonly atStart: number;
  /** It changes, and is never removed. */
  readonly stays?: true;
}

export function raw(kind: string, namespace: string, name: string, rest: Raw, labels: Raw = {}): Raw {
  return { kind, metadata: { name, ...(namespace === '' ? {} : { namespace }), labels }, ...rest };
}

/** Some of the fields, each with this chance. */
export function someOf(random: Random, chance: number, fields: Readonly<Record<string, () => unknown>>): Raw {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, make]) => (random.chance(chance) ? [[name, make()]] : [])),
  );
}

export function portOf(random: Random): number {
  return random.chance(0.7) ? 80 : 81;
}

export function serviceName(random: Random): string {
  return random.chance(0.93) ? random.pick(services) : 'missing';
}
