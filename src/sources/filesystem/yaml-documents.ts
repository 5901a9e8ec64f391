// The text of a YAML or JSON file → its documents, each with its value or what is wrong with it, and where its fields stand.
// One bad document never takes another along. Plain texts, which nearly all are, are read by js-yaml, ten times as fast as
// `yaml`. That one reads what is left: texts with an error, since it goes on behind one and says more of it, and those with
// anchors, tags, directives, merges and keys that are no strings, about which the two differ. Of all others they find the
// same (property-tested).
import {
  COLLECTION_STYLE,
  constructFromEvents,
  CORE_SCHEMA,
  defineMappingTag,
  EVENT_ID,
  getScalarValue,
  mapTag,
  parseEvents,
  SCALAR_STYLE,
  YAMLException,
  type Event,
  type ScalarEvent,
} from 'js-yaml';
import { isMap, isScalar, isSeq, LineCounter, parseAllDocuments, type Document, type Node } from 'yaml';

/** Keys of maps and indexes of lists, from the document down to a field. */
export type YamlPath = readonly (string | number)[];

export interface YamlDocument {
  /** Plain data; null of an empty document, undefined beside an error. */
  readonly value: unknown;
  readonly error?: { readonly message: string; readonly line: number };
  /** Line (from 1) of the field, or of the nearest thing around it that exists. */
  readonly lineOf: (path: YamlPath) => number;
}

export function yamlDocuments(text: string): readonly YamlDocument[] {
  return plainDocuments(text) ?? anyDocuments(text);
}

const onlyTextKeys = defineMappingTag<Record<string, unknown>>(mapTag.tagName, {
  ...mapTag,
  addPair(map, key, value) {
    return typeof key !== 'string' || key === '<<' ? 'not plain' : mapTag.addPair(map, key, value);
  },
});
const plainSchema = CORE_SCHEMA.withTags(onlyTextKeys);

/**
 * What the two take otherwise: bare carriage returns, marks of byte order, tabs that indent, ends of documents, indented
 * starts of them, and blocks that say how far they are indented. (A number beyond what a double holds is infinite to one
 * of them and a text to the other; no field takes either.)
 */
const contested = /\r(?!\n)|\uFEFF|^ *\t|^\.\.\.|^ +---|[|>][-+]?[1-9][-+]?(\s|$)/m;

/** undefined: the text is not plain, or wrong. */
export function plainDocuments(text: string): readonly YamlDocument[] | undefined {
  if (contested.test(text)) return undefined;
  try {
    const events = parseEvents(text, {});
    if (!events.every(isPlain) || !keysBeginLines(text, events)) return undefined;
    const values = constructFromEvents(events, { source: text, schema: plainSchema });
    const lines = new LineCounter();
    lines.addNewLine(0);
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.addNewLine(at + 1);
    const starts = events.flatMap(({ type }, index) => (type === EVENT_ID.DOCUMENT ? [index + 1] : []));
    return values.map((value, index) => {
      const start = starts[index] ?? 0;
      let root: Place | undefined;
      return {
        value,
        lineOf(path) {
          // Most documents are asked for nothing but their own line.
          if (path.length === 0) return lines.linePos(offsetOf(events[start]) ?? 0).line;
          root ??= placesFrom(text, events, start).place;
          return lines.linePos(offsetIn(root, path)).line;
        },
      };
    });
  } catch (error) {
    if (error instanceof YAMLException) return undefined;
    throw error;
  }
}

function isPlain(event: Event): boolean {
  if (event.type === EVENT_ID.DOCUMENT) return event.directives.length === 0;
  if (event.type === EVENT_ID.POP) return true;
  return event.type !== EVENT_ID.ALIAS && event.anchorStart < 0 && event.tagStart < 0;
}

/** False where js-yaml takes for a key what stands behind an item of a list: `- "a"b: c`. */
function keysBeginLines(text: string, events: readonly Event[]): boolean {
  /** Whether the next node is a key of a block, for each collection that is open. */
  const isKey: (boolean | undefined)[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.POP) isKey.pop();
    if (event.type === EVENT_ID.POP || event.type === EVENT_ID.DOCUMENT) continue;
    const next = isKey.at(-1);
    if (next === true && event.type === EVENT_ID.SCALAR && !beginsLine(text, event)) return false;
    if (next !== undefined) isKey[isKey.length - 1] = !next;
    if (event.type === EVENT_ID.MAPPING) isKey.push(event.style === COLLECTION_STYLE.BLOCK ? true : undefined);
    if (event.type === EVENT_ID.SEQUENCE) isKey.push(undefined);
  }
  return true;
}

