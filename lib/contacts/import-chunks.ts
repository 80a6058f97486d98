import type { NewContact } from '#lib/contacts/contact.ts';

/** What one transaction holds, less the chunk's record and the outbox. */
const writesMax = 98;

/**
 * Contacts in pieces of which each fits one transaction, in order, whatever the table turns out to hold: a repeat of
 * the import must find the same pieces.
 */
export function inChunks(contacts: readonly NewContact[]): NewContact[][] {
  const chunks: NewContact[][] = [];
  let room = 0;
  for (const contact of contacts) {
    const writes = writesAtMost(contact);
    if (writes > room) {
      chunks.push([]);
      room = writesMax;
    }
    chunks.at(-1)?.push(contact);
    room -= writes;
  }

  return chunks;
}

/** The contact, its address, its event, the count of the entry that suppresses it; its tags; a company and its name. */
function writesAtMost({ tags, companyName }: NewContact): number {
  return 4 + tags.length + (companyName === undefined ? 0 : 2);
}
