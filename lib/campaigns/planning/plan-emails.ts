import { readAllAccounts } from '#lib/campaigns/dispatch/look.ts';
import type { RunningState } from '#lib/campaigns/dispatch/running.ts';
import { forecast, type PlannedMail } from '#lib/campaigns/planning/forecast.ts';
import { contactsMax, findLacks, readWaiters } from '#lib/campaigns/planning/foresight.ts';
import type { StoredCampaign } from '#lib/campaigns/read.ts';
import { openCount } from '#lib/campaigns/stats.ts';
import { noDispatch } from '#lib/campaigns/stored.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import { readContacts } from '#lib/contacts/contacts.ts';
import type { EmailAccountItem } from '#lib/email-accounts/email-accounts.ts';
import type { Table } from '#lib/storage/table.ts';

/** A plan of more would take longer than a request may. */
const mailsMax = 30_000;

export interface EmailPlan {
  readonly mails: readonly PlannedMail[];
  /** When the last email will leave; undefined when that is not known, or there is none. Epoch milliseconds. */
  readonly completionAt: number | undefined;
  /** Whether every contact and every email is in the plan. */
  readonly isWhole: boolean;
  readonly contacts: readonly Contact[];
  readonly missingVariables: readonly { readonly contactId: string; readonly fields: string[] }[];
}

interface PlanRequest {
  readonly stored: StoredCampaign;
  readonly progress: Pick<RunningState, 'dispatch' | 'quota'>;
  /** Contacts to read besides those that wait. */
  readonly contactIds: readonly string[];
  readonly now: number;
}

/** Every email that the campaign would send from now on: for the dry run, and for when a running campaign will be done. */
export async function planEmails(
  table: Table,
  workspaceId: string,
  { stored, progress, contactIds, now }: PlanRequest,
): Promise<EmailPlan> {
  const { item, counters, steps } = stored;
  const state = { campaign: item, counters, ...progress };
  // The audience of a running campaign has been enrolled, unless a job is still enrolling it.
  const isEnrolled = item.status === 'active' && counters.openJobs === 0;
  const campaign = isEnrolled ? { ...item, audience: null } : item;
  const [accounts, waiting] = await Promise.all([
    readAllAccounts(table, workspaceId, state),
    readWaiters(table, workspaceId, { ...state, campaign }, now),
  ]);
  const ids = new Set([...contactIds, ...waiting.waitingIds, ...waiting.audienceIds]);
  const contacts = await readContacts(table, workspaceId, [...ids]);
  const { missingVariables, isLacking } = await findLacks(table, workspaceId, { item, steps, contacts });
  const waiters = waiting.waiters(contacts);
  const { mails, isWhole } = forecast({
    ...{ state, isLacking, mailsMax, waiters, now },
    accounts: withoutOwnSlots(accounts, progress, now),
    dispatch: { ...(progress.dispatch ?? noDispatch), lastSlotAt: 0, positions: {}, resumedAt: undefined },
  });
  const share = waiting.isWhole ? 1 : openCount(counters) / Math.max(1, waiters.length);

  return {
    ...{ mails, contacts, missingVariables },
    completionAt: isWhole ? completionOf(mails, Math.max(1, share), now) : undefined,
    isWhole: isWhole && waiting.isWhole && counters.contacts <= contactsMax,
  };
}

/** Slots that were given for this campaign are planned once more with it. */
function withoutOwnSlots(
  accounts: readonly EmailAccountItem[],
  { dispatch }: PlanRequest['progress'],
  now: number,
): readonly EmailAccountItem[] {
  return (dispatch?.lastSlotAt ?? 0) > now ? accounts.map((each) => ({ ...each, slotAt: 0 })) : accounts;
}

/** @param share how many times as many contacts there are as were planned */
function completionOf(mails: readonly PlannedMail[], share: number, now: number): number | undefined {
  if (mails.length === 0) return undefined;
  const lastAt = mails.reduce((latest, { at }) => Math.max(latest, at), 0);

  return Math.round(now + (lastAt - now) * share);
}
