// Makes and keeps the Envoy fleets of Gateways: watches what they are made from and what was made, applies what differs.
// In: the API server. Out: the objects of plan.ts in the Gateways' namespaces, the finalizer on classes in use.
// Must hold: an object that isn't the Gateway's own is never touched; what fails for one Gateway holds up no other; nothing
// is written that is there already. Statuses are not its business: nuncio writes them, from what it sees of the Service.
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { hash } from 'node:crypto';
import { isRecord } from '../../model/pick.ts';
import { fleetIdentity, fleetName } from '../../model/gateway-fleet.ts';
import { gatewayPorts } from '../../model/gateway-ports.ts';
import { apiVersionOf, isKind, kinds } from '../../model/kinds/index.ts';
import type { EnvoyFleet, Gateway, GatewayClass, ListenerSet } from '../../model/kinds/index.ts';
import type { EnvoyFleetSpec } from '../../model/kinds/envoy-fleet.ts';
import { keyOf, objectKey, parseKey } from '../../model/object.ts';
import type { ObjectKey, SourceObject } from '../../model/object.ts';
import { describeFailure } from '../../sources/kubernetes/api-client.ts';
import type { ApiClient, ApiFailure } from '../../sources/kubernetes/api-client.ts';
import { createEventClient } from '../../sources/kubernetes/event-client.ts';
import { createKubernetesSource } from '../../sources/kubernetes/kubernetes-source.ts';
import { createObjectClient } from '../../sources/kubernetes/object-client.ts';
import type { ObjectPlace, RawObject } from '../../sources/kubernetes/object-client.ts';
import { runQuietReflector } from '../../sources/kubernetes/quiet-reflector.ts';
import { watchedKind } from '../../sources/kubernetes/watched-kind.ts';
import { createSharedAbort } from '../../sources/kubernetes/shared-abort.ts';
import type { SourceClock } from '../../sources/source.ts';
import { setFromSecrets, secretNameOf } from '../certificates/secrets.ts';
import type { SecretPlace } from '../certificates/secrets.ts';
import type { CaEntry } from '../certificates/renew.ts';
import { fleetCertificate } from './fleet-certificates.ts';
import { MANAGED_BY, manifestKinds, mergeFleets, planFleet } from './plan.ts';
import type { FleetCertificate, FleetSettings, Manifest, ManifestKind } from './plan.ts';

export interface ProvisionerOptions {
  readonly client: ApiClient;
  readonly clock: SourceClock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: Logger;
  readonly controllerName: string;
  /** Empty: all. */
  readonly watchNamespaces: readonly string[];
  readonly settings: FleetSettings;
  /** Where the Secret with the CA of the xDS certificates is. */
  readonly ca: SecretPlace;
  /** Names this process in Events. */
  readonly instance: string;
}

export interface Provisioner {
  start(): void;
  /** Whether this replica writes; at first it doesn't. */
  lead(leading: boolean): void;
  stop(): Promise<void>;
}

/** The Gateway API's recommendation: a class that Gateways use can't be deleted. */
const CLASS_FINALIZER = 'gateway-exists-finalizer.gateway.networking.k8s.io';
const fieldManager = 'nuncio-gateway-provisioner';
const atOnce = 4;
const firstRetryMs = 500;
const longestRetryMs = 60_000;
/** Certificates are looked at this often, and the CA that signs them. */
const certificatesEveryMs = 10 * 60_000;
const caFreshMs = 30_000;

const resources: Readonly<Record<ManifestKind, { group: string; version: string; plural: string }>> = {
  ServiceAccount: { group: '', version: 'v1', plural: 'serviceaccounts' },
  Secret: { group: '', version: 'v1', plural: 'secrets' },
  ConfigMap: { group: '', version: 'v1', plural: 'configmaps' },
  Deployment: { group: 'apps', version: 'v1', plural: 'deployments' },
  DaemonSet: { group: 'apps', version: 'v1', plural: 'daemonsets' },
  Service: { group: '', version: 'v1', plural: 'services' },
};

