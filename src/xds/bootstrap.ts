// Envoy's bootstrap as JSON (protobuf field names): where its control plane is, its admin interface, and the settings
// that keep updates and start-up cheap with tens of thousands of hosts. Everything else comes over one ADS stream.

import type { DnsLookupFamily } from '../model/envoy-settings.ts';

export interface BootstrapOptions {
  readonly nodeId?: string;
  readonly nodeCluster?: string;
  /** Zone of the Envoy: endpoints there get all requests to Services that ask for it. */
  readonly zone?: string;
  readonly xdsAddress: string;
  readonly xdsPort: number;
  /** Names of file-based SDS resources (`tlsSecretFiles`); absent: plain text. */
  readonly tls?: { readonly certificateSdsFile: string; readonly validationSdsFile: string };
  readonly admin:
    | { readonly kind: 'pipe'; readonly path: string }
    | { readonly kind: 'tcp'; readonly address: string; readonly port: number };
  /** Name of the xDS server's cluster, and what its certificate must be for. Absent: `nuncio`. */
  readonly serverName?: string;
  /** How the xDS server's name is looked up. Absent: Envoy's default. */
  readonly dnsLookupFamily?: DnsLookupFamily;
  /** Envoy tells nuncio how many requests fail, for canaries. Absent: false. */
  readonly loadReports?: boolean;
  readonly overload?: {
    /** From 95 % of it Envoy gives memory back, from 98 % it refuses requests. */
    readonly maxHeapSizeBytes?: number;
    /** Of all listeners together. */
    readonly maxDownstreamConnections?: number;
  };
}

/** Name under which the xDS server's certificate must be valid, unless another is given. */
export const XDS_SERVER_NAME = 'nuncio';

/** Static cluster of Envoy's own admin interface, which the listeners for operators show parts of. */
export const ADMIN_CLUSTER = 'envoy-admin';

export function bootstrap(options: BootstrapOptions): Record<string, unknown> {
  const adsSource = { ads: {}, resource_api_version: 'V3' };
  const serverName = options.serverName ?? XDS_SERVER_NAME;
  const isIp = /^[\d.]+$/.test(options.xdsAddress) || options.xdsAddress.includes(':');
  return {
    ...node(options),
    ...clusterManager(options, serverName),
    dynamic_resources: {
      ads_config: {
        api_type: 'DELTA_GRPC',
        transport_api_version: 'V3',
        set_node_on_first_message_only: true,
        grpc_services: [
          {
            envoy_grpc: { cluster_name: serverName, authority: serverName },
            // Envoy's own limit is 30 s: too long to wait for a control plane that is back.
            retry_policy: { retry_back_off: { base_interval: '0.25s', max_interval: '5s' } },
          },
        ],
      },
      // Without its listeners an Envoy is not ready, however long nuncio takes; by default it would be after 15 s.
      lds_config: { ...adsSource, initial_fetch_timeout: '0s' },
      cds_config: { ...adsSource, initial_fetch_timeout: '0s' },
    },
    static_resources: {
      clusters: [
        {
          name: serverName,
          type: isIp ? 'STATIC' : 'STRICT_DNS',
          ...(options.dnsLookupFamily ? { dns_lookup_family: dnsFamilies[options.dnsLookupFamily] } : {}),
          connect_timeout: '5s',
          typed_extension_protocol_options: {
            'envoy.extensions.upstreams.http.v3.HttpProtocolOptions': {
              '@type': 'type.googleapis.com/envoy.extensions.upstreams.http.v3.HttpProtocolOptions',
              explicit_http_config: {
                // A control plane that vanished without a FIN is noticed within 40 s.
                http2_protocol_options: { connection_keepalive: { interval: '30s', timeout: '10s' } },
              },
            },
          },
          load_assignment: {
            cluster_name: serverName,
            endpoints: [
              {
                lb_endpoints: [
                  {
                    endpoint: {
                      address: { socket_address: { address: options.xdsAddress, port_value: options.xdsPort } },
                    },
                  },
                ],
              },
            ],
          },
          ...(options.tls ? { transport_socket: xdsTransportSocket(options.tls, serverName) } : {}),
        },
        adminCluster(options.admin),
        ...(options.zone === undefined ? [] : [selfCluster(options.zone)]),
      ],
    },
    admin: {
      address:
        options.admin.kind === 'pipe'
          ? { pipe: { path: options.admin.path, mode: 0o644 } }
          : { socket_address: { address: options.admin.address, port_value: options.admin.port } },
    },
    // Statistics of 10,000 clusters are made when first used: halves the time of a cold start.
    deferred_stat_options: { enable_deferred_creation_stats: true },
    layered_runtime: {
      layers: [
        // Envoy refuses regular expressions of more than 100 instructions by default; what they may cost is checked by us.
        { name: 'nuncio', static_layer: { 're2.max_program_size.error_level': 1_048_576 } },
        // Waits for its first values as long as for everything else that comes by ADS, but not longer than this.
        {
          name: 'dynamic',
          rtds_layer: { name: 'dynamic', rtds_config: { ...adsSource, initial_fetch_timeout: '5s' } },
        },
        { name: 'admin', admin_layer: {} },
      ],
    },
    ...(options.overload ? { overload_manager: overloadManager(options.overload) } : {}),
    default_regex_engine: {
      name: 'envoy.regex_engines.google_re2',
      typed_config: { '@type': 'type.googleapis.com/envoy.extensions.regex_engines.v3.GoogleRE2' },
    },
  };
}

