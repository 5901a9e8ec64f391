// What Envoys have accepted, as conditions of the Gateway API say it: `Programmed` of a Gateway, a ListenerSet and their
// listeners is True only once the Envoys of that Gateway have accepted the configuration. Pure. In: the status as compiled,
// the stored one, how far the Envoys are. Out: the status to write.
// Must hold: what was True for this generation stays so, with its message: an Envoy that comes or goes later, or a change
// of something else, is no news about it.
import { isRecord } from '../model/pick.ts';

type Json = Readonly<Record<string, unknown>>;

/** Of the Envoys that are waited for. */
export interface Acceptance {
  readonly accepted: number;
  readonly connected: number;
  /** Nobody need be waited for any more. */
  readonly done: boolean;
}

export interface AcceptanceOptions {
  readonly acceptance: Acceptance;
  /** The stored status. */
  readonly current: unknown;
  readonly generation: number;
}

/** `status` with what the compiler says is programmed held back, or said with the number of Envoys. */
export function withAcceptance(status: Json, options: AcceptanceOptions): Json {
  const { conditions, listeners } = status;
  const before = isRecord(options.current) ? options.current : {};
  return {
    ...status,
    ...(Array.isArray(conditions) && { conditions: decide(conditions, before['conditions'], options) }),
    ...(Array.isArray(listeners) && {
      listeners: listeners.filter(isRecord).map((listener) => {
        const known = records(before['listeners']).find(({ name }) => name === listener['name']);
        if (!Array.isArray(listener['conditions'])) return listener;
        return { ...listener, conditions: decide(listener['conditions'], known?.['conditions'], options) };
      }),
    }),
  };
}

/** Something that stood as programmed would be taken back until Envoys have accepted: better wait a little with writing. */
export function takesBack(status: Json, current: unknown): boolean {
  const of = (from: unknown): boolean =>
    records(isRecord(from) ? from['conditions'] : undefined).some(
      ({ type, status: value }) => type === 'Programmed' && value === 'True',
    );
  return of(current) && !of(status);
}

function decide(conditions: readonly unknown[], before: unknown, options: AcceptanceOptions): readonly Json[] {
  const { acceptance, generation } = options;
  return conditions.filter(isRecord).map((condition) => {
    if (condition['type'] !== 'Programmed' || condition['status'] !== 'True') return condition;
    const known = records(before).find(({ type }) => type === 'Programmed');
    if (known?.['status'] === 'True' && known['observedGeneration'] === generation)
      return { ...condition, reason: known['reason'], message: known['message'] };
    if (acceptance.done) return { ...condition, message: messageOf(acceptance) };
    return { ...condition, status: 'False', reason: 'Pending', message: messageOf(acceptance) };
  });
}

function messageOf({ accepted, connected, done }: Acceptance): string {
  if (connected === 0)
    return done
      ? 'Ready for Envoys; none is connected to the replica of nuncio that says this'
      : 'Waiting for an Envoy: none is connected yet';
  const envoys = connected === 1 ? 'Envoy' : 'Envoys';
  return done
    ? `Accepted by ${accepted} of ${connected} ${envoys}`
    : `Waiting for Envoy: ${accepted} of ${connected} ${envoys} accepted it so far`;
}

function records(list: unknown): readonly Json[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
