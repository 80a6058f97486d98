import * as z from 'zod/mini';
import type { Item, Key, Write } from '#lib/storage/table.ts';
import { valueTaken } from '#lib/values/problem.ts';

/* Keys of external ids; the access patterns are in `items.ts`. */

export function contactExternalIdKey(workspaceId: string, externalId: string): Key {
  return { pk: `W#${workspaceId}#CONTACT_EXTERNAL_ID#${externalId}`, sk: 'CLAIM' };
}

const ExternalIdClaim = z.object({ contactId: z.string() });

/** The contact that has an external id; undefined without a claim. */
export function toExternalIdOwner(item: Item | undefined): string | undefined {
  return item && ExternalIdClaim.parse(item).contactId;
}

/**
 * Moves the claim of a contact from one external id to another. A transaction with these writes also writes the contact, so only
 * its own claim is deleted. The commit throws Problem 422 if another contact has the id.
 * @param from null for a new contact
 * @param to null for a deleted contact
 */
export function externalIdWrites(
  workspaceId: string,
  contactId: string,
  from: string | null,
  to: string | null,
): Write[] {
  if (from === to) return [];

  return [
    ...(from === null ? [] : [{ delete: contactExternalIdKey(workspaceId, from) }]),
    ...(to === null
      ? []
      : [
          {
            put: { ...contactExternalIdKey(workspaceId, to), contactId },
            if: { pk: 'absent' } as const,
            otherwise: (found: Item | undefined) =>
              valueTaken('externalId', 'contact', String(toExternalIdOwner(found))),
          },
        ]),
  ];
}
