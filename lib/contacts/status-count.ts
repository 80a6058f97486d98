import type { Tally } from '#lib/commit/new-event.ts';
import type { ContactStatus } from '#lib/contacts/contact.ts';

/**
 * How many contacts of a status the workspace has: part of every change that makes, suppresses, frees or deletes one.
 * Undefined stands for a contact that is not there.
 */
export function statusTallies(
  workspaceId: string,
  from: ContactStatus | undefined,
  to: ContactStatus | undefined,
): Tally[] {
  if (from === to) return [];
  const tally = (status: ContactStatus, by: number): Tally => ({
    subjectId: workspaceId,
    counter: `contacts.${status}`,
    by,
  });

  return [...(from ? [tally(from, -1)] : []), ...(to ? [tally(to, 1)] : [])];
}
