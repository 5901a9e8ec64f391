// How replicas reach each other: streams of bytes, one from each replica that follows to the one that leads.
import type { Connection, ConnectionHandlers } from '../../grpc/server.ts';

export interface ReportTransport {
  /** Takes streams of other replicas from now on. Rejects if the address can't be bound or the certificates not be used. */
  listen(open: (connection: Connection) => ConnectionHandlers): Promise<ReportListener>;
  /** A replica that can't be reached or refuses shows in `onEnd`, which is called once. */
  connect(address: string, handlers: ReportStreamHandlers): ReportStream;
}

export interface ReportListener {
  /** `host:port` for other replicas. */
  readonly address: string;
  close(): Promise<void>;
}

export interface ReportStreamHandlers {
  readonly onMessage: (bytes: Uint8Array) => void;
  readonly onEnd: (reason: string) => void;
}

export interface ReportStream {
  write(bytes: Uint8Array): void;
  close(): void;
}
