import { readSendingAccounts } from '#lib/campaigns/dispatch/dispatch-snapshot.ts';
import { findActiveElsewhere } from '#lib/campaigns/enrolment/enrolment.ts';
import { simulateSending } from '#lib/campaigns/planning/simulate-sending.ts';
import {
  contactsMax,
  findMissingVariables,
  readSimulationInput,
} from '#lib/campaigns/planning/simulation-input.ts';
import type { PlannedEmail } from '#lib/campaigns/planning/simulation-state.ts';
import type { RunningState } from '#lib/campaigns/state/running.ts';
import { openCount } from '#lib/campaigns/state/stats.ts';
import { initialDispatch, type StoredCampaign } from '#lib/campaigns/state/stored.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import { readContacts } from '#lib/contacts/contacts.ts';
import type { EmailAccountItem } from '#lib/email-accounts/email-accounts.ts';
import type { Table } from '#lib/storage/table.ts';

/** Planning more emails would exceed the time limit of a request. */
const emailsMax = 30_000;

export interface EmailPlan {
  readonly emails: readonly PlannedEmail[];
  /** The time of the last email; undefined if no email is planned or the simulation is incomplete. Epoch milliseconds. */
  readonly completionAt: number | undefined;
  /** Whether the plan contains every enrolled contact. */
  readonly hasAllContacts: boolean;
  /** Whether the plan contains every email to its contacts. */
  readonly hasAllEmails: boolean;
  /** Number of contacts that wait for an email, or would wait for one after a start. Suppressed contacts are not counted. */
  readonly recipientCount: number;
  /** The contacts of the campaign and its audience that must get no email. */
  readonly suppressedIds: readonly string[];
  /** The contacts that are in another campaign, which keeps this one from writing to them. Only known before the start. */
  readonly activeElsewhere: readonly string[];
  /** The contacts that would get their first email of the campaign. */
  readonly newContacts: readonly Contact[];
  /** The contacts that were read, including suppressed contacts, without `activeElsewhere`. */
  readonly contacts: readonly Contact[];
  /** The contacts without a value for a variable of the texts, with these variables. */
  readonly missingVariables: readonly { readonly contactId: string; readonly fields: string[] }[];
}

interface PlanRequest {
  readonly stored: StoredCampaign;
  readonly progress: Pick<RunningState, 'dispatch' | 'quota'>;
  /** Contacts to read in addition to the pending recipients. */
  readonly contactIds: readonly string[];
  readonly now: number;
}

/** Plans every future email of a campaign: for the dry run, and for the estimated completion of a running campaign. */
export async function planEmails(
  table: Table,
  workspaceId: string,
  { stored, progress, contactIds, now }: PlanRequest,
): Promise<EmailPlan> {
  const { item, counters, steps } = stored;
  const state = { campaign: item, counters, ...progress };
  // A running campaign without open jobs has already enrolled its audience.
  const isEnrolled = item.status === 'active' && counters.openJobs === 0;
  const campaign = isEnrolled ? { ...item, audience: null } : item;
  const [accounts, input] = await Promise.all([
    readSendingAccounts(table, workspaceId, state),
    readSimulationInput(table, workspaceId, { ...state, campaign }, now),
  ]);
  const ids = new Set([...contactIds, ...input.pendingIds, ...input.audienceIds]);
  const allContacts = await readContacts(table, workspaceId, [...ids]);
  const suppressed = allContacts.filter(({ status }) => status !== 'active').map(({ id }) => id);
  const candidates = input.buildRecipients(allContacts);
  const candidateIds = candidates.slice(0, contactsMax).map(({ contactId }) => contactId);
  const activeElsewhere =
    item.startedAt === null
      ? await findActiveElsewhere(table, workspaceId, item, candidateIds)
      : new Set<string>();
  const contacts = allContacts.filter(({ id }) => !activeElsewhere.has(id));
  const { missingVariables, hasMissingVariables } = await findMissingVariables(table, workspaceId, {
    item,
    steps,
    contacts,
  });
  const recipients = candidates.filter(({ contactId }) => !activeElsewhere.has(contactId));
  const firstIds = new Set(recipients.flatMap((each) => (each.sentSteps.length > 0 ? [] : [each.contactId])));
  const { emails, isComplete } = simulateSending({
    state,
    hasMissingVariables,
    emailsMax,
    recipients,
    now,
    accounts: freeOwnSlots(accounts, progress, now),
    dispatch: withoutSlots(progress.dispatch ?? initialDispatch),
  });
  // If some recipients were not read, the completion is extrapolated.
  const scale = input.isComplete ? 1 : openCount(counters) / Math.max(1, recipients.length);

  return {
    emails,
    recipientCount: recipients.length,
    suppressedIds: [...new Set([...suppressed, ...input.suppressedIds])],
    activeElsewhere: [...activeElsewhere],
    newContacts: contacts.filter(({ id }) => firstIds.has(id)),
    contacts,
    missingVariables,
    completionAt: isComplete ? estimateCompletion(emails, Math.max(1, scale), now) : undefined,
    hasAllContacts: input.isComplete && input.hasAllIds && counters.contacts <= contactsMax,
    hasAllEmails: isComplete,
  };
}

/** All emails get new slots, so the simulation begins without slots and queue positions. */
const withoutSlots = (dispatch: typeof initialDispatch) => ({
  ...dispatch,
  lastSlotAt: 0,
  positions: {},
  resumedAt: undefined,
});

/** If slots of this campaign are reserved, frees all reserved slots of the accounts: the plan assigns its slots again. */
function freeOwnSlots(
  accounts: readonly EmailAccountItem[],
  { dispatch }: PlanRequest['progress'],
  now: number,
): readonly EmailAccountItem[] {
  return (dispatch?.lastSlotAt ?? 0) > now ? accounts.map((each) => ({ ...each, slotAt: 0 })) : accounts;
}

/**
 * Extrapolates from the planned contacts to all open contacts.
 * @param scale number of open contacts divided by the number of planned contacts
 */
function estimateCompletion(emails: readonly PlannedEmail[], scale: number, now: number): number | undefined {
  if (emails.length === 0) return undefined;
  const lastAt = emails.reduce((latest, { at }) => Math.max(latest, at), 0);

  return Math.round(now + (lastAt - now) * scale);
}
