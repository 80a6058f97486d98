import { describe, expect, test } from 'vitest';
import { dispatchKey } from '#lib/campaigns/state/items.ts';
import { toDispatch } from '#lib/campaigns/state/stored.ts';
import { contactKey } from '#lib/contacts/items.ts';
import { firstEmailQueue, readDueExecutions } from '#lib/executions/executions.ts';
import type { SendMessage } from '#lib/values/queues.ts';
import { handler as dispatch } from '../../../functions/campaigns/dispatch.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { always } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { editCampaign, readExecution } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { runOne, workspaceId } from '../support/one-mail.ts';
import { takeMessages, wakeTimeOf } from '../support/own-resources.ts';

const hour = 3_600_000;
const midnight = monday - 10 * hour;
const newYork = 'America/New_York';
const between = (from: string, to: string) => ({ windows: [{ ...always.windows[0], from, to }] });
const office = between('09:00', '17:00');

const mail = await useMailServer(monday);

async function expectPostponed(call: SendMessage, until: number, zone?: string): Promise<void> {
  expect(await consume(send, [call])).toEqual([]);
  expect(mail.received).toEqual([]);
  const execution = await readExecution(call);
  expect(execution).toMatchObject({ status: 'pending', sendState: 'due', dueAt: until, sendAttempts: 0 });
  expect(execution.zone).toBe(zone);
}

describe('a message from the queue outside the windows sends nothing and postpones the email to the next window', () => {
  test('if the queue is late: from the closing time on', async () => {
    const { call } = await runOne(mail, { campaign: { schedule: office } });
    setClock(midnight + 17 * hour);
    await expectPostponed(call, midnight + dayMs + 9 * hour);
    setClock(midnight + dayMs + 9 * hour);
    await consume(send, [call]);

    expect(mail.received).toHaveLength(1);
  });

  test('if the schedule was changed after the slot was allocated', async () => {
    const { call, campaign } = await runOne(mail, { campaign: { schedule: office } });
    await editCampaign(workspaceId, campaign.id, { schedule: between('12:00', '13:00') });

    await expectPostponed(call, midnight + 12 * hour);
  });

  test('and does not make it due again if no window is left', async () => {
    const { call, campaign } = await runOne(mail, { campaign: { schedule: office } });
    const endAt = new Date(monday + hour).toISOString();
    await editCampaign(workspaceId, campaign.id, { schedule: { ...office, endAt } });
    const { dueAt } = await readExecution(call);
    setClock(monday + hour);

    await expectPostponed(call, dueAt);
  });
});

describe('with useContactTimezone', () => {
  const schedule = { ...office, useContactTimezone: true };
  const opening = midnight + 13 * hour;
  const readZones = async (campaignId: string) => {
    const item = await connected().table.get(dispatchKey(workspaceId, campaignId));

    return item && toDispatch(item).zones;
  };
  /** The email is in its zone's queue, and the dispatcher assigns its slot there. */
  async function expectServed(call: SendMessage): Promise<void> {
    const { campaignId, contactId, accountId } = call;
    const place = { workspaceId, campaignId };
    expect(await readZones(campaignId)).toEqual([newYork]);
    expect(
      await readDueExecutions(connected().table, place, firstEmailQueue(newYork), undefined, 10),
    ).toHaveLength(1);
    expect(
      await readDueExecutions(connected().table, place, firstEmailQueue(undefined), undefined, 10),
    ).toEqual([]);
    await consume(dispatch, [place]);
    expect(await wakeTimeOf(campaignId)).toBeLessThanOrEqual(opening);
    setClock(opening);
    await takeMessages('sends');
    await consume(dispatch, [place]);
    expect(await takeMessages('sends')).toEqual([{ ...place, contactId, accountId }]);
    await consume(send, [call]);
    expect(mail.received).toHaveLength(1);
  }

  test('a first email waits for the windows in its contact’s time zone', async () => {
    const { call } = await runOne(mail, { contacts: [{ timezone: newYork }], campaign: { schedule } });
    await consume(dispatch, [{ workspaceId, campaignId: call.campaignId }]);
    await expectPostponed(call, opening, newYork);

    await expectServed(call);
  });

  test('a first email waits also if the contact’s time zone changed after its enrolment', async () => {
    const { call } = await runOne(mail, { campaign: { schedule } });
    const update = contactKey(workspaceId, call.contactId);
    await connected().table.update({ update, set: { timezone: newYork } });
    await expectPostponed(call, opening, newYork);

    await expectServed(call);
  });

  test('a first email waits also if the option was enabled after the enrolment', async () => {
    const { call, campaign } = await runOne(mail, {
      contacts: [{ timezone: newYork }],
      campaign: { schedule: office },
    });
    await editCampaign(workspaceId, campaign.id, { schedule });
    await expectPostponed(call, opening, newYork);
    await expectServed(call);
  });

  test('a follow-up is due, and gets its slot, within the windows in its contact’s time zone', async () => {
    // Nine to five in that zone is night in UTC.
    const variants = [{ subject: 'Hello', bodyText: 'Good day.' }];
    const steps = [{ variants }, { delay: { value: 1, unit: 'days' }, variants }];
    const { call } = await runOne(mail, {
      contacts: [{ timezone: 'Pacific/Auckland' }],
      campaign: { steps, schedule: { ...schedule, ...between('09:00', '11:00') } },
    });
    const place = { workspaceId, campaignId: call.campaignId };
    const morning = midnight + 21 * hour;
    setClock(morning);
    await consume(dispatch, [place]);
    await consume(send, await takeMessages('sends'));
    expect(await readExecution(call)).toMatchObject({ sentCount: 1, dueAt: morning + dayMs });
    setClock(morning + dayMs);
    await consume(dispatch, [place]);

    expect(await takeMessages('sends')).toEqual([call]);
    await consume(send, [call]);
    expect(mail.received).toHaveLength(2);
  });
});