function beginsLine(text: string, { valueStart, style }: ScalarEvent): boolean {
  const isQuoted = style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
  let at = valueStart - (isQuoted ? 2 : 1);
  while (at >= 0 && ' \t-?'.includes(text[at] ?? '')) at -= 1;
  return at < 0 || text[at] === '\n';
}

/** Where a node of a document is; offsets into the text. */
interface Place {
  /** Nothing stands there of a value that is left out. */
  readonly offset: number | undefined;
  readonly fields?: ReadonlyMap<string, { readonly keyOffset: number | undefined; readonly value: Place }>;
  readonly items?: readonly Place[];
}

/** The node that begins at an event, and the event behind it. */
function placesFrom(text: string, events: readonly Event[], start: number): { place: Place; next: number } {
  const event = events[start];
  const offset = offsetOf(event);
  let next = start + 1;
  const child = (): Place => {
    const read = placesFrom(text, events, next);
    next = read.next;
    return read.place;
  };
  const isOver = (): boolean => events[next] === undefined || events[next]?.type === EVENT_ID.POP;
  if (event?.type === EVENT_ID.SEQUENCE) {
    const items: Place[] = [];
    while (!isOver()) items.push(child());
    return { place: { offset, items }, next: next + 1 };
  }
  if (event?.type === EVENT_ID.MAPPING) {
    const fields = new Map<string, { keyOffset: number | undefined; value: Place }>();
    while (!isOver()) {
      const key = events[next];
      const { offset: keyOffset } = child();
      const value = child();
      if (key?.type === EVENT_ID.SCALAR) fields.set(getScalarValue(text, key), { keyOffset, value });
    }
    return { place: { offset, fields }, next: next + 1 };
  }
  return { place: { offset }, next };
}

function offsetOf(event: Event | undefined): number | undefined {
  if (event?.type === EVENT_ID.SEQUENCE || event?.type === EVENT_ID.MAPPING) return event.start;
  if (event?.type !== EVENT_ID.SCALAR || event.valueStart < 0) return undefined;
  const isBlock = event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK;
  // A block's value begins in the line behind the one that it stands in.
  return isBlock ? event.valueStart - 1 : event.valueStart;
}

function offsetIn(root: Place, path: YamlPath): number {
  let place: Place | undefined = root;
  let offset = root.offset ?? 0;
  for (const segment of path) {
    if (place?.fields) {
      const field = place.fields.get(String(segment));
      if (!field) break;
      offset = field.keyOffset ?? offset;
      place = field.value;
    } else if (place?.items) {
      place = place.items[Number(segment)];
      offset = place?.offset ?? offset;
    } else break;
  }
  return offset;
}

/** Every text, by `yaml`. */
export function anyDocuments(text: string): readonly YamlDocument[] {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { lineCounter: lines, merge: true, prettyErrors: false });
  // Of a text without documents it is an empty list of another type.
  return [...documents].map((document: Document.Parsed) => {
    const syntaxError = document.errors[0];
    if (syntaxError) {
      const { line, col } = lines.linePos(syntaxError.pos[0]);
      return failed(`${syntaxError.message} (line ${line}, column ${col})`, line);
    }
    try {
      return { value: document.toJS() as unknown, lineOf: (path) => lineOf(document, path, lines) };
    } catch (error) {
      // Thrown for aliases that point nowhere or that would grow without bound.
      return failed((error as Error).message, lineOf(document, [], lines));
    }
  });
}

function failed(message: string, line: number): YamlDocument {
  return { value: undefined, error: { message, line }, lineOf: () => line };
}

/** As `YamlDocument.lineOf`. */
export function lineOf(document: Document.Parsed, path: YamlPath, lines: LineCounter): number {
  let node: Node | null = document.contents;
  let offset = node?.range?.[0] ?? document.range[0];
  for (const segment of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && item.key.value === segment);
      if (!pair) break;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value as Node | null;
    } else if (isSeq(node)) {
      node = (node.items[Number(segment)] as Node | undefined) ?? null;
      offset = node?.range?.[0] ?? offset;
    } else break;
  }
  return lines.linePos(offset).line;
}
