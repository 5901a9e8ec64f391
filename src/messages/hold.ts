// Edges builder → hold and hold → builder: what is held, key = `record`. A record is small unless much has changed since.
import type { HoldRecord } from '../dag/history/hold-record.ts';

export type HoldValue = HoldRecord;

export const holdKey = 'record';
