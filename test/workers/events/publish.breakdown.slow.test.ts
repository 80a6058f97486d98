import { expect, test } from 'vitest';
import { readBreakdown } from '#lib/statistics/breakdown.ts';
import { breakdownKey } from '#lib/statistics/items.ts';
import { recountStatistics } from '#lib/statistics/recount.ts';
import { idCode, newId } from '#lib/values/ids.ts';
import { localDate } from '#lib/values/time-zones.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as click } from '../../../functions/tracking/click.ts';
import { handler as open } from '../../../functions/tracking/open.ts';
import { handler as unsubscribe } from '../../../functions/tracking/unsubscribe.ts';
import { tokenOf, visit } from '../../api/support/links.ts';
import { connected } from '../../support/stack.ts';
import { publishOutbox } from '../support/activity.ts';
import { readExecution, runCampaign } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { sendingBy, workspaceId } from '../support/one-mail.ts';

const minuteMs = 60_000;
const step = (...subjects: string[]) => ({
  delay: { value: 0, unit: 'minutes' },
  thread: 'new',
  businessDaysOnly: false,
  variants: subjects.map((subject) => ({ subject, bodyText: 'Good day.' })),
});
const mail = await useMailServer(monday);

/** Compares the days of a campaign with the ledger. */
async function recount(campaignId: string, repair: boolean) {
  const period = { from: '2030-01-01', to: '2030-12-31' };
  const differences = await recountStatistics(connected().table, workspaceId, period, [campaignId], repair);
  if (differences === 'busy') return differences;

  return differences.filter(({ scopeId }) => scopeId === campaignId);
}

test('each email counts once by its step, variant and account, and a burst of clicks is reverted', async () => {
  const { calls, campaign } = await runCampaign(workspaceId, {
    contacts: Array.from({ length: 6 }, () => ({})),
    accounts: [sendingBy(mail)],
    campaign: { steps: [step('A', 'B'), step('C')] },
  });
  const campaignId = campaign.id;
  const [first, second] = campaign.steps;
  let minutes = 0;
  const later = (more: number) => {
    minutes += more;
    setClock(monday + minutes * minuteMs);
  };
  for (let round = 0; round < 2; round++) {
    for (const call of calls) {
      later(1);
      await consume(send, [call]);
    }
  }
  const subjects = mail.received.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1]?.trim());
  const [one] = calls;
  const execution = one && (await readExecution(one));
  if (!one || !execution) throw new Error('the contact is enrolled');
  const idsAt = (stepId = '') => ({
    workspaceId,
    campaignId,
    contactId: one.contactId,
    executionId: execution.id,
    stepId,
  });
  const target = 'https://www.example.com/';
  // Two opens of the first email, one of the second.
  for (const stepId of [first?.id, first?.id, second?.id]) {
    later(5);
    await visit(open, 'open', await tokenOf(idsAt(stepId), 'open'));
  }
  // A click in each email, then a burst in the second email, which also reverts its first click.
  later(5);
  await visit(click, 'click', await tokenOf(idsAt(first?.id), { target }));
  later(5);
  for (const index of [0, 1, 2]) {
    await visit(click, 'click', await tokenOf(idsAt(second?.id), { target: `${target}${index}`, index }));
  }
  later(5);
  await visit(unsubscribe, 'unsubscribe', await tokenOf(idsAt(second?.id), 'unsubscribe'));
  await publishOutbox();

  const { table } = connected();
  const day = localDate(monday, 'UTC');
  const breakdown = (await readBreakdown(table, workspaceId, campaignId, { from: day, to: day })).get(day);
  const stepCounts = (id = '') => breakdown?.step.get(idCode(id));
  expect(stepCounts(first?.id)).toMatchObject({
    sent: 6,
    opened: 2,
    uniqueOpened: 1,
    clicked: 1,
    uniqueClicked: 1,
    unsubscribed: 0,
  });
  expect(stepCounts(second?.id)).toMatchObject({
    sent: 6,
    opened: 1,
    uniqueOpened: 1,
    clicked: 0,
    uniqueClicked: 0,
    unsubscribed: 1,
  });
  for (const [index, { id }] of (first?.variants ?? []).entries()) {
    const sent = subjects.filter((subject) => subject === ['A', 'B'][index]).length;
    expect(breakdown?.variant.get(idCode(id))?.sent ?? 0).toBe(sent);
  }
  const account = breakdown?.account.get(idCode(one.accountId));
  expect(account).toMatchObject({ sent: 12, uniqueOpened: 2, clicked: 1, unsubscribed: 1 });
  expect(await recount(campaignId, false)).toEqual([]);
});

test('a repair adds the counts that are missing', async () => {
  const { calls, campaign } = await runCampaign(workspaceId, {
    accounts: [sendingBy(mail)],
    campaign: { steps: [step('A')] },
  });
  await consume(send, calls);
  await publishOutbox();
  const { table } = connected();
  const { items } = await table.query({
    pk: `W#${workspaceId}#STATS#${campaign.id}`,
    sk: { prefix: 'B#' },
    limit: 5,
  });
  const [item] = items;
  if (!item) throw new Error('the day is counted');
  const attribute = `s${idCode(campaign.steps[0]?.id ?? '')}s`;
  await table.update({ update: { pk: item.pk, sk: item.sk }, add: { [attribute]: 5 } });
  const repaired = await recount(campaign.id, true);

  expect(repaired).toEqual([
    expect.objectContaining({ counted: { [attribute]: 6 }, recounted: { [attribute]: 1 }, isRepaired: true }),
  ]);
  expect(await recount(campaign.id, false)).toEqual([]);
});

test('a recount reads more days than one page of the table contains', async () => {
  const { table } = connected();
  const campaignId = newId('cmp', monday);
  const days = Array.from({ length: 60 }, (_, day) => localDate(monday + day * dayMs, 'UTC'));
  // Together 1.5 MB.
  const counts = Object.fromEntries(
    Array.from({ length: 1000 }, (_, at) => [`counter-of-a-long-name-${at}`, 1]),
  );
  await Promise.all(
    days.map((day) => table.put({ put: { ...breakdownKey(workspaceId, campaignId, day), ...counts } })),
  );

  const differences = await recount(campaignId, false);

  expect(differences).toMatchObject(days.map((day) => ({ day })));
});
