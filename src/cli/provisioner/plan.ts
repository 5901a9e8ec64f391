// Which objects a Gateway's fleet of Envoys consists of. In: the Gateway, how its fleet shall be deployed, the certificate
// of its Envoys. Out: manifests, whole. Pure: equal input is equal output, in the same order.
// Must hold: what people say in spec.infrastructure and EnvoyFleet never replaces what the fleet needs to work (selectors,
// ports, security); every name comes from src/model/gateway-fleet.ts.
import {
  fleetCluster,
  fleetName,
  GATEWAY_CLASS_NAME_LABEL,
  GATEWAY_NAME_LABEL,
  nameLabel,
} from '../../model/gateway-fleet.ts';
import type { EnvoyFleetSpec } from '../../model/kinds/envoy-fleet.ts';
import { bootstrap, tlsSecretFiles } from '../../xds/bootstrap.ts';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: ManifestKind;
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
    readonly ownerReferences: readonly object[];
  };
  readonly [field: string]: unknown;
}

/** In the order in which they are made: a Pod finds what it mounts. */
export const manifestKinds = ['ServiceAccount', 'Secret', 'ConfigMap', 'Deployment', 'DaemonSet', 'Service'] as const;
export type ManifestKind = (typeof manifestKinds)[number];

export interface FleetSettings {
  /** Where Envoys find nuncio: a DNS name or an IP. */
  readonly xdsAddress: string;
  readonly xdsPort: number;
  readonly envoyImage: string;
  /** For the shutdown-manager beside Envoy. */
  readonly nuncioImage: string;
}

export interface FleetGateway {
  readonly name: string;
  readonly namespace: string;
  readonly uid: string;
  readonly className: string;
  readonly apiVersion: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Of spec.addresses, those of type IPAddress with a value. */
  readonly addresses: readonly string[];
  readonly ports: readonly { readonly port: number; readonly protocol: 'TCP' | 'UDP' }[];
}

export interface FleetCertificate {
  /** PEM of all CAs to trust. */
  readonly bundle: string;
  readonly certificate: string;
  readonly key: string;
}

/** The Gateway's EnvoyFleet over that of its class, field by field. */
export function mergeFleets(ofClass: EnvoyFleetSpec, ofGateway: EnvoyFleetSpec): EnvoyFleetSpec {
  return {
    workload: { ...ofClass.workload, ...ofGateway.workload },
    service: { ...ofClass.service, ...ofGateway.service },
  };
}

/** Value of the label `app.kubernetes.io/managed-by`. */
export const MANAGED_BY = 'nuncio-gateway-provisioner';

export function planFleet(
  gateway: FleetGateway,
  fleet: EnvoyFleetSpec,
  certificate: FleetCertificate,
  settings: FleetSettings,
): readonly Manifest[] {
  const name = fleetName(gateway.name);
  const selector = {
    'app.kubernetes.io/name': 'envoy',
    [GATEWAY_NAME_LABEL]: nameLabel(gateway.name),
  };
  const labels = {
    ...gateway.labels,
    ...selector,
    'app.kubernetes.io/managed-by': MANAGED_BY,
    [GATEWAY_CLASS_NAME_LABEL]: nameLabel(gateway.className),
  };
  const manifest = (
    apiVersion: string,
    kind: ManifestKind,
    fields: Readonly<Record<string, unknown>>,
    annotations: Readonly<Record<string, string>> = {},
  ): Manifest => ({
    apiVersion,
    kind,
    metadata: {
      name,
      namespace: gateway.namespace,
      labels,
      annotations: { ...annotations, ...gateway.annotations },
      ownerReferences: [
        {
          apiVersion: gateway.apiVersion,
          kind: 'Gateway',
          name: gateway.name,
          uid: gateway.uid,
          controller: true,
        },
      ],
    },
    ...fields,
  });
  const { ports } = gateway;
  return [
    // Envoy asks the API server for nothing.
    manifest('v1', 'ServiceAccount', { automountServiceAccountToken: false }),
    manifest('v1', 'Secret', {
      type: 'kubernetes.io/tls',
      data: {
        'ca.crt': base64(certificate.bundle),
        'tls.crt': base64(certificate.certificate),
        'tls.key': base64(certificate.key),
      },
    }),
    manifest('v1', 'ConfigMap', { data: configuration(settings) }),
    workload(),
    // A Service without ports is none; the Gateway says what is wrong with its listeners.
    ...(ports.length === 0 ? [] : [manifest('v1', 'Service', { spec: serviceSpec() }, fleet.service?.annotations)]),
  ];

  function workload(): Manifest {
    const { kind = 'Deployment', replicas, podLabels = {}, podAnnotations = {} } = fleet.workload ?? {};
    const template = {
      metadata: {
        labels: { ...podLabels, ...labels },
        annotations: { ...podAnnotations, ...gateway.annotations },
      },
      spec: podSpec(gateway, fleet, settings),
    };
    return kind === 'DaemonSet'
      ? manifest('apps/v1', 'DaemonSet', { spec: { selector: { matchLabels: selector }, template } })
      : manifest('apps/v1', 'Deployment', {
          spec: {
            // Absent it is an autoscaler's, and 1 at first.
            ...(replicas === undefined ? {} : { replicas }),
            strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
            selector: { matchLabels: selector },
            template,
          },
        });
  }

  function serviceSpec(): object {
    const {
      type = 'LoadBalancer',
      externalTrafficPolicy,
      loadBalancerClass,
      allocateLoadBalancerNodePorts,
    } = fleet.service ?? {};
    const [loadBalancerIP] = gateway.addresses;
    return {
      type,
      selector,
      ports: ports.map(({ port, protocol }) => ({
        name: `${protocol.toLowerCase()}-${port}`,
        port,
        targetPort: port,
        protocol,
      })),
      ...(type === 'ClusterIP' ? {} : { externalTrafficPolicy: externalTrafficPolicy ?? 'Local' }),
      ...(type === 'LoadBalancer' && {
        ...(loadBalancerIP === undefined ? {} : { loadBalancerIP }),
        ...(loadBalancerClass === undefined ? {} : { loadBalancerClass }),
        ...(allocateLoadBalancerNodePorts === undefined ? {} : { allocateLoadBalancerNodePorts }),
      }),
    };
  }
}

