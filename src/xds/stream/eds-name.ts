// Which endpoint resource a cluster asks for. In: an encoded Cluster; out: its EDS name. Read from the bytes, field by
// field, because decoding whole clusters only for this would cost more than sending them.
import protobuf from 'protobufjs';

const clusterField = { name: 1, type: 2, edsClusterConfig: 3 };
const edsConfigField = { serviceName: 2 };
const discoveryTypeEds = 3;

/** The name under which Envoy subscribes to the cluster's endpoints; null: not an EDS cluster, or not a Cluster at all. */
export function edsNameOf(cluster: Uint8Array): string | null {
  try {
    return readEdsName(cluster);
  } catch {
    // Malformed bytes are for Envoy to refuse; here they only mean that no endpoints belong to them.
    return null;
  }
}

function readEdsName(cluster: Uint8Array): string | null {
  const reader = protobuf.Reader.create(cluster);
  let clusterName = '';
  let serviceName = '';
  let isEds = false;
  while (reader.pos < reader.len) {
    const key = reader.uint32();
    switch (key >>> 3) {
      case clusterField.name:
        clusterName = reader.string();
        break;
      case clusterField.type:
        isEds = reader.int32() === discoveryTypeEds;
        break;
      case clusterField.edsClusterConfig: {
        const end = reader.uint32() + reader.pos;
        while (reader.pos < end) {
          const innerKey = reader.uint32();
          if (innerKey >>> 3 === edsConfigField.serviceName) serviceName = reader.string();
          else reader.skipType(innerKey & 7);
        }
        break;
      }
      default:
        reader.skipType(key & 7);
    }
  }
  if (!isEds) return null;
  return serviceName === '' ? clusterName : serviceName;
}
