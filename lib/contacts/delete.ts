import type { Change } from '#lib/commit/change.ts';
import { claimWrite } from '#lib/contacts/addresses/address-claim.ts';
import { rememberAddress } from '#lib/contacts/addresses/former-address.ts';
import { companyTallies } from '#lib/contacts/company-count.ts';
import { contactKey, tagKey } from '#lib/contacts/items.ts';
import { statusTallies } from '#lib/contacts/status-count.ts';
import { readAddressClaim, readStoredContact } from '#lib/contacts/stored.ts';
import { endExecution } from '#lib/executions/end.ts';
import { openExecutions } from '#lib/executions/executions.ts';
import type { Services } from '#lib/runtime/services.ts';
import { Stale } from '#lib/runtime/stale.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { notFound } from '#lib/values/problem.ts';

/** Deletes a contact and ends its executions. Its activity, its address's suppression and its former addresses stay. */
export async function planContactDeletion(
  { table, now }: Services,
  workspaceId: string,
  contactId: string,
): Promise<Change<undefined>> {
  const [contact, executions] = await Promise.all([
    readStoredContact(table, workspaceId, contactId),
    openExecutions(table, workspaceId, contactId),
  ]);
  if (!contact) throw notFound();
  const address = normaliseEmail(contact.email);
  const claim = await readAddressClaim(table, workspaceId, address);
  const ended = executions.map((execution) => endExecution(execution, 'stopped', 'contact_deleted', now()));

  return {
    writes: [
      {
        delete: contactKey(workspaceId, contactId),
        if: { version: { is: contact.version } },
        otherwise: (found) => (found ? new Stale('the contact changed meanwhile') : notFound()),
      },
      claimWrite(workspaceId, address, claim, { ...claim, contactId: undefined }),
      rememberAddress(workspaceId, contactId, address),
      ...contact.tags.map((tag) => ({ delete: tagKey(workspaceId, tag, contactId) })),
      ...ended.flatMap(({ writes }) => writes),
    ],
    tallies: [
      ...companyTallies(contact.companyId, null),
      ...statusTallies(workspaceId, contact.status, undefined),
      ...ended.flatMap(({ tallies }) => tallies),
    ],
    result: undefined,
  };
}
