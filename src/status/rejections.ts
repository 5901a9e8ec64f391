// What Envoy refuses of an object, as the API's status and Events say it: condition `Programmed`. Pure. In: rejections by
// the streamer, the stored status. Out: conditions and problems. `Valid` stays the compiler's verdict.
// Must hold: an object of which nothing was ever refused has no such condition, unless the compiler gives it one; then what
// the compiler says is not programmed stays so.
import type { RejectionValue } from '../messages/rejections.ts';
import type { EnvoyPlace, StatusValue } from '../messages/statuses.ts';
import type { ObjectKey, Problem } from '../model/object.ts';
import { isRecord } from '../model/pick.ts';

type Json = Readonly<Record<string, unknown>>;

const maxTold = 5;
/** The API server's limit is 32768. */
const maxMessageLength = 8000;

export interface ProgrammedOptions {
  readonly rejections: readonly RejectionValue[];
  /** The stored status. */
  readonly current: unknown;
  readonly generation: number;
  /** A stored refusal that we know nothing of is over; false while Envoys may not have told us yet. */
  readonly mayClear: boolean;
  /** Of a Gateway or ListenerSet: a listener is not programmed if its own place is refused. Absent: nothing is known of them. */
  readonly places?: StatusValue['envoyListeners'];
}

/** `status` with the condition where it has conditions and there is something to say. */
export function withProgrammed(status: Json, options: ProgrammedOptions): Json {
  const { conditions, listeners } = status;
  if (!Array.isArray(conditions)) return status;
  const { rejections, current, places } = options;
  const stored: Json = isRecord(current) ? current : {};
  const decided = decide(conditions, stored['conditions'], rejections, options);
  if (places === undefined || !Array.isArray(listeners))
    return decided === conditions ? status : { ...status, conditions: decided };
  const ofListener = (listener: Json): Json => {
    const { name, conditions: own } = listener;
    const place = typeof name === 'string' ? places[name] : undefined;
    if (!Array.isArray(own) || place === undefined) return listener;
    const before = records(stored['listeners']).find((each) => each['name'] === name);
    const concerns = rejections.filter((each) => isAt(each, place));
    return { ...listener, conditions: decide(own, before?.['conditions'], concerns, options) };
  };
  return { ...status, conditions: decided, listeners: records(listeners).map(ofListener) };
}

/** The whole of the Envoy listener, or the chains of this section. */
function isAt({ type, name, part }: RejectionValue, { listener, section }: EnvoyPlace): boolean {
  // HTTP/3 has a listener of its own beside it.
  if (type !== 'listener' || (name !== listener && name !== `${listener}/http3`)) return false;
  if (part === undefined || part === section) return true;
  return part.startsWith(`${section}/`) && !part.slice(section.length + 1).includes('/');
}

function decide(
  conditions: readonly unknown[],
  before: unknown,
  rejections: readonly RejectionValue[],
  { generation, mayClear }: ProgrammedOptions,
): readonly unknown[] {
  const [first] = rejections;
  const compiled = records(conditions).find(({ type }) => type === 'Programmed');
  if (compiled !== undefined && compiled['status'] !== 'True') return conditions;
  const stored = records(before).find(({ type }) => type === 'Programmed');
  if (first === undefined && compiled !== undefined) {
    const isRefused = reasons.some((each) => each === stored?.['reason']);
    if (mayClear || !isRefused || stored?.['observedGeneration'] !== generation) return conditions;
    return conditions.map((each) => (each === compiled ? { ...compiled, ...stored } : each));
  }
  if (first === undefined && !(mayClear && stored !== undefined)) return conditions;
  const others = conditions.filter((each) => each !== compiled);
  const condition =
    first === undefined
      ? { status: 'True', reason: 'Programmed', message: 'Accepted by Envoy' }
      : { status: 'False', reason: reasonOf(first), message: messageOf(rejections) };
  return [...others, { type: 'Programmed', ...condition, observedGeneration: generation }];
}

/** For kinds whose status has no conditions. */
export function rejectionProblems(object: ObjectKey, rejections: readonly RejectionValue[]): readonly Problem[] {
  return rejections.map((rejection) => ({
    code: reasonOf(rejection),
    severity: 'error',
    object,
    path: '',
    message: textOf(rejection),
  }));
}

function records(list: unknown): readonly Json[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

const reasons = ['RejectedByEnvoy', 'NotValidForEnvoy'] as const;

/** A problem code. */
export function reasonOf({ by }: RejectionValue): (typeof reasons)[number] {
  return by === 'client' ? 'RejectedByEnvoy' : 'NotValidForEnvoy';
}

function messageOf(rejections: readonly RejectionValue[]): string {
  const told = rejections.slice(0, maxTold).map(textOf);
  if (rejections.length > maxTold) told.push(`and ${rejections.length - maxTold} more`);
  return told.join('; ').slice(0, maxMessageLength);
}

const instead = {
  lastGood: 'the last version that Envoy accepted is served',
  perClient: 'Envoys that refuse it stay at the version they accepted last, if any, and others are served it',
  standIn: 'Envoys that have accepted an earlier version may serve that, requests to others get 500',
  nothing: 'it is left out, or stays as Envoy has it',
};

function textOf(rejection: RejectionValue): string {
  const { by, nodes, message, served } = rejection;
  const who =
    by === 'client' ? `refused by Envoy${nodes.length > 0 ? ` ${nodes.join(', ')}` : ''}` : 'not sent to Envoy';
  return `${subjectOf(rejection)} is ${who}: ${message.trim()}; until it changes, ${instead[served]}`;
}

/** What of an object it is, for people. A scope is named after its listener, chain and host. */
export function subjectOf({ type, name, part }: RejectionValue): string {
  if (part !== undefined)
    return type === 'listener' ? `the TLS chain ${part} of listener ${name}` : `the host ${part} in ${type} ${name}`;
  if (type !== 'scopedRoute') return `${type} ${name}`;
  return `the configuration of host ${name.slice(name.lastIndexOf('|') + 1)} (${name})`;
}