const folders = { config: '/config', certs: '/certs', admin: '/admin' };
const adminSocket = `${folders.admin}/admin.sock`;

function configuration({ xdsAddress, xdsPort }: FleetSettings): Record<string, string> {
  const secrets = tlsSecretFiles({
    caFile: `${folders.certs}/ca.crt`,
    certFile: `${folders.certs}/tls.crt`,
    keyFile: `${folders.certs}/tls.key`,
  });
  const text = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  return {
    'envoy.json': text(
      bootstrap({
        xdsAddress,
        xdsPort,
        admin: { kind: 'pipe', path: adminSocket },
        tls: {
          certificateSdsFile: `${folders.config}/xds-certificate.json`,
          validationSdsFile: `${folders.config}/xds-validation.json`,
        },
      }),
    ),
    'xds-certificate.json': text(secrets.certificate),
    'xds-validation.json': text(secrets.validation),
  };
}

const restricted = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

function podSpec(gateway: FleetGateway, fleet: EnvoyFleetSpec, settings: FleetSettings): object {
  const { image, imagePullSecrets, concurrency, logLevel, resources, nodeSelector, tolerations, priorityClassName } =
    fleet.workload ?? {};
  const shutdownPort = freePort(gateway);
  const mount = (name: keyof typeof folders, readOnly: boolean): object => ({
    name,
    mountPath: folders[name],
    ...(readOnly && { readOnly }),
  });
  return {
    serviceAccountName: fleetName(gateway.name),
    automountServiceAccountToken: false,
    // As long as clients may take to leave; the shutdown-manager ends the Pod as soon as they have.
    terminationGracePeriodSeconds: 300,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: 65534,
      runAsGroup: 65534,
      seccompProfile: { type: 'RuntimeDefault' },
      // Envoy listens on the Gateway's own ports, whatever they are. One of the sysctls that every cluster allows.
      sysctls: [{ name: 'net.ipv4.ip_unprivileged_port_start', value: '0' }],
    },
    ...(imagePullSecrets && { imagePullSecrets: imagePullSecrets.map((name) => ({ name })) }),
    ...(nodeSelector && { nodeSelector }),
    ...(tolerations && { tolerations }),
    ...(priorityClassName !== undefined && { priorityClassName }),
    containers: [
      // No liveness probe: a restart would run the hook, and drain an Envoy that is to live.
      {
        name: 'shutdown-manager',
        image: settings.nuncioImage,
        args: ['shutdown-manager', `--port=${shutdownPort}`],
        ports: [{ name: 'shutdown', containerPort: shutdownPort }],
        lifecycle: { preStop: { exec: { command: ['node', '/nuncio/main.js', 'shutdown'] } } },
        securityContext: restricted,
        volumeMounts: [mount('admin', false)],
      },
      {
        name: 'envoy',
        image: image ?? settings.envoyImage,
        args: [
          '-c',
          `${folders.config}/envoy.json`,
          '--service-cluster',
          fleetCluster(gateway.namespace, gateway.name),
          '--service-node',
          '$(POD_NAME)',
          '--log-level',
          logLevel ?? 'info',
          ...(concurrency === undefined ? [] : ['--concurrency', String(concurrency)]),
        ],
        env: [{ name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
        ...(gateway.ports.length > 0 && {
          ports: gateway.ports.map(({ port, protocol }) => ({
            name: `${protocol.toLowerCase()}-${port}`,
            containerPort: port,
            protocol,
          })),
        }),
        ...(resources && { resources }),
        // Envoy is ready once nuncio has told it everything; the shutdown-manager asks it.
        readinessProbe: { httpGet: { path: '/ready', port: shutdownPort }, periodSeconds: 3, timeoutSeconds: 3 },
        lifecycle: { preStop: { httpGet: { path: '/shutdown', port: shutdownPort } } },
        securityContext: restricted,
        volumeMounts: [mount('config', true), mount('admin', false), mount('certs', true)],
      },
    ],
    volumes: [
      { name: 'admin', emptyDir: {} },
      { name: 'config', configMap: { name: fleetName(gateway.name) } },
      { name: 'certs', secret: { secretName: fleetName(gateway.name) } },
    ],
  };
}

/** One that no listener of the Gateway takes. */
function freePort({ ports }: FleetGateway): number {
  const taken = new Set(ports.map(({ port }) => port));
  let port = 8090;
  while (taken.has(port)) port += 1;
  return port;
}

function base64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64');
}
