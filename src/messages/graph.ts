// Edges builder → translators and builder → endpoints: changed vertices, key = `<kind>/<vertex key>`.
import type { Vertex } from '../dag/vertices.ts';

export type VertexValue = Vertex;
