// What a Gateway asks of the certificates of clients (`spec.tls.frontend`): for all its HTTPS listeners, or by port.
import type { ClientCertificateValidation } from '../../../model/kinds/gateway.ts';
import type { Gateway } from '../../../model/kinds/index.ts';
import { useCaBundle } from '../../compile/ca-bundle.ts';
import type { UnitContext } from '../../engine.ts';
import type { ClientValidation } from '../../vertices.ts';
import { condition, type Condition } from './conditions.ts';

export type PortValidation =
  | { readonly kind: 'none' }
  | { readonly kind: 'valid'; readonly validation: ClientValidation }
  | { readonly kind: 'invalid'; readonly reason: string; readonly message: string };

export interface Frontend {
  /** For an HTTPS listener on this port. */
  readonly ofPort: (port: number) => PortValidation;
  /** Whether clients are let in that can't show a good certificate; only to be told if there is something to validate. */
  readonly condition: Condition;
}

export function compileFrontend(context: UnitContext, gateway: Gateway): Frontend {
  const { namespace, generation } = gateway.metadata;
  const { default: standard, perPort = [] } = gateway.spec.tls?.frontend ?? {};
  const compile = (validation: ClientCertificateValidation | undefined, path: string): PortValidation => {
    if (!validation) return { kind: 'none' };
    const found = useCaBundle(context, validation.caCertificateRefs ?? [], {
      kind: 'Gateway',
      namespace,
      path: `${path}.validation.caCertificateRefs`,
    });
    if (found.key === undefined) {
      const { reason, message } = found.problem;
      return { kind: 'invalid', reason: reason === 'InvalidKind' ? 'InvalidCACertificateKind' : reason, message };
    }
    const isInsecure = validation.mode === 'AllowInsecureFallback';
    return {
      kind: 'valid',
      validation: { ca: found.key, verify: !isInsecure, required: !isInsecure, revocationOfLeafOnly: false },
    };
  };
  const byDefault = compile(standard?.validation, 'spec.tls.frontend.default');
  const byPort = new Map(
    perPort.map(({ port, tls }, i) => [port, compile(tls?.validation, `spec.tls.frontend.perPort[${i}].tls`)]),
  );
  const insecure = [standard?.validation, ...perPort.map(({ tls }) => tls?.validation)].some(
    (each) => each?.mode === 'AllowInsecureFallback',
  );
  return {
    ofPort: (port) => byPort.get(port) ?? byDefault,
    condition: condition(
      'InsecureFrontendValidationMode',
      insecure,
      'ConfigurationChanged',
      insecure ? 'Clients without a valid certificate are let in' : 'Clients need a valid certificate',
      generation,
    ),
  };
}
