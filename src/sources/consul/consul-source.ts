// Consul as a source of endpoints. In: which services are wanted of which Consul. Out: the endpoints of each service, and
// what is to be told. A Consul that is away, slow or refuses the token concerns its own services alone, and takes nothing
// away from those that it has answered for; one that is reached otherwise now (address, token) is asked anew, and what the
// old one said stays until it has answered.
import type { Logger } from 'pino';
import type { ConsulEndpoint, ConsulEndpoints } from '../../messages/consul.ts';
import { BUILT_IN_CONSUL } from '../../model/consul-state.ts';
import type { ProblemCode } from '../../model/problem-codes.ts';
import type { SourceClock } from '../source.ts';
import { createConsulClient, type ConsulClient, type ConsulServerOptions } from './client.ts';
import { parseAddress, type ConsulDefaults, type Place } from './environment.ts';
import type { ConsulMetrics } from './metrics.ts';
import { watchService, type ServiceWatch, type WatchTrouble } from './service-watch.ts';

export interface ConsulSourceOptions {
  readonly defaults: ConsulDefaults;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: SourceClock;
  readonly random: () => number;
  readonly log: Logger;
  readonly metrics: ConsulMetrics;
  /** Addresses of a name; absent: the system's resolver. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  /** Never called with what was told of the service before. */
  onEndpoints(key: string, endpoints: ConsulEndpoints): void;
  onForgotten(key: string): void;
  /** Undefined: nothing is to be told of the service any more. */
  onServiceState(server: string, service: string, state: ServiceState | undefined): void;
  onServerState(server: string, state: ServerState | undefined): void;
}

export interface ServiceState {
  readonly state: 'waits' | 'empty';
  readonly message: string;
}

export interface ServerState {
  readonly code: ProblemCode;
  readonly message: string;
}

export interface ConsulServerSettings extends ConsulServerOptions {
  /** As written in the object. */
  readonly address: string;
}

export interface WantedService {
  /** Of a server; one that is not there makes its services wait. */
  readonly server: string;
  readonly service: string;
}

/** Of one server, in the answer to the query `consul`. Nothing secret. */
export interface ConsulReport {
  readonly server: string;
  readonly address: string;
  readonly datacenter: string;
  readonly services: number;
  /** Services for which it has never answered. */
  readonly waiting: readonly string[];
  readonly trouble: string;
}

export interface ConsulSource {
  putServer(key: string, settings: ConsulServerSettings): void;
  removeServer(key: string): void;
  putService(key: string, wanted: WantedService): void;
  removeService(key: string): void;
  report(): readonly ConsulReport[];
  stop(): void;
}

/** A service waits so long in silence: Consul usually answers within milliseconds. */
const silentMs = 1000;
const maxNamed = 3;

interface Server {
  readonly key: string;
  readonly settings: ConsulServerSettings;
  readonly place: Place;
  /** Null: the address can't be read. */
  readonly client: ConsulClient | null;
}

interface Watched {
  readonly key: string;
  readonly wanted: WantedService;
  watch: ServiceWatch | null;
  endpoints: readonly ConsulEndpoint[] | null;
  trouble: WatchTrouble | undefined;
  isSilent: boolean;
  silence: { cancel(): void } | null;
  told: string;
}

