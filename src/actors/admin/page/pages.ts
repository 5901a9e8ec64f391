// The pages of the admin port: what a path shows. In: answers of the actors. Out: HTML. Nothing here changes anything.
import type { BuilderChange } from '../../builder/actor.ts';
import type { HistoryReport, HoldReport } from '../../builder/hold.ts';
import { canaryLine, holdLine } from '../history-answer.ts';
import { replicaLines } from '../replica-lines.ts';
import type { PagePath } from './paths.ts';
import type { Supervisor } from '../../supervisor/supervisor.ts';
import type { Found, HostSummary } from '../../../dag/explain/hosts.ts';
import { describeAction } from '../../../dag/explain/object.ts';
import { parseRequest } from '../../../dag/explain/request.ts';
import { describeMatch } from '../../../dag/explain/route-matching.ts';
import type { Outline } from '../../../dag/outline.ts';
import { vertexKey, type Cluster, type Vertex } from '../../../dag/vertices.ts';
import { joinParts } from '../../../dag/whole-host.ts';
import type { Config } from '../../../model/config.ts';
import { clusterName, endpointsName, listenerName, secretName } from '../../../xds/names.ts';
import { endpointsOf, explainOneObject, explainRequest, routeResource, type LiveAnswer } from '../explain.ts';
import type { Overview } from '../overview.ts';
import { renderObject, renderRequest } from '../../../dag/explain/render.ts';
import { formatTimeline } from '../../tracing/timeline.ts';
import { listChanges } from '../../tracing/changes.ts';
import { createSelector, mistakeInPattern } from '../../tracing/selection.ts';
import type { TraceLine } from '../../tracing/tracer.ts';
import { changeBar, changePicture } from './timeline-picture.ts';
import { graphPicture } from './graph-picture.ts';
import { html, page, table, type Html } from './html.ts';

export interface PageSources {
  readonly supervisor: Pick<Supervisor, 'query'>;
  readonly routeDiscovery: Config['routeDiscovery'];
  readonly overview: () => Promise<Overview>;
  readonly trace: {
    readonly recent: () => readonly TraceLine[];
    /** Threads tell of every change for some seconds more; undefined: who asks may not have that. */
    readonly watch: (() => Promise<void>) | undefined;
  };
}

export interface Page {
  readonly status: number;
  readonly html: string;
}

const listed = 100;

type Maker = (sources: PageSources, query: URLSearchParams) => Promise<Page>;

export const pages: Readonly<Record<PagePath, Maker>> = {
  '/': overviewPage,
  '/ui/hosts': hostsPage,
  '/ui/host': hostPage,
  '/ui/explain': explainPage,
  '/ui/clusters': clustersPage,
  '/ui/problems': problemsPage,
  '/ui/envoys': envoysPage,
  '/ui/changes': changesPage,
  '/ui/timeline': timelinePage,
};

function found(current: string, title: string, body: Html, live = false): Page {
  return { status: 200, html: page({ current, title, body, live }) };
}

