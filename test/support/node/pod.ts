// One Pod: its sandbox, its volumes, its containers as native programs in a private root each, their output and readiness.
// In: a Pod that is bound to the node, programs by image. Out: its status as it changes.
// Must hold: containers end with the test process; what is mounted into a root is mounted for that container alone.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { request as requestTls } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { KubeObject } from '../kube-client.ts';
import type { PodNetwork, Sandbox } from './network.ts';
import { fillVolume, type Volume, type VolumeSources } from './volumes.ts';

/** What stands for an image. */
export interface ImageProgram {
  /** Absolute path on this machine. */
  readonly program: string;
  /** Before the container's own arguments. */
  readonly args?: readonly string[];
  /** After the container's own arguments. */
  readonly lastArgs?: readonly string[];
  /** Files and folders of this machine that the program needs beside the system's; they are there under the same path. */
  readonly paths?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export interface Pod {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly sandbox: Sandbox | undefined;
  readonly ready: boolean;
  /** By its name; undefined: no container has one of that name. */
  containerPort(name: string): number | undefined;
  /** The newest version of the object: labels may change. */
  update(object: KubeObject): void;
  /** Undefined: no such container. Lines that came at `sinceMs` or later. */
  logOf(container: string, sinceMs: number): string | undefined;
  /** Runs its containers until `stop`. Rejects when it can't be started at all. */
  run(): Promise<void>;
  /** SIGTERM, SIGKILL after the grace period; resolves when nothing of it is left. */
  stop(): Promise<void>;
}

export interface PodOptions {
  readonly object: KubeObject;
  readonly images: Readonly<Record<string, ImageProgram>>;
  readonly network: PodNetwork;
  readonly volumes: VolumeSources;
  /** An empty folder of its own. */
  readonly folder: string;
  readonly nodeName: string;
  readonly nodeAddress: string;
  readonly env: Readonly<Record<string, string>>;
  /** Names of containers that open no port. */
  readonly listeningNothing: readonly string[];
  /** Content of /etc/hosts: it stands for the cluster's DNS. */
  readonly hosts: () => Promise<string>;
  readonly onStatus: (status: object) => void;
}

interface Probe {
  readonly httpGet?: { readonly path?: string; readonly port: number | string; readonly scheme?: string };
  readonly tcpSocket?: { readonly port: number | string };
}

interface ContainerSpec {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly EnvEntry[];
  readonly ports?: readonly { readonly name?: string; readonly containerPort: number }[];
  readonly readinessProbe?: Probe;
  readonly securityContext?: { readonly runAsUser?: number };
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

interface EnvEntry {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly fieldRef?: { readonly fieldPath: string } };
}

interface PodSpec {
  readonly containers: readonly ContainerSpec[];
  readonly initContainers?: readonly ContainerSpec[];
  readonly volumes?: readonly Volume[];
  readonly securityContext?: {
    readonly runAsUser?: number;
    readonly sysctls?: readonly { readonly name: string; readonly value: string }[];
  };
  readonly terminationGracePeriodSeconds?: number;
  readonly serviceAccountName?: string;
  readonly restartPolicy?: string;
}

interface Running {
  readonly spec: ContainerSpec;
  readonly lines: { readonly atMs: number; readonly text: string }[];
  child: ChildProcess | undefined;
  restarts: number;
  ready: boolean;
}

/** Makes the root, mounts into it, and becomes the program. `$1` root, `$2` user or empty; `from:to` mounts up to `--`. */
const enterRoot = `set -e; root=$1; user=$2; shift 2
for dir in bin sbin lib lib64 usr dev proc; do
  if [ -L /$dir ]; then ln -sfn "$(readlink /$dir)" "$root/$dir"
  elif [ -d /$dir ]; then mkdir -p "$root/$dir"; mount --rbind /$dir "$root/$dir"; fi
done
mkdir -p "$root/tmp"; chmod 1777 "$root/tmp"
while [ "$1" != -- ]; do
  from=\${1%%:*}; to=$root\${1#*:}; shift
  if [ -d "$from" ]; then mkdir -p "$to"; else mkdir -p "$(dirname "$to")"; [ -e "$to" ] || : > "$to"; fi
  mount --rbind "$from" "$to"
done
shift
drop=; [ -z "$user" ] || drop="--reuid $user --regid $user --clear-groups"
exec chroot "$root" /usr/bin/setpriv $drop --pdeathsig KILL "$@"`;

const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const probeEveryMs = { until: 50, after: 1_000 };
const restartAfterMs = 500;
/** More than that no test waits for. */
const longestGraceMs = 5_000;

export function createPod(options: PodOptions): Pod {
  const { images, network, folder, onStatus } = options;
  let { object } = options;
  const namespace = object.metadata.namespace ?? 'default';
  const { name } = object.metadata;
  const spec = object['spec'] as PodSpec;
  const containers = spec.containers.map(newRunning);
  const initContainers = (spec.initContainers ?? []).map(newRunning);
  const startedAt = new Date().toISOString().replace(/\.\d+/, '');
  let sandbox: Sandbox | undefined;
  let ready = false;
  const stopping = new AbortController();
  const { signal } = stopping;

  function fieldOf(path: string): string {
    const [, kind, key = ''] = /^metadata\.(labels|annotations)\['(.*)'\]$/.exec(path) ?? [];
    if (kind !== undefined) return (object.metadata[kind] as Record<string, string> | undefined)?.[key] ?? '';
    const fields: Readonly<Record<string, string>> = {
      'metadata.name': name,
      'metadata.namespace': namespace,
      'metadata.uid': String(object.metadata['uid']),
      'spec.nodeName': options.nodeName,
      'spec.serviceAccountName': spec.serviceAccountName ?? 'default',
      'status.hostIP': options.nodeAddress,
      'status.podIP': sandbox?.address ?? '',
    };
    const value = fields[path];
    if (value === undefined) throw new Error(`Pod ${namespace}/${name}: no such field for the environment: ${path}`);
    return value;
  }

  /** Undefined when the Pod was stopped before its volumes were there. */
  async function start(running: Running): Promise<ChildProcess | undefined> {
    const { spec: container, lines } = running;
    const { name: containerName } = container;
    const image = images[imageName(container.image)];
    if (image === undefined) throw new Error(`no program stands for the image ${container.image}`);
    const root = join(folder, 'roots', containerName);
    await mkdir(join(root, 'etc'), { recursive: true });
    await writeFile(join(root, 'etc', 'hosts'), await options.hosts());
    const mounts = [image.program, ...(image.paths ?? [])].map((path) => `${path}:${path}`);
    for (const { name: volumeName, mountPath } of container.volumeMounts ?? []) {
      const volume = spec.volumes?.find((each) => each.name === volumeName);
      const path = join(folder, 'volumes', volumeName);
      if (volume === undefined) throw new Error(`Pod ${namespace}/${name} has no volume ${volumeName}`);
      if (!(await fillVolume(volume, path, { sources: options.volumes, object, signal }))) return undefined;
      mounts.push(`${path}:${mountPath}`);
    }
    const env: Record<string, string> = { PATH: systemPath, ...options.env, ...image.env };
    for (const { name: key, value, valueFrom } of container.env ?? []) {
      env[key] = valueFrom?.fieldRef === undefined ? (value ?? '') : fieldOf(valueFrom.fieldRef.fieldPath);
    }
    const expand = (arg: string): string => arg.replaceAll(/\$\((\w+)\)/g, (whole, key: string) => env[key] ?? whole);
    const user = container.securityContext?.runAsUser ?? spec.securityContext?.runAsUser;
    const command = [image.program, ...(image.args ?? []), ...(container.args ?? []), ...(image.lastArgs ?? [])];
    const place = sandbox;
    if (place === undefined || signal.aborted) return undefined;
    const [program = '', ...before] = place.enter;
    const child = spawn(
      program,
      before.concat(
        ['unshare', '--mount', 'sh', '-c', enterRoot, 'sh', root, user === undefined ? '' : String(user)],
        mounts,
        '--',
        command.map(expand),
      ),
      { env, stdio: ['ignore', 'pipe', 'pipe'], cwd: '/' },
    );
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => lines.push({ atMs: Date.now(), text: line }));
    }
    return child;
  }

  async function runInit(running: Running): Promise<void> {
    for (;;) {
      const child = await start(running);
      if (child === undefined) return;
      running.child = child;
      const [code] = (await once(child, 'close')) as [number | null];
      if (code === 0 || signal.aborted) return;
      running.restarts += 1;
      await delay(restartAfterMs);
    }
  }

  async function keepRunning(running: Running): Promise<void> {
    while (!signal.aborted) {
      const child = await start(running);
      if (child === undefined) return;
      running.child = child;
      await once(child, 'close');
      running.ready = false;
      if (signal.aborted) return;
      running.restarts += 1;
      running.lines.push({ atMs: Date.now(), text: `[node agent] ended with ${child.exitCode ?? child.signalCode}` });
      await delay(restartAfterMs);
    }
  }

  /** Containers of a Job run once. */
  async function runOnce(): Promise<void> {
    const codes = await Promise.all(
      containers.map(async (running) => {
        const child = await start(running);
        if (child === undefined) return undefined;
        running.child = child;
        await once(child, 'close');
        return child.exitCode ?? 1;
      }),
    );
    if (signal.aborted) return;
    const at = new Date().toISOString().replace(/\.\d+/, '');
    onStatus({
      ...status(),
      phase: codes.every((code) => code === 0) ? 'Succeeded' : 'Failed',
      containerStatuses: containers.map((running, index) => ({
        ...containerStatus(running),
        state: { terminated: { exitCode: codes[index] ?? 1, startedAt, finishedAt: at } },
      })),
    });
  }

  async function keepProbing(): Promise<void> {
    while (!signal.aborted) {
      for (const running of containers) running.ready = await isReady(running);
      const now = containers.every((running) => running.ready);
      if (now !== ready && !signal.aborted) {
        ready = now;
        onStatus(status());
      }
      await delay(ready ? probeEveryMs.after : probeEveryMs.until, undefined, { signal }).catch(() => undefined);
    }
  }

  async function isReady({ spec: container, child }: Running): Promise<boolean> {
    const place = sandbox;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null || place === undefined)
      return false;
    const probe = container.readinessProbe;
    const portOf = (port: number | string): number =>
      typeof port === 'number' ? port : (container.ports?.find((each) => each.name === port)?.containerPort ?? 0);
    if (probe?.httpGet !== undefined) {
      const { path = '/', port, scheme } = probe.httpGet;
      return answersWell(place.address, portOf(port), path, scheme === 'HTTPS');
    }
    if (probe?.tcpSocket !== undefined) return accepts(place.address, portOf(probe.tcpSocket.port));
    if (options.listeningNothing.includes(container.name)) return true;
    // A kubelet would not wait; but whoever waits for Pods here wants to send requests next.
    return listens(place.pid);
  }

  function containerStatus({ spec: container, restarts, ready: itself, child }: Running): object {
    return {
      name: container.name,
      image: container.image,
      imageID: container.image,
      containerID: `process://${child?.pid ?? 0}`,
      ready: itself,
      started: true,
      restartCount: restarts,
      state: { running: { startedAt } },
    };
  }

  function status(): object {
    const at = new Date().toISOString().replace(/\.\d+/, '');
    const truth = (value: boolean): string => (value ? 'True' : 'False');
    const condition = (type: string, value: boolean): object => ({
      type,
      status: truth(value),
      lastTransitionTime: at,
    });
    return {
      phase: 'Running',
      startTime: startedAt,
      hostIP: options.nodeAddress,
      hostIPs: [{ ip: options.nodeAddress }],
      podIP: sandbox?.address,
      podIPs: [{ ip: sandbox?.address }],
      containerStatuses: containers.map(containerStatus),
      conditions: [
        condition('PodScheduled', true),
        condition('Initialized', true),
        condition('ContainersReady', ready),
        condition('Ready', ready),
      ],
    };
  }

  return {
    name,
    namespace,
    get labels() {
      return (object.metadata['labels'] as Record<string, string> | undefined) ?? {};
    },
    get sandbox() {
      return sandbox;
    },
    get ready() {
      return ready;
    },
    containerPort(wanted) {
      const ports = spec.containers.flatMap((container) => container.ports ?? []);
      return ports.find((port) => port.name === wanted)?.containerPort;
    },
    update(next) {
      object = next;
    },
    logOf(container, sinceMs) {
      const running = [...containers, ...initContainers].find((each) => each.spec.name === container);
      return running?.lines
        .filter(({ atMs }) => atMs >= sinceMs)
        .map((line) => `${line.text}\n`)
        .join('');
    },
    async run() {
      const sysctls = (spec.securityContext?.sysctls ?? []).map((each) => [each.name, each.value]);
      // Its parent folders are its owner's alone; containers may run as anybody.
      await chmod(folder, 0o755);
      const made = await network.sandbox(name, Object.fromEntries(sysctls) as Record<string, string>);
      if (signal.aborted) {
        // Who stopped it could not know of this one.
        await made.release();
        return;
      }
      sandbox = made;
      for (const each of initContainers) await runInit(each);
      if (signal.aborted) return;
      onStatus(status());
      if (spec.restartPolicy === 'Never') await runOnce();
      else await Promise.all([...containers.map(keepRunning), keepProbing()]);
    },
    async stop() {
      stopping.abort();
      const graceMs = Math.min(longestGraceMs, (spec.terminationGracePeriodSeconds ?? 30) * 1000);
      await Promise.all(
        [...containers, ...initContainers].map(async ({ child }) => {
          if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
          const gone = once(child, 'exit');
          child.kill('SIGTERM');
          const hard = setTimeout(() => child.kill('SIGKILL'), graceMs);
          await gone;
          clearTimeout(hard);
        }),
      );
      await sandbox?.release();
      // A start that was under way may still write there.
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

function newRunning(spec: ContainerSpec): Running {
  return { spec, lines: [], child: undefined, restarts: 0, ready: false };
}

/** `registry/team/echo:v1` and `echo@sha256:…` are `echo`. */
function imageName(image: string): string {
  return (image.split('/').at(-1) ?? '').replace(/[:@].*$/, '');
}

/** As with a kubelet any certificate will do. */
async function answersWell(host: string, port: number, path: string, isTls: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const what = { host, port, path, agent: false as const, timeout: 1_000, rejectUnauthorized: false };
    const sent = (isTls ? requestTls : request)(what, (answer) => {
      answer.resume();
      const { statusCode = 0 } = answer;
      resolve(statusCode >= 200 && statusCode < 400);
    });
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => resolve(false));
    sent.end();
  });
}

async function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 1_000 });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

/** Whether any process in the network namespace of `pid` listens to anything. */
async function listens(pid: number): Promise<boolean> {
  for (const [file, state] of [
    ['tcp', '0A'],
    ['tcp6', '0A'],
    ['udp', '07'],
    ['udp6', '07'],
  ]) {
    const table = await readFile(`/proc/${pid}/net/${file}`, 'utf8').catch(() => '');
    if (
      table
        .split('\n')
        .slice(1)
        .some((line) => line.trim().split(/\s+/)[3] === state)
    )
      return true;
  }
  return false;
}
