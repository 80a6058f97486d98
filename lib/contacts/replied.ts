import { contactKey } from '#lib/contacts/items.ts';
import type { Update } from '#lib/storage/table.ts';

/** Nothing rests on when a contact last replied, so that who changes it otherwise at this moment need not decide anew. */
export function contactRepliedWrite(workspaceId: string, contactId: string, lastRepliedAt: string): Update {
  return { update: contactKey(workspaceId, contactId), set: { lastRepliedAt } };
}
