// Tells when the certificates of the xDS server end: as metrics, in the log when they are read, and as a warning once a
// day when little time is left, because the day after nobody could connect.
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { CertificateEnds } from '../../grpc/tls.ts';
import type { Clock, Timer } from '../actor.ts';
import { gauge } from '../metrics.ts';

const dayMs = 24 * 3_600_000;
const warnBeforeMs = 14 * dayMs;

export interface CertificateWatch {
  /** Looks now, after a reload. */
  look(): void;
  stop(): void;
}

/** `ends` is asked at every look and at every read of the metrics; null: no TLS. */
export function watchCertificates(options: {
  readonly ends: () => CertificateEnds | null;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Registry;
}): CertificateWatch {
  const { clock, log } = options;
  gauge(
    options.metrics,
    'nuncio_certificate_not_after_timestamp_seconds',
    'When a certificate of nuncio itself ends: that of the xDS server (xds), the CA of its clients (xds-ca)',
    ['use'],
    (set) => {
      const ends = options.ends();
      if (ends === null) return;
      set({ use: 'xds' }, ends.certificateMs / 1000);
      set({ use: 'xds-ca' }, ends.caMs / 1000);
    },
  );
  let timer: Timer | null = null;

  function look(): void {
    timer?.cancel();
    const ends = options.ends();
    if (ends === null) return;
    const nowMs = clock.dateMs();
    for (const [what, endMs] of [
      ['certificate of the xDS server', ends.certificateMs],
      ['CA of the xDS clients', ends.caMs],
    ] as const) {
      const leftMs = endMs - nowMs;
      const fields = { ends: new Date(endMs).toISOString(), daysLeft: Math.floor(leftMs / dayMs) };
      if (leftMs <= 0) log.error(fields, `${what} has ended: no Envoy can connect any more; see nuncio certgen`);
      else if (leftMs < warnBeforeMs)
        log.warn(fields, `${what} ends soon; then no Envoy can connect; see nuncio certgen`);
    }
    timer = clock.setTimer(dayMs, look);
  }

  return {
    look,
    stop: () => timer?.cancel(),
  };
}
