// The bench's upstream: answers every request on every given address with 200 and its own address. Runs inside the
// network namespace: `node backend.js PORT ADDRESS…`; prints `ready` when it listens.
import { createServer } from 'node:http';

const [port, ...addresses] = process.argv.slice(2);
let waiting = addresses.length;
for (const address of addresses) {
  createServer((_, response) => {
    response.setHeader('x-backend', address);
    response.end('ok');
  }).listen(Number(port), address, () => {
    if (--waiting === 0) process.stdout.write('ready\n');
  });
}
