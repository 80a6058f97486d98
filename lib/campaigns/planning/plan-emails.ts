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

/** Planning more emails would exceed the time limit of a request. */
const mailsMax = 30_000;

export interface EmailPlan {
  readonly mails: readonly PlannedMail[];
  /** The time of the last email; undefined if there is none or the simulation is incomplete. Epoch milliseconds. */
  readonly completionAt: number | undefined;
  /** Whether the plan contains every contact and every email. */
  readonly isWhole: boolean;
  readonly contacts: readonly Contact[];
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

/** Frees the slots that are assigned to this campaign, because the plan assigns them again. */
function withoutOwnSlots(
  accounts: readonly EmailAccountItem[],
  { dispatch }: PlanRequest['progress'],
  now: number,
): readonly EmailAccountItem[] {
  return (dispatch?.lastSlotAt ?? 0) > now ? accounts.map((each) => ({ ...each, slotAt: 0 })) : accounts;
}

/** @param share number of open contacts divided by the number of planned contacts */
function completionOf(mails: readonly PlannedMail[], share: number, now: number): number | undefined {
  if (mails.length === 0) return undefined;
  const lastAt = mails.reduce((latest, { at }) => Math.max(latest, at), 0);

  return Math.round(now + (lastAt - now) * share);
}
