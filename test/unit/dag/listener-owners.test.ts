// Whom Envoy's words about a listener of the configuration are told: who sets it, and who has it as its own.
import test from 'ava';
import { defaultEnvoySettings } from '../../../src/model/envoy-settings.ts';
import { defaultGatewayConfig } from '../../../src/model/gateway-config.ts';
import { keyOf } from '../../../src/model/object.ts';
import { validate } from '../../../src/model/validate.ts';
import { createCore } from '../../support/compile.ts';

const objects = [
  {
    apiVersion: 'projectcontour.io/v1alpha1',
    kind: 'ContourConfiguration',
    metadata: { name: 'cc', namespace: 'n' },
    spec: {},
  },
  {
    apiVersion: 'gateway.networking.k8s.io/v1',
    kind: 'Gateway',
    metadata: { name: 'edge', namespace: 'n' },
    spec: {
      gatewayClassName: 'any',
      listeners: [
        { name: 'http', port: 80, protocol: 'HTTP' },
        { name: 'other', port: 9000, protocol: 'HTTP' },
      ],
    },
  },
];

test('a listener of the configuration is told to the ContourConfiguration and to the Gateway that has its port', (t) => {
  const core = createCore({
    contourConfiguration: { namespace: 'n', name: 'cc' },
    gateway: { ...defaultGatewayConfig, ref: { namespace: 'n', name: 'edge' } },
    listeners: { http: { address: '0.0.0.0', port: 8080 }, https: { address: '0.0.0.0', port: 8443 } },
    settings: {
      ...defaultEnvoySettings,
      operators: { ...defaultEnvoySettings.operators, health: { address: '0.0.0.0', port: 8002 } },
    },
  });
  const owners = (name: string): readonly string[] | undefined => core.resources().get(`listener/${name}`)?.owners;
  core.commit();
  t.is(owners('ingress_http'), undefined);
  for (const raw of objects) {
    const result = validate(raw, { source: { kind: 'kubernetes' }, unknownFields: 'warn' });
    if (!result.ok) return t.fail(JSON.stringify(result.problems));
    core.set(keyOf(result.value), result.value);
  }
  core.commit();
  t.deepEqual(owners('ingress_http'), ['ContourConfiguration/n/cc', 'Gateway/n/edge']);
  t.deepEqual(owners('health'), ['ContourConfiguration/n/cc']);
  t.deepEqual(owners('shared/n/edge/9000'), ['Gateway/n/edge']);
  const places = core.statuses().get('Gateway/n/edge')?.envoyListeners;
  t.deepEqual(places, {
    http: { listener: 'ingress_http', section: 'http' },
    other: { listener: 'shared/n/edge/9000', section: 'other' },
  });
});
