import { findInvalidLinks } from '#lib/campaigns/planning/invalid-links.ts';
import { type EmailPlan, planEmails } from '#lib/campaigns/planning/plan-emails.ts';
import { contactsMax } from '#lib/campaigns/planning/simulation-input.ts';
import {
  type PlanWarning,
  planListMax,
  type SendingPlan,
  type TruncationReason,
} from '#lib/campaigns/planning/start-plan.ts';
import { readStored } from '#lib/campaigns/read.ts';
import { startFaults } from '#lib/campaigns/start.ts';
import { readProgress } from '#lib/campaigns/state/running.ts';
import type { CampaignItem, StoredCampaign } from '#lib/campaigns/state/stored.ts';
import type { Change } from '#lib/commit/change.ts';
import { findAccountsWithoutAddress, readAccounts } from '#lib/email-accounts/email-accounts.ts';
import { placeholdersOf, usedTexts } from '#lib/emails/rendering/email-texts.ts';
import { readCampaignContacts } from '#lib/executions/executions.ts';
import type { Services } from '#lib/runtime/services.ts';
import { timestamp } from '#lib/values/ids.ts';
import { invalid } from '#lib/values/problem.ts';
import { localDate } from '#lib/values/time-zones.ts';

/** Another email within a week appears as a mistake. */
const recentMs = 7 * 86_400_000;

/**
 * Dry run of a start: returns the emails that the campaign would send. Uses the dispatcher's own decisions. Changes
 * nothing.
 * @throws Problem 422 that lists every failed start check.
 */
export async function planSending(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  campaignId: string,
): Promise<Change<SendingPlan>> {
  const [stored, progress] = await Promise.all([
    readStored(table, workspaceId, campaignId),
    readProgress(table, workspaceId, campaignId),
  ]);
  const { item, counters } = stored;
  const [accounts, enrolledIds] = await Promise.all([
    readAccounts(table, workspaceId, item.emailAccountIds),
    readCampaignContacts(table, { workspaceId, campaignId }, undefined, contactsMax),
  ]);
  const faults = startFaults(stored, accounts, now());
  if (faults.length > 0) throw invalid(faults);

  const plan = await planEmails(table, workspaceId, {
    stored,
    progress,
    contactIds: enrolledIds,
    now: now(),
  });
  const withoutAddress = await findAccountsWithoutAddress(table, workspaceId, item.emailAccountIds);
  const { contacts, missingVariables, suppressedIds: suppressed, activeElsewhere, newContacts } = plan;
  const { repliedBefore, contactedRecently } = findKnownContacts(newContacts, now());
  const invalidLinks = await findInvalidLinks(table, workspaceId, stored, contacts);
  const lists = [
    ...[missingVariables, invalidLinks, suppressed],
    ...[activeElsewhere, repliedBefore, contactedRecently],
  ];
  const truncatedReasons = findTruncations(plan, counters.openJobs > 0, lists);

  return {
    writes: [],
    result: {
      plan: {
        ...summarisePlan(item, plan),
        counts: {
          contacts: plan.recipientCount,
          missingVariables: missingVariables.length,
          invalidLinks: invalidLinks.length,
          suppressed: suppressed.length,
          activeElsewhere: activeElsewhere.length,
          repliedBefore: repliedBefore.length,
          contactedRecently: contactedRecently.length,
        },
        missingFields: countMissingFields(missingVariables),
        missingVariables: missingVariables.slice(0, planListMax),
        invalidLinks: invalidLinks.slice(0, planListMax),
        suppressed: suppressed.slice(0, planListMax),
        activeElsewhere: activeElsewhere.slice(0, planListMax),
        repliedBefore: repliedBefore.slice(0, planListMax),
        contactedRecently: contactedRecently.slice(0, planListMax),
        truncated: truncatedReasons.length > 0,
        truncatedReasons,
        warnings: [...placeholderWarnings(stored), ...addressWarnings(withoutAddress)],
      },
    },
  };
}

