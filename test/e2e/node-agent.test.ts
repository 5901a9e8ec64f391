// The node agent itself: Pods of a Deployment run, answer at their addresses and at those of Services, are logged and end.
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { startCluster, type Cluster, type KubeObject } from '../support/cluster.ts';
import { startNodeAgent, type NodeAgent } from '../support/node/agent.ts';
import { until } from '../support/nuncio.ts';
import { testNeeding } from '../support/skip.ts';

const test = await testNeeding('cluster');

let cluster: Cluster;
let agent: NodeAgent;

const server = `
  const { createServer } = require('node:http');
  const { readFileSync } = require('node:fs');
  const answer = JSON.stringify({
    pod: process.env.POD, args: process.argv.slice(1), user: process.getuid(), host: require('node:os').hostname(),
    secret: readFileSync('/secret/password', 'utf8'), made: readFileSync('/shared/made', 'utf8'),
  });
  createServer((request, response) => { console.log('asked for ' + request.url); response.end(answer); }).listen(80);
`;

const labels = { app: 'echo' };
const meta = (name: string) => ({ name, namespace: 'default' });
const template = {
  metadata: { labels },
  spec: {
    securityContext: { runAsUser: 65534, sysctls: [{ name: 'net.ipv4.ip_unprivileged_port_start', value: '0' }] },
    initContainers: [
      {
        name: 'init',
        image: 'node',
        args: ['-e', "require('node:fs').writeFileSync('/shared/made', 'before')"],
        volumeMounts: [{ name: 'shared', mountPath: '/shared' }],
      },
    ],
    containers: [
      {
        name: 'echo',
        image: 'registry.test/tools/node:1',
        args: ['-e', server, '--', '$(POD)'],
        env: [{ name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
        readinessProbe: { httpGet: { path: '/ready', port: 80 } },
        volumeMounts: [
          { name: 'secret', mountPath: '/secret' },
          { name: 'shared', mountPath: '/shared' },
        ],
      },
    ],
    volumes: [
      { name: 'secret', secret: { secretName: 'echo' } },
      { name: 'shared', emptyDir: {} },
    ],
  },
};
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: meta('echo'),
  spec: { replicas: 2, selector: { matchLabels: labels }, template },
};
const service = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: meta('echo'),
  spec: { type: 'LoadBalancer', selector: labels, ports: [{ port: 80 }] },
};

test.before(async () => {
  cluster = await startCluster();
  agent = await startNodeAgent({ cluster, images: { node: { program: process.execPath } } });
});

test.after.always(async () => {
  await agent?.stop();
  await cluster?.stop();
});

async function ask(url: string): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    get(url, { agent: false }, (answer) => {
      text(answer).then((body) => resolve(JSON.parse(body) as Record<string, unknown>), reject);
    }).once('error', reject);
  });
}

const statusOf = (object: KubeObject | undefined): Record<string, unknown> =>
  (object?.['status'] as Record<string, unknown> | undefined) ?? {};

test.serial('Pods of a Deployment run as their spec says, and answer at their address', async (t) => {
  await cluster.apply([deployment, service]);
  // It waits for its Secret, as with a kubelet.
  await cluster.apply([
    { apiVersion: 'v1', kind: 'Secret', metadata: meta('echo'), stringData: { password: 'secret' } },
  ]);
  await cluster.waitFor(deployment, (object) => statusOf(object)['readyReplicas'] === 2);
  const pods = await cluster.list({ apiVersion: 'v1', kind: 'Pod', namespace: 'default' });
  t.is(pods.length, 2);
  for (const pod of pods) {
    const { name } = pod.metadata;
    t.deepEqual(await ask(`http://${String(statusOf(pod)['podIP'])}/`), {
      pod: name,
      args: [name],
      user: 65534,
      host: name,
      secret: 'secret',
      made: 'before',
    });
  }
});

test.serial('a load balancer leads to all of them, and lines of the log are there by time', async (t) => {
  const found = await cluster.waitFor(service, (object) => 'loadBalancer' in statusOf(object));
  const { ingress } = statusOf(found)['loadBalancer'] as { ingress: { ip: string }[] };
  const script = `fetch('http://${ingress[0]?.ip}/').then((answer) => answer.json()).then(({ pod }) => console.log(pod))`;
  const pods = new Set<string>();
  await until(
    'both Pods have answered',
    async () => pods.add((await cluster.netns.exec(process.execPath, ['-e', script])).trim()),
    (seen) => seen.size === 2,
    30_000,
  );
  const [pod = ''] = pods;
  const logs = `/api/v1/namespaces/default/pods/${pod}/log?container=echo`;
  t.regex((await cluster.fetch(logs)).body, /asked for \/ready\n/);
  const later = encodeURIComponent(new Date(Date.now() + 60_000).toISOString());
  t.is((await cluster.fetch(`${logs}&sinceTime=${later}`)).body, '');
});

test.serial('a Pod that is deleted ends, and another one comes', async (t) => {
  const [pod] = agent.pods;
  await cluster.delete({ apiVersion: 'v1', kind: 'Pod', metadata: { name: pod?.name ?? '', namespace: 'default' } });
  await until(
    'the Pod is another one',
    async () => agent.pods.map(({ name, ready }) => ({ name, ready })),
    (now) => now.length === 2 && now.every(({ name, ready }) => ready && name !== pod?.name),
    30_000,
  );
  t.pass();
});
