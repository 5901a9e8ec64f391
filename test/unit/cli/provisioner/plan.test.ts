import test from 'ava';
import { mergeFleets, planFleet, type FleetGateway, type Manifest } from '../../../../src/cli/provisioner/plan.ts';
import type { EnvoyFleetSpec } from '../../../../src/model/kinds/envoy-fleet.ts';

const settings = { xdsAddress: 'nuncio.nuncio.svc', xdsPort: 18000, envoyImage: 'envoy:1', nuncioImage: 'nuncio:1' };
const certificate = { bundle: 'bundle', certificate: 'certificate', key: 'key' };
const web: FleetGateway = {
  name: 'web',
  namespace: 'shop',
  uid: 'uid-1',
  className: 'nuncio',
  apiVersion: 'gateway.networking.k8s.io/v1',
  labels: {},
  annotations: {},
  addresses: [],
  ports: [
    { port: 80, protocol: 'TCP' },
    { port: 53, protocol: 'UDP' },
  ],
};

function plan(gateway: Partial<FleetGateway> = {}, fleet: EnvoyFleetSpec = {}): readonly Manifest[] {
  return planFleet({ ...web, ...gateway }, fleet, certificate, settings);
}

interface Template {
  readonly metadata: { readonly labels: Record<string, string>; readonly annotations: Record<string, string> };
  readonly spec: Record<string, unknown> & {
    readonly containers: readonly (Record<string, unknown> & { readonly name: string })[];
  };
}

interface Spec extends Record<string, unknown> {
  readonly selector: Record<string, unknown>;
  readonly template: Template;
}

function specOf(manifests: readonly Manifest[], kind: string): Spec {
  return manifests.find((each) => each.kind === kind)?.['spec'] as Spec;
}

const envoyOf = (manifests: readonly Manifest[]) =>
  specOf(manifests, 'Deployment').template.spec.containers.find(({ name }) => name === 'envoy');

const argsOf = (manifests: readonly Manifest[]) => (envoyOf(manifests)?.['args'] ?? []) as readonly string[];

test('a fleet: who owns it, where its Envoys connect and as whom, what its Service offers', (t) => {
  const manifests = plan();
  t.deepEqual(
    manifests.map(({ kind, metadata }) => `${kind} ${metadata.namespace}/${metadata.name}`),
    ['ServiceAccount', 'Secret', 'ConfigMap', 'Deployment', 'Service'].map((kind) => `${kind} shop/envoy-web`),
  );
  for (const { metadata } of manifests) {
    t.like(metadata.ownerReferences[0], { kind: 'Gateway', name: 'web', uid: 'uid-1', controller: true });
    t.is(metadata.labels['gateway.networking.k8s.io/gateway-name'], 'web');
  }
  const args = argsOf(manifests);
  t.deepEqual(args.slice(args.indexOf('--service-cluster')).slice(0, 2), ['--service-cluster', 'gateway/shop/web']);
  const configuration = manifests.find(({ kind }) => kind === 'ConfigMap')?.['data'] as Record<string, string>;
  t.regex(configuration['envoy.json'] ?? '', /"address": "nuncio\.nuncio\.svc"/);
  t.like(specOf(manifests, 'Service'), {
    type: 'LoadBalancer',
    externalTrafficPolicy: 'Local',
    ports: [
      { name: 'tcp-80', port: 80, targetPort: 80, protocol: 'TCP' },
      { name: 'udp-53', port: 53, targetPort: 53, protocol: 'UDP' },
    ],
  });
});

test('labels and annotations of spec.infrastructure are on everything, but never replace what selects', (t) => {
  const labels = { team: 'a', 'gateway.networking.k8s.io/gateway-name': 'other', 'app.kubernetes.io/name': 'other' };
  const manifests = plan(
    { labels, annotations: { note: 'b' } },
    { workload: { podLabels: { 'app.kubernetes.io/name': 'x' } } },
  );
  for (const { metadata } of manifests) {
    t.like(metadata.labels, {
      team: 'a',
      'gateway.networking.k8s.io/gateway-name': 'web',
      'app.kubernetes.io/name': 'envoy',
    });
    t.is(metadata.annotations['note'], 'b');
  }
  const { selector, template } = specOf(manifests, 'Deployment');
  t.like(template.metadata.labels, (selector as { matchLabels: Record<string, string> }).matchLabels);
  t.is(template.metadata.labels['team'], 'a');
  t.is(template.metadata.annotations['note'], 'b');
});

test('an EnvoyFleet decides on the workload and the Service; the Gateway’s goes before that of its class', (t) => {
  const ofClass: EnvoyFleetSpec = { workload: { replicas: 2, image: 'class' }, service: { type: 'NodePort' } };
  const ofGateway: EnvoyFleetSpec = {
    workload: { image: 'gateway', concurrency: 3, resources: { limits: { cpu: '1' } } },
  };
  const manifests = plan({}, mergeFleets(ofClass, ofGateway));
  t.is(specOf(manifests, 'Deployment')['replicas'], 2);
  t.like(envoyOf(manifests), { image: 'gateway', resources: { limits: { cpu: '1' } } });
  t.deepEqual(argsOf(manifests).slice(-2), ['--concurrency', '3']);
  t.is(specOf(manifests, 'Service')['type'], 'NodePort');

  const daemons = plan({}, { workload: { kind: 'DaemonSet', replicas: 2 }, service: { type: 'ClusterIP' } });
  t.is(specOf(daemons, 'Deployment'), undefined as unknown as Spec);
  t.false('replicas' in specOf(daemons, 'DaemonSet'));
  t.false('externalTrafficPolicy' in specOf(daemons, 'Service'));
});

test('the number of replicas is an autoscaler’s unless it is given', (t) => {
  t.false('replicas' in specOf(plan(), 'Deployment'));
});

test('addresses: the first is asked for', (t) => {
  t.is(specOf(plan({ addresses: ['192.0.2.1', '192.0.2.2'] }), 'Service')['loadBalancerIP'], '192.0.2.1');
});

test('a Gateway without any port has no Service, and the shutdown-manager leaves its ports to listeners', (t) => {
  t.deepEqual(
    plan({ ports: [] }).filter(({ kind }) => kind === 'Service'),
    [],
  );
  const ports = [8090, 8091].map((port) => ({ port, protocol: 'TCP' as const }));
  t.like(envoyOf(plan({ ports })), { readinessProbe: { httpGet: { port: 8092 } } });
});