export function createConsulSource(options: ConsulSourceOptions): ConsulSource {
  const { clock, defaults, environment, log, metrics, random } = options;
  const servers = new Map<string, Server>();
  const services = new Map<string, Watched>();
  /** By server: the last state told, as text. */
  const toldServers = new Map<string, string>();
  let stopped = false;

  makeServer(BUILT_IN_CONSUL, { address: defaults.address, datacenter: 'dc1' });

  function makeServer(key: string, settings: ConsulServerSettings): Server {
    const place = parseAddress(settings.address, defaults, environment);
    const client = place.ok ? createConsulClient(place, settings, defaults, clock) : null;
    const server: Server = { key, settings, place, client };
    servers.set(key, server);
    return server;
  }

  function ofServer(server: string): Watched[] {
    return [...services.values()].filter(({ wanted }) => wanted.server === server);
  }

  /** Asks the server that there is now. */
  function start(watched: Watched): void {
    watched.watch?.stop();
    watched.watch = null;
    watched.trouble = undefined;
    const { server: serverKey, service } = watched.wanted;
    const client = servers.get(serverKey)?.client;
    if (client == null) return;
    watched.watch = watchService({
      service,
      client,
      clock,
      random,
      ...(options.resolve && { resolve: options.resolve }),
      onEndpoints(endpoints) {
        metrics.changes.inc({ resolver: serverKey });
        watched.endpoints = endpoints;
        options.onEndpoints(watched.key, { endpoints });
        tellService(watched);
        tellServer(serverKey);
      },
      onTrouble(trouble) {
        if (trouble !== undefined) metrics.failures.inc({ resolver: serverKey, reason: trouble.kind });
        watched.trouble = trouble;
        tellService(watched);
        tellServer(serverKey);
      },
      onReset() {
        metrics.resets.inc({ resolver: serverKey });
        log.info({ resolver: serverKey, service }, `Consul counts anew for service ${service}; it is read again`);
      },
    });
  }

  function demand(serverKey: string): void {
    const watched = ofServer(serverKey);
    if (servers.get(serverKey)?.client?.demand(watched.length) !== true) return;
    for (const { watch } of watched) watch?.again();
  }

  function tellService(watched: Watched): void {
    const state = stateOf(watched);
    const text = state === undefined ? '' : JSON.stringify(state);
    if (text === watched.told) return;
    watched.told = text;
    const { server, service } = watched.wanted;
    options.onServiceState(server, service, state);
  }

  function stateOf({ endpoints, trouble, isSilent, wanted }: Watched): ServiceState | undefined {
    const where = whereOf(wanted.server);
    if (endpoints === null) {
      if (trouble === undefined && !isSilent) return undefined;
      const place = servers.get(wanted.server)?.place;
      const why = place === undefined ? 'its resolver can not be used' : !place.ok ? place.message : trouble?.message;
      return { state: 'waits', message: `${where} has not answered for it yet${why === undefined ? '' : ` (${why})`}` };
    }
    if (endpoints.length > 0) return undefined;
    return { state: 'empty', message: `${where} knows no instance of it that passes its checks` };
  }

  function whereOf(serverKey: string): string {
    const server = servers.get(serverKey);
    if (server === undefined) return `the Consul of resolver ${serverKey}`;
    return `Consul at ${server.settings.address} (${server.settings.datacenter})`;
  }

  function tellServer(serverKey: string): void {
    const state = serverState(serverKey);
    const text = state === undefined ? '' : JSON.stringify(state);
    const before = toldServers.get(serverKey) ?? '';
    if (text === before) return;
    toldServers.set(serverKey, text);
    options.onServerState(serverKey, state);
    if (state !== undefined)
      log.warn({ resolver: serverKey, code: state.code }, `${whereOf(serverKey)}: ${state.message}`);
    else log.info({ resolver: serverKey }, `${whereOf(serverKey)} answers`);
  }

  function serverState(serverKey: string): ServerState | undefined {
    const server = servers.get(serverKey);
    if (server === undefined) return undefined;
    if (!server.place.ok)
      return { code: 'ConsulResolverNotValid', message: `${server.place.message}; its Mappings wait` };
    const watched = ofServer(serverKey);
    // Refused comes first: a person must do something.
    for (const kind of ['refused', 'failed'] as const) {
      const affected = watched.filter(({ trouble }) => trouble?.kind === kind);
      const [first] = affected;
      if (first === undefined) continue;
      const names = affected.slice(0, maxNamed).map(({ wanted }) => wanted.service);
      const more = affected.length > maxNamed ? ` and ${affected.length - maxNamed} more` : '';
      const kept = affected.every(({ endpoints }) => endpoints === null)
        ? 'their Mappings wait'
        : 'the instances known before stay';
      const code = kind === 'refused' ? 'ConsulRefused' : 'ConsulUnreachable';
      return { code, message: `${first.trouble!.message} (asked for ${names.join(', ')}${more}); ${kept}` };
    }
    return undefined;
  }

  function startSilence(watched: Watched): void {
    watched.silence = clock.setTimer(silentMs, () => {
      watched.isSilent = true;
      tellService(watched);
    });
  }

  function forget(watched: Watched): void {
    watched.watch?.stop();
    watched.silence?.cancel();
    services.delete(watched.key);
  }

  return {
    putServer(key, settings) {
      const before = servers.get(key);
      if (before !== undefined && JSON.stringify(before.settings) === JSON.stringify(settings)) return;
      const watched = ofServer(key);
      for (const each of watched) each.watch?.stop();
      before?.client?.close();
      makeServer(key, settings);
      demand(key);
      for (const each of watched) {
        start(each);
        tellService(each);
      }
      tellServer(key);
    },
    removeServer(key) {
      const server = servers.get(key);
      if (server === undefined) return;
      for (const each of ofServer(key)) {
        each.watch?.stop();
        each.watch = null;
        each.trouble = undefined;
      }
      server.client?.close();
      servers.delete(key);
      if (toldServers.delete(key)) options.onServerState(key, undefined);
      for (const each of ofServer(key)) tellService(each);
    },
    putService(key, wanted) {
      const before = services.get(key);
      if (before !== undefined) {
        if (before.wanted.server === wanted.server && before.wanted.service === wanted.service) return;
        forget(before);
        options.onForgotten(key);
      }
      const watched: Watched = {
        key,
        wanted,
        watch: null,
        endpoints: null,
        trouble: undefined,
        isSilent: false,
        silence: null,
        told: '',
      };
      services.set(key, watched);
      startSilence(watched);
      demand(wanted.server);
      start(watched);
    },
    removeService(key) {
      const watched = services.get(key);
      if (watched === undefined) return;
      forget(watched);
      options.onForgotten(key);
      if (watched.told !== '') options.onServiceState(watched.wanted.server, watched.wanted.service, undefined);
      demand(watched.wanted.server);
      tellServer(watched.wanted.server);
    },
    report() {
      return [...servers.values()].flatMap(({ key, settings, place }) => {
        const watched = ofServer(key);
        if (watched.length === 0) return [];
        return [
          {
            server: key,
            address: settings.address,
            datacenter: settings.datacenter,
            services: watched.length,
            waiting: watched.filter(({ endpoints }) => endpoints === null).map(({ wanted }) => wanted.service),
            trouble: place.ok ? (serverState(key)?.message ?? '') : place.message,
          },
        ];
      });
    },
    stop() {
      if (stopped) return;
      stopped = true;
      for (const watched of services.values()) {
        watched.watch?.stop();
        watched.silence?.cancel();
      }
      for (const { client } of servers.values()) client?.close();
    },
  };
}
