import { contactKey } from '#lib/contacts/items.ts';
import type { Update } from '#lib/storage/table.ts';

/** Keeps the version: no decision depends on `lastRepliedAt`, so concurrent updates need no retry. */
export function lastRepliedAtWrite(workspaceId: string, contactId: string, lastRepliedAt: string): Update {
  return { update: contactKey(workspaceId, contactId), set: { lastRepliedAt } };
}