/** The new contacts that know the sender. A contact that replied is only in the first list. */
function findKnownContacts(newContacts: EmailPlan['newContacts'], now: number) {
  const recently = timestamp(now - recentMs);
  const idsOf = (contacts: EmailPlan['newContacts']) => contacts.map(({ id }) => id);
  const silent = newContacts.filter(({ lastRepliedAt }) => lastRepliedAt === null);

  return {
    repliedBefore: idsOf(newContacts.filter(({ lastRepliedAt }) => lastRepliedAt !== null)),
    contactedRecently: idsOf(silent.filter(({ lastContactedAt }) => (lastContactedAt ?? '') > recently)),
  };
}

/** @param isEnrolling whether a job has yet to enrol contacts, which are not in the plan */
function findTruncations(
  { hasAllContacts, hasAllEmails }: EmailPlan,
  isEnrolling: boolean,
  lists: readonly (readonly unknown[])[],
): TruncationReason[] {
  const possibleReasons: readonly (readonly [TruncationReason, boolean])[] = [
    ['enrolment_in_progress', isEnrolling],
    ['contact_limit', !hasAllContacts],
    ['period_limit', !hasAllEmails],
    ['list_limit', lists.some(({ length }) => length > planListMax)],
  ];

  return possibleReasons.flatMap(([reason, applies]) => (applies ? [reason] : []));
}

/** How many contacts lack each field. */
function countMissingFields(missingVariables: EmailPlan['missingVariables']) {
  const byField = Map.groupBy(
    missingVariables.flatMap(({ fields }) => fields),
    (field) => field,
  );

  return [...byField]
    .map(([field, { length: contacts }]) => ({ field, contacts }))
    .sort((one, other) => other.contacts - one.contacts);
}

/** Texts that a recipient must not see, in the enabled variants. */
function placeholderWarnings({ item: { plainTextOnly }, steps }: StoredCampaign): PlanWarning[] {
  const found = steps.map(({ id, thread, variants }) => ({
    id,
    placeholders: variants
      .filter(({ enabled }) => enabled)
      .flatMap((variant) =>
        placeholdersOf(usedTexts(variant, { isReply: thread === 'reply', plainTextOnly })),
      ),
  }));
  const stepIds = found.flatMap(({ id, placeholders }) => (placeholders.length > 0 ? [id] : []));
  if (stepIds.length === 0) return [];
  const [placeholder] = found.flatMap(({ placeholders }) => placeholders);
  const message = `these steps have texts in square brackets, such as ${placeholder}. They are sent as they are: replace them`;

  return [{ code: 'placeholder_text', message, emailAccountIds: [], stepIds }];
}

function addressWarnings(emailAccountIds: readonly string[]): PlanWarning[] {
  if (emailAccountIds.length === 0) return [];
  const message =
    'these accounts have no postalAddress. Many countries require the postal address of the sender in each commercial email: set it, or ignore this if the texts or the signature contain it';

  return [{ code: 'no_postal_address', message, emailAccountIds: [...emailAccountIds], stepIds: [] }];
}

/** The number of emails by day and account, their total, the first time, and the estimated completion. */
function summarisePlan({ schedule, continuous }: CampaignItem, { emails, completionAt }: EmailPlan) {
  const days = Map.groupBy(emails, ({ at, accountId }) => `${localDate(at, schedule.timezone)} ${accountId}`);
  const firstAt = emails.reduce<number | undefined>(
    (lowest, { at }) => Math.min(lowest ?? at, at),
    undefined,
  );
  const timestampOf = (at: number | undefined) => (at === undefined ? null : timestamp(at));

  return {
    days: [...days]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([dayAndAccount, dayEmails]) => {
        const [date = '', emailAccountId = ''] = dayAndAccount.split(' ');

        return { date, emailAccountId, mails: dayEmails.length };
      }),
    totalMails: emails.length,
    firstSendAt: timestampOf(firstAt),
    estimatedCompletionAt: continuous ? null : timestampOf(completionAt),
  };
}
