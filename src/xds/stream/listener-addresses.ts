// Where a listener listens. In: an encoded Listener; out: its addresses. Read from the bytes, as the EDS names of clusters:
// it may have thousands of chains.
import protobuf from 'protobufjs';
import { decode } from '../proto/codec.ts';
import type { envoy } from '../proto/generated/envoy.ts';

const listenerField = { address: 2, additionalAddresses: 33 };
/** SocketAddress.Protocol. */
const udp = 1;

/** Equal texts for equal addresses, ports and protocols. Of port 0, which is any that is free, none. */
export function listenerAddressesOf(listener: Uint8Array): readonly string[] {
  const addresses: string[] = [];
  try {
    const reader = protobuf.Reader.create(listener);
    while (reader.pos < reader.len) {
      const key = reader.uint32();
      if (key >>> 3 === listenerField.address)
        addresses.push(...textOf(decode('envoy.config.core.v3.Address', reader.bytes())));
      else if (key >>> 3 === listenerField.additionalAddresses)
        addresses.push(...textOf(decode('envoy.config.listener.v3.AdditionalAddress', reader.bytes()).address));
      else reader.skipType(key & 7);
    }
  } catch {
    // Malformed bytes are for Envoy to refuse.
  }
  return addresses;
}

function textOf(of: envoy.config.core.v3.Address | undefined): string[] {
  const { protocol, address = '', portValue = 0 } = of?.socketAddress ?? {};
  return portValue === 0 ? [] : [`${protocol === udp ? 'UDP' : 'TCP'} ${address}:${portValue}`];
}
