// What a client asks, as a plain value. In: bytes of a DeltaDiscoveryRequest or DiscoveryRequest; out: the fields that
// the stream needs. Read field by field: a first request may list every resource that the client has, and describes its
// node with a thousand extensions that nobody here looks at. Throws on bytes that aren't such a message.
import protobuf from 'protobufjs';

export interface NodeIdentity {
  readonly id: string;
  readonly cluster: string;
  /** E.g. `envoy 1.40.0`; empty if the client doesn't say. */
  readonly userAgent: string;
}

interface CommonRequest {
  /** Null: not in this request (clients send it in the first of a stream only). */
  readonly node: NodeIdentity | null;
  /** May be empty on the service of one type. */
  readonly typeUrl: string;
  /** Of the response that this request answers; empty: answers none. */
  readonly nonce: string;
  /** Why the client refuses that response; null: it accepts it. */
  readonly error: RequestError | null;
}

export interface RequestError {
  readonly code: number;
  readonly message: string;
}

export interface DeltaRequest extends CommonRequest {
  readonly subscribe: readonly string[];
  readonly unsubscribe: readonly string[];
  /** Name → version of what the client kept from an earlier stream; only in the first request of a type. */
  readonly initialVersions: ReadonlyMap<string, string>;
}

export interface SotwRequest extends CommonRequest {
  readonly names: readonly string[];
  /** What the client accepted last; empty: nothing. */
  readonly version: string;
}

type Reader = protobuf.Reader;

/** Field numbers of envoy.service.discovery.v3.DeltaDiscoveryRequest and what is in it. */
export function decodeDeltaRequest(bytes: Uint8Array): DeltaRequest {
  const subscribe: string[] = [];
  const unsubscribe: string[] = [];
  const initialVersions = new Map<string, string>();
  const common = { node: null as NodeIdentity | null, typeUrl: '', nonce: '', error: null as RequestError | null };
  readFields(protobuf.Reader.create(bytes), bytes.length, {
    1: (reader) => (common.node = readNode(reader)),
    2: (reader) => (common.typeUrl = reader.string()),
    3: (reader) => subscribe.push(reader.string()),
    4: (reader) => unsubscribe.push(reader.string()),
    5: (reader) => readMapEntry(reader, initialVersions),
    6: (reader) => (common.nonce = reader.string()),
    7: (reader) => (common.error = readStatus(reader)),
  });
  return { ...common, subscribe, unsubscribe, initialVersions };
}

/** Field numbers of envoy.service.discovery.v3.DiscoveryRequest. */
export function decodeSotwRequest(bytes: Uint8Array): SotwRequest {
  const names: string[] = [];
  const request = {
    version: '',
    node: null as NodeIdentity | null,
    typeUrl: '',
    nonce: '',
    error: null as RequestError | null,
  };
  readFields(protobuf.Reader.create(bytes), bytes.length, {
    1: (reader) => (request.version = reader.string()),
    2: (reader) => (request.node = readNode(reader)),
    3: (reader) => names.push(reader.string()),
    4: (reader) => (request.typeUrl = reader.string()),
    5: (reader) => (request.nonce = reader.string()),
    6: (reader) => (request.error = readStatus(reader)),
  });
  return { ...request, names };
}

/** Calls the function of each field that there is one for; all of these fields have wire type 2, or 0 where noted. */
function readFields(reader: Reader, end: number, fields: Readonly<Record<number, (reader: Reader) => unknown>>): void {
  while (reader.pos < end) {
    const key = reader.uint32();
    const read = fields[key >>> 3];
    if (read === undefined) reader.skipType(key & 7);
    else read(reader);
  }
}

function readMessage(reader: Reader, fields: Readonly<Record<number, (reader: Reader) => unknown>>): void {
  const length = reader.uint32();
  readFields(reader, reader.pos + length, fields);
}

/** Thousands of them come in one request, so without the table of fields. */
function readMapEntry(reader: Reader, into: Map<string, string>): void {
  const length = reader.uint32();
  const end = reader.pos + length;
  let [name, version] = ['', ''];
  while (reader.pos < end) {
    const key = reader.uint32();
    if (key >>> 3 === 1) name = reader.string();
    else if (key >>> 3 === 2) version = reader.string();
    else reader.skipType(key & 7);
  }
  into.set(name, version);
}

/** google.rpc.Status; `code` is a varint. */
function readStatus(reader: Reader): RequestError {
  const status = { code: 0, message: '' };
  readMessage(reader, { 1: () => (status.code = reader.int32()), 2: () => (status.message = reader.string()) });
  return status;
}

/** envoy.config.core.v3.Node. */
function readNode(reader: Reader): NodeIdentity {
  const node = { id: '', cluster: '', agent: '', agentVersion: '' };
  readMessage(reader, {
    1: () => (node.id = reader.string()),
    2: () => (node.cluster = reader.string()),
    6: () => (node.agent = reader.string()),
    7: () => (node.agentVersion = reader.string()),
    8: () => readMessage(reader, { 1: () => (node.agentVersion = readSemanticVersion(reader)) }),
  });
  const userAgent = [node.agent, node.agentVersion].filter((part) => part !== '').join(' ');
  return { id: node.id, cluster: node.cluster, userAgent };
}

/** envoy.type.v3.SemanticVersion: three varints. */
function readSemanticVersion(reader: Reader): string {
  const parts = [0, 0, 0];
  readMessage(reader, {
    1: () => (parts[0] = reader.uint32()),
    2: () => (parts[1] = reader.uint32()),
    3: () => (parts[2] = reader.uint32()),
  });
  return parts.join('.');
}
