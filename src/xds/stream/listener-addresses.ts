// Where a listener listens. In: an encoded Listener; out: its addresses. Read from the bytes, as the EDS names of clusters.
import protobuf from 'protobufjs';

const listenerField = { address: 2, additionalAddresses: 33 };
const additionalAddressField = { address: 1 };

/** Equal texts for equal addresses, ports and protocols; nobody reads them. Empty: it has none, or is no Listener at all. */
export function listenerAddressesOf(listener: Uint8Array): readonly string[] {
  const addresses: string[] = [];
  try {
    const reader = protobuf.Reader.create(listener);
    while (reader.pos < reader.len) {
      const key = reader.uint32();
      if (key >>> 3 === listenerField.address) addresses.push(text(reader.bytes()));
      else if (key >>> 3 === listenerField.additionalAddresses) readAdditional(reader, addresses);
      else reader.skipType(key & 7);
    }
  } catch {
    // Malformed bytes are for Envoy to refuse.
  }
  return addresses;
}

function readAdditional(reader: protobuf.Reader, addresses: string[]): void {
  const end = reader.uint32() + reader.pos;
  while (reader.pos < end) {
    const key = reader.uint32();
    if (key >>> 3 === additionalAddressField.address) addresses.push(text(reader.bytes()));
    else reader.skipType(key & 7);
  }
}

function text(address: Uint8Array): string {
  return Buffer.from(address).toString('latin1');
}