function node({ nodeId, nodeCluster, zone }: BootstrapOptions): Record<string, unknown> {
  if (nodeId === undefined && zone === undefined) return {};
  return {
    node: {
      ...(nodeId === undefined ? {} : { id: nodeId, cluster: nodeCluster ?? nodeId }),
      ...(zone === undefined ? {} : { locality: { zone } }),
    },
  };
}

function clusterManager({ zone, loadReports }: BootstrapOptions, serverName: string): Record<string, unknown> {
  const reports = {
    load_stats_config: {
      api_type: 'GRPC',
      transport_api_version: 'V3',
      grpc_services: [{ envoy_grpc: { cluster_name: serverName, authority: serverName } }],
    },
  };
  const manager = {
    ...(zone !== undefined && { local_cluster_name: SELF_CLUSTER }),
    ...(loadReports === true && reports),
  };
  return Object.keys(manager).length === 0 ? {} : { cluster_manager: manager };
}

const SELF_CLUSTER = 'nuncio-self';

/** The Envoys that this one counts itself among, which is what Envoy looks at zones for. Nothing is ever sent there. */
function selfCluster(zone: string): Record<string, unknown> {
  const address = { socket_address: { address: '127.0.0.1', port_value: 1 } };
  return {
    name: SELF_CLUSTER,
    type: 'STATIC',
    connect_timeout: '0.25s',
    load_assignment: {
      cluster_name: SELF_CLUSTER,
      endpoints: [{ locality: { zone }, lb_endpoints: [{ endpoint: { address } }] }],
    },
  };
}

const dnsFamilies = { auto: 'AUTO', v4: 'V4_ONLY', v6: 'V6_ONLY', all: 'ALL' } as const;

function adminCluster(admin: BootstrapOptions['admin']): Record<string, unknown> {
  // A wildcard address is reached by loopback.
  const address =
    admin.kind === 'pipe'
      ? { pipe: { path: admin.path } }
      : { socket_address: { address: loopback[admin.address] ?? admin.address, port_value: admin.port } };
  return {
    name: ADMIN_CLUSTER,
    type: 'STATIC',
    connect_timeout: '0.25s',
    load_assignment: { cluster_name: ADMIN_CLUSTER, endpoints: [{ lb_endpoints: [{ endpoint: { address } }] }] },
  };
}

const loopback: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

function overloadManager(limits: NonNullable<BootstrapOptions['overload']>): Record<string, unknown> {
  const { maxHeapSizeBytes, maxDownstreamConnections } = limits;
  const monitor = (name: string, type: string, config: Record<string, number>) => ({
    name: `envoy.resource_monitors.${name}`,
    typed_config: { '@type': `type.googleapis.com/envoy.extensions.resource_monitors.${type}`, ...config },
  });
  const action = (name: string, value: number) => ({
    name: `envoy.overload_actions.${name}`,
    triggers: [{ name: 'envoy.resource_monitors.fixed_heap', threshold: { value } }],
  });
  return {
    refresh_interval: '0.25s',
    resource_monitors: [
      ...(maxHeapSizeBytes
        ? [monitor('fixed_heap', 'fixed_heap.v3.FixedHeapConfig', { max_heap_size_bytes: maxHeapSizeBytes })]
        : []),
      ...(maxDownstreamConnections
        ? [
            monitor('global_downstream_max_connections', 'downstream_connections.v3.DownstreamConnectionsConfig', {
              max_active_downstream_connections: maxDownstreamConnections,
            }),
          ]
        : []),
    ],
    actions: maxHeapSizeBytes ? [action('shrink_heap', 0.95), action('stop_accepting_requests', 0.98)] : [],
  };
}

function xdsTransportSocket(tls: NonNullable<BootstrapOptions['tls']>, serverName: string): Record<string, unknown> {
  const fromFile = (path: string) => ({
    path_config_source: { path },
    resource_api_version: 'V3',
  });
  return {
    name: 'envoy.transport_sockets.tls',
    typed_config: {
      '@type': 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.UpstreamTlsContext',
      sni: serverName,
      common_tls_context: {
        tls_params: { tls_minimum_protocol_version: 'TLSv1_3', tls_maximum_protocol_version: 'TLSv1_3' },
        alpn_protocols: ['h2'],
        tls_certificate_sds_secret_configs: [{ name: 'xds_certificate', sds_config: fromFile(tls.certificateSdsFile) }],
        validation_context_sds_secret_config: {
          name: 'xds_validation',
          sds_config: fromFile(tls.validationSdsFile),
        },
      },
    },
  };
}

export interface TlsFiles {
  readonly caFile: string;
  readonly certFile: string;
  readonly keyFile: string;
}

/**
 * Contents of the two SDS files that make Envoy read its xDS certificate again when the files beside it change
 * (Envoy reloads file secrets only when they come by SDS with a watched directory).
 */
export function tlsSecretFiles(
  files: TlsFiles,
  serverName = XDS_SERVER_NAME,
): { certificate: unknown; validation: unknown } {
  const directory = (file: string) => ({ path: file.slice(0, Math.max(file.lastIndexOf('/'), 1)) || '.' });
  const type = 'type.googleapis.com/envoy.extensions.transport_sockets.tls.v3.Secret';
  return {
    certificate: {
      resources: [
        {
          '@type': type,
          name: 'xds_certificate',
          tls_certificate: {
            certificate_chain: { filename: files.certFile },
            private_key: { filename: files.keyFile },
            watched_directory: directory(files.certFile),
          },
        },
      ],
    },
    validation: {
      resources: [
        {
          '@type': type,
          name: 'xds_validation',
          validation_context: {
            trusted_ca: { filename: files.caFile },
            watched_directory: directory(files.caFile),
            match_typed_subject_alt_names: [{ san_type: 'DNS', matcher: { exact: serverName } }],
          },
        },
      ],
    },
  };
}
