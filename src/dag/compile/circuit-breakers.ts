// Circuit breakers of ExtensionServices and BackendPolicies → CircuitBreakers of the graph.
import type { CircuitBreakers } from '../vertices.ts';

/** 0 says nothing. */
export function compileCircuitBreakers(policy: CircuitBreakers): CircuitBreakers {
  return Object.fromEntries(Object.entries(policy).filter(([, value]) => value > 0));
}
