// The shell that all translators share: vertices from the builder in, changed resources to the streamer out.
// Must hold: nothing goes out while the builder's full state is still coming in, so that no half listener is ever seen;
// an edge's batch is small (256 items), so one batch is one step. Vertices are not kept: the translator has their bytes.
import type { VertexValue } from '../../messages/graph.ts';
import type { Config } from '../../model/config.ts';
import type { Translator } from '../../xds/translator.ts';
import type { ActorFactory, EdgeName } from '../actor.ts';
import { createKeyedInput } from '../keyed-input.ts';
import { createResourceOutput, resourceQuery } from '../resource-output.ts';

export interface TranslatorEdges {
  readonly input: EdgeName;
  readonly output: EdgeName;
}

/** `createTranslator` is called once per actor. Queries: see resourceQuery. */
export function createTranslatorActor(
  edges: TranslatorEdges,
  createTranslator: (config: Config) => Translator,
): ActorFactory {
  return (context) => {
    const translator = createTranslator(context.config);
    const known = createKeyedInput<null>();
    const output = createResourceOutput(context, edges.output, () => translator.resources());

    /** Of what has come in and not gone out. */
    let mark: number | undefined;

    context.receive<VertexValue>(edges.input, (batch) => {
      mark = batch.mark ?? mark;
      const keys = { ...batch, upserts: batch.upserts.map(({ key, causes }) => ({ key, value: null, causes })) };
      const { removals, synced } = known.apply(keys);
      translator.apply({ upserts: batch.upserts, removals });
      if (!synced) return;
      output.send(translator.publish());
      output.synced();
      if (mark !== undefined) output.mark(mark);
      mark = undefined;
    });

    return { query: (name) => resourceQuery(context.name, translator.resources(), name) };
  };
}
