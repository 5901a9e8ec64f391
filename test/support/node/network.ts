// The network of a cluster's Pods: a bridge in the cluster's namespace, and for each Pod a namespace that ends with the
// process which holds it. In: a cluster's namespace. Out: sandboxes with addresses, routes for Services.
// Must hold: nothing of it outlives the test process; two clusters never share an address, so that the test process
// reaches the Pods of each.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Netns } from '../netns.ts';

export interface PodNetwork {
  /** Takes an address; give it back with `release`. */
  sandbox(name: string, sysctls: Readonly<Record<string, string>>): Promise<Sandbox>;
  /** Sends packets for `address` to these Pods, spread by connection; empty: nobody answers. */
  route(address: string, to: readonly Sandbox[]): Promise<void>;
  unroute(address: string): Promise<void>;
}

/** A Pod's network and host name. */
export interface Sandbox {
  readonly address: string;
  /** Arguments before a program that shall run in it. */
  readonly enter: readonly string[];
  /** Pid of the process that holds it. */
  readonly pid: number;
  /** Makes the address of a Service one of its own, so that it answers what is routed to it. */
  addAddress(address: string): Promise<void>;
  removeAddress(address: string): Promise<void>;
  release(): Promise<void>;
}

const bridge = 'pods';

/** Each cluster has a /24 of 100.64.0.0/10 of its own, by the number of its veth pair. */
function subnetOf(netns: Netns): string {
  const [, , third = 0, fourth = 0] = netns.address.split('.').map(Number);
  const pair = ((third << 8) | fourth) >> 2;
  return `100.${64 + (pair >> 8)}.${pair & 255}`;
}

export async function createPodNetwork(netns: Netns): Promise<PodNetwork> {
  const subnet = subnetOf(netns);
  const gateway = `${subnet}.1`;
  const free = Array.from({ length: 253 }, (_, index) => `${subnet}.${index + 2}`);
  await ip(
    ['-n', netns.name],
    `link add ${bridge} type bridge\naddress add ${gateway}/24 dev ${bridge}\nlink set ${bridge} up`,
  );
  // Hashing addresses and ports, so that connections of one client spread too.
  for (const [name, value] of [
    ['net/ipv4/ip_forward', '1'],
    ['net/ipv4/fib_multipath_hash_policy', '1'],
  ]) {
    await netns.exec('sh', ['-c', `echo ${value} > /proc/sys/${name}`]);
  }
  await ip([], `route add ${subnet}.0/24 via ${netns.address}`);
  let links = 0;

  return {
    async sandbox(name, sysctls) {
      const address = free.shift();
      if (address === undefined) throw new Error(`no address is left in ${subnet}.0/24 for Pod ${name}`);
      const holder = await holdNamespaces(name);
      const { pid } = holder;
      if (pid === undefined) throw new Error('a process that runs has a pid');
      const enter = ['nsenter', `--net=/proc/${pid}/ns/net`, `--uts=/proc/${pid}/ns/uts`];
      const inside = async (batch: string): Promise<void> => ip([], batch, enter.slice(0, 2));
      try {
        await ip(
          ['-n', netns.name],
          `link add p${++links} mtu 1500 master ${bridge} up type veth peer name eth0 netns ${pid}`,
        );
        await inside(
          `link set lo up\naddress add ${address}/24 dev eth0\nlink set eth0 up\nroute add default via ${gateway}`,
        );
        for (const [key, value] of Object.entries(sysctls)) {
          const file = `/proc/sys/${key.replaceAll('.', '/')}`;
          await run([...enter, 'sh', '-c', `echo ${value} > ${file}`]);
        }
      } catch (error) {
        holder.kill('SIGKILL');
        throw error;
      }
      return {
        address,
        enter,
        pid,
        addAddress: async (extra) => inside(`address replace ${extra}/32 dev lo`),
        removeAddress: async (extra) => inside(`address del ${extra}/32 dev lo`),
        async release() {
          if (holder.exitCode === null && holder.signalCode === null) {
            const gone = once(holder, 'exit');
            holder.kill('SIGKILL');
            await gone;
          }
          free.push(address);
        },
      };
    },
    async route(address, to) {
      if (to.length === 0) return remove(address);
      const hops = to.map((sandbox) => `nexthop via ${sandbox.address} dev ${bridge}`).join(' ');
      // In the local table, since all addresses of the cluster's range are local to its namespace.
      await ip(['-n', netns.name], `route replace ${address}/32 table local ${hops}`);
    },
    unroute: remove,
  };

  async function remove(address: string): Promise<void> {
    await ip(['-n', netns.name], `route del ${address}/32 table local`).catch(() => undefined); // it was not there
  }
}

/** A process that does nothing but keep a network and a UTS namespace. */
async function holdNamespaces(name: string): Promise<ChildProcess> {
  const script = 'hostname "$1" 2>/dev/null || echo "$1" > /proc/sys/kernel/hostname; echo made; exec sleep infinity';
  const args = ['--pdeathsig', 'KILL', 'unshare', '--net', '--uts', 'sh', '-c', script, 'sh', name];
  const child = spawn('setpriv', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`no namespaces for Pod ${name}`);
  });
  await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
  return child;
}

async function ip(flags: readonly string[], batch: string, enter: readonly string[] = []): Promise<void> {
  await run([...enter, 'ip', ...flags, '-batch', '-'], batch);
}

async function run([program = '', ...args]: readonly string[], input = ''): Promise<void> {
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  // Where the program has ended already its exit code tells more.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<[number | null]>]);
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} (${input}): ${said.trim()}`);
}
