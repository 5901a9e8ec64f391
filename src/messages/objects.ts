// Edges watcher → builder and watcher → endpoints: source objects by key, as text. EndpointSlices go only to the endpoint
// fast path, everything else only to the builder.
import type { ObjectText } from '../model/object.ts';

export type ObjectValue = ObjectText;