/** What was made, by `Kind/namespace/name`. */
interface Made {
  readonly manifest: string;
  /** Of the object as it was stored then. */
  readonly print: string;
}

type Outcome = { readonly ok: true } | { readonly ok: false; readonly message: string };

export function createProvisioner(options: ProvisionerOptions): Provisioner {
  const { client, clock, random, log, controllerName, settings } = options;
  const stopping = createSharedAbort();
  const { signal } = stopping;
  const objects = createObjectClient(client, fieldManager);
  const events = createEventClient(client, options.instance);
  const known = new Map<ObjectKey, SourceObject>();
  const made = new Map<ObjectKey, Made>();
  /** Certificates that were read or issued, by Gateway. */
  const certificates = new Map<ObjectKey, FleetCertificate>();
  /** Gateways of which something made has changed or gone since it was looked at. */
  const disturbed = new Set<ObjectKey>();
  /** The plan that was carried out last, by Gateway. */
  const carriedOut = new Map<ObjectKey, string>();
  const failures = new Map<ObjectKey, number>();
  const queue = new Set<ObjectKey>();
  const busy = new Set<ObjectKey>();
  const timers = new Set<{ cancel(): void }>();
  /** Classes of ours → whether the finalizer is there; undefined: not known yet. */
  const finalizers = new Map<string, boolean>();
  let ca: { readonly entry: CaEntry; readonly atMs: number } | undefined;
  let leading = false;
  let synced = false;
  let nextChange = 0;

  const source = createKubernetesSource(
    {
      client,
      watchNamespaces: options.watchNamespaces,
      kinds: [kinds.GatewayClass, kinds.Gateway, kinds.ListenerSet, kinds.EnvoyFleet].map(watchedKind),
      log,
      metrics: new Registry(),
      random,
    },
    {
      clock,
      nextChangeId: () => `${++nextChange}`,
      onDelta(delta) {
        if (delta.kind === 'upsert') known.set(delta.key, delta.object);
        else known.delete(delta.key);
        wakeFor(delta.key);
      },
      onProblems(_place, problems) {
        for (const { code, severity, object, path, message } of problems)
          log[severity === 'error' ? 'error' : 'warn']({ code, object, path }, message);
      },
      onSynced() {
        synced = true;
        wakeAll();
      },
    },
  );

  const all = <T extends SourceObject>(kind: T['kind']): T[] =>
    [...known.values()].filter((each) => isKind<T>(each, kind));

  /** What a changed object bears on. A class or a fleet may be any Gateway's: those whose plan stays the same cost nothing. */
  function wakeFor(key: ObjectKey): void {
    const { kind } = parseKey(key);
    if (kind === 'Gateway') {
      for (const each of finalizers.keys()) queue.add(objectKey('GatewayClass', '', each));
      wake(key);
    } else wakeAll();
  }

  function wakeAll(): void {
    for (const [key, { kind }] of known) if (kind === 'Gateway' || kind === 'GatewayClass') queue.add(key);
    next();
  }

  function wake(key: ObjectKey): void {
    queue.add(key);
    next();
  }

  function next(): void {
    if (!synced || !leading || signal.aborted) return;
    for (const key of queue) {
      if (busy.size >= atOnce) return;
      if (busy.has(key)) continue;
      queue.delete(key);
      busy.add(key);
      void work(key);
    }
  }

  async function work(key: ObjectKey): Promise<void> {
    const { kind, name } = parseKey(key);
    const outcome = kind === 'Gateway' ? await reconcile(key) : await keepFinalizer(name);
    busy.delete(key);
    if (signal.aborted) return;
    if (outcome.ok) {
      if ((failures.get(key) ?? 0) > 0) log.info({ object: key }, `${key}: carried out now`);
      failures.delete(key);
    } else {
      const count = (failures.get(key) ?? 0) + 1;
      failures.set(key, count);
      if (count === 1) {
        log.error({ object: key }, `${key}: ${outcome.message}; trying again`);
        tell(key, outcome.message);
      }
      later(Math.min(longestRetryMs, firstRetryMs * 2 ** (count - 1)) * (1 + random() / 4), () => wake(key));
    }
    next();
  }

  function later(delayMs: number, run: () => void): void {
    const timer = clock.setTimer(delayMs, () => {
      timers.delete(timer);
      run();
    });
    timers.add(timer);
  }

  /** An Event for those who look at the Gateway and not into our log. */
  function tell(key: ObjectKey, message: string): void {
    const object = known.get(key);
    if (object === undefined) return;
    const name = `${parseKey(key).name.slice(0, 200)}.${hash('sha256', `${object.metadata.uid}${message}`, 'hex').slice(0, 16)}`;
    const { apiVersion, metadata } = object;
    const event = { object: key, apiVersion, uid: metadata.uid, name, note: message.slice(0, 1000) };
    const record = { ...event, type: 'Warning', reason: 'ProvisioningFailed', action: 'Provision' } as const;
    // An Event that can't be written is not worth a retry: the log has it.
    void events.create(record, clock.nowMs(), signal);
  }

  function classOf(gateway: Gateway): GatewayClass | undefined {
    const found = known.get(objectKey('GatewayClass', '', gateway.spec.gatewayClassName)) as GatewayClass | undefined;
    return found?.spec.controllerName === controllerName ? found : undefined;
  }

  async function reconcile(key: ObjectKey): Promise<Outcome> {
    const gateway = known.get(key) as Gateway | undefined;
    // Deleted: its objects are the garbage collector's, as it is their owner.
    if (gateway === undefined) return forget(key);
    const ofClass = classOf(gateway);
    if (ofClass === undefined) return carriedOut.has(key) ? tearDown(key, gateway) : { ok: true };
    const fleet = fleetOf(gateway, ofClass);
    // nuncio says so on the Gateway's status. What runs, runs on.
    if (fleet === undefined) return { ok: true };

    const wasDisturbed = disturbed.delete(key);
    if (wasDisturbed) certificates.delete(key);
    const certificate = await certificateOf(key, gateway);
    if ('message' in certificate) return undone({ ok: false, message: certificate.message });
    const manifests = planOf(gateway, fleet, certificate);
    const plan = JSON.stringify(manifests);
    if (!wasDisturbed && carriedOut.get(key) === plan) return { ok: true };
    for (const manifest of manifests) {
      const outcome = await bring(gateway, manifest);
      if (!outcome.ok) return undone(outcome);
    }
    const wanted = new Set(manifests.map(({ kind }) => kind));
    for (const kind of manifestKinds) {
      if (wanted.has(kind)) continue;
      const outcome = await removeOwn(gateway, kind);
      if (!outcome.ok) return undone(outcome);
    }
    if (!carriedOut.has(key))
      log.info({ gateway: key, fleet: fleetName(gateway.metadata.name) }, `${key}: fleet is there`);
    carriedOut.set(key, plan);
    return { ok: true };

    function undone(outcome: Outcome): Outcome {
      disturbed.add(key);
      return outcome;
    }
  }

  /** Undefined: parametersRef names something that isn't there, or can't be. */
  function fleetOf(gateway: Gateway, ofClass: GatewayClass): EnvoyFleetSpec | undefined {
    const specOf = (namespace: string, ref: ParametersRef | undefined): EnvoyFleetSpec | undefined => {
      if (ref === undefined) return {};
      if (ref.group !== kinds.EnvoyFleet.group || ref.kind !== 'EnvoyFleet') return undefined;
      return (known.get(objectKey('EnvoyFleet', namespace, ref.name)) as EnvoyFleet | undefined)?.spec;
    };
    const classRef = ofClass.spec.parametersRef;
    const base = specOf(classRef?.namespace ?? '', classRef);
    const own = specOf(gateway.metadata.namespace, gateway.spec.infrastructure?.parametersRef);
    return base === undefined || own === undefined ? undefined : mergeFleets(base, own);
  }

  function planOf(gateway: Gateway, fleet: EnvoyFleetSpec, certificate: FleetCertificate): readonly Manifest[] {
    const { metadata, spec } = gateway;
    const { name, namespace } = metadata;
    const listenerSets = all<ListenerSet>('ListenerSet').filter(({ metadata: of, spec: { parentRef } }) => {
      const { kind = 'Gateway', group = kinds.Gateway.group } = parentRef;
      const isGateway = kind === 'Gateway' && group === kinds.Gateway.group;
      return isGateway && parentRef.name === name && (parentRef.namespace ?? of.namespace) === namespace;
    });
    return planFleet(
      {
        name,
        namespace,
        uid: metadata.uid,
        className: spec.gatewayClassName,
        apiVersion: apiVersionOf(kinds.Gateway),
        labels: spec.infrastructure?.labels ?? {},
        annotations: spec.infrastructure?.annotations ?? {},
        addresses: (spec.addresses ?? []).flatMap(({ type = 'IPAddress', value }) =>
          type === 'IPAddress' && value !== undefined && value !== '' ? [value] : [],
        ),
        ports: gatewayPorts(gateway, listenerSets),
      },
      fleet,
      certificate,
      settings,
    );
  }

  async function certificateOf(
    key: ObjectKey,
    gateway: Gateway,
  ): Promise<FleetCertificate | { readonly message: string }> {
    const entry = await readCa();
    if ('message' in entry) return entry;
    const { name, namespace } = gateway.metadata;
    let has = certificates.get(key);
    if (has === undefined) {
      const stored = await objects.read(placeOf('Secret', namespace, fleetName(name)), signal);
      if (!stored.ok) return { message: `can't read its Secret: ${describeFailure(stored.failure)}` };
      has = stored.value === null ? undefined : certificateIn(stored.value);
    }
    const certificate = await fleetCertificate(entry.entry, fleetIdentity(namespace, name), has, clock.nowMs());
    if ('mistake' in certificate) return { message: `Secret ${caName()}: ${certificate.mistake}` };
    certificates.set(key, certificate);
    return certificate;
  }

  async function readCa(): Promise<{ readonly entry: CaEntry } | { readonly message: string }> {
    if (ca !== undefined && clock.nowMs() - ca.atMs < caFreshMs) return ca;
    const place = placeOf('Secret', options.ca.namespace, secretNameOf('ca', options.ca));
    const answer = await objects.read(place, signal);
    if (!answer.ok) return { message: `can't read Secret ${caName()}: ${describeFailure(answer.failure)}` };
    const data = answer.value === null ? undefined : dataOf(answer.value);
    const entry = data === undefined ? undefined : setFromSecrets({ ca: data }).ca;
    if (entry === undefined) {
      return {
        message: `there is no Secret ${caName()}, whose CA signs the certificates of the Envoys; \`nuncio certgen --cluster\` makes it`,
      };
    }
    ca = { entry, atMs: clock.nowMs() };
    return ca;
  }

  function caName(): string {
    return `${options.ca.namespace}/${secretNameOf('ca', options.ca)}`;
  }

  /** Makes one object as it should be, unless it is. */
  async function bring(gateway: Gateway, manifest: Manifest): Promise<Outcome> {
    const { kind, metadata } = manifest;
    const place = placeOf(kind, metadata.namespace, metadata.name);
    const key = objectKey(kind, metadata.namespace, metadata.name);
    const stored = await objects.read(place, signal);
    if (!stored.ok) return failed('read', key, stored.failure);
    const own = stored.value === null ? 'none' : ownership(stored.value, gateway);
    if (own === 'foreign') {
      return { ok: false, message: `${key} is there and does not belong to this Gateway; it is left as it is` };
    }
    // Of a Gateway of this name that was deleted: the garbage collector may not have come to it yet.
    if (own === 'former' && stored.value !== null) {
      const gone = await objects.remove(place, uidOf(stored.value), signal);
      return gone.ok
        ? { ok: false, message: `${key} of an earlier Gateway of this name is being deleted` }
        : failed('delete', key, gone.failure);
    }
    const text = JSON.stringify(manifest);
    const before = made.get(key);
    if (stored.value !== null && before?.manifest === text && before.print === printOf(stored.value))
      return { ok: true };
    const answer = await objects.apply(place, manifest, own === 'own', signal);
    if (!answer.ok) return failed('make', key, answer.failure);
    made.set(key, { manifest: text, print: printOf(answer.value) });
    return { ok: true };
  }

  async function removeOwn(gateway: Gateway, kind: ManifestKind): Promise<Outcome> {
    const { namespace, name } = gateway.metadata;
    const place = placeOf(kind, namespace, fleetName(name));
    const key = objectKey(kind, namespace, place.name);
    const stored = await objects.read(place, signal);
    if (!stored.ok) return failed('read', key, stored.failure);
    if (stored.value === null || ownership(stored.value, gateway) !== 'own') return { ok: true };
    const answer = await objects.remove(place, uidOf(stored.value), signal);
    if (!answer.ok) return failed('delete', key, answer.failure);
    made.delete(key);
    return { ok: true };
  }

  /** The Gateway is another controller's now. */
  async function tearDown(key: ObjectKey, gateway: Gateway): Promise<Outcome> {
    for (const kind of manifestKinds.toReversed()) {
      const outcome = await removeOwn(gateway, kind);
      if (!outcome.ok) return outcome;
    }
    log.info({ gateway: key }, `${key}: its class is not ours any more; its fleet is deleted`);
    return forget(key);
  }

  function forget(key: ObjectKey): Outcome {
    const { namespace, name } = parseKey(key);
    for (const kind of manifestKinds) made.delete(objectKey(kind, namespace, fleetName(name)));
    carriedOut.delete(key);
    certificates.delete(key);
    disturbed.delete(key);
    return { ok: true };
  }

  async function keepFinalizer(name: string): Promise<Outcome> {
    const ours = known.get(objectKey('GatewayClass', '', name)) as GatewayClass | undefined;
    if (ours === undefined || ours.spec.controllerName !== controllerName) {
      finalizers.delete(name);
      return { ok: true };
    }
    const used = all<Gateway>('Gateway').some(({ spec }) => spec.gatewayClassName === name);
    if (finalizers.get(name) === used) return { ok: true };
    const { group, version, plural } = kinds.GatewayClass;
    const place: ObjectPlace = { group, version, plural, namespace: '', name };
    const stored = await objects.read(place, signal);
    if (!stored.ok) return failed('read', `GatewayClass ${name}`, stored.failure);
    if (stored.value === null) return { ok: true };
    const { finalizers: has, resourceVersion } = stored.value['metadata'] as {
      readonly finalizers?: readonly string[];
      readonly resourceVersion: string;
    };
    const others = (has ?? []).filter((each) => each !== CLASS_FINALIZER);
    const wanted = used ? [...others, CLASS_FINALIZER] : others;
    if (!isDeepStrictEqual(has ?? [], wanted)) {
      const patch = { metadata: { resourceVersion, finalizers: wanted } };
      const answer = await objects.patch(place, patch, signal);
      if (!answer.ok) return failed('change the finalizers of', `GatewayClass ${name}`, answer.failure);
    }
    finalizers.set(name, used);
    return { ok: true };
  }

  function watchMade(): void {
    for (const kind of manifestKinds) {
      for (const namespace of options.watchNamespaces.length === 0 ? [''] : options.watchNamespaces) {
        void runQuietReflector<{ readonly owner: ObjectKey | undefined; readonly print: string }>({
          kind: { kind, namespaced: true, ...resources[kind] },
          namespace,
          labelSelector: `app.kubernetes.io/managed-by=${MANAGED_BY}`,
          client,
          clock,
          random,
          log,
          signal,
          keep: (raw) => ({ owner: ownerOf(raw), print: printOf(raw) }),
          onUpsert(key, { owner, print }) {
            if (owner !== undefined && made.get(key)?.print !== print) disturb(owner);
          },
          onRemove(key) {
            if (!made.delete(key)) return;
            const { namespace: of, name } = parseKey(key);
            const owner = all<Gateway>('Gateway').find(
              ({ metadata }) => metadata.namespace === of && fleetName(metadata.name) === name,
            );
            if (owner !== undefined) disturb(keyOf(owner));
          },
          onPhase(phase, failure) {
            if (failure !== undefined && (phase === 'forbidden' || phase === 'failing'))
              log.warn(
                { kind },
                `cannot watch what was made of kind ${kind}: ${describeFailure(failure)}; trying again`,
              );
          },
        });
      }
    }
  }

  function disturb(gateway: ObjectKey): void {
    if (!carriedOut.has(gateway)) return;
    disturbed.add(gateway);
    wake(gateway);
  }

  function lookAtCertificates(): void {
    later(certificatesEveryMs * (1 + random() / 10), () => {
      wakeAll();
      lookAtCertificates();
    });
  }

  return {
    start() {
      source.start();
      watchMade();
      lookAtCertificates();
    },
    lead(now) {
      leading = now;
      // Another replica has written meanwhile.
      for (const key of carriedOut.keys()) disturbed.add(key);
      finalizers.clear();
      wakeAll();
    },
    async stop() {
      stopping.abort();
      for (const timer of timers) timer.cancel();
      await source.stop();
    },
  };
}

