import { companyQuotaKey, quotaKey } from '#lib/campaigns/state/items.ts';
import { hasDailyLimit, isDailyLimitReached } from '#lib/campaigns/state/sending-capacity.ts';
import { type CampaignItem, type DayCount, toQuota } from '#lib/campaigns/state/stored.ts';
import { ledgerEntriesOfCampaign } from '#lib/commit/ledger-entries.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Item, type Key, type Test, type Update, updateIf } from '#lib/storage/table.ts';
import { localDate, momentOf, nextLocalDay } from '#lib/values/time-zones.ts';

/** An email that a worker is about to claim. */
interface EmailToClaim {
  readonly campaign: CampaignItem;
  readonly companyId: string | null;
  /** Whether it is the contact's first email of the campaign. */
  readonly isFirst: boolean;
  /** When the previous email to the contact was sent. */
  readonly lastSentAt: string | undefined;
}

type LimitCheck =
  /** Updates for the claim's transaction. Each counts the email on the condition that its limit is not reached. */
  | { readonly kind: 'available'; readonly writes: readonly Update[] }
  | { readonly kind: 'campaign_full' }
  /** Epoch milliseconds. */
  | { readonly kind: 'company_full'; readonly until: number };

/** Longer than any local day, so a counter never expires on its own day. */
const companyRetentionSeconds = 2 * 86_400;

/**
 * Checks the campaign's daily limits for one email. A day is a local date of the schedule's time zone. The claim's
 * own transaction counts the email, on the condition that no limit is reached. A campaign without limits keeps no counts.
 * The limit per company counts only emails that are sent while it is set: the activity has no index by company.
 */
export async function checkDailyLimits(
  services: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  email: EmailToClaim,
): Promise<LimitCheck> {
  const { campaign, companyId, lastSentAt } = email;
  const { id, maxContactsPerCompanyPerDay, schedule } = campaign;
  const now = services.now();
  const today = localDate(now, schedule.timezone);
  // A contact that got an email today is already counted for its company.
  const isCountedForCompany =
    lastSentAt !== undefined && localDate(Date.parse(lastSentAt), schedule.timezone) === today;
  const companyLimit =
    maxContactsPerCompanyPerDay === null || companyId === null || isCountedForCompany
      ? undefined
      : { key: companyQuotaKey(workspaceId, id, companyId), max: maxContactsPerCompanyPerDay };
  const dayKey = hasDailyLimit(campaign) ? quotaKey(workspaceId, id) : undefined;
  const [dayItem, companyItem] = await Promise.all([
    getItem(services, dayKey),
    getItem(services, companyLimit?.key),
  ]);

  const companyContactsToday = companyItem?.['day'] === today ? Number(companyItem['contacts']) : 0;
  if (companyLimit && companyContactsToday >= companyLimit.max) {
    return { kind: 'company_full', until: nextLocalDay(now, schedule.timezone) };
  }
  const stored = dayItem && toQuota(dayItem);
  // The stored day is later than today after a change of the schedule's time zone. The activity replaces stored counts of an
  // earlier day, and missing ones: an edit that sets the first limit deletes the item.
  const counts =
    stored && stored.day >= today ? stored : await countToday(services, workspaceId, campaign, today);
  if (isDailyLimitReached(campaign, counts, email.isFirst)) {
    // The dispatcher reads the counts only from the day's item. Without that item, it would assign slots on a full day again.
    if (dayKey && counts !== stored) await updateIf(services.table, replaceCounts(dayKey, stored, counts));
    return { kind: 'campaign_full' };
  }

  return {
    kind: 'available',
    writes: [
      ...(dayKey ? [countEmail(dayKey, email, stored, counts)] : []),
      ...(companyLimit ? [countForCompany(companyLimit, companyItem, today, now)] : []),
    ],
  };
}

async function getItem({ table }: Pick<Services, 'table'>, key: Key | undefined): Promise<Item | undefined> {
  return key && table.get(key);
}

/**
 * Counts today's emails in the activity of the campaign. It is rarely read: for the first email of a day, when it has hardly any events,
 * and after an edit that sets the first limit.
 */
async function countToday(
  { table }: Pick<Services, 'table'>,
  workspaceId: string,
  campaign: CampaignItem,
  day: string,
): Promise<DayCount> {
  const counts = { day, mails: 0, firsts: 0 };
  if (!hasDailyLimit(campaign)) return counts;
  const beginsAt = momentOf(day, 0, campaign.schedule.timezone);
  for await (const { type, isFirst } of ledgerEntriesOfCampaign(table, workspaceId, campaign.id, beginsAt)) {
    if (type !== 'email.sent') continue;
    counts.mails += 1;
    if (isFirst) counts.firsts += 1;
  }

  return counts;
}

/**
 * Counts the email on the condition that no limit is reached.
 * @param counts today's counts: `stored`, or new counts if `stored` is of an earlier day or does not exist
 */
function countEmail(
  key: Key,
  { campaign, isFirst }: EmailToClaim,
  stored: DayCount | undefined,
  counts: DayCount,
): Update {
  const { dailyLimit, dailyNewContactLimit } = campaign;
  const addedFirsts = isFirst ? 1 : 0;
  if (stored !== counts) {
    return replaceCounts(key, stored, {
      ...counts,
      mails: counts.mails + 1,
      firsts: counts.firsts + addedFirsts,
    });
  }
  const below = (name: string, limit: number | null): Record<string, Test> =>
    limit === null ? {} : { [name]: { below: limit } };

  return {
    update: key,
    add: { mails: 1, firsts: addedFirsts },
    if: {
      day: { is: stored.day },
      ...below('mails', dailyLimit),
      ...(isFirst && below('firsts', dailyNewContactLimit)),
    },
  };
}

/** Replaces the stored counts, on the condition that no other worker has replaced them. */
function replaceCounts(key: Key, stored: DayCount | undefined, { day, mails, firsts }: DayCount): Update {
  return { update: key, set: { day, mails, firsts }, if: { day: stored ? { is: stored.day } : 'absent' } };
}

/** Counts the contact for its company, on the condition that the limit is not reached. */
function countForCompany(
  { key, max }: { readonly key: Key; readonly max: number },
  stored: Item | undefined,
  today: string,
  now: number,
): Update {
  if (stored?.['day'] === today) {
    return { update: key, add: { contacts: 1 }, if: { day: { is: today }, contacts: { below: max } } };
  }

  return {
    update: key,
    set: {
      day: today,
      contacts: 1,
      expiresAtEpochSeconds: Math.floor(now / 1000) + companyRetentionSeconds,
    },
    if: { day: stored ? { is: String(stored['day']) } : 'absent' },
  };
}
