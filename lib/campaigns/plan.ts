import { forecast, type PlannedMail } from '#lib/campaigns/forecast.ts';
import { contactsMax, findLacks, readWaiters } from '#lib/campaigns/foresight.ts';
import { readAllAccounts } from '#lib/campaigns/look.ts';
import { readStored } from '#lib/campaigns/read.ts';
import { readProgress } from '#lib/campaigns/running.ts';
import { startFaults } from '#lib/campaigns/start.ts';
import type { SendingPlan } from '#lib/campaigns/start-plan.ts';
import { type CampaignItem, noDispatch } from '#lib/campaigns/stored.ts';
import { readContacts } from '#lib/contacts/contacts.ts';
import { contactsIn } from '#lib/executions/executions.ts';
import { invalid } from '#lib/http/problem.ts';
import type { Change } from '#lib/runtime/change.ts';
import type { Services } from '#lib/runtime/services.ts';
import { localDate } from '#lib/runtime/time-zones.ts';

/** A plan of more would take longer than a request may. */
const mailsMax = 30_000;
const shownMax = 100;

/**
 * What starting the campaign would bring about, made by the code that then does it. Changes nothing.
 * @throws Problem 422 that lists every check that starting would fail.
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
  const { item, counters, steps } = stored;
  const state = { campaign: item, counters, ...progress };
  const [accounts, memberIds] = await Promise.all([
    readAllAccounts(table, workspaceId, state),
    contactsIn(table, { workspaceId, campaignId }, undefined, contactsMax),
  ]);
  const faults = startFaults(
    stored,
    accounts.filter(({ id }) => item.emailAccountIds.includes(id)),
    now(),
  );
  if (faults.length > 0) throw invalid(faults);

  const { waiters, audienceIds, isWhole: isAll } = await readWaiters(table, workspaceId, state, now());
  const contacts = await readContacts(table, workspaceId, [...memberIds, ...audienceIds]);
  const suppressed = contacts.filter(({ status }) => status !== 'active').map(({ id }) => id);
  const { missingVariables, isLacking } = await findLacks(table, workspaceId, { item, steps, contacts });
  const { mails, isWhole } = forecast({
    ...{ state, accounts, isLacking, mailsMax },
    dispatch: { ...(progress.dispatch ?? noDispatch), lastSlotAt: 0, positions: {} },
    waiters: waiters(contacts),
    now: now(),
  });

  return {
    writes: [],
    result: {
      plan: {
        ...describe(item, mails),
        missingVariables: missingVariables.slice(0, shownMax),
        suppressed: suppressed.slice(0, shownMax),
        truncated:
          !isWhole ||
          !isAll ||
          counters.contacts > memberIds.length ||
          Math.max(missingVariables.length, suppressed.length) > shownMax,
      },
    },
  };
}

function describe({ schedule, continuous }: CampaignItem, mails: readonly PlannedMail[]) {
  const days = Map.groupBy(mails, ({ at, accountId }) => `${localDate(at, schedule.timezone)} ${accountId}`);
  const moments = mails.map(({ at }) => at);
  const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString());

  return {
    days: [...days]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([place, own]) => {
        const [date = '', accountId = ''] = place.split(' ');

        return { date, accountId, mails: own.length };
      }),
    totalMails: mails.length,
    firstSendAt: iso(extreme(moments, Math.min)),
    estimatedCompletionAt: continuous ? null : iso(extreme(moments, Math.max)),
  };
}

function extreme(
  moments: readonly number[],
  choose: (one: number, other: number) => number,
): number | undefined {
  return moments.length === 0 ? undefined : moments.reduce((one, other) => choose(one, other));
}
