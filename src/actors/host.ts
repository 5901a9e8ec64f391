// Runs a set of actors on the thread it is called on: makes them, links their edges, starts and stops them, answers
// for them. A worker thread has one host; tests and the simulator make hosts of their own, with their own clock.
// An actor that fails takes its host down: after `onFail` nothing of this host handles anything any more.
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from '../model/config.ts';
import type { Actor, ActorContext, ActorFactory, ActorName, Clock, EdgeName, SenderOptions } from './actor.ts';
import { createEdgeMetrics } from './edge-metrics.ts';
import { createEdgeReceiver } from './edge-receiver.ts';
import type { EdgeReceiver } from './edge-receiver.ts';
import { createEdgeSender } from './edge-sender.ts';
import type { LinkableSender } from './edge-sender.ts';
import { localPortPair } from './port.ts';
import type { Port } from './port.ts';
import type { ActorHealth, EdgeSide } from './thread-control.ts';
import { receiverOf, senderOf } from './topology.ts';
import type { TraceWriter } from './tracing/tracer.ts';
import type { Turns } from './turns.ts';

export interface HostedActor {
  readonly name: ActorName;
  readonly load: () => ActorFactory | Promise<ActorFactory>;
}

export interface HostOptions {
  /** Started in this order, stopped in reverse. */
  readonly actors: readonly HostedActor[];
  /** All edges of the program; those with both ends here are linked by the host itself. */
  readonly edges: readonly EdgeName[];
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly trace: Pick<TraceWriter, 'forActor'>;
  readonly onFail: (actor: ActorName, error: unknown) => void;
  /** Delivers messages between actors of this host; default: `setImmediate`. */
  readonly schedule?: (run: () => void) => void;
  /** As in EdgeReceiverOptions. */
  readonly turns?: Turns;
}

export interface Host {
  /** Rejects with the first failure of a factory or a `start`. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Any time, also before `start`; a second port for the same end replaces the first. */
  link(edge: EdgeName, side: EdgeSide, port: Port): void;
  health(): Promise<readonly ActorHealth[]>;
  query(actor: ActorName, name: string, argument: unknown): unknown;
}

interface RunningActor {
  readonly name: ActorName;
  readonly actor: Actor;
  readonly started: boolean;
}

