// Certificate, key and CA files of a server, followed while it runs. In force is the newest set that fits together; files
// that can't be used (half written, a key that doesn't match) change nothing and are reported once.
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { messageOf } from '../model/message-of.ts';

export interface ServerTlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
  /** Signs the certificates of clients. Absent: clients need none. */
  readonly caFile?: string;
}

export interface TlsMaterial {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly ca?: Buffer;
}

export interface FollowOptions {
  /** Where the files are named, for messages: `xds.tls`. */
  readonly name: string;
  readonly refreshMs: number;
  readonly onProblem: (message: string) => void;
  readonly onChange: (material: TlsMaterial) => void;
}

export interface FollowedTlsFiles {
  /** In force. */
  readonly current: TlsMaterial;
  /** Looks at the files now; resolves once what was found is in force. */
  reload(): Promise<void>;
  stop(): void;
}

/** Rejects if the files can't be used at the start. */
export async function followTlsFiles(files: ServerTlsFiles, options: FollowOptions): Promise<FollowedTlsFiles> {
  let current = await load(files, options.name);
  let lastProblem = '';

  async function reload(): Promise<void> {
    let found: TlsMaterial;
    try {
      found = await load(files, options.name);
    } catch (error) {
      const message = messageOf(error);
      if (message !== lastProblem) options.onProblem(`${message}; the certificates read before stay in force`);
      lastProblem = message;
      return;
    }
    lastProblem = '';
    if (isSame(found, current)) return;
    current = found;
    options.onChange(found);
  }

  const timer = setInterval(() => void reload(), options.refreshMs);
  timer.unref();
  return {
    get current() {
      return current;
    },
    reload,
    stop: () => clearInterval(timer),
  };
}

function isSame(a: TlsMaterial, b: TlsMaterial): boolean {
  const isSameCa = a.ca === undefined || b.ca === undefined ? a.ca === b.ca : a.ca.equals(b.ca);
  return isSameCa && a.cert.equals(b.cert) && a.key.equals(b.key);
}

async function load({ caFile, certFile, keyFile }: ServerTlsFiles, name: string): Promise<TlsMaterial> {
  const unreadable: string[] = [];
  const read = async (field: string, file: string): Promise<Buffer> => {
    try {
      return await readFile(file);
    } catch (error) {
      unreadable.push(`${name}.${field}: ${file} can't be read: ${messageOf(error)}`);
      return Buffer.alloc(0);
    }
  };
  const [cert, key, ca] = await Promise.all([
    read('certFile', certFile),
    read('keyFile', keyFile),
    caFile === undefined ? undefined : read('caFile', caFile),
  ]);
  // Sorted: which answer of the disk comes first says nothing.
  if (unreadable.length > 0) throw new Error(unreadable.toSorted().join('; '));
  const material = { cert, key, ...(ca && { ca }) };
  try {
    createSecureContext(material);
  } catch (error) {
    const named = [caFile, certFile, keyFile].filter((file) => file !== undefined).join(', ');
    throw new Error(`${name}: ${named} don't make a usable TLS configuration: ${messageOf(error)}`, { cause: error });
  }
  return material;
}
