// Good objects to begin with: the fuzzer keeps most of one and changes it here and there, so that what comes out is often
// good but for one thing. Names are those of test/fuzz/world.ts. A kind without any is made from its schema alone.
import type { KindName } from '../../src/model/kinds/index.ts';

type Fields = Readonly<Record<string, unknown>>;

const services = [{ name: 'web', port: 80 }];
const route = { conditions: [{ prefix: '/' }], services };

function proxy(fqdn: string, more: Fields, tls?: Fields): Fields {
  return { spec: { virtualhost: { fqdn, ...(tls && { tls }) }, ...more } };
}

const parentRefs = [{ name: 'edge' }];
const backendRefs = [{ name: 'web', port: 80 }];
const certificateRefs = [{ name: 'tls' }];

const gatewaySeeds: Partial<Record<KindName, readonly Fields[]>> = {
  GatewayClass: [{ spec: { controllerName: 'nuncio.dev/shared-gateway-controller' } }],
  Gateway: [
    { spec: { gatewayClassName: 'nuncio', listeners: [{ name: 'http', port: 18_081, protocol: 'HTTP' }] } },
    {
      spec: {
        gatewayClassName: 'nuncio',
        addresses: [{ type: 'IPAddress', value: '127.0.0.1' }],
        listeners: [
          { name: 'http', port: 18_082, protocol: 'HTTP', hostname: '*.fuzz.test' },
          { name: 'https', port: 18_443, protocol: 'HTTPS', hostname: 'a.fuzz.test', tls: { certificateRefs } },
          { name: 'through', port: 18_444, protocol: 'TLS', tls: { mode: 'Passthrough' } },
          { name: 'tcp', port: 18_445, protocol: 'TCP', allowedRoutes: { namespaces: { from: 'All' } } },
          { name: 'udp', port: 18_445, protocol: 'UDP' },
        ],
      },
    },
  ],
  ListenerSet: [
    {
      spec: {
        parentRef: { name: 'edge' },
        listeners: [
          { name: 'more', port: 18_090, protocol: 'HTTP', hostname: 'b.fuzz.test' },
          { name: 'tls', port: 18_091, protocol: 'HTTPS', tls: { certificateRefs } },
        ],
      },
    },
  ],
  HTTPRoute: [
    { spec: { parentRefs, rules: [{ backendRefs }] } },
    {
      spec: {
        parentRefs: [{ name: 'edge', sectionName: 'https' }],
        hostnames: ['a.fuzz.test', '*.fuzz.test'],
        rules: [
          {
            matches: [
              { path: { type: 'PathPrefix', value: '/a' }, method: 'GET' },
              { headers: [{ name: 'x-a', value: 'v' }], queryParams: [{ name: 'q', value: '1' }] },
            ],
            filters: [
              { type: 'RequestHeaderModifier', requestHeaderModifier: { set: [{ name: 'x-a', value: '%1' }] } },
              { type: 'ResponseHeaderModifier', responseHeaderModifier: { remove: ['x-b'] } },
              { type: 'URLRewrite', urlRewrite: { path: { type: 'ReplacePrefixMatch', replacePrefixMatch: '/b' } } },
              { type: 'RequestMirror', requestMirror: { backendRef: { name: 'api', port: 80 }, percent: 42 } },
              { type: 'CORS', cors: { allowOrigins: ['https://a.fuzz.test'], allowCredentials: true } },
            ],
            backendRefs: [
              { name: 'web', port: 80, weight: 9 },
              { name: 'api', port: 80, weight: 1 },
            ],
            timeouts: { request: '10s', backendRequest: '2s' },
            retry: { codes: [500], attempts: 2, backoff: '100ms' },
          },
          {
            matches: [{ path: { type: 'RegularExpression', value: '/r.*' } }],
            filters: [{ type: 'RequestRedirect', requestRedirect: { scheme: 'https', statusCode: 301, port: 8443 } }],
          },
          { matches: [{ path: { type: 'Exact', value: '/e' } }], backendRefs: [{ name: 'gone', port: 1 }] },
          {
            name: 'r',
            matches: [{ path: { type: 'Exact', value: '/f' } }],
            filters: [
              { type: 'ExtensionRef', extensionRef: { group: 'nuncio.dev', kind: 'TrafficPolicy', name: 'o0' } },
            ],
            backendRefs,
          },
        ],
      },
    },
  ],
  GRPCRoute: [
    {
      spec: {
        parentRefs,
        hostnames: ['c.fuzz.test'],
        rules: [
          {
            matches: [
              { method: { service: 'shop.Cart', method: 'Add' }, headers: [{ name: 'x-a', value: 'v' }] },
              { method: { type: 'RegularExpression', service: 'shop\\..*' } },
            ],
            backendRefs,
          },
        ],
      },
    },
  ],
  TLSRoute: [{ spec: { parentRefs, hostnames: ['d.fuzz.test', '*.d.fuzz.test'], rules: [{ backendRefs }] } }],
  TCPRoute: [{ spec: { parentRefs, rules: [{ backendRefs }] } }],
  UDPRoute: [{ spec: { parentRefs, rules: [{ backendRefs: [{ name: 'dns', port: 53 }] }] } }],
  BackendTLSPolicy: [
    {
      spec: {
        targetRefs: [{ group: '', kind: 'Service', name: 'api' }],
        validation: {
          hostname: 'api.fuzz.test',
          caCertificateRefs: [{ group: '', kind: 'ConfigMap', name: 'ca' }],
          subjectAltNames: [{ type: 'Hostname', hostname: 'api.fuzz.test' }],
        },
      },
    },
  ],
  TrafficPolicy: [
    {
      spec: {
        targetRefs: [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'edge' }],
        ipRules: { deny: [{ source: 'Remote', cidr: '198.51.100.0/24' }] },
        localRateLimit: {
          requests: 10,
          unit: 'second',
          burst: 5,
          responseHeadersToAdd: [{ name: 'x-a', value: '1%' }],
        },
        globalRateLimit: { descriptors: [{ entries: [{ remoteAddress: {} }, { genericKey: { value: 'a' } }] }] },
        retry: { count: 3, retryOn: ['5xx'], perTryTimeout: '1s' },
        timeouts: { request: '10s', idle: 'infinity' },
        cors: { allowOrigins: ['https://a.fuzz.test'], allowMethods: ['GET'] },
        requestBody: { maxBytes: 1000, buffer: true },
        errorPages: [{ statusCodes: ['5xx'], body: 'sorry' }],
      },
    },
    {
      spec: {
        mode: 'Override',
        targetRefs: ['o0', 'o1', 'o2'].map((name) => ({ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', name })),
        jwt: { providers: [{ name: 'a', issuer: 'i', remoteJWKS: { uri: 'https://keys.fuzz.test/', timeout: '1s' } }] },
        authorization: {
          backendRef: { name: 'web', port: 80 },
          serviceType: 'http',
          httpSettings: { pathPrefix: '/check', allowedUpstreamHeaders: [{ prefix: 'x-' }] },
          withRequestBody: { maxRequestBytes: 10 },
        },
      },
    },
    {
      spec: { authorization: { backendRef: { name: 'web', port: 80 }, context: { a: 'b' } }, jwt: { disabled: true } },
    },
  ],
  BackendPolicy: [
    {
      spec: {
        targetRefs: [{ group: '', kind: 'Service', name: 'web' }],
        loadBalancing: {
          strategy: 'RequestHash',
          requestHashPolicies: [{ headerHashOptions: { headerName: 'x-a' }, terminal: true }, { hashSourceIP: true }],
        },
        healthCheck: { http: { path: '/h', expectedStatuses: [{ start: 200, end: 300 }] }, intervalSeconds: 5 },
        circuitBreakers: { maxConnections: 5, perHostMaxConnections: 2 },
        outlierDetection: { consecutive5xx: 3, interval: '5s', maxEjectionPercent: 50 },
        connection: { connectTimeout: '1s', idleTimeout: '1m', tcpKeepalive: { probes: 3 } },
      },
    },
    {
      spec: {
        targetRefs: [{ group: '', kind: 'Service', name: 'api' }],
        loadBalancing: { strategy: 'Cookie', cookie: { name: 'c', ttl: '1h', sameSite: 'Lax' } },
        healthCheck: { grpc: { service: 'a' } },
        slowStart: { window: '30s', aggression: '1.5' },
      },
    },
  ],
  ReferenceGrant: [
    {
      spec: {
        from: [{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', namespace: 'fuzz' }],
        to: [{ group: '', kind: 'Service' }],
      },
    },
  ],
};

const mapping = (more: Fields): Fields => ({ spec: { hostname: '*', prefix: '/m/', service: 'web', ...more } });

const ambassadorSeeds: Partial<Record<KindName, readonly Fields[]>> = {
  Listener: [
    { spec: { port: 18_180, protocol: 'HTTP', securityModel: 'XFP', hostBinding: { namespace: { from: 'ALL' } } } },
    {
      spec: {
        port: 18_543,
        protocolStack: ['PROXY', 'TLS', 'HTTP', 'TCP'],
        securityModel: 'SECURE',
        hostBinding: { namespace: { from: 'SELF' } },
      },
    },
  ],
  Host: [
    {
      spec: {
        hostname: 'a.fuzz.test',
        tlsSecret: { name: 'tls' },
        tls: { ca_secret: 'ca', min_tls_version: 'v1.2', alpn_protocols: 'h2, http/1.1' },
        requestPolicy: { insecure: { action: 'Redirect' } },
      },
    },
    { spec: { hostname: '*.fuzz.test', requestPolicy: { insecure: { action: 'Route' } } } },
  ],
  Mapping: [
    mapping({}),
    mapping({
      rewrite: '/n/',
      timeout_ms: 1000,
      retry_policy: { retry_on: '5xx', num_retries: 2, per_try_timeout: '1s' },
      cors: { origins: ['https://a.fuzz.test'], methods: ['GET'], credentials: true, max_age: '600' },
      circuit_breakers: [{ max_connections: 10, priority: 'high' }],
      weight: 30,
    }),
    mapping({
      hostname: 'a.fuzz.test',
      prefix: '/(x|y)/.*',
      prefix_regex: true,
      regex_rewrite: { pattern: '/x/(.*)', substitution: '/\\1' },
      headers: { 'x-a': 'v' },
      regex_query_parameters: { q: '[0-9]+' },
      add_request_headers: { 'x-b': { value: '%REQ(x-c)%', append: false } },
      remove_response_headers: ['server'],
    }),
    mapping({
      resolver: 'endpoint',
      load_balancer: { policy: 'ring_hash', cookie: { name: 'sticky', path: '/', ttl: '60s' } },
      health_checks: [
        { interval: '5s', health_check: { http: { path: '/ok', expected_statuses: [{ min: 200, max: 299 }] } } },
      ],
    }),
    mapping({ prefix: '/shadow/', shadow: true, service: 'https://api:80', tls: 'o0', host_rewrite: 'b.fuzz.test' }),
    mapping({ prefix: '/gone/', host_redirect: true, path_redirect: '/there', redirect_response_code: 302 }),
    mapping({
      prefix: '/l/',
      labels: {
        ambassador: [
          { first: [{ request_headers: { key: 'user', header_name: 'x-a' } }, { generic_key: { value: 'v' } }] },
        ],
      },
      error_response_overrides: [{ on_status_code: 404, body: { text_format: '%RESPONSE_CODE%' } }],
      allow_upgrade: ['websocket'],
      keepalive: { time: 10, interval: 5, probes: 3 },
    }),
  ],
  TCPMapping: [
    { spec: { port: 18_180, service: 'web:80' } },
    {
      spec: {
        port: 18_543,
        host: 'a.fuzz.test',
        service: 'api:80',
        weight: 20,
        circuit_breakers: [{ max_connections: 3 }],
      },
    },
  ],
  TLSContext: [
    {
      spec: {
        hosts: ['b.fuzz.test'],
        secret: 'tls',
        min_tls_version: 'v1.2',
        cipher_suites: ['ECDHE-RSA-AES128-GCM-SHA256'],
      },
    },
    { spec: { secret: 'tls', ca_secret: 'ca', sni: 'api.fuzz.test', cert_required: true } },
  ],
  Module: [
    {
      spec: {
        config: {
          gzip: { compression_level: 'BEST', content_type: ['text/plain'] },
          ip_deny: [{ peer: '192.0.2.0/24' }],
          load_balancer: { policy: 'least_request' },
          lua_scripts: 'function envoy_on_response(handle) end',
          retry_policy: { retry_on: '5xx' },
          envoy_log_type: 'json',
          envoy_log_format: { path: '%REQ(:PATH)%' },
          cors: { origins: ['*'] },
        },
      },
    },
  ],
  AuthService: [
    {
      spec: {
        auth_service: 'web',
        path_prefix: '/check',
        allowed_request_headers: ['x-a'],
        include_body: { max_bytes: 100, allow_partial: true },
      },
    },
    { spec: { auth_service: 'api:80', proto: 'grpc', protocol_version: 'v3', failure_mode_allow: true } },
  ],
  RateLimitService: [{ spec: { service: 'api:80', protocol_version: 'v3', timeout_ms: 50, domain: 'ambassador' } }],
  TracingService: [
    {
      spec: {
        service: 'api:80',
        driver: 'zipkin',
        config: { collector_endpoint: '/api/v2/spans' },
        sampling: { overall: 50 },
      },
    },
    {
      spec: {
        service: 'api:80',
        driver: 'opentelemetry',
        custom_tags: [{ tag: 'a', request_header: { name: 'x-a' } }],
      },
    },
  ],
  LogService: [
    {
      spec: {
        service: 'api:80',
        driver: 'http',
        driver_config: { additional_log_headers: [{ header_name: 'x-a' }] },
        grpc: true,
      },
    },
    { spec: { service: 'api:80', driver: 'tcp', flush_interval_time: 5, flush_interval_byte_size: 1024 } },
  ],
  ConsulResolver: [{ spec: { address: '127.0.0.1:8500', datacenter: 'dc1' } }],
};

export const seedsOf: Partial<Record<KindName, readonly Fields[]>> = {
  HTTPProxy: [
    proxy('a.fuzz.test', { routes: [route, { conditions: [{ prefix: '/a' }], services }] }),
    proxy('b.fuzz.test', { routes: [{ ...route, timeoutPolicy: { response: '1s' } }] }, { secretName: 'tls' }),
    proxy('*.fuzz.test', { routes: [{ services: [...services, { name: 'api', port: 80, weight: 5 }] }] }),
    proxy('c.fuzz.test', { includes: [{ name: 'o1', conditions: [{ prefix: '/in' }] }], routes: [route] }),
    proxy('d.fuzz.test', { tcpproxy: { services } }, { passthrough: true }),
    proxy('e.fuzz.test', { routes: [{ requestRedirectPolicy: { hostname: 'x.fuzz.test', statusCode: 301 } }] }),
    proxy('f.fuzz.test', { routes: [{ directResponsePolicy: { statusCode: 200, body: 'hello' } }] }),
    { spec: { routes: [{ conditions: [{ exact: '/x' }, { header: { name: 'x-a', exact: 'v' } }], services }] } },
    proxy(
      'g.fuzz.test',
      {
        routes: [
          {
            conditions: [{ regex: '/r.*' }, { queryParameter: { name: 'q', exact: '1' } }],
            services: [{ name: 'web', port: 80, requestHeadersPolicy: { set: [{ name: 'x-a', value: 'v' }] } }],
            retryPolicy: { count: 2, perTryTimeout: '1s', retryOn: ['5xx'] },
            loadBalancerPolicy: { strategy: 'Cookie' },
            pathRewritePolicy: { replacePrefix: [{ replacement: '/new' }] },
            rateLimitPolicy: { local: { requests: 5, unit: 'second' } },
          },
        ],
      },
      { secretName: 'tls', clientValidation: { caSecret: 'ca' } },
    ),
    proxy('h.fuzz.test', {
      virtualhost: {
        fqdn: 'h.fuzz.test',
        tls: { secretName: 'tls' },
        corsPolicy: { allowOrigin: ['*'], allowMethods: ['GET'], maxAge: '10m' },
        jwtProviders: [
          {
            name: 'p',
            default: true,
            remoteJWKS: { uri: 'http://keys.fuzz.test/jwks', timeout: '1s', cacheDuration: '5m' },
          },
        ],
        ipAllowPolicy: [{ source: 'Peer', cidr: '10.0.0.0/8' }],
        authorization: { extensionRef: { name: 'o0', namespace: 'fuzz' } },
      },
      routes: [route],
    }),
  ],
  Ingress: [
    {
      spec: {
        rules: [
          {
            host: 'i.fuzz.test',
            http: {
              paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'web', port: { number: 80 } } } }],
            },
          },
        ],
      },
    },
    {
      spec: {
        tls: [{ hosts: ['j.fuzz.test'], secretName: 'tls' }],
        rules: [
          {
            host: 'j.fuzz.test',
            http: {
              paths: [
                {
                  path: '/a/.*',
                  pathType: 'ImplementationSpecific',
                  backend: { service: { name: 'api', port: { name: 'http' } } },
                },
              ],
            },
          },
        ],
      },
    },
    { spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } } },
  ],
  Service: [{ spec: { ports: [{ name: 'http', port: 80, protocol: 'TCP' }] } }],
  EndpointSlice: [
    {
      addressType: 'IPv4',
      ports: [{ name: 'http', port: 8080, protocol: 'TCP' }],
      endpoints: [{ addresses: ['10.9.9.9'], conditions: { ready: true } }],
    },
  ],
  ExtensionService: [{ spec: { services: [{ name: 'web', port: 80 }], protocol: 'h2c' } }],
  TLSCertificateDelegation: [{ spec: { delegations: [{ secretName: 'tls', targetNamespaces: ['*'] }] } }],
  ...gatewaySeeds,
  ...ambassadorSeeds,
};
