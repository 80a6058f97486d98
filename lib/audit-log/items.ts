import * as z from 'zod/mini';
import { actorTypes } from '#lib/audit-log/entry.ts';
import type { Key } from '#lib/storage/table.ts';

/*
 * | access pattern                         | how                              |
 * |----------------------------------------|----------------------------------|
 * | audit log of a workspace, newest first | Query W#<workspace>#AUDIT, by id |
 *
 * An entry costs two write units, because it belongs to the transaction of its change, and no index entry. A partition
 * accepts 1,000 write units/s, so a workspace can make 500 changes/s. Its rate limits allow less: 48 API keys (`apiKeysMax`) with
 * 100 requests per minute and 100 users (`usersMax`) with 200 make at most 24,800 requests per minute, 413/s on average.
 */
export const auditPartition = (workspaceId: string) => `W#${workspaceId}#AUDIT`;

export const auditKey = (workspaceId: string, entryId: string): Key => ({
  pk: auditPartition(workspaceId),
  sk: entryId,
});

export const auditPrefix = 'aud_';

/** An entry as stored. It stays below 1 KB: names have at most 100 characters, and `fields` are names of the API. */
export const AuditItem = z.object({
  sk: z.string(),
  actorType: z.enum(actorTypes),
  actorId: z.optional(z.string()),
  actorName: z.optional(z.string()),
  operation: z.string(),
  resourceId: z.optional(z.string()),
  requestId: z.optional(z.string()),
  fields: z.optional(z.array(z.string())),
});
export type AuditItem = z.infer<typeof AuditItem>;
