import * as z from 'zod/mini';
import { ExportFailure, ExportFormat, ExportType } from '#lib/exports/export.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import type { Item, Key, Put, Query, Update } from '#lib/storage/table.ts';
import { worklistAttributeNames, worklistAttributes } from '#lib/storage/worklist.ts';
import { CustomFieldName } from '#lib/values/profile.ts';
import { Timestamp } from '#lib/values/schemas.ts';

/*
 * Keys of exports. All items expire.
 *
 * | access pattern                        | how                                                                |
 * |---------------------------------------|--------------------------------------------------------------------|
 * | an export with its progress           | GetItem W#<workspace>#EXPORTS, <id>                                  |
 * | exports of a workspace, newest first  | Query this partition                                               |
 * | places of unfinished exports          | Query W#<workspace>#EXPORT-PLACES: items 1 and 2; each has an export |
 * | stalled exports                       | gsi3, the worklist, by the time of their latest progress           |
 *
 * An unfinished export occupies one of two numbered places, which limits the unfinished exports of a workspace.
 *
 * The files of an export are in S3: <workspace>/<export>/.
 */
export const exportsPartition = (workspaceId: string) => `W#${workspaceId}#EXPORTS`;

export const exportPlacesPartition = (workspaceId: string) => `W#${workspaceId}#EXPORT-PLACES`;

/** S3 deletes a file after this number of days, on the following midnight in UTC. The API document states this period. */
export const fileDays = 7;

/** The same period as for bulk jobs. */
const retentionMs = 30 * 86_400_000;

/** The ids that build the keys of an export. */
interface ExportRef {
  readonly workspaceId: string;
  readonly id: string;
}

export const exportKey = ({ workspaceId, id }: ExportRef): Key => ({
  pk: exportsPartition(workspaceId),
  sk: id,
});

/** Newest first. */
export const exportsOf = (workspaceId: string): MergedQuery => ({
  partitions: [exportsPartition(workspaceId)],
});

export const exportPlaces = (workspaceId: string): Query => ({
  pk: exportPlacesPartition(workspaceId),
  // More than the number of places.
  limit: 10,
  consistent: true,
});

const StoredExport = z.object({
  workspaceId: z.string(),
  id: z.string(),
  type: ExportType,
  format: ExportFormat,
  campaignId: z.optional(z.string()),
  filter: z.optional(z.record(z.string(), z.unknown())),
  customFields: z.optional(z.array(CustomFieldName)),
  createdAt: Timestamp,
  /** The place that it occupies until it ends: 1 or 2. */
  place: z.int(),
  /** Number of claims: each attempt at a chunk has its own number, which is also the number of its part. */
  claims: z.int(),
  /** Number of claims since the last progress. */
  tries: z.int(),
  /** Rows and bytes before `cursor`. */
  rows: z.int(),
  bytes: z.int(),
  /** Page of the list from which the export continues. */
  cursor: z.optional(z.string()),
  /** The claim of the file with the rows before `cursor` that are in no part yet. */
  remainder: z.optional(z.int()),
  /** The claim of the file that is the result. */
  file: z.optional(z.int()),
  /** The upload of `file`, if it has several parts. */
  uploadId: z.optional(z.string()),
  parts: z.array(z.object({ number: z.int(), etag: z.string() })),
  /** Present when all rows are in parts, and the upload is to be completed. */
  isRead: z.optional(z.boolean()),
  failure: z.optional(ExportFailure),
  endedAt: z.optional(Timestamp),
  /** The files are to be deleted, then this item. */
  deletedAt: z.optional(Timestamp),
});
/** An export as stored in the table. */
export type StoredExport = z.infer<typeof StoredExport>;

export const toStoredExport = (item: Item): StoredExport => StoredExport.parse(item);

const expiryAttribute = (now: number) => ({
  expiresAtEpochSeconds: Math.ceil((now + retentionMs) / 1000),
});

export function exportPut(stored: StoredExport, now: number): Put {
  return {
    put: {
      ...exportKey(stored),
      ...stored,
      ...exportProgress(stored, now),
      ...expiryAttribute(now),
    },
    if: { pk: 'absent' },
  };
}

/** Attributes that show the sweeper that the export has made progress. */
export const exportProgress = ({ id }: ExportRef, now: number) => worklistAttributes('export', id, now);

const placeKey = (workspaceId: string, place: number): Key => ({
  pk: exportPlacesPartition(workspaceId),
  sk: String(place),
});

export const placeNumberOf = ({ sk }: Item) => Number(sk);

/** Fails if another export occupies the place. */
export function placePut({ workspaceId, id, place }: StoredExport, now: number, otherwise: () => Error): Put {
  return {
    put: { ...placeKey(workspaceId, place), exportId: id, ...expiryAttribute(now) },
    if: { pk: 'absent' },
    otherwise,
  };
}

export const placeDelete = ({ workspaceId, place }: StoredExport) => ({
  delete: placeKey(workspaceId, place),
});

/**
 * The update that ends an unfinished export and removes it from the sweeper's worklist.
 * @param condition in addition to being unfinished
 */
export function exportEnd(
  ref: ExportRef,
  set: Readonly<Record<string, unknown>>,
  condition: NonNullable<Update['if']> = {},
): Update {
  return {
    update: exportKey(ref),
    set,
    remove: worklistAttributeNames,
    if: { ...condition, pk: 'present', endedAt: 'absent' },
  };
}

/** The prefix of all files of a workspace. */
export const workspaceFiles = (workspaceId: string) => `${workspaceId}/`;

/** The prefix of all files of an export. */
export const exportFiles = ({ workspaceId, id }: ExportRef) => `${workspaceFiles(workspaceId)}${id}/`;

/** @param claim its number is part of the key, so that no attempt overwrites the file of another */
export const fileKey = (ref: ExportRef, claim: number) => `${exportFiles(ref)}${claim}`;
