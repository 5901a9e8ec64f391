// The page of the admin port in a real browser: what it shows, that it follows changes, and that everybody can use it.
// UPDATE_SCREENSHOTS=1 renews docs/screenshots.
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { startBackend, type Backend } from '../support/backend.ts';
import { startBrowser } from '../support/browser.ts';
import { createCa } from '../support/certs.ts';
import { startNuncio, until, type Nuncio } from '../support/nuncio.ts';
import { createObjectFolder, type ObjectFolder } from '../support/object-folder.ts';
import { patienceMs } from '../support/patience.ts';
import { repositoryRoot } from '../support/root.ts';
import { testNeeding } from '../support/skip.ts';
import { served } from './fixtures/echo.ts';
import { hostProxy, httpProxy, tlsSecret, upstream } from './fixtures/objects.ts';

const test = await testNeeding('envoy', 'chromium');

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const screenshots = join(repositoryRoot, 'docs/screenshots');
const kept = ['overview', 'overview-dark', 'host', 'explain', 'problems'];
const doUpdate = process.env['UPDATE_SCREENSHOTS'] === '1';

let folder: ObjectFolder;
let nuncio: Nuncio;
let backend: Backend;
let browser: Browser;

test.before(async () => {
  backend = await startBackend({ name: 'a' });
  const ca = await createCa();
  const certificate = await ca.issue({ hosts: ['shop.test'], notAfterMs: 5 * 86_400_000 });
  folder = await createObjectFolder({
    'shop.yaml': [
      ...upstream('a', [backend]),
      tlsSecret('shop', certificate),
      httpProxy('shop', {
        virtualhost: { fqdn: 'shop.test', tls: { secretName: 'shop' } },
        routes: [
          { services: [{ name: 'a', port: 80 }] },
          {
            conditions: [{ prefix: '/cart' }, { header: { name: 'x-team', exact: 'a' } }],
            services: [{ name: 'a', port: 80 }],
          },
          { conditions: [{ prefix: '/old' }], requestRedirectPolicy: { path: '/', statusCode: 301 } },
        ],
      }),
      hostProxy('broken.test', 'gone'),
    ],
    'many.yaml': Array.from({ length: 300 }, (_, index) =>
      hostProxy(`host-${String(index).padStart(3, '0')}.test`, 'a'),
    ),
  });
  nuncio = await startNuncio({ files: [folder.path], envoy: 'child' });
  await until(
    'a host is served',
    async () => nuncio.get('host-299.test'),
    (answer) => served(answer) === 'a',
  );
  browser = await startBrowser();
});

test.after.always(async () => {
  await browser?.close();
  await nuncio?.stop();
  await backend?.stop();
});

const paths = {
  overview: '/',
  hosts: '/ui/hosts',
  host: '/ui/host?host=shop.test',
  explain: '/ui/explain?method=GET&url=https%3A%2F%2Fshop.test%2Fcart&header=x-team%3A+a',
  object: '/ui/explain?object=HTTPProxy%2Fdefault%2Fbroken.test',
  clusters: '/ui/clusters',
  problems: '/ui/problems',
  envoys: '/ui/envoys',
  changes: '/ui/changes',
  timeline: '/ui/timeline',
} as const;

async function open(path: string, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const context = await browser.newContext({ colorScheme, viewport: { width: 1200, height: 800 } });
  context.setDefaultTimeout(patienceMs);
  const page = await context.newPage();
  const response = await page.goto(`http://127.0.0.1:${nuncio.ports.admin}${path}`);
  if (response?.status() !== 200) throw new Error(`${path} answers ${response?.status()}`);
  return page;
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.serial(
    `no page has a fault that axe finds, and none says anything on the console (${colorScheme})`,
    async (t) => {
      if (doUpdate) await mkdir(screenshots, { recursive: true });
      for (const [name, path] of Object.entries(paths)) {
        const page = await open(path, colorScheme);
        const said: string[] = [];
        page.on('console', (message) => said.push(message.text()));
        // By the debugger, which the page's own policy does not bind.
        await page.evaluate(await readFile(axe, 'utf8'));
        const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
        t.deepEqual(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
          [],
          path,
        );
        t.deepEqual(said, [], path);
        if (doUpdate && kept.includes(colorScheme === 'dark' ? `${name}-dark` : name))
          await page.screenshot({ path: join(screenshots, `${name}${colorScheme === 'dark' ? '-dark' : ''}.png`) });
        await page.context().close();
      }
    },
  );
}

test.serial('by keyboard alone: skip link, menu, search among hosts, one host, its object', async (t) => {
  const page = await open('/');
  await page.keyboard.press('Tab');
  t.is(await page.evaluate('document.activeElement.textContent'), 'Skip to content');
  await page.keyboard.press('Enter');
  t.is(await page.evaluate('document.activeElement.id'), 'main');
  await page.getByRole('link', { name: 'Hosts' }).press('Enter');
  await page.waitForURL('**/ui/hosts');
  t.regex((await page.getByRole('status').textContent()) ?? '', /^\s*303 found, the first 100 are listed/);
  const search = page.getByRole('searchbox');
  await search.fill('shop.TEST');
  await search.press('Enter');
  await page.waitForURL('**/ui/hosts?q=*');
  await page.getByRole('link', { name: 'https://shop.test' }).press('Enter');
  await page.waitForURL('**/ui/host?host=shop.test');
  const rows = await page
    .getByRole('table', { name: /https:\/\/shop\.test on ingress_https/ })
    .getByRole('row')
    .allTextContents();
  t.is(rows.length, 4);
  t.true(
    rows.some((row) => /\/old\*\s*redirect 301\s*HTTPProxy\/default\/shop/.test(row)),
    rows.join('\n'),
  );
  t.regex(
    (await page.locator('svg').getAttribute('aria-label')) ?? '',
    /^\d+ objects, \d+ vertices, \d+ Envoy resources$/,
  );
  await page.getByRole('link', { name: 'HTTPProxy/default/shop' }).first().press('Enter');
  await page.waitForURL('**/ui/explain?object=*');
  t.regex((await page.locator('pre').textContent()) ?? '', /nothing is wrong with it/);
});

