// State of the endpoint fast path: the EndpointSlices of every Service, what Consul says, and the EndpointGroups that
// somebody uses.
// In: changed slices and groups, by any keys, in any order. Out: changed assignments. A slice that says nothing new
// (reordered, only relabelled, about a port nobody uses) gives nothing.
import type { EndpointGroup } from '../dag/vertices.ts';
import type { ConsulEndpoints } from '../messages/consul.ts';
import type { Cause, Removal, Upsert } from '../messages/edge.ts';
import { serviceNameLabel, type EndpointSlice } from '../model/kinds/endpoint-slice.ts';
import { consulAssignment, endpointAssignment } from './endpoint.ts';
import { createResourceTable, type ResourceChanges, type Translator } from './translator.ts';

/** Without endpoints a request fails, and with endpoints that are gone it fails too: nothing is lost by waiting. */
export const noSliceGraceMs = 1000;

/** How long nothing is said of a service for which Consul has not answered: usually it does within milliseconds. */
export const consulGraceMs = 1000;

export interface EndpointTable extends Pick<Translator, 'resources'> {
  applySlices(upserts: readonly Upsert<EndpointSlice>[], removals: readonly Removal[]): void;
  applyGroups(upserts: readonly Upsert<EndpointGroup>[], removals: readonly Removal[]): void;
  /** Keys are those of groups. */
  applyConsul(upserts: readonly Upsert<ConsulEndpoints>[], removals: readonly Removal[]): void;
  /**
   * What changed since the last call. `isWhole`: all slices that exist are there, so a Service without has none.
   * `nowMs` absent: nothing is waited for. `isOver`: asked after each assignment; when it is, the rest is due at once.
   */
  publish(nowMs?: number, isWhole?: boolean, isOver?: () => boolean): ResourceChanges;
  /** When there is more to publish even if nothing changes; undefined: never. */
  readonly dueMs: number | undefined;
}

