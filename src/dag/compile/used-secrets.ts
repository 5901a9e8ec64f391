// What clusters need beside themselves: certificates and CAs. Their bytes are emitted by units of their own, one for each,
// wherever a topic says that somebody uses them.
import type { UnitContext } from '../engine.ts';
import { topics } from '../processors/topics.ts';
import { SYSTEM_CA, type Cluster } from '../vertices.ts';

/** Once in a unit's run, with all clusters that it emits. */
export function publishSecrets(context: UnitContext, clusters: readonly Cluster[]): void {
  const used = new Set<string>();
  for (const { validation, clientCertificate } of clusters) {
    if (validation && validation.ca !== SYSTEM_CA) used.add(topics.trustedCa(validation.ca));
    if (clientCertificate !== undefined) used.add(topics.secret(clientCertificate));
  }
  for (const topic of used) context.publish(topic, true);
}
