// A record as it is stored: the header to be read by people, the objects packed.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { isHolding, type HoldHeader, type HoldRecord } from '../../dag/history/hold-record.ts';

export interface RecordText {
  /** JSON. */
  readonly record: string;
  /** Gzip in base64 of the JSON of the objects. */
  readonly objects: string;
}

const pack = promisify(gzip);
const unpack = promisify(gunzip);
/** What is unpacked is bounded: the store may hold anything. */
const maxUnpackedBytes = 256 * 1024 * 1024;

export async function encodeRecord({ objects, ...header }: HoldRecord): Promise<RecordText> {
  const packed = isHolding(header) ? (await pack(JSON.stringify(objects))).toString('base64') : '';
  return { record: JSON.stringify(header), objects: packed };
}

/** Rejects with what is wrong with it. */
export async function decodeRecord({ record, objects }: RecordText): Promise<HoldRecord> {
  const header: unknown = JSON.parse(record);
  if (!isHeader(header)) throw new Error('its header is not that of a hold');
  const { id, kind, revision, by, reason, atMs } = header;
  const text =
    objects === '' ? '{}' : await unpack(Buffer.from(objects, 'base64'), { maxOutputLength: maxUnpackedBytes });
  const parts: unknown = JSON.parse(text.toString());
  if (!isParts(parts)) throw new Error('its objects are not texts');
  return { id, kind, revision, by, reason, atMs, objects: parts };
}

function isHeader(value: unknown): value is HoldHeader {
  if (typeof value !== 'object' || value === null) return false;
  const { id, kind, revision, by, reason, atMs } = value as Partial<Record<keyof HoldHeader, unknown>>;
  return (
    [id, revision, by, reason].every((each) => typeof each === 'string') &&
    (kind === 'none' || kind === 'hold' || kind === 'rollback') &&
    typeof atMs === 'number'
  );
}

function isParts(value: unknown): value is HoldRecord['objects'] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((each) => each === null || typeof each === 'string');
}