export function createHost(options: HostOptions): Host {
  const { clock, config, edges, log, metrics, trace } = options;
  const edgeMetrics = createEdgeMetrics(metrics);
  const senders = new Map<EdgeName, LinkableSender<never>>();
  const receivers = new Map<EdgeName, EdgeReceiver>();
  const running = new Map<ActorName, RunningActor>();
  /** Ports that came before the actor they belong to. */
  const held = new Map<string, Port>();
  let failed = false;
  let stopping = false;

  function fail(name: ActorName, error: unknown): void {
    if (failed || stopping) return;
    failed = true;
    for (const receiver of receivers.values()) receiver.stop();
    options.onFail(name, error);
  }

  function contextOf(name: ActorName): ActorContext {
    const tracer = trace.forActor(name);
    return {
      name,
      config,
      log: log.child({ actor: name }),
      metrics,
      trace: tracer,
      clock: {
        nowMs: () => clock.nowMs(),
        dateMs: () => clock.dateMs(),
        setTimer: (delayMs, run) =>
          clock.setTimer(delayMs, () => {
            if (failed) return;
            try {
              run();
            } catch (error) {
              fail(name, error);
            }
          }),
      },
      receive(edge, handler) {
        claim(edge, name, 'receiver');
        const receiver = createEdgeReceiver({
          edge,
          handler,
          clock,
          trace: tracer,
          meter: edgeMetrics.receiver(edge),
          fail: (error) => fail(name, error),
          ...(options.turns && { turns: options.turns }),
        });
        receivers.set(edge, receiver);
      },
      sender<T>(edge: EdgeName, senderOptions: SenderOptions<T>) {
        claim(edge, name, 'sender');
        const sender: LinkableSender<T> = createEdgeSender<T>({
          ...senderOptions,
          edge,
          clock,
          trace: tracer,
          meter: edgeMetrics.sender(edge, () => sender.depth),
          fail: (error) => fail(name, error),
        });
        senders.set(edge, sender as LinkableSender<never>);
        return sender;
      },
      fail: (error) => fail(name, error),
    };
  }

  /** The edge table is the architecture; an actor can't grow edges of its own. */
  function claim(edge: EdgeName, name: ActorName, side: EdgeSide): void {
    const owner = side === 'sender' ? senderOf(edge) : receiverOf(edge);
    const taken = side === 'sender' ? senders.has(edge) : receivers.has(edge);
    if (!edges.includes(edge)) throw new Error(`actor ${name} opens edge ${edge}, which is not in the topology`);
    if (owner !== name) throw new Error(`actor ${name} opens edge ${edge} as its ${side}, which is actor ${owner}`);
    if (taken) throw new Error(`actor ${name} opens edge ${edge} twice`);
  }

  function link(edge: EdgeName, side: EdgeSide, port: Port): void {
    const end = side === 'sender' ? senders.get(edge) : receivers.get(edge);
    if (end !== undefined) {
      try {
        end.link(port);
      } catch (error) {
        fail(side === 'sender' ? senderOf(edge) : receiverOf(edge), error);
      }
      return;
    }
    const heldKey = `${side} ${edge}`;
    held.get(heldKey)?.close();
    held.set(heldKey, port);
  }

  async function start(): Promise<void> {
    const factories = await Promise.all(
      options.actors.map(async ({ name, load }) => ({ name, factory: await load() })),
    );
    for (const { name, factory } of factories) {
      running.set(name, { name, actor: factory(contextOf(name)), started: false });
    }
    for (const { name } of factories) checkEdges(name);
    for (const edge of edges) {
      if (running.has(senderOf(edge)) && running.has(receiverOf(edge))) {
        const [senderPort, receiverPort] = localPortPair(options.schedule);
        link(edge, 'receiver', receiverPort);
        link(edge, 'sender', senderPort);
      }
      for (const side of ['receiver', 'sender'] as const) {
        const heldKey = `${side} ${edge}`;
        const port = held.get(heldKey);
        if (port === undefined) continue;
        held.delete(heldKey);
        link(edge, side, port);
      }
    }
    for (const entry of running.values()) {
      await entry.actor.start?.();
      running.set(entry.name, { ...entry, started: true });
    }
  }

  /** An edge that nobody opens would leave its other end waiting for ever. */
  function checkEdges(name: ActorName): void {
    for (const edge of edges) {
      if (senderOf(edge) === name && !senders.has(edge))
        throw new Error(`actor ${name} doesn't open its output ${edge}`);
      if (receiverOf(edge) === name && !receivers.has(edge))
        throw new Error(`actor ${name} doesn't open its input ${edge}`);
    }
  }

  async function healthOf({ name, actor, started }: RunningActor): Promise<ActorHealth> {
    const inputs = edges.flatMap((edge) => {
      const receiver = receiverOf(edge) === name ? receivers.get(edge) : undefined;
      return receiver === undefined ? [] : [{ edge, synced: receiver.synced, depth: receiver.depth }];
    });
    const outputs = edges.flatMap((edge) => {
      const sender = senderOf(edge) === name ? senders.get(edge) : undefined;
      return sender === undefined ? [] : [{ edge, synced: sender.delivered, depth: sender.depth }];
    });
    const missing: string[] = [];
    const says = started ? await readiness(actor) : true;
    if (typeof says === 'string') return { name, started, ready: true, missing, instead: says, inputs, outputs };
    if (!started) missing.push('has not started');
    for (const { edge, synced } of inputs) if (!synced) missing.push(`full state from ${senderOf(edge)}`);
    for (const { edge, synced } of outputs) if (!synced) missing.push(`full state taken by ${receiverOf(edge)}`);
    if (!says) missing.push('the actor itself says it is not ready');
    return { name, started, ready: missing.length === 0, missing, inputs, outputs };
  }

  return {
    start,
    link,
    async stop() {
      stopping = true;
      for (const { name, actor } of [...running.values()].toReversed()) {
        try {
          await actor.stop?.();
        } catch (error) {
          // The others must be stopped all the same.
          log.error({ err: error, actor: name }, 'actor failed while stopping');
        }
      }
      for (const receiver of receivers.values()) receiver.stop();
      for (const sender of senders.values()) sender.unlink();
      for (const port of held.values()) port.close();
      held.clear();
    },
    health: () => Promise.all([...running.values()].map(healthOf)),
    query(name, queryName, argument) {
      const entry = running.get(name);
      if (entry === undefined)
        throw new Error(`no actor ${name} on this thread (has ${[...running.keys()].join(', ')})`);
      if (entry.actor.query === undefined) throw new Error(`actor ${name} answers no queries (asked for ${queryName})`);
      return entry.actor.query(queryName, argument);
    },
  };
}

/** What it answers to `ready`; an actor that doesn't know the query has no say. */
async function readiness(actor: Actor): Promise<boolean | string> {
  try {
    const answer = await actor.query?.('ready', undefined);
    return typeof answer === 'string' ? answer : answer !== false;
  } catch {
    return true;
  }
}
