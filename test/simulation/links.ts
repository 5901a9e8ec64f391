// Edges of a simulated replica: ports whose messages take their time, each direction in its own order. Batches are cut
// into small ones, as they would be with thousands of objects, so that everything can happen in the middle of a state.
// In: a pair to make. Out: two ports. Checks: batches under way and their size stay within their bounds.
import type { EdgeName } from '../../src/actors/actor.ts';
import { maxBatchesInFlight, maxBatchItems } from '../../src/actors/edge-sender.ts';
import { localPortPair } from '../../src/actors/port.ts';
import type { Port } from '../../src/actors/port.ts';
import type { Batch } from '../../src/messages/edge.ts';
import type { PlantedBug } from './planted.ts';
import { createDelays } from './world.ts';
import type { World } from './world.ts';

export interface LinkOptions {
  readonly world: World;
  readonly edge: EdgeName;
  /** For the trace. */
  readonly replica: string;
  /** How often this edge has been linked before. */
  readonly relinks: number;
  /** Largest batch that goes through whole. */
  readonly maxItems: number;
  readonly planted: PlantedBug | null;
  /** Called with each batch before it is cut or altered. */
  readonly onBatch: (batch: Batch<unknown>) => void;
}

/** Sender's end and receiver's end. */
export function createLink(options: LinkOptions): readonly [sender: Port, receiver: Port] {
  const { world, edge, replica, relinks, planted } = options;
  const delay = createDelays(world.random);
  const [a, b] = localPortPair((run) => void world.clock.setTimer(delay(), run));
  let underWay = 0;
  let batches = 0;
  /** Sequence number → pieces of the batch that are not acknowledged. */
  const pieces = new Map<number, number>();
  let stateSent = false;
  const filter = planted?.batch?.({ edge, relinks, random: world.random });

  const sender: Port = {
    local: true,
    post(message, transfer) {
      if (message.kind !== 'batch') return a.post(message, transfer);
      options.onBatch(message);
      underWay++;
      const items = message.upserts.length + message.removals.length;
      if (underWay > maxBatchesInFlight) world.violation(`${replica} ${edge}: ${underWay} batches under way`);
      if (items > maxBatchItems) world.violation(`${replica} ${edge}: a batch of ${items} items`);
      const cut = cutBatch(message, 1 + world.random.below(options.maxItems), stateSent);
      stateSent ||= message.synced;
      pieces.set(message.seq, cut.length);
      for (const piece of cut) {
        const sent = filter === undefined ? piece : filter(piece, batches++);
        world.note(`${replica} ${edge} ${describe(sent)}`);
        a.post(sent);
      }
    },
    listen(handler) {
      a.listen((message) => {
        const left = (pieces.get(message.seq) ?? 1) - 1;
        pieces.set(message.seq, left);
        if (left > 0) return;
        pieces.delete(message.seq);
        underWay--;
        handler(message);
      });
    },
    onClose: (handler) => a.onClose(handler),
    close: () => a.close(),
  };
  return [sender, b];
}

/** Same items in the same order; `reset` with the first, `synced` with the last, or with all after a full state. */
function cutBatch(batch: Batch<unknown>, maxItems: number, stateSent: boolean): readonly Batch<unknown>[] {
  const { upserts, removals, reset, synced } = batch;
  const total = upserts.length + removals.length;
  if (total <= maxItems) return [batch];
  const cut: Batch<unknown>[] = [];
  for (let from = 0; from < total; from += maxItems) {
    const to = from + maxItems;
    cut.push({
      ...batch,
      reset: reset && from === 0,
      synced: synced && (stateSent || to >= total),
      upserts: upserts.slice(from, to),
      removals: removals.slice(Math.max(0, from - upserts.length), Math.max(0, to - upserts.length)),
    });
  }
  return cut;
}

function describe({ reset, synced, upserts, removals }: Batch<unknown>): string {
  const keys = [...upserts.map(({ key }) => `+${key}`), ...removals.map(({ key }) => `-${key}`)];
  return `${reset ? 'reset ' : ''}${keys.join(' ')}${synced ? ' synced' : ''}`;
}
