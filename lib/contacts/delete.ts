import type { Change } from '#lib/commit/change.ts';
import { claimUpdate } from '#lib/contacts/addresses/address-claim.ts';
import { formerAddressPut } from '#lib/contacts/addresses/former-address.ts';
import { companyCounterIncrements, contactStatusIncrements } from '#lib/contacts/counters.ts';
import { externalIdWrites } from '#lib/contacts/external-ids/claim.ts';
import { contactKey, tagKey } from '#lib/contacts/items.ts';
import { readAddressClaim, readStoredContact } from '#lib/contacts/stored.ts';
import { endOpenExecutions } from '#lib/executions/end-execution.ts';
import { readOpenExecutions } from '#lib/executions/executions.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { notFound } from '#lib/values/problem.ts';

/**
 * Deletes a contact and ends its executions. Its activity, its address's suppression and its former addresses stay. Its last
 * address becomes a former one, so that unsubscribe links in sent emails still apply to it.
 * @param erasedAt timestamp of the erasure that deletes it
 * @throws Problem 404
 */
export async function planContactDeletion(
  { table, now }: Services,
  workspaceId: string,
  contactId: string,
  erasedAt?: string,
): Promise<Change<undefined>> {
  const [contact, executions] = await Promise.all([
    readStoredContact(table, workspaceId, contactId),
    readOpenExecutions(table, workspaceId, contactId),
  ]);
  if (!contact) throw notFound();
  const address = normaliseEmail(contact.email);
  const claim = await readAddressClaim(table, workspaceId, address);
  const endings = endOpenExecutions(executions, 'stopped', 'contact_deleted', now());

  return {
    writes: [
      {
        delete: contactKey(workspaceId, contactId),
        if: { version: { is: contact.version } },
        otherwise: (found) =>
          found ? new StaleDecision('the contact was changed concurrently') : notFound(),
      },
      claimUpdate(workspaceId, address, claim, {
        ...claim,
        contactId: undefined,
        ...(erasedAt !== undefined && { erasedAt }),
      }),
      formerAddressPut(workspaceId, contactId, address),
      ...contact.tags.map((tag) => ({ delete: tagKey(workspaceId, tag, contactId) })),
      ...externalIdWrites(workspaceId, contactId, contact.externalId, null),
      ...endings.writes,
    ],
    increments: [
      ...companyCounterIncrements(contact.companyId, null),
      ...contactStatusIncrements(workspaceId, contact.status, undefined),
      ...endings.increments,
    ],
    result: undefined,
  };
}
