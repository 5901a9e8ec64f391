// Bugs to plant, by name, to see that the simulation finds them. Each changes what passes a seam (batches on an edge,
// requests and responses of a stream, answers of the API server), so no product code knows of them.
import type { EdgeName } from '../../src/actors/actor.ts';
import type { Batch } from '../../src/messages/edge.ts';
import { isFleetKey } from '../../src/messages/envoy-reports.ts';
import { isStatedKey } from '../../src/messages/replica-reports.ts';
import type { EncodedResource } from '../../src/messages/resources.ts';
import { decode, encode } from '../../src/xds/proto/codec.ts';
import type { DeltaRequest } from '../../src/xds/stream/requests.ts';
import type { StreamOptions } from '../../src/xds/stream/state.ts';
import type { Poll, XdsStream } from '../../src/xds/stream/stream.ts';
import { streamTypeOf, streamTypes } from '../../src/xds/stream/types.ts';
import { nameOf, untouched } from './envoy.ts';
import type { Random } from './world.ts';

export interface PlantedBug {
  /** What a programmer would have done wrong. */
  readonly what: string;
  /** Called for each link; gives what is done to its batches, `index` counting from 0. */
  readonly batch?: (link: {
    readonly edge: EdgeName;
    readonly relinks: number;
    readonly random: Random;
  }) => ((batch: Batch<unknown>, index: number) => Batch<unknown>) | undefined;
  readonly stream?: (stream: XdsStream, options: StreamOptions) => XdsStream;
  /** Watches that begin again miss what happened meanwhile. */
  readonly resumesLate?: boolean;
}

const endpointUrl = streamTypes.endpoint.typeUrl;
const scopeUrl = streamTypes.scopedRoute.typeUrl;
const deltaResponse = 'envoy.service.discovery.v3.DeltaDiscoveryResponse';

type Sent = Extract<Poll, { kind: 'response' }>['response'];

/** Another stream in front of the one given; only delta requests are altered. */
function wrapped(stream: XdsStream, changes: Partial<Pick<XdsStream, 'takeDelta' | 'poll' | 'notify'>>): XdsStream {
  return {
    get node() {
      return stream.node;
    },
    get store() {
      return stream.store;
    },
    get listens() {
      return stream.listens;
    },
    reach: (revision) => stream.reach(revision),
    progress: (nowMs) => stream.progress(nowMs),
    takeDelta: (request, nowMs) => stream.takeDelta(request, nowMs),
    takeSotw: (request, nowMs) => stream.takeSotw(request, nowMs),
    notify: (list) => stream.notify(list),
    poll: (nowMs) => stream.poll(nowMs),
    moveStore: () => stream.moveStore(),
    takeEvents: () => stream.takeEvents(),
    describe: (nowMs) => stream.describe(nowMs),
    standing: (type, name) => stream.standing(type, name),
    objectsUnderWay: (limit) => stream.objectsUnderWay(limit),
    ...changes,
  };
}

function requests(
  change: (request: DeltaRequest, options: StreamOptions) => DeltaRequest,
): NonNullable<PlantedBug['stream']> {
  return (stream, options) =>
    wrapped(stream, { takeDelta: (request, nowMs) => stream.takeDelta(change(request, options), nowMs) });
}

function answerTo(response: Sent): DeltaRequest {
  const { typeUrl } = streamTypes[response.type];
  return {
    node: null,
    typeUrl,
    nonce: response.nonce,
    error: null,
    subscribe: [],
    unsubscribe: [],
    initialVersions: new Map(),
  };
}

function causedBy(kinds: readonly string[], upsert: Batch<unknown>['upserts'][number]): boolean {
  const { causes } = upsert;
  return causes.length > 0 && causes.every(({ key }) => kinds.some((kind) => key.startsWith(`${kind}/`)));
}

type Change = ReturnType<NonNullable<PlantedBug['batch']>>;

