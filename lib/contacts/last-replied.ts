import { contactKey } from '#lib/contacts/items.ts';
import type { Update } from '#lib/storage/table.ts';

/** Sets `lastRepliedAt`. Keeps the version: no decision depends on this time, so concurrent updates need no retry. */
export function lastRepliedAtWrite(workspaceId: string, contactId: string, lastRepliedAt: string): Update {
  return { update: contactKey(workspaceId, contactId), set: { lastRepliedAt } };
}
