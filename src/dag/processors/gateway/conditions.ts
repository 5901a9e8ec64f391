// Conditions as the Gateway API has them. Times are the status writer's matter.
export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason: string;
  readonly message: string;
  readonly observedGeneration: number;
}

export function condition(
  type: string,
  status: boolean,
  reason: string,
  message: string,
  observedGeneration: number,
): Condition {
  return { type, status: status ? 'True' : 'False', reason, message, observedGeneration };
}
