/**
 * What a record has under a key that somebody else chose; undefined: nothing. Plain `record[key]` would find what every
 * object inherits, such as `constructor`.
 */
export function lookup<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
