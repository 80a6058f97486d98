import * as z from 'zod/mini';
import { ExportFailure, ExportFormat, ExportType } from '#lib/exports/export.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { reportExpiry } from '#lib/storage/item.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import type { Item, Key, Put, Query } from '#lib/storage/table.ts';
import { worklistAttributes } from '#lib/storage/worklist.ts';
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
  /** Number of claims so far. Each attempt at a chunk is a claim, and its number is also the number of its part or file. */
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
export type StoredExport = z.infer<typeof StoredExport>;

export const toStoredExport = (item: Item): StoredExport => StoredExport.parse(item);

export function exportPut(stored: StoredExport, now: number): Put {
  return {
    put: { ...exportKey(stored), ...stored, ...exportProgress(stored, now), ...reportExpiry(now) },
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

export function placePut({ workspaceId, id, place }: StoredExport, now: number): Put {
  return {
    put: { ...placeKey(workspaceId, place), exportId: id, ...reportExpiry(now) },
    if: { pk: 'absent' },
    otherwise: () => new StaleDecision('another export was created concurrently'),
  };
}

export const placeDelete = ({ workspaceId, place }: StoredExport) => ({
  delete: placeKey(workspaceId, place),
});

/** The prefix of all files of a workspace. */
export const workspaceFiles = (workspaceId: string) => `${workspaceId}/`;

/** The prefix of all files of an export. */
export const exportFiles = ({ workspaceId, id }: ExportRef) => `${workspaceFiles(workspaceId)}${id}/`;

/** @param claim its number is part of the key, so that no attempt overwrites the file of another */
export const fileKey = (ref: ExportRef, claim: number) => `${exportFiles(ref)}${claim}`;
