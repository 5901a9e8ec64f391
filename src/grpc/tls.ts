// Mutual TLS whose certificates may change while the server runs. In: three files; out: gRPC server credentials. New
// handshakes use the newest files that fit together; open streams keep theirs. Files that can't be used (half written,
// a key that doesn't match) change nothing and are reported once.
import { X509Certificate } from 'node:crypto';
import { experimental } from '@grpc/grpc-js';
import type { ServerCredentials } from '@grpc/grpc-js';
import { followTlsFiles, type TlsMaterial } from './tls-files.ts';

export interface TlsFiles {
  /** Signs the certificates of clients; one that no CA in it signed is refused. */
  readonly caFile: string;
  readonly certFile: string;
  readonly keyFile: string;
}

export interface TlsCredentials {
  readonly credentials: ServerCredentials;
  /** Of the files in force. */
  readonly ends: CertificateEnds;
  /** Looks at the files now; resolves once what was found is in force. */
  reload(): Promise<void>;
  stop(): void;
}

/** When they stop being good, in wall-clock milliseconds. */
export interface CertificateEnds {
  readonly certificateMs: number;
  /** Of the CA in the file that lasts longest: clients' certificates come from that one, or will. */
  readonly caMs: number;
}

export interface TlsOptions {
  readonly refreshMs: number;
  readonly onProblem: (message: string) => void;
  readonly onReloaded: () => void;
}

type Listener<Update> = (update: Update | null) => void;

/** Rejects if the files can't be used at the start. */
export async function createTlsCredentials(files: TlsFiles, options: TlsOptions): Promise<TlsCredentials> {
  const caListeners = new Set<Listener<experimental.CaCertificateUpdate>>();
  const identityListeners = new Set<Listener<experimental.IdentityCertificateUpdate>>();

  const caOf = ({ ca }: TlsMaterial) => ({ caCertificate: ca! });
  const identityOf = ({ cert, key }: TlsMaterial) => ({ certificate: cert, privateKey: key });

  const provider: experimental.CertificateProvider = {
    // Later, because the credentials hear only of updates that come after their server has registered.
    addCaCertificateListener(listener) {
      caListeners.add(listener);
      process.nextTick(() => listener(caOf(followed.current)));
    },
    removeCaCertificateListener: (listener) => void caListeners.delete(listener),
    addIdentityCertificateListener(listener) {
      identityListeners.add(listener);
      process.nextTick(() => listener(identityOf(followed.current)));
    },
    removeIdentityCertificateListener: (listener) => void identityListeners.delete(listener),
  };

  const followed = await followTlsFiles(files, {
    name: 'xds.tls',
    refreshMs: options.refreshMs,
    onProblem: options.onProblem,
    onChange(material) {
      for (const listener of caListeners) listener(caOf(material));
      for (const listener of identityListeners) listener(identityOf(material));
      options.onReloaded();
    },
  });
  return {
    credentials: experimental.createCertificateProviderServerCredentials(provider, provider, true),
    get ends() {
      return endsOf(followed.current);
    },
    reload: () => followed.reload(),
    stop: () => followed.stop(),
  };
}

function endsOf({ ca, cert }: TlsMaterial): CertificateEnds {
  const cas = ca!.toString('utf8').match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? [];
  return {
    certificateMs: new X509Certificate(cert).validToDate.getTime(),
    caMs: Math.max(...cas.map((one) => new X509Certificate(one).validToDate.getTime())),
  };
}
