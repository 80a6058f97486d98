import { beforeEach, describe, expect, test } from 'vitest';
import { countersKey } from '#lib/campaigns/state/items.ts';
import { readRunningState } from '#lib/campaigns/state/running.ts';
import { isFinished } from '#lib/campaigns/state/transitions.ts';
import { planCompanyUpdate } from '#lib/companies/companies.ts';
import { ContactPatch } from '#lib/contacts/contact.ts';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { readPausedContacts } from '#lib/executions/executions.ts';
import type { SendMessage } from '#lib/values/queues.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as runJob } from '../../../functions/jobs/run.ts';
import { addCompany, commitNow, readCampaign } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { eventKinds, takeCalls, takeJobs } from '../support/activity.ts';
import { editCampaign, readExecution } from '../support/campaign.ts';
import { monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { runOne, workspaceId } from '../support/one-mail.ts';
import { takeMessages } from '../support/own-resources.ts';

const campaignWithVariable = { steps: [{ variants: [{ subject: 'Hello', bodyText: 'Dear {{lastName}}' }] }] };

const mail = await useMailServer(monday);
beforeEach(async () => {
  await takeMessages('ticks');
});

const pausedContacts = ({ campaignId }: SendMessage) =>
  readPausedContacts(connected().table, { workspaceId, campaignId }, undefined, 10);

/** After the account's minimum gap. */
async function sendLater(calls: readonly SendMessage[]): Promise<void> {
  for (const call of calls) {
    setClock(Date.now() + 60_000);
    await consume(send, [call]);
  }
}

describe('executions with a missing variable', () => {
  test('wait, without an event, until their contact has a value', async () => {
    const { calls, campaign } = await runOne(mail, { contacts: [{}, {}], campaign: campaignWithVariable });
    const [resumed, other] = calls;
    if (!resumed || !other) throw new Error('there are two contacts');
    await sendLater(calls);
    await sendLater(calls);
    expect(await readExecution(resumed)).toMatchObject({ status: 'paused', reason: 'missing_variable' });
    expect((await pausedContacts(resumed)).toSorted()).toEqual(
      [resumed.contactId, other.contactId].toSorted(),
    );
    expect(await eventKinds(workspaceId, campaign.id)).toEqual(['campaign.started']);

    const patch = ContactPatch.parse({ lastName: 'Lovelace' });
    await takeCalls('ticks');
    await commitNow(workspaceId, await planContactUpdate(connected(), workspaceId, resumed.contactId, patch));
    expect(await takeCalls('ticks')).toEqual([{ workspaceId, campaignId: campaign.id }]);
    expect(await readExecution(resumed)).toMatchObject({ status: 'pending', dueAt: Date.now() });
    expect((await readExecution(resumed)).reason).toBeUndefined();
    await sendLater(calls);

    expect(mail.received).toHaveLength(1);
    expect(await readExecution(resumed)).toMatchObject({ status: 'completed' });
    expect(await readExecution(other)).toMatchObject({ status: 'paused', reason: 'missing_variable' });
  });

  test('wait until the campaign’s text no longer needs the variable; then the campaign can complete', async () => {
    const { calls, call, campaign } = await runOne(mail, {
      contacts: [{}, {}],
      campaign: campaignWithVariable,
    });
    const elsewhere = await runOne(mail, { campaign: campaignWithVariable });
    await sendLater([...calls, elsewhere.call]);
    await editCampaign(workspaceId, campaign.id, {
      steps: campaign.steps.map((step) => ({
        ...step,
        variants: step.variants.map((variant) => ({ ...variant, bodyText: 'Good day.' })),
      })),
    });
    await consume(runJob, await takeJobs());
    expect(await pausedContacts(call)).toEqual([]);
    expect(await readExecution(call)).toMatchObject({ status: 'pending', dueAt: Date.now() });
    await sendLater([...calls, elsewhere.call]);

    expect(mail.received).toHaveLength(2);
    expect(await readExecution(elsewhere.call)).toMatchObject({ status: 'paused' });
    await takeJobs();
    const { table } = connected();
    const counters = await table.get(countersKey(workspaceId, campaign.id));
    expect(counters).toMatchObject({ openJobs: 0, completed: 2 });
    const state = await readRunningState(table, workspaceId, campaign.id);
    expect(state && isFinished(state, Date.now())).toBe(true);
  });
});

describe('contacts with a missing variable', () => {
  const askingCompany = {
    steps: [{ variants: [{ subject: 'Hello', bodyText: 'Dear {{company.industry}} people' }] }],
  };
  const counted = async (campaignId: string) => {
    await takeCalls('ticks');

    return readCampaign(workspaceId, campaignId);
  };

  test('are paused in the statistics, not pending, and sendingStatus says so', async () => {
    const { calls, campaign } = await runOne(mail, { contacts: [{}, {}], campaign: campaignWithVariable });
    await sendLater(calls.slice(0, 1));
    expect((await counted(campaign.id)).stats).toMatchObject({ contacts: 2, pending: 1, paused: 1 });
    await sendLater(calls);

    expect(await counted(campaign.id)).toMatchObject({
      stats: { contacts: 2, pending: 0, inProgress: 0, paused: 2 },
      sendingStatus: { state: 'idle', reasons: ['nothing_due', 'contacts_paused'] },
    });
    await commitNow(
      workspaceId,
      await planContactUpdate(connected(), workspaceId, calls[0]?.contactId ?? '', { lastName: 'Lovelace' }),
    );
    await takeCalls('ticks');
    expect((await counted(campaign.id)).stats).toMatchObject({ pending: 1, paused: 1 });
  });

  test('continue when their company gets the value; contacts of other companies wait', async () => {
    const [companyId, otherId] = [await addCompany(workspaceId), await addCompany(workspaceId)];
    const { calls, campaign } = await runOne(mail, {
      contacts: [{ companyId }, { companyId: otherId }],
      campaign: askingCompany,
    });
    await sendLater(calls);
    const statuses = async () =>
      Promise.all(
        calls.map(async (call) => [(await readExecution(call)).status, (await readExecution(call)).reason]),
      );
    expect(await statuses()).toEqual(Array(2).fill(['paused', 'missing_variable']));
    await takeCalls('ticks');

    const change = await planCompanyUpdate(connected(), workspaceId, companyId, { industry: 'Rail' });
    await commitNow(workspaceId, change);
    await consume(runJob, await takeJobs());
    expect(await takeMessages('ticks')).toContainEqual({ workspaceId, campaignId: campaign.id });
    expect(await statuses()).toEqual([
      ['pending', undefined],
      ['paused', 'missing_variable'],
    ]);
    await sendLater(calls);

    expect(mail.received).toHaveLength(1);
    expect((await counted(campaign.id)).stats).toMatchObject({ completed: 1, paused: 1 });
  });

  test('are counted by their final status', async () => {
    const { calls, campaign } = await runOne(mail, { contacts: [{}, {}], campaign: campaignWithVariable });
    await sendLater(calls);
    await editCampaign(workspaceId, campaign.id, {
      removeContactIds: calls.map(({ contactId }) => contactId),
    });
    await consume(runJob, await takeJobs());

    expect((await counted(campaign.id)).stats).toMatchObject({
      contacts: 2,
      paused: 0,
      pending: 0,
      stopped: 2,
    });
  });
});

test('executions wait while their step has no enabled variant', async () => {
  const { call, campaign } = await runOne(mail);
  const enable = (enabled: boolean) =>
    editCampaign(workspaceId, campaign.id, {
      steps: campaign.steps.map((step) => ({
        ...step,
        variants: step.variants.map((variant) => ({ ...variant, enabled })),
      })),
    });
  await enable(false);
  await sendLater([call]);
  expect(await readExecution(call)).toMatchObject({ status: 'paused', reason: 'nothing_to_send' });
  expect(await pausedContacts(call)).toEqual([call.contactId]);
  await enable(true);
  await consume(runJob, await takeJobs());
  await sendLater([call]);

  expect(mail.received).toHaveLength(1);
  expect(await readExecution(call)).toMatchObject({ status: 'completed', sentCount: 1 });
});
