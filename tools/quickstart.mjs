// `npm start`: two sample backends, then `nuncio serve` on examples/ with Envoy as its child, then the curl to type.
// Ends with Ctrl-C. The ports follow NUNCIO_HTTP_PORT, NUNCIO_XDS_PORT and NUNCIO_ADMIN_PORT.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { findEnvoy } from './envoy/find-envoy.mjs';

const httpPort = process.env.NUNCIO_HTTP_PORT ?? '8080';
const adminPort = process.env.NUNCIO_ADMIN_PORT ?? '8002';

const envoy = await findEnvoy();
const backends = await Promise.all([backend('web', 9191), backend('api', 9192)]);

const nuncio = spawn(
  process.execPath,
  ['dist/nuncio/main.js', 'serve', '--files', 'examples', '--envoy', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: { ...process.env, ENVOY_BIN: envoy },
  },
);
nuncio.on('exit', (code) => {
  for (const server of backends) server.close();
  process.exit(code ?? 1);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => nuncio.kill(signal));

await firstAnswer();
process.stdout.write(`
A request goes through Envoy, routed by the files in examples/:

  curl -i -H 'Host: shop.localhost' http://127.0.0.1:${httpPort}/
  curl -i -H 'Host: shop.localhost' http://127.0.0.1:${httpPort}/api/cart
  curl -i -H 'Host: hello.localhost' http://127.0.0.1:${httpPort}/

Edit a file in examples/ and ask again. Metrics: http://127.0.0.1:${adminPort}/metrics   End: Ctrl-C

`);

/** Answers every request with its own name and what it saw. */
function backend(name, port) {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/plain');
    response.end(`Hello from the sample backend "${name}"\n${request.method} ${request.headers.host}${request.url}\n`);
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Error(`the sample backend needs 127.0.0.1:${port}: ${error.message}`)));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}

async function firstAnswer() {
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${httpPort}/`, { headers: { host: 'shop.localhost' } });
      await response.text();
      // fetch may not set Host: any answer of Envoy shows that it listens.
      if (response.headers.get('server') === 'envoy') return;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
