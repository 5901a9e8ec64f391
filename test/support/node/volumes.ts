// Volumes of a Pod as folders: Secrets, ConfigMaps, empty ones, and what a ServiceAccount's token comes in.
// In: the volume, where to put it. Out: the folder, filled; it waits for what isn't there yet, as a kubelet does.
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { KubeClient, KubeObject } from '../kube-client.ts';

export type VolumeSources = Pick<KubeClient, 'get' | 'token'>;

interface Item {
  readonly key: string;
  readonly path: string;
}

interface Source {
  readonly secret?: { readonly secretName?: string; readonly name?: string } & Selection;
  readonly configMap?: { readonly name?: string } & Selection;
  readonly serviceAccountToken?: { readonly path: string };
  readonly downwardAPI?: {
    readonly items?: readonly { readonly path: string; readonly fieldRef?: { readonly fieldPath: string } }[];
  };
}

interface Selection {
  readonly items?: readonly Item[];
  readonly optional?: boolean;
}

export interface Volume extends Source {
  readonly name: string;
  readonly emptyDir?: object;
  readonly projected?: { readonly sources?: readonly Source[] };
}

interface FillContext {
  readonly sources: VolumeSources;
  readonly object: KubeObject;
  readonly signal: AbortSignal;
}

const retryMs = 100;

/** @returns false when `signal` came before everything was there */
export async function fillVolume(volume: Volume, path: string, context: FillContext): Promise<boolean> {
  await mkdir(path, { recursive: true });
  if (volume.emptyDir !== undefined) {
    // Whoever the container runs as may write here.
    await chmod(path, 0o777);
    return true;
  }
  for (const source of volume.projected?.sources ?? [volume]) {
    const files = await filesOf(source, context);
    if (files === undefined) return false;
    for (const [name, content] of files) {
      await mkdir(dirname(join(path, name)), { recursive: true });
      await writeFile(join(path, name), content, { mode: 0o644 });
    }
  }
  return true;
}

async function filesOf(
  source: Source,
  context: FillContext,
): Promise<readonly (readonly [string, Buffer])[] | undefined> {
  const { object, sources } = context;
  const namespace = object.metadata.namespace ?? 'default';
  const { secret, configMap, serviceAccountToken, downwardAPI } = source;
  if (secret !== undefined) {
    return fromObject('Secret', secret.secretName ?? secret.name ?? '', secret, context, (text) =>
      Buffer.from(text, 'base64'),
    );
  }
  if (configMap !== undefined) {
    return fromObject('ConfigMap', configMap.name ?? '', configMap, context, (text) => Buffer.from(text));
  }
  if (serviceAccountToken !== undefined) {
    const { serviceAccountName = 'default' } = object['spec'] as { serviceAccountName?: string };
    return [[serviceAccountToken.path, Buffer.from(await sources.token(namespace, serviceAccountName))]];
  }
  return (downwardAPI?.items ?? [])
    .filter(({ fieldRef }) => fieldRef?.fieldPath === 'metadata.namespace')
    .map(({ path }) => [path, Buffer.from(namespace)] as const);
}

async function fromObject(
  kind: 'Secret' | 'ConfigMap',
  name: string,
  { items, optional }: Selection,
  { sources, object, signal }: FillContext,
  decode: (text: string) => Buffer,
): Promise<readonly (readonly [string, Buffer])[] | undefined> {
  const namespace = object.metadata.namespace ?? 'default';
  for (;;) {
    const found = await sources.get({ apiVersion: 'v1', kind, metadata: { namespace, name } });
    if (found !== undefined) {
      const data = Object.entries((found['data'] as Record<string, string> | undefined) ?? {});
      const pathOf = (key: string): string | undefined =>
        items === undefined ? key : items.find((item) => item.key === key)?.path;
      return data.flatMap(([key, text]) => {
        const path = pathOf(key);
        return path === undefined ? [] : [[path, decode(text)] as const];
      });
    }
    if (optional === true) return [];
    if (signal.aborted) return undefined;
    await delay(retryMs);
  }
}
