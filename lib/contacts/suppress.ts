import type { CounterIncrement, NewEvent } from '#lib/commit/change.ts';
import type { StoredContact, SuppressedStatus } from '#lib/contacts/contact.ts';
import { contactStatusIncrements } from '#lib/contacts/counters.ts';
import { contactUpdate } from '#lib/contacts/items.ts';
import { endOpenExecutions } from '#lib/executions/end-execution.ts';
import { readOpenExecutions } from '#lib/executions/executions.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Write } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';

/** What suppresses a contact: its new status and the blocklist entry. */
export interface ContactSuppression {
  readonly status: SuppressedStatus;
  readonly blocklistEntryId: string;
  /** The entry's reason. */
  readonly reason: string;
  /** An execution that the caller ends itself. */
  readonly settledExecutionId?: string | undefined;
}

/** The part of a change that concerns one contact. The caller writes `changes` once, together with its other changes. */
export interface ContactChange {
  readonly changes: Partial<StoredContact>;
  /** All writes except the write of the contact's item. */
  readonly writes: readonly Write[];
  readonly events: readonly NewEvent[];
  readonly increments: readonly CounterIncrement[];
}

export const noContactChange: ContactChange = { changes: {}, writes: [], events: [], increments: [] };

/**
 * Suppresses a contact and ends its open executions, except the execution that the caller ends. The event is emitted only if
 * the contact was active.
 */
export async function planContactSuppression(
  { table, now }: Services,
  workspaceId: string,
  contact: StoredContact,
  { status, blocklistEntryId, reason, settledExecutionId }: ContactSuppression,
): Promise<ContactChange> {
  const openExecutions = await readOpenExecutions(table, workspaceId, contact.id);
  const endings = endOpenExecutions(
    openExecutions.filter(({ id }) => id !== settledExecutionId),
    status,
    undefined,
    now(),
  );
  const { id: contactId, email } = contact;

  return {
    changes: {
      status,
      blocklistEntryId,
      ...(status === 'unsubscribed' && { unsubscribedAt: timestamp(now()) }),
      ...(status === 'bounced' && { bouncedAt: timestamp(now()) }),
    },
    writes: endings.writes,
    events:
      contact.status === 'active'
        ? [{ type: 'contact.blocklisted', data: { contactId, email, blocklistEntryId, reason } }]
        : [],
    increments: [...contactStatusIncrements(workspaceId, contact.status, status), ...endings.increments],
  };
}

/** For other domains, which do not import the items of contacts. */
export const changeContact = contactUpdate;

/** The changes that reactivate a contact. Its ended executions stay ended. */
export const reactivatedFields: Partial<StoredContact> = {
  status: 'active',
  blocklistEntryId: undefined,
  unsubscribedAt: null,
  bouncedAt: null,
};