test.serial('a request is explained, a mistake in it is said, and an object with problems shows them', async (t) => {
  const page = await open('/ui/explain');
  await page.getByLabel('URL').fill('https://shop.test/cart');
  await page.getByLabel('Headers').fill('x-team: a');
  await page.getByRole('button', { name: 'Explain' }).click();
  const text = (await page.locator('pre').textContent()) ?? '';
  t.regex(text, /TLS +certificate Secret\/default\/shop, for shop\.test/);
  t.regex(text, /✓ \/cart\*, x-team = "a" +HTTPProxy\/default\/shop spec\.routes\[1\] \(.*shop\.yaml:\d+\)/);
  t.regex(text, new RegExp(`127\\.0\\.0\\.1:${backend.port}`));
  t.regex(text, /1 of 1 have it/);
  const wrong = await open('/ui/explain?url=nonsense');
  t.regex((await wrong.getByRole('alert').textContent()) ?? '', /"nonsense" is no URL/);
  const object = await open(paths.object);
  t.regex(
    (await object.locator('pre').textContent()) ?? '',
    /error: spec\.routes\[0\]\.services\[0\]: Service default\/gone not found/,
  );
});

test.serial('an open page follows changes, and a host with markup in its objects is only text', async (t) => {
  const page = await open('/ui/changes');
  await folder.write('new.yaml', [hostProxy('new.test', 'a')]);
  await page.getByRole('link', { name: 'HTTPProxy/default/new.test' }).first().waitFor({ timeout: patienceMs });
  const overview = await open('/');
  t.regex((await overview.locator('main').textContent()) ?? '', /1 of 1\s*Envoys with everything/);
  const odd = await open('/ui/hosts?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E');
  t.is(await odd.locator('img').count(), 0);
  t.is(await odd.getByRole('searchbox').inputValue(), '<img src=x onerror=alert(1)>');
  const gone = await fetch(`http://127.0.0.1:${nuncio.ports.admin}/ui/host?host=nobody.test`);
  t.is(gone.status, 404);
  t.regex(gone.headers.get('content-security-policy') ?? '', /default-src 'none'/);
});

test.serial('the timeline follows changes while somebody looks: a bar each, one of them step by step', async (t) => {
  const page = await open('/ui/timeline');
  t.regex((await page.locator('main').textContent()) ?? '', /Nothing has changed since somebody looks|ms/);
  // Several, so that bars compare.
  for (const host of ['one', 'two', 'three']) {
    await folder.write(`${host}.yaml`, [hostProxy(`${host}.timeline.test`, 'a')]);
    await until(
      `${host} is served`,
      async () => nuncio.get(`${host}.timeline.test`),
      (answer) => served(answer) === 'a',
    );
  }
  const row = page.getByRole('row', { name: /three\.timeline\.test/ });
  await row.first().waitFor({ timeout: patienceMs });
  await page
    .getByRole('row', { name: /three\.timeline\.test.*[1-9]\d* ACK/ })
    .first()
    .waitFor({ timeout: patienceMs });
  t.regex((await row.first().locator('svg').getAttribute('aria-label')) ?? '', /^\d+\.\d ms$/);
  if (doUpdate) await page.screenshot({ path: join(screenshots, 'timeline.png') });
  await axeFindsNothing(page);
  await row.first().getByRole('link').first().click();
  await page.waitForURL('**/ui/timeline?change=*');
  const text = (await page.locator('pre').textContent()) ?? '';
  for (const step of [/watcher: saw HTTPProxy\/default\/three/, /builder: handled/, /ACK/]) t.regex(text, step);
  t.regex((await page.locator('svg.chart').getAttribute('aria-label')) ?? '', /^\d+ steps in \d+\.\d ms$/);
  if (doUpdate) await page.screenshot({ path: join(screenshots, 'change.png') });
  await axeFindsNothing(page);

  const filtered = await open('/ui/timeline?q=HTTPProxy%2F*%2Ftwo*');
  const found = (await filtered.getByRole('table').textContent()) ?? '';
  t.regex(found, /two\.timeline\.test/);
  t.notRegex(found, /three\.timeline\.test/);
  const wrong = await open('/ui/timeline?q=a%2Fb%2Fc%2Fd');
  t.regex((await wrong.getByRole('alert').textContent()) ?? '', /"a\/b\/c\/d" is no pattern of objects/);
  t.is((await fetch(`http://127.0.0.1:${nuncio.ports.admin}/ui/timeline?change=nobody`)).status, 404);

  async function axeFindsNothing(of: Page): Promise<void> {
    await of.evaluate(await readFile(axe, 'utf8'));
    const { violations } = (await of.evaluate('axe.run()')) as AxeResults;
    t.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      [],
    );
  }
});