/** Batches of one edge are changed. */
function on(edge: EdgeName, change: NonNullable<Change>): NonNullable<PlantedBug['batch']> {
  return (link) => (link.edge === edge ? change : undefined);
}

/** Upserts of one edge are lost. */
function losing(
  edge: EdgeName,
  isLost: (upsert: Batch<unknown>['upserts'][number]) => boolean,
): NonNullable<PlantedBug['batch']> {
  return on(edge, (batch) => ({ ...batch, upserts: batch.upserts.filter((upsert) => !isLost(upsert)) }));
}

/** What resources require is changed on the way of routes to the streamer. */
function requiring(change: (requires: readonly string[]) => readonly string[]): NonNullable<PlantedBug['batch']> {
  return on('routeTranslator>streamer', (batch) => ({
    ...batch,
    upserts: batch.upserts.map((upsert) => {
      const resource = upsert.value as EncodedResource;
      return { ...upsert, value: { ...resource, requires: change(resource.requires) } };
    }),
  }));
}

export const plantedBugs: Readonly<Record<string, PlantedBug>> = {
  'removal-before-ack': {
    what: 'routes no longer say which clusters they require, so clusters come and go without regard to them',
    batch: requiring(() => []),
  },
  'reports-without-statuses': {
    what: 'a replica tells the leader only at the start what its statuses say',
    batch: on('status>status', (batch, index) =>
      index === 0 ? batch : { ...batch, upserts: batch.upserts.filter(({ key }) => !isStatedKey(key)) },
    ),
  },
  'reports-never-end': {
    what: 'a replica does not tell the leader what is refused no more',
    batch: on('status>status', (batch) => ({
      ...batch,
      removals: batch.removals.filter(({ key }) => isStatedKey(key) || isFleetKey(key)),
    })),
  },
  'sent-is-accepted': {
    what: 'clusters count as accepted as soon as they are sent',
    stream: (stream, { protocol }) =>
      protocol === 'sotw'
        ? stream
        : wrapped(stream, {
            takeDelta: (request, nowMs) =>
              stream.takeDelta(
                request.typeUrl === streamTypes.cluster.typeUrl ? { ...request, nonce: '', error: null } : request,
                nowMs,
              ),
            poll(nowMs) {
              const polled = stream.poll(nowMs);
              if (polled.kind === 'response' && polled.response.type === 'cluster')
                stream.takeDelta(answerTo(polled.response), nowMs);
              return polled;
            },
          }),
  },
  'stale-nonce-is-ack': {
    what: 'any request of a type answers its newest response, whatever its nonce',
    stream(stream) {
      const newest = new Map<string, string>();
      return wrapped(stream, {
        takeDelta: (request, nowMs) =>
          stream.takeDelta({ ...request, nonce: newest.get(request.typeUrl) ?? request.nonce }, nowMs),
        poll(nowMs) {
          const polled = stream.poll(nowMs);
          if (polled.kind === 'response') newest.set(streamTypes[polled.response.type].typeUrl, polled.response.nonce);
          return polled;
        },
      });
    },
  },
  'nack-is-ack': {
    what: 'a refusal is taken as an acceptance',
    stream: requests((request) => ({ ...request, error: null })),
  },
  'dropped-dependency': {
    what: 'a host does not look at the Services that it names: their changes do not reach its routes',
    batch: losing('builder>routeTranslator', (upsert) => causedBy(['Service'], upsert)),
  },
  'policy-out-of-reach': {
    what: 'a change of a TrafficPolicy does not reach the routes that it is for',
    batch: losing('builder>routeTranslator', (upsert) => causedBy(['TrafficPolicy'], upsert)),
  },
  'refused-policy-is-absent': {
    what: 'a policy that is refused is passed over, and what it was to protect stands open',
    batch: losing('watcher>builder', ({ value }) => /"unreadable":/.test(String(value))),
  },
  'part-stays': {
    what: 'parts of a host that is in one piece again stay',
    batch: on('builder>routeTranslator', (batch) => ({
      ...batch,
      removals: batch.removals.filter(({ key }) => !key.startsWith('VirtualHostPart/')),
    })),
  },
  'parts-come-late': {
    what: 'a host’s scope does not wait for those of its parts',
    batch: requiring((requires) => requires.filter((key) => !key.startsWith('scopedRoute/'))),
  },
  'reset-without-forgetting': {
    what: 'a receiver keeps what the full state of a sender that started over no longer names',
    batch: ({ relinks }) => (relinks === 0 ? undefined : (batch) => ({ ...batch, reset: false })),
  },
  'coalescing-drops-removal': {
    what: 'a batch with upserts loses its removals',
    batch: () => (batch) => (batch.upserts.length > 0 ? { ...batch, removals: [] } : batch),
  },
  'synced-too-early': {
    what: 'the first batch of a full state says that it is the last',
    batch: () => (batch, index) => (index === 0 ? { ...batch, synced: true } : batch),
  },
  'doubtful-scopes-untouched': {
    what: 'scopes of a refused response are sent again as they were',
    stream: (stream, { protocol }) =>
      protocol === 'sotw'
        ? stream
        : wrapped(stream, {
            poll(nowMs) {
              const polled = stream.poll(nowMs);
              if (polled.kind !== 'response' || polled.response.type !== 'scopedRoute') return polled;
              const message = decode(deltaResponse, polled.response.bytes);
              const resources = (message.resources ?? []).map((resource) => {
                const value = resource.resource?.value ?? new Uint8Array();
                const untouchedValue = untouched(nameOf('scopedRoute', value), value);
                return { ...resource, resource: { typeUrl: scopeUrl, value: untouchedValue } };
              });
              return {
                ...polled,
                response: { ...polled.response, bytes: encode(deltaResponse, { ...message, resources }) },
              };
            },
          }),
  },
  'endpoints-not-resent': {
    what: 'a changed cluster is not given its endpoints again when the client has them',
    stream(stream, { protocol }) {
      if (protocol === 'sotw') return stream;
      const sent = new Map<string, string>();
      return wrapped(stream, {
        poll(nowMs) {
          const polled = stream.poll(nowMs);
          if (polled.kind !== 'response' || polled.response.type !== 'endpoint') return polled;
          const message = decode(deltaResponse, polled.response.bytes);
          const resources = (message.resources ?? []).filter(({ name = '', version = '' }) => {
            const known = sent.get(name) === version;
            sent.set(name, version);
            return !known;
          });
          return {
            ...polled,
            response: { ...polled.response, bytes: encode(deltaResponse, { ...message, resources }) },
          };
        },
      });
    },
  },
  'kept-is-forgotten': {
    what: 'what a client kept from an earlier stream and no longer exists is not taken from it',
    stream: requests((request, { storeFor }) => {
      const store = storeFor({ id: '', cluster: '', userAgent: '' });
      const type = streamTypeOf(request.typeUrl)?.type;
      if (type === undefined) return request;
      const known = [...request.initialVersions].filter(([name]) => store.get(type, name) !== undefined);
      return { ...request, initialVersions: new Map(known) };
    }),
  },
  'subscription-lost': {
    what: 'a request that unsubscribes names has the names that it subscribes overlooked',
    stream: requests((request) =>
      request.typeUrl === endpointUrl && request.unsubscribe.length > 0 ? { ...request, subscribe: [] } : request,
    ),
  },
  'slice-removal-lost': {
    what: 'an EndpointSlice that goes keeps its endpoints',
    batch: on('watcher>endpoints', (batch) => ({ ...batch, removals: [] })),
  },
  'status-dependency-dropped': {
    what: 'a status is not computed again when a Service changes',
    batch: losing('builder>status', (upsert) => causedBy(['Service'], upsert)),
  },
  'watch-resumes-late': {
    what: 'a watch that broke begins again at the newest version instead of the last one seen',
    resumesLate: true,
  },
};
