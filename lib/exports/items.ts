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
 * | exports without a worker              | gsi3, the worklist, by the end of the lease of their latest worker |
 *
 * An unfinished export occupies one of two numbered places, which limits the unfinished exports of a workspace.
 *
 * The file of an export is in S3: <workspace>/<export>.
 */
export const exportsPartition = (workspaceId: string) => `W#${workspaceId}#EXPORTS`;

export const exportPlacesPartition = (workspaceId: string) => `W#${workspaceId}#EXPORT-PLACES`;

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
  /** Number of attempts at the file so far. Only the worker of the latest attempt can change the export. */
  attempts: z.int(),
  /** Epoch milliseconds. Until then, no other worker begins an attempt. */
  leasedUntil: z.int(),
  /** Rows and bytes of the latest attempt so far. */
  rows: z.int(),
  bytes: z.int(),
  failure: z.optional(ExportFailure),
  endedAt: z.optional(Timestamp),
  /** The file is to be deleted, then this item. */
  deletedAt: z.optional(Timestamp),
});
export type StoredExport = z.infer<typeof StoredExport>;

export const toStoredExport = (item: Item): StoredExport => StoredExport.parse(item);

export function exportPut(stored: StoredExport, now: number): Put {
  return {
    put: { ...exportKey(stored), ...stored, ...exportDue(stored, now), ...reportExpiry(now) },
    if: { pk: 'absent' },
  };
}

/** Attributes with which the sweeper resumes the export, or its deletion, if nothing happens until then. */
export const exportDue = ({ id }: ExportRef, dueAt: number) => worklistAttributes('export', id, dueAt);

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

export const fileKey = ({ workspaceId, id }: ExportRef) => `${workspaceFiles(workspaceId)}${id}`;
