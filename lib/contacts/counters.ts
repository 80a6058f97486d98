import type { CounterIncrement } from '#lib/commit/change.ts';
import type { ContactStatus } from '#lib/contacts/contact.ts';

/** Counter increments for a change of a contact's company. Null: no company. */
export function companyCounterIncrements(from: string | null, to: string | null): CounterIncrement[] {
  if (from === to) return [];

  return [
    ...(from === null ? [] : [{ subjectId: from, counter: 'contactCount', by: -1 }]),
    ...(to === null ? [] : [{ subjectId: to, counter: 'contactCount', by: 1 }]),
  ];
}

/**
 * Counter increments for a change of a contact's status. Every change that creates, suppresses, reactivates or deletes a
 * contact includes them. Undefined: the contact does not exist.
 */
export function contactStatusIncrements(
  workspaceId: string,
  from: ContactStatus | undefined,
  to: ContactStatus | undefined,
): CounterIncrement[] {
  if (from === to) return [];
  const increment = (status: ContactStatus, by: number): CounterIncrement => ({
    subjectId: workspaceId,
    counter: `contacts.${status}`,
    by,
  });

  return [...(from ? [increment(from, -1)] : []), ...(to ? [increment(to, 1)] : [])];
}
