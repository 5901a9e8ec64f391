// `nuncio-contour gateway-provisioner`: Contour's flags for nuncio's provisioner. One nuncio serves all Gateways, so what
// Contour's makes per Gateway besides Envoys (a control plane each) is not made.
import { commandLog } from '../command-log.ts';
import { runUntilSignal } from '../commands/gateway-provisioner.ts';
import { provisionerDefaults } from '../provisioner/defaults.ts';
import type { Flag, ParsedFlags } from './flags.ts';

export const gatewayProvisionerFlags: readonly Flag[] = [
  {
    name: 'contour-image',
    type: 'text',
    default: provisionerDefaults.nuncioImage,
    help: 'for the shutdown-manager beside Envoy',
  },
  { name: 'envoy-image', type: 'text', default: provisionerDefaults.envoyImage, help: 'image of the Envoys' },
  {
    name: 'gateway-controller-name',
    type: 'text',
    default: 'projectcontour.io/gateway-controller',
    help: 'of the GatewayClasses that are ours',
  },
  { name: 'incluster', type: 'boolean', help: 'use the service account of the pod (which is the default in a pod)' },
  { name: 'kubeconfig', type: 'text', help: 'kubeconfig file' },
  { name: 'metrics-addr', type: 'text', help: 'accepted for compatibility; the log tells what goes on' },
  { name: 'enable-leader-election', type: 'boolean', help: 'only the holder of a Lease works' },
  {
    name: 'leader-election-namespace',
    type: 'text',
    default: 'projectcontour',
    help: 'namespace of the Lease and of nuncio',
  },
];

/** Exit code. */
export async function runGatewayProvisioner({ values }: ParsedFlags): Promise<number> {
  const text = (name: string): string => String(values[name] ?? '');
  const namespace = text('leader-election-namespace');
  const { log, flush } = await commandLog('gateway-provisioner');
  await runUntilSignal({
    config: {
      controllerName: text('gateway-controller-name'),
      namespace,
      nameSuffix: '',
      xdsAddress: `nuncio.${namespace}.svc`,
      xdsPort: provisionerDefaults.xdsPort,
      envoyImage: text('envoy-image'),
      nuncioImage: text('contour-image'),
    },
    kubeconfig: text('kubeconfig') || undefined,
    watchNamespaces: [],
    leaderElectionNamespace: values['enable-leader-election'] === true ? namespace : undefined,
    log,
  });
  await flush();
  return 0;
}