async function overviewPage({ overview }: PageSources): Promise<Page> {
  const all = await overview();
  const { ready, missing, envoys, quarantined, problemCounts, vertices, threads, sources, silent } = all;
  const current = envoys.filter((envoy) => envoy.current).length;
  const facts: readonly (readonly [string, string | number, boolean])[] = [
    ['Envoys with everything', `${current} of ${envoys.length}`, current === envoys.length],
    ['Hosts', vertices['VirtualHost'] ?? 0, true],
    ['Clusters', vertices['Cluster'] ?? 0, true],
    ['Errors', problemCounts.error, problemCounts.error === 0],
    ['Warnings', problemCounts.warning, true],
    ['Quarantined', quarantined.length, quarantined.length === 0],
    ['Not live yet', all.underWay.length, true],
  ];
  const body = html`<h1>
      ${ready ? html`<span class="good">Ready</span>` : html`<span class="bad">Not ready</span>`}
      <span class="dim">nuncio ${all.version}</span>
    </h1>
    ${holdNote(all.hold)} ${all.canary !== null && html`<p role="status">${canaryLine(all.canary)}</p>`}
    ${missing.length > 0 && html`<p class="bad">Waits for ${missing.join('; ')}</p>`}
    ${silent.length > 0 && html`<p class="bad">No answer from ${silent.join('; ')}</p>`}
    <ul class="facts">
      ${facts.map(([name, value, good]) => html`<li><b class="${good ? '' : 'bad'}">${value}</b>${name}</li>`)}
    </ul>
    ${table(
      'Sources',
      ['Source', 'State', 'Trouble'],
      sources.map(({ name, synced, troubles }) => [name, synced ? 'synced' : 'not synced yet', troubles.join('; ')]),
    )}
    ${table(
      'Objects',
      ['Kind', 'Number'],
      Object.entries(all.objects)
        .filter(([, count]) => count > 0)
        .map(([kind, count]) => [kind, count]),
    )}
    ${
      all.certificates.length > 0 &&
      table(
        'Certificates that end within 30 days',
        ['Secret', 'Ends', 'Hosts'],
        all.certificates.map(({ object, notAfterMs, dnsNames }) => [
          objectLink(object),
          new Date(notAfterMs).toISOString(),
          dnsNames.join(', '),
        ]),
      )
    }
    ${table(
      'Threads',
      ['Thread', 'State', 'Restarts'],
      threads.map(({ name, phase, restarts }) => [name, phase, restarts]),
    )}`;
  return found('/', 'Overview', body, true);
}

/** Only while something is held. */
function holdNote(report: HoldReport | null): Html | false {
  return report !== null && report.hold.kind !== 'none' && html`<p class="bad" role="status">${holdLine(report)}</p>`;
}

function search(label: string, word: string): Html {
  return html`<form role="search">
    <label>${label}<input type="search" name="q" value="${word}" /></label><button>Search</button>
  </form>`;
}

function shown({ total, items }: Found<unknown>): Html {
  return html`<p class="dim" role="status">
    ${total} found${total > items.length && `, the first ${items.length} are listed; search for less`}.
  </p>`;
}

async function hostsPage({ supervisor }: PageSources, query: URLSearchParams): Promise<Page> {
  const word = query.get('q') ?? '';
  const hosts = (await supervisor.query('builder', 'hosts', { word, limit: listed })) as Found<HostSummary>;
  const rows = hosts.items.map(({ listener, chain, host, routes, objects }) => [
    html`<a href="/ui/host?host=${encodeURIComponent(host)}">${chain === '' ? 'http' : 'https'}://${host}</a>`,
    listener,
    routes,
    objects.map((object, index) => html`${index > 0 && ', '}${objectLink(object)}`),
  ]);
  const body = html`<h1>Hosts</h1>
    ${search('Host, listener or object', word)} ${shown(hosts)}
    ${table('Hosts', ['Host', 'Listener', 'Routes', 'Objects'], rows)}`;
  return found('/ui/hosts', 'Hosts', body);
}

function objectLink(object: string): Html {
  return html`<a href="/ui/explain?object=${encodeURIComponent(object)}">${object}</a>`;
}

