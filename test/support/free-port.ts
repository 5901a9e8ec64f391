// Ports for programs that must be told theirs. In: nothing. Out: a port that nobody listens on.
// Must hold: no port is given twice by one process (its first owner may be stopped now and started again), and none that the
// kernel may take for an outgoing connection in the meantime.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';

const given = new Set<number>();

export async function freePort(): Promise<number> {
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '32768 60999');
  const [lowest = 32_768, highest = 60_999] = range.trim().split(/\s+/).map(Number);
  for (let attempt = 0; ; attempt++) {
    const port = 10_000 + Math.floor(Math.random() * 55_000);
    // Where the kernel's range leaves nothing, any port will do.
    if (attempt < 1_000 && port >= lowest && port <= highest) continue;
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '0.0.0.0', () => server.close(() => resolve(true)));
  });
}
