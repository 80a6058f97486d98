import type { Tally } from '#lib/commit/new-event.ts';
import type { ContactStatus } from '#lib/contacts/contact.ts';

/**
 * Counter increments for a contact whose status changes. Every change that creates, suppresses, reactivates or deletes a
 * contact includes them. Undefined: the contact does not exist.
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
