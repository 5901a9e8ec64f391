// An xDS client that asks for resources of one type as Envoy comes to ask for them: by name, all of them, or all that the
// listeners and clusters refer to. In: responses; out: requests, and what is held. A pure machine.
import type { ResourceType } from '../../messages/resources.ts';
import { referencesOf } from './references.ts';
import type { ReferredType } from './references.ts';
import type { Protocol, Request, Resource, Response } from './wire.ts';

export interface FollowOptions {
  readonly protocol: Protocol;
  readonly type: ResourceType;
  /** Empty: all. */
  readonly names: readonly string[];
  /** Refuses every response of the type, with this reason. */
  readonly refusal?: string | undefined;
}

export interface Follower {
  /** The first requests. */
  start(): Request[];
  /** The answer, and what else to ask now. */
  take(response: Response): Request[];
  /** Nothing more is expected until something changes. */
  readonly complete: boolean;
  /** Asked for and not answered. */
  readonly missing: readonly string[];
  /** Told not to exist (delta only: in SotW nothing is said of them). */
  readonly absent: readonly string[];
  /** Of the type, by name. */
  readonly held: ReadonlyMap<string, Resource>;
}

/** Types that are asked for by name, and where Envoy finds the names. */
const sources: Readonly<Partial<Record<ResourceType, readonly ResourceType[]>>> = {
  endpoint: ['cluster'],
  extension: ['listener'],
  route: ['listener', 'extension'],
  secret: ['listener', 'cluster', 'extension'],
};

interface TypeState {
  readonly wildcard: boolean;
  readonly names: Set<string>;
  readonly held: Map<string, Resource>;
  readonly answered: Set<string>;
  responses: number;
  asked: boolean;
  nonce: string;
  version: string;
}

export function createFollower({ protocol, type, names, refusal }: FollowOptions): Follower {
  const states = new Map<ResourceType, TypeState>();
  const target = need(type, names);

  function need(wanted: ResourceType, explicit: readonly string[]): TypeState {
    const known = states.get(wanted);
    if (known !== undefined) return known;
    const from = explicit.length > 0 ? [] : (sources[wanted] ?? []);
    const state: TypeState = {
      wildcard: explicit.length === 0 && from.length === 0,
      names: new Set(explicit),
      held: new Map(),
      answered: new Set(),
      responses: 0,
      asked: false,
      nonce: '',
      version: '',
    };
    for (const source of from) need(source, []);
    states.set(wanted, state);
    return state;
  }

  function ask(of: ResourceType, state: TypeState, fresh: readonly string[]): Request {
    state.asked = true;
    for (const name of fresh) state.names.add(name);
    if (protocol === 'delta') return { type: of, names: fresh };
    return { type: of, names: [...state.names], nonce: state.nonce, version: state.version };
  }

  /** What is held refers to, and hasn't been asked for. */
  function askReferred(): Request[] {
    const requests: Request[] = [];
    for (const [of, state] of states) {
      if (state.wildcard || (of === type && names.length > 0)) continue;
      const fresh = new Set<string>();
      for (const source of sources[of] ?? []) {
        for (const { bytes } of states.get(source)?.held.values() ?? []) {
          for (const name of referencesOf(source, bytes)[of as ReferredType]) {
            if (!state.names.has(name)) fresh.add(name);
          }
        }
      }
      if (fresh.size > 0) requests.push(ask(of, state, [...fresh]));
    }
    return requests;
  }

  function pendingOf(state: TypeState): string[] {
    if (state.wildcard) return state.responses === 0 ? ['*'] : [];
    return [...state.names].filter((name) => !state.answered.has(name));
  }

  return {
    start() {
      const requests: Request[] = [];
      for (const [of, state] of states) {
        if (state.wildcard || state.names.size > 0) requests.push(ask(of, state, [...state.names]));
      }
      return requests;
    },
    take(response) {
      const state = states.get(response.type);
      if (state === undefined) return [];
      state.responses++;
      state.nonce = response.nonce;
      const refused = response.type === type && refusal !== undefined;
      if (!refused) state.version = response.version;
      // A response of a full-state type lists everything there is.
      if (protocol === 'sotw' && state.wildcard) state.held.clear();
      for (const resource of response.resources) {
        state.held.set(resource.name, resource);
        state.answered.add(resource.name);
      }
      for (const name of response.removed) {
        state.held.delete(name);
        state.answered.add(name);
      }
      const answer: Request = {
        type: response.type,
        names: protocol === 'delta' ? [] : [...state.names],
        nonce: response.nonce,
        version: state.version,
        ...(refused ? { refusal } : {}),
      };
      return [answer, ...askReferred()];
    },
    get complete() {
      return [...states.values()].every((state) => pendingOf(state).length === 0);
    },
    get missing() {
      return [...states].flatMap(([of, state]) =>
        pendingOf(state).map((name) => (of === type ? name : `${of} ${name}`)),
      );
    },
    get absent() {
      return [...target.answered].filter((name) => !target.held.has(name));
    },
    held: target.held,
  };
}
