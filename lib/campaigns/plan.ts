import { type MailDay, planDays } from '#lib/campaigns/plan-days.ts';
import { readStored } from '#lib/campaigns/read.ts';
import { startFaults } from '#lib/campaigns/start.ts';
import type { SendingPlan } from '#lib/campaigns/start-plan.ts';
import { openCount } from '#lib/campaigns/stats.ts';
import type { Step } from '#lib/campaigns/step.ts';
import type { CampaignItem } from '#lib/campaigns/stored.ts';
import { nextOpening } from '#lib/campaigns/windows.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import { readContacts } from '#lib/contacts/contacts.ts';
import { readAccounts } from '#lib/email-accounts/email-accounts.ts';
import { accountDay, sentOn } from '#lib/email-accounts/quota.ts';
import { mergeFields } from '#lib/emails/merge-fields.ts';
import { missingFields } from '#lib/emails/template.ts';
import { contactsIn } from '#lib/executions/executions.ts';
import { invalid } from '#lib/http/problem.ts';
import type { Change } from '#lib/runtime/change.ts';
import type { Services } from '#lib/runtime/services.ts';

/** How many of its contacts are looked at one by one. */
const contactsMax = 1000;
const shownMax = 100;

/**
 * What starting the campaign would bring about. Changes nothing.
 * @throws Problem 422 that lists every check that starting would fail.
 */
export async function planSending(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  campaignId: string,
): Promise<Change<SendingPlan>> {
  const stored = await readStored(table, workspaceId, campaignId);
  const { item, counters, steps } = stored;
  const [accounts, contactIds] = await Promise.all([
    readAccounts(table, workspaceId, item.emailAccountIds),
    contactsIn(table, { workspaceId, campaignId }, undefined, contactsMax),
  ]);
  const faults = startFaults(stored, accounts, now());
  if (faults.length > 0) throw invalid(faults);

  const contacts = await readContacts(table, workspaceId, contactIds);
  const suppressed = contacts.filter(({ status }) => status !== 'active').map(({ id }) => id);
  const missingVariables = contacts.flatMap((contact) => lackOf(contact, steps));
  const { days, isWhole } = planDays({
    schedule: item.schedule,
    accounts: accounts
      .filter(({ status }) => status === 'connected')
      .map((account) => ({ ...account, sentToday: sentOn(account, accountDay(account, now())) })),
    limits: item,
    delays: item.steps.map(({ delay }) => delay),
    contacts: Math.max(0, openCount(counters) - suppressed.length),
    now: now(),
  });

  return {
    writes: [],
    result: {
      plan: {
        days,
        ...summaryOf(item, days, now()),
        missingVariables: missingVariables.slice(0, shownMax),
        suppressed: suppressed.slice(0, shownMax),
        truncated:
          !isWhole ||
          counters.contacts > contactIds.length ||
          Math.max(missingVariables.length, suppressed.length) > shownMax,
      },
    },
  };
}

function summaryOf({ schedule, continuous }: CampaignItem, days: readonly MailDay[], now: number) {
  const firstSendAt = days.length === 0 ? undefined : nextOpening(schedule, now);
  const last = days.at(-1);
  const end = last && nextOpening(schedule, Math.max(now, Date.parse(last.date)));

  return {
    totalMails: days.reduce((sum, { mails }) => sum + mails, 0),
    firstSendAt: firstSendAt === undefined ? null : new Date(firstSendAt).toISOString(),
    estimatedCompletionAt: end === undefined || continuous ? null : new Date(end).toISOString(),
  };
}

function lackOf(contact: Contact, steps: readonly Step[]): { contactId: string; fields: string[] }[] {
  const fields = mergeFields(contact);
  const texts = steps.flatMap(({ variants }) =>
    variants
      .filter(({ enabled }) => enabled)
      .flatMap(({ subject, bodyHtml, bodyText }) => [subject, bodyHtml ?? '', bodyText ?? '']),
  );
  const lacking = [...new Set(texts.flatMap((text) => missingFields(text, fields)))].sort();

  return lacking.length === 0 ? [] : [{ contactId: contact.id, fields: lacking }];
}
