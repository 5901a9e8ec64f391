// HTML as text, safe by construction: `html` escapes every value that is not itself made by `html`. One layout for all
// pages, without anything from elsewhere: no font, no library, no picture from the network.

import { hashDigits, hashText } from '../../../model/text-hash.ts';

/** Text that is HTML already. */
export interface Html {
  readonly html: string;
}

type Value = Html | string | number | false | null | undefined | readonly Value[];

export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { html: parts.map((part, index) => part + (index < values.length ? text(values[index]) : '')).join('') };
}

function text(value: Value): string {
  if (value === false || value === null || value === undefined) return '';
  if (typeof value === 'string') return escape(value);
  if (typeof value === 'number') return String(value);
  return 'html' in value ? value.html : value.map(text).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(value: string): string {
  return value.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Nothing from elsewhere runs or is shown, and no other site can put a page into a frame. */
export const pageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
} as const;

export interface PageOptions {
  /** Path of the entry of the menu that this page belongs to. */
  readonly current: string;
  readonly title: string;
  readonly body: Html;
  /** The main part is fetched again and replaced every two seconds. */
  readonly live?: boolean;
}

const menu = [
  ['/', 'Overview'],
  ['/ui/hosts', 'Hosts'],
  ['/ui/explain', 'Explain'],
  ['/ui/clusters', 'Clusters'],
  ['/ui/problems', 'Problems'],
  ['/ui/envoys', 'Envoys'],
  ['/ui/changes', 'Changes'],
  ['/ui/timeline', 'Timeline'],
] as const;

export function page({ current, title, body, live = false }: PageOptions): string {
  const entries = menu.map(([path, name]) =>
    path === current
      ? html`<li><a href="${path}" aria-current="page">${name}</a></li>`
      : html`<li><a href="${path}">${name}</a></li>`,
  );
  const whole = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title} · nuncio</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="/ui/style.css?v=${styleVersion}" />
      ${live && html`<script src="/ui/live.js" defer></script>`}
    </head>
    <body>
      <a class="skip" href="#main">Skip to content</a>
      <header>
        <p class="name">nuncio</p>
        <nav aria-label="Pages">
          <ul>
            ${entries}
          </ul>
        </nav>
      </header>
      <main id="main" tabindex="-1">${body}</main>
    </body>
  </html>`;
  return `<!doctype html>\n${whole.html}\n`;
}

/** `head` absent in a column: its cells are row headers. A table without rows says `empty`. */
export function table(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly Value[])[],
  empty = 'None.',
): Html {
  if (rows.length === 0)
    return html`<h2>${caption}</h2>
      <p>${empty}</p>`;
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${head.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell, index) => (index === 0 ? html`<th scope="row">${cell}</th>` : html`<td>${cell}</td>`))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

export const style = `
:root { color-scheme: light dark; --back: #fff; --text: #1b1f24; --dim: #57606a; --line: #d0d7de; --accent: #0550ae; --good: #116329; --bad: #a40e26; --soft: #f6f8fa; }
@media (prefers-color-scheme: dark) { :root { --back: #0d1117; --text: #e6edf3; --dim: #9aa4af; --line: #30363d; --accent: #79c0ff; --good: #7ee787; --bad: #ff9790; --soft: #161b22; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--accent); }
a:focus-visible, button:focus-visible, input:focus-visible, pre:focus-visible, .scroll:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -100vw; } .skip:focus { left: 1rem; top: 1rem; background: var(--back); padding: .5rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: baseline; padding: .75rem 1.5rem; border-bottom: 1px solid var(--line); background: var(--soft); }
.name { margin: 0; font-weight: 700; font-size: 1.1rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: 0; padding: 0; }
nav a[aria-current] { color: var(--text); font-weight: 600; text-decoration: none; border-bottom: 2px solid var(--accent); }
main { max-width: 84rem; margin: 0 auto; padding: 1rem 1.5rem 3rem; } main:focus { outline: none; }
h1 { font-size: 1.5rem; margin: .5rem 0 1rem; overflow-wrap: anywhere; } h2, caption { font-size: 1.1rem; font-weight: 600; text-align: left; margin: 1.5rem 0 .5rem; }
.scroll { overflow-x: auto; margin-bottom: 1rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere; }
thead th { color: var(--dim); font-weight: 600; white-space: nowrap; }
svg.bar { display: block; max-width: 100%; } svg .work, .key.work { fill: var(--accent); background: var(--accent); } svg .wait, .key.wait { fill: var(--dim); background: var(--dim); } svg .grid { stroke: var(--line); } svg.chart text { fill: var(--text); font: 12px system-ui, sans-serif; } .key { display: inline-block; width: .8rem; height: .8rem; margin: 0 .2rem 0 .8rem; }
code, pre { font: 13px/1.5 ui-monospace, monospace; } pre { background: var(--soft); border: 1px solid var(--line); padding: 1rem; overflow-x: auto; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: .75rem; margin: 0; padding: 0; list-style: none; }
.facts li { border: 1px solid var(--line); border-radius: 6px; padding: .6rem .8rem; background: var(--soft); } .facts b { display: block; font-size: 1.35rem; }
.good { color: var(--good); } .bad { color: var(--bad); } .dim { color: var(--dim); }
form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 0 0 1rem; } label { display: grid; gap: .2rem; color: var(--dim); }
input, select, button, textarea { font: inherit; color: var(--text); background: var(--back); border: 1px solid var(--dim); border-radius: 6px; padding: .35rem .6rem; } input[type=url], textarea { width: min(34rem, 80vw); }
button { background: var(--accent); border-color: var(--accent); color: var(--back); cursor: pointer; }
svg text { font: 12px ui-monospace, monospace; fill: var(--text); } svg rect { fill: var(--soft); stroke: var(--dim); } svg path { fill: none; stroke: var(--dim); } svg a text { fill: var(--accent); }
`;

/** A browser keeps what it has of a version, and paints the next page without asking. */
const styleVersion = hashDigits(hashText(0, style));
export const styleHeaders = { 'cache-control': 'public, max-age=31536000, immutable' } as const;

/** Keeps the page up to date while somebody looks, without moving focus, scroll position or what is being typed. */
export const liveScript = `
const refresh = async () => {
  if (document.hidden || document.querySelector('main').contains(document.activeElement) && document.activeElement.matches('input, textarea, select')) return;
  try {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
    if (!answer.ok) return;
    const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main');
    const now = document.querySelector('main');
    if (next && next.innerHTML !== now.innerHTML && !now.contains(document.activeElement)) now.innerHTML = next.innerHTML;
  } catch { /* nuncio is away: the page stays as it was, the next turn asks again */ }
};
setInterval(refresh, 2000);
`;
