import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import { isRecord } from '../template/intrinsics.ts';

/** A change in the format of the function's event: plain JSON, binary values in base64, time in epoch seconds. */
export interface StreamRecord {
  readonly sequenceNumber: string;
  readonly createdAt: Date;
  readonly event: Readonly<Record<string, unknown>>;
}

/** Converts a record of the Streams API to a record of Lambda's event. */
export function toStreamRecord(record: _Record, eventSourceARN: string, awsRegion: string): StreamRecord {
  const createdAt = record.dynamodb?.ApproximateCreationDateTime ?? new Date();

  return {
    sequenceNumber: record.dynamodb?.SequenceNumber ?? '',
    createdAt,
    event: {
      eventID: record.eventID,
      eventName: record.eventName,
      eventVersion: record.eventVersion,
      eventSource: 'aws:dynamodb',
      awsRegion,
      eventSourceARN,
      dynamodb: {
        ...asRecord(toPlainJson(record.dynamodb)),
        ApproximateCreationDateTime: Math.floor(createdAt.getTime() / 1000),
      },
    },
  };
}

function toPlainJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Date) return Math.floor(value.getTime() / 1000);
  if (Array.isArray(value)) return value.map((entry) => toPlainJson(entry));
  if (!isRecord(value)) return value;

  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, toPlainJson(entry)]));
}

function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
