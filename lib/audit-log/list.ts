import * as z from 'zod/mini';
import { AuditChange, type AuditEntry, actorTypes, resourceTypeOf } from '#lib/audit-log/entry.ts';
import { auditPartition } from '#lib/audit-log/record.ts';
import type { AuditQuery } from '#lib/audit-log/routes.ts';
import { type Page, queryPage } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item } from '#lib/storage/table.ts';
import { timeOfId, timestamp, ulidTime } from '#lib/values/ids.ts';

/** Newest first. A period bounds the query; the other filters apply to the entries that are read. */
export function listAuditLog(
  { table }: Pick<Services, 'table'>,
  workspaceId: string,
  request: AuditQuery,
): Promise<Page<AuditEntry>> {
  const { after, before } = request;

  return queryPage(table, {
    partitions: [auditPartition(workspaceId)],
    // A bound without a random part sorts before all ids of its millisecond.
    ...(after !== undefined && { from: `aud_${ulidTime(Date.parse(after) + 1)}` }),
    ...(before !== undefined && { to: `aud_${ulidTime(Date.parse(before))}` }),
    request,
    read: (items) => items.map(toEntry).map((entry) => (matches(entry, request) ? entry : undefined)),
  });
}

function matches(entry: AuditEntry, request: AuditQuery): boolean {
  const { actorType, actorId, operation, resourceType, resourceId } = request;
  const isMatch = (wanted: string | undefined, found: string | null) =>
    wanted === undefined || wanted === found;

  return (
    isMatch(actorType, entry.actor.type) &&
    isMatch(actorId, entry.actor.id) &&
    isMatch(operation, entry.operation) &&
    isMatch(resourceType, entry.resourceType) &&
    isMatch(resourceId, entry.resourceId)
  );
}

/** An entry as stored. */
const AuditItem = z.object({
  sk: z.string(),
  actorType: z.enum(actorTypes),
  actorId: z.optional(z.string()),
  actorName: z.optional(z.string()),
  operation: z.string(),
  resourceId: z.optional(z.string()),
  requestId: z.optional(z.string()),
  fields: z.optional(z.array(z.string())),
  resourceName: z.optional(z.string()),
  changes: z.optional(z.array(AuditChange)),
});

function toEntry(item: Item): AuditEntry {
  const { sk, actorType, actorId, actorName, operation, resourceId, requestId, ...details } =
    AuditItem.parse(item);

  return {
    id: sk,
    occurredAt: timestamp(timeOfId(sk)),
    actor: { type: actorType, id: actorId ?? null, name: actorName ?? null },
    operation,
    resourceType: resourceTypeOf(resourceId),
    resourceId: resourceId ?? null,
    resourceName: details.resourceName ?? null,
    fields: details.fields ?? [],
    changes: details.changes ?? [],
    requestId: requestId ?? null,
  };
}