async function hostPage({ supervisor, routeDiscovery }: PageSources, query: URLSearchParams): Promise<Page> {
  const name = query.get('host') ?? '';
  const [vertices, outline] = (await Promise.all([
    supervisor.query('builder', 'graph', name),
    supervisor.query('builder', 'outline', { host: name, limit: listed }),
  ])) as [readonly Vertex[], Outline];
  const all = new Map(vertices.map((vertex) => [vertexKey(vertex), vertex]));
  const hosts = vertices
    .filter((vertex) => vertex.kind === 'VirtualHost')
    .map((host) => joinParts((key) => all.get(key), host));
  if (hosts.length === 0) return missing('/ui/hosts', `There is no host ${name}`);
  const byKey = new Map(hosts.map((host) => [vertexKey(host), host]));
  const resourceOf = (vertex: string): string | undefined => {
    const at = vertex.indexOf('/');
    const [kind, rest] = [vertex.slice(0, at), vertex.slice(at + 1)];
    switch (kind) {
      case 'VirtualHost': {
        const { type, name: resource } = routeResource(byKey.get(vertex)!, routeDiscovery);
        return `${type} ${resource}`;
      }
      case 'Listener':
        return `listener ${listenerName(rest)}`;
      case 'Cluster':
        return `cluster ${clusterName(rest)}`;
      case 'EndpointGroup':
        return `endpoint ${endpointsName(rest)}`;
      case 'Secret':
        return `secret ${secretName(rest)}`;
      default:
        return undefined;
    }
  };
  const tables = hosts.map(({ listener, chain, host, routes }) => {
    const scheme = chain === '' ? 'http' : 'https';
    const url = `${scheme}://${host.replace('*', 'any')}/`;
    const rows = routes.map((route, index) => [
      index + 1,
      describeMatch(route.match),
      describeAction(route),
      html`${objectLink(route.origin.object)} <code>${route.origin.path}</code>`,
    ]);
    return html`${table(`${scheme}://${host} on ${listener}: routes in the order in which they match`, ['#', 'Match', 'Goes to', 'From'], rows)}
      <p><a href="/ui/explain?url=${encodeURIComponent(url)}">Explain a request to ${url}</a></p>`;
  });
  const body = html`<h1>${name}</h1>
    ${tables}
    <h2>Graph</h2>
    ${graphPicture(outline, resourceOf)}`;
  return found('/ui/hosts', name, body);
}

function missing(current: string, message: string): Page {
  return { status: 404, html: page({ current, title: 'Not found', body: html`<h1>${message}.</h1>` }) };
}

async function explainPage(sources: PageSources, query: URLSearchParams): Promise<Page> {
  const { supervisor, routeDiscovery } = sources;
  const object = query.get('object');
  if (object !== null && object !== '') {
    const answer = await explainOneObject(supervisor, routeDiscovery, object);
    if (!answer?.object) return missing('/ui/explain', `There is no ${object}`);
    return found(
      '/ui/explain',
      object,
      html`<h1>${object}</h1>
        <pre>${renderObject(answer.object, around(answer))}</pre>`,
    );
  }
  const method = query.get('method') ?? 'GET';
  const url = query.get('url') ?? '';
  const header = query.get('header') ?? '';
  const form = html`<h1>Explain a request</h1>
    <form>
      <label>Method<input name="method" value="${method}" size="7" required /></label>
      <label
        >URL<input type="url" name="url" value="${url}" placeholder="https://shop.example.com/cart" required
      /></label>
      <label>Headers, one a line<textarea name="header" rows="2" cols="24">${header}</textarea></label>
      <button>Explain</button>
    </form>`;
  if (url === '') return found('/ui/explain', 'Explain', form);
  const headers = header.split(/\r?\n/).filter((line) => line.trim() !== '');
  const parsed = parseRequest(method, url, headers);
  if (!parsed.ok)
    return found(
      '/ui/explain',
      'Explain',
      html`${form}
        <p class="bad" role="alert">${parsed.mistake}</p>`,
    );
  const answer = await explainRequest(supervisor, routeDiscovery, parsed.request);
  const text = renderRequest(parsed.request, answer.explanations ?? [], around(answer));
  return found(
    '/ui/explain',
    'Explain',
    html`${form}
      <pre>${text}</pre>`,
  );
}

function around({ places, endpoints, envoys }: LiveAnswer) {
  return {
    placeOf: (object: string) => places[object],
    endpointsOf: (group: string) => endpoints[group],
    envoys,
  };
}

async function clustersPage({ supervisor }: PageSources, query: URLSearchParams): Promise<Page> {
  const word = query.get('q') ?? '';
  const clusters = (await supervisor.query('builder', 'clusters', { word, limit: listed })) as Found<Cluster>;
  const groups = clusters.items.flatMap(({ target }) => (target.kind === 'endpoints' ? [target.group] : []));
  const endpoints = await endpointsOf(supervisor, [...new Set(groups)]);
  const rows = clusters.items.map(({ key, namespace, service, port, protocol, target }) => [
    key,
    objectLink(`Service/${namespace}/${service}`),
    port,
    protocol,
    target.kind === 'dns'
      ? `${target.host}:${target.port} by DNS`
      : target.kind === 'aggregate'
        ? `first of ${target.clusters.join(', ')}`
        : endpointsText((endpoints[target.group] ?? []).map(({ address, port: at }) => `${address}:${at}`)),
  ]);
  const body = html`<h1>Clusters</h1>
    ${search('Part of its name', word)} ${shown(clusters)}
    ${table('Clusters', ['Cluster', 'Service', 'Port', 'Protocol', 'Endpoints'], rows)}`;
  return found('/ui/clusters', 'Clusters', body);
}

function endpointsText(all: readonly string[]): Html {
  if (all.length === 0) return html`<span class="bad">none: requests get 503</span>`;
  return html`${all.slice(0, 8).join(', ')}${all.length > 8 && ` and ${all.length - 8} more`}`;
}

async function problemsPage({ overview }: PageSources): Promise<Page> {
  const { problems, problemCounts, quarantined } = await overview();
  const served = {
    lastGood: 'the last good version',
    standIn: '500',
    nothing: 'nothing',
    perClient: 'as each Envoy has accepted',
  };
  const body = html`<h1>Problems</h1>
    <p>${problemCounts.error} errors, ${problemCounts.warning} warnings.</p>
    ${table(
      'Quarantined resources',
      ['Resource', 'Served instead', 'Owners', 'Why'],
      quarantined.map(({ type, name, served: how, owners, message }) => [
        `${type} ${name}`,
        served[how],
        owners.map((owner, index) => html`${index > 0 && ', '}${objectLink(owner)}`),
        message,
      ]),
    )}
    ${table(
      'Problems of objects',
      ['Object', 'Severity', 'Field', 'What', 'Code'],
      problems.map(({ object, severity, path, message, code }) => [objectLink(object), severity, path, message, code]),
    )}`;
  return found('/ui/problems', 'Problems', body, true);
}

async function envoysPage({ overview }: PageSources): Promise<Page> {
  const { envoys, underWay, replicas } = await overview();
  const rows = envoys.map(({ node, peer, protocol, connectedAtMs, current, pending, lagMs, nacks, refused }) => [
    node,
    peer,
    protocol,
    refused > 0
      ? html`<span class="bad">refuses ${refused}</span>`
      : current
        ? html`<span class="good">current</span>`
        : `${pending} pending`,
    lagMs === 0 ? '–' : `${(lagMs / 1000).toFixed(1)} s`,
    nacks,
    new Date(connectedAtMs).toISOString(),
  ]);
  const body = html`<h1>Envoys</h1>
    ${(replicas === null ? [] : replicaLines(replicas)).map((line) => html`<p>${line}</p>`)}
    ${table('Envoys', ['Node', 'Peer', 'Protocol', 'State', 'Lag', 'NACKs', 'Connected'], rows, 'No Envoy is connected.')}
    ${table(
      'Objects that are not live on every Envoy yet',
      ['Object'],
      underWay.map((object) => [objectLink(object)]),
    )}`;
  return found('/ui/envoys', 'Envoys', body, true);
}

async function changesPage({ supervisor }: PageSources): Promise<Page> {
  const [changes, history] = (await Promise.all([
    supervisor.query('builder', 'changes'),
    supervisor.query('builder', 'history'),
  ])) as [readonly BuilderChange[], HistoryReport];
  const revisions = history.revisions.map(({ id, atMs, objects, changes: count }) => [
    html`<code>${id}</code>${id === history.served && html` <span class="good">served</span>`}`,
    new Date(atMs).toISOString(),
    html`${objects.map((object, index) => html`${index > 0 && ', '}${objectLink(object)}`)}${
      count > objects.length && ` and ${count - objects.length} more`
    }`,
  ]);
  const rows = changes.map(({ atMs, objects, workMs, units, upserts, removals }) => [
    new Date(atMs).toISOString(),
    objects.map((object, index) => html`${index > 0 && ', '}${objectLink(object)}`),
    `${workMs.toFixed(1)} ms`,
    units,
    upserts,
    removals,
  ]);
  const body = html`<h1>Changes</h1>
    <p class="dim">
      The last changes of the graph, newest first. The <a href="/ui/timeline">timeline</a> follows each of them to
      Envoy's ACK, and so does <code>nuncio serve --trace FILE</code>.
    </p>
    ${holdNote(history)}
    ${table('Revisions of the routing: nuncio rollback REVISION goes back to one', ['Revision', 'Since', 'What made it'], revisions)}
    ${table('Changes', ['When', 'Objects', 'Compiled in', 'Units', 'Vertices changed', 'Vertices removed'], rows, 'Nothing has changed since the start.')}`;
  return found('/ui/changes', 'Changes', body, true);
}

/** The last changes as the trace tells them, while somebody looks; with `change`: one of them, step by step. */
async function timelinePage({ trace }: PageSources, query: URLSearchParams): Promise<Page> {
  await trace.watch?.();
  const lines = trace.recent();
  const wanted = query.get('change') ?? '';
  if (wanted !== '') {
    const change = listChanges(lines).find(({ id }) => id === wanted);
    if (change === undefined) return missing('/ui/timeline', `No change ${wanted} is remembered`);
    const title = `Change ${wanted}`;
    const body = html`<h1>${title}</h1>
      <p>${objectLink(change.key)}, ${new Date(change.atMs).toISOString()}: ${change.durationMs.toFixed(1)} ms.</p>
      ${changePicture(lines, change)}
      <h2>Step by step</h2>
      <pre role="region" aria-label="Step by step" tabindex="0">${formatTimeline(lines, wanted)}</pre>
      <p><a href="/ui/timeline">All changes</a></p>`;
    return found('/ui/timeline', title, body);
  }
  const pattern = (query.get('q') ?? '').trim();
  const mistake = pattern === '' ? undefined : mistakeInPattern(pattern);
  const isShown = createSelector({ sample: 1, objects: pattern === '' || mistake !== undefined ? [] : [pattern] });
  const changes = listChanges(lines.filter(({ causes }) => isShown(causes)))
    .filter(({ id, key }) => isShown([{ id, key, atMs: 0 }]))
    .toReversed()
    .slice(0, listed);
  const longestMs = Math.max(1, ...changes.map(({ durationMs }) => durationMs));
  const lost = lines.reduce((sum, { kind, detail }) => sum + (kind === 'lost' ? Number(detail?.['lines'] ?? 0) : 0), 0);
  const rows = changes.map((change) => [
    html`<a href="/ui/timeline?change=${encodeURIComponent(change.id)}">${change.id}</a>`,
    new Date(change.atMs).toISOString().slice(11, 23),
    objectLink(change.key),
    changeBar(lines, change, longestMs),
    change.durationMs.toFixed(1),
    change.nacks > 0 ? html`${change.acks} ACK, <span class="bad">${change.nacks} NACK</span>` : `${change.acks} ACK`,
  ]);
  const body = html`<h1>Timeline</h1>
    <form role="search">
      <label>Objects<input type="search" name="q" value="${pattern}" placeholder="HTTPProxy/shop/*" /></label
      ><button>Show</button>
    </form>
    ${mistake !== undefined && html`<p class="bad" role="alert">${mistake}.</p>`}
    <p class="dim" role="status">
      ${
        trace.watch === undefined
          ? 'Changes are followed only while somebody on this machine looks (kubectl port-forward counts).'
          : 'Each change from here on is followed, from the event of its source to the answers of the Envoys, as long as this page is open.'
      }
      ${lost > 0 && ` ${lost} steps are missing: there were too many.`}
    </p>
    ${table('Changes, newest first', ['Change', 'Seen (UTC)', 'Object', 'From event to last answer', 'ms', 'Envoys'], rows, 'Nothing has changed since somebody looks.')}
    <p class="dim"><span class="key work"></span> at work <span class="key wait"></span> waiting for an Envoy</p>`;
  return found('/ui/timeline', 'Timeline', body, true);
}
