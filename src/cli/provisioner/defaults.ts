// What holds unless somebody says otherwise, for the command and for `serve`.

export const provisionerDefaults = {
  controllerName: 'nuncio.dev/gateway-controller',
  xdsPort: 18000,
  envoyImage: 'envoyproxy/envoy:distroless-v1.40.0',
  nuncioImage: 'nuncio:0.1.0',
  leaseName: 'nuncio-gateway-provisioner',
  lease: { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 },
} as const;