type ParametersRef = NonNullable<NonNullable<Gateway['spec']['infrastructure']>['parametersRef']>;

function placeOf(kind: ManifestKind, namespace: string, name: string): ObjectPlace {
  return { ...resources[kind], namespace, name };
}

function failed(verb: string, what: string, failure: ApiFailure): Outcome {
  return { ok: false, message: `can't ${verb} ${what}: ${describeFailure(failure)}` };
}

interface OwnerReference {
  readonly kind?: unknown;
  readonly name?: unknown;
  readonly uid?: unknown;
  readonly controller?: unknown;
}

function controllerOf(raw: RawObject): OwnerReference | undefined {
  const metadata = raw['metadata'];
  const owners = isRecord(metadata) ? metadata['ownerReferences'] : undefined;
  return Array.isArray(owners) ? (owners as OwnerReference[]).find(({ controller }) => controller === true) : undefined;
}

/** `former`: of a Gateway of the same name that is no more. */
function ownership(raw: RawObject, { metadata }: Gateway): 'own' | 'former' | 'foreign' {
  const owner = controllerOf(raw);
  if (owner?.kind !== 'Gateway' || owner.name !== metadata.name) return 'foreign';
  return owner.uid === metadata.uid ? 'own' : 'former';
}

function ownerOf(raw: RawObject): ObjectKey | undefined {
  const owner = controllerOf(raw);
  const { namespace } = raw['metadata'] as { readonly namespace?: string };
  if (owner?.kind !== 'Gateway' || typeof owner.name !== 'string') return undefined;
  return objectKey('Gateway', namespace ?? '', owner.name);
}

function uidOf(raw: RawObject): string {
  return String((raw['metadata'] as { readonly uid?: unknown }).uid);
}

/** Everything of an object that somebody decides: equal prints are equal objects. */
function printOf(raw: RawObject): string {
  const { metadata, status: _status, apiVersion: _apiVersion, kind: _kind, ...content } = raw;
  const { labels, annotations, ownerReferences } = metadata as Readonly<Record<string, unknown>>;
  return hash('sha256', JSON.stringify([labels, annotations, ownerReferences, content]), 'base64');
}

function dataOf(raw: RawObject): Record<string, string> {
  const data = isRecord(raw['data']) ? raw['data'] : {};
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Buffer.from(String(value), 'base64').toString('utf8')]),
  );
}

function certificateIn(secret: RawObject): FleetCertificate {
  const data = dataOf(secret);
  return { bundle: data['ca.crt'] ?? '', certificate: data['tls.crt'] ?? '', key: data['tls.key'] ?? '' };
}