/** `failed`: told of a group whose assembly threw (a bug); what was published of it stays. Default: it throws on. */
export function createEndpointTable(
  failed = (_key: string, error: unknown): void => {
    throw error;
  },
): EndpointTable {
  /** Slice key → the slice and its Service (`<namespace>/<name>`). */
  const serviceOfSlice = new Map<string, string>();
  const slicesOfService = new Map<string, Map<string, EndpointSlice>>();
  const groups = new Map<string, EndpointGroup>();
  const groupsOfService = new Map<string, Set<string>>();
  /** Services without slices that somebody uses → since when. */
  const emptySinceMs = new Map<string, number>();
  /** What Consul said of a group, and since when it owes an answer for others. */
  const consul = new Map<string, ConsulEndpoints>();
  const askedSinceMs = new Map<string, number>();
  const table = createResourceTable();
  const changedServices = new Map<string, Cause[]>();
  const changedGroups = new Map<string, Cause[]>();
  let dueMs: number | undefined;

  function forgetSlice(key: string, causes: readonly Cause[]): void {
    const service = serviceOfSlice.get(key);
    if (service === undefined) return;
    serviceOfSlice.delete(key);
    const slices = slicesOfService.get(service);
    slices?.delete(key);
    if (slices?.size === 0) slicesOfService.delete(service);
    note(changedServices, service, causes);
  }

  function forgetGroup(key: string): void {
    const group = groups.get(key);
    if (group === undefined) return;
    groups.delete(key);
    askedSinceMs.delete(key);
    for (const service of servicesOf(group)) {
      const keys = groupsOfService.get(service);
      keys?.delete(key);
      if (keys?.size !== 0) continue;
      groupsOfService.delete(service);
      emptySinceMs.delete(service);
    }
  }

  /** Undefined: done; else it is too early, and this is when it won't be. */
  function assemble(
    key: string,
    causes: readonly Cause[],
    nowMs: number | undefined,
    isWhole: boolean,
  ): number | undefined {
    const group = groups.get(key);
    if (group === undefined) {
      table.remove(key, causes);
      return undefined;
    }
    if (group.consul) {
      const known = consul.get(key);
      if (known === undefined && nowMs !== undefined) {
        const sinceMs = askedSinceMs.get(key) ?? nowMs;
        askedSinceMs.set(key, sinceMs);
        if (nowMs < sinceMs + consulGraceMs) return sinceMs + consulGraceMs;
      }
      table.put(key, consulAssignment(group, known?.endpoints), causes);
      return undefined;
    }
    const services = servicesOf(group);
    const service = services[0]!;
    const slices = services.map((each) => slicesOfService.get(each));
    if (slices.some((each) => each !== undefined)) {
      emptySinceMs.delete(service);
    } else {
      const believed = isWhole || nowMs === undefined;
      const sinceMs = believed ? -Infinity : (emptySinceMs.get(service) ?? nowMs);
      emptySinceMs.set(service, sinceMs);
      if (!believed && nowMs < sinceMs + noSliceGraceMs) return sinceMs + noSliceGraceMs;
    }
    const [own = [], ...others] = slices.map((each) => each?.values() ?? []);
    table.put(key, endpointAssignment(group, own, others), causes);
    return undefined;
  }

  return {
    applySlices(upserts, removals) {
      for (const { key, value: slice, causes } of upserts) {
        const service = serviceOf(slice.metadata.namespace, slice.metadata.labels[serviceNameLabel] ?? '');
        if (serviceOfSlice.get(key) !== service) forgetSlice(key, causes);
        serviceOfSlice.set(key, service);
        let slices = slicesOfService.get(service);
        if (slices === undefined) slicesOfService.set(service, (slices = new Map()));
        slices.set(key, slice);
        note(changedServices, service, causes);
      }
      for (const { key, causes } of removals) forgetSlice(key, causes);
    },

    applyGroups(upserts, removals) {
      for (const { key, value: group, causes } of upserts) {
        forgetGroup(key);
        groups.set(key, group);
        for (const service of servicesOf(group)) {
          let keys = groupsOfService.get(service);
          if (keys === undefined) groupsOfService.set(service, (keys = new Set()));
          keys.add(key);
        }
        note(changedGroups, key, causes);
      }
      for (const { key, causes } of removals) {
        forgetGroup(key);
        note(changedGroups, key, causes);
      }
    },

    applyConsul(upserts, removals) {
      for (const { key, value, causes } of upserts) {
        consul.set(key, value);
        note(changedGroups, key, causes);
      }
      for (const { key, causes } of removals) if (consul.delete(key)) note(changedGroups, key, causes);
    },

    publish(nowMs, isWhole = false, isOver = never): ResourceChanges {
      for (const [service, causes] of changedServices) {
        for (const key of groupsOfService.get(service) ?? []) note(changedGroups, key, causes);
      }
      changedServices.clear();
      dueMs = undefined;
      for (const [key, causes] of changedGroups) {
        let notBeforeMs: number | undefined;
        try {
          notBeforeMs = assemble(key, causes, nowMs, isWhole);
        } catch (error) {
          failed(key, error);
        }
        if (notBeforeMs === undefined) changedGroups.delete(key);
        else dueMs = Math.min(dueMs ?? Infinity, notBeforeMs);
        if (nowMs === undefined || !isOver()) continue;
        dueMs = nowMs;
        break;
      }
      return table.publish();
    },

    get dueMs() {
      return dueMs;
    },

    resources: () => table.resources(),
  };
}

const never = (): boolean => false;

function servicesOf({ namespace, service, others = [], consul }: EndpointGroup): string[] {
  if (consul) return [];
  return [
    serviceOf(namespace, service),
    ...others.map((other) => serviceOf(other.namespace ?? namespace, other.service)),
  ];
}

function serviceOf(namespace: string, name: string): string {
  return `${namespace}/${name}`;
}

function note(changes: Map<string, Cause[]>, key: string, causes: readonly Cause[]): void {
  const known = changes.get(key);
  if (known === undefined) changes.set(key, [...causes]);
  else known.push(...causes);
}
