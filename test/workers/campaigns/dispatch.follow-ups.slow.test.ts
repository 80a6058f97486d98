import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dispatchKey } from '#lib/campaigns/state/items.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { newId } from '#lib/values/ids.ts';
import type { SendMessage } from '#lib/values/queues.ts';
import { handler as dispatch } from '../../../functions/campaigns/dispatch.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as runJob } from '../../../functions/jobs/run.ts';
import { addAccount, addContact, readCampaign } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { takeCalls, takeJobs } from '../support/activity.ts';
import { editCampaign, type RunningCampaign, runCampaign } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { liveThrough } from '../support/course.ts';
import { consume } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { sendingBy } from '../support/one-mail.ts';
import { countMessages, takeMessages, useOwnResources, wakeTimeOf } from '../support/own-resources.ts';

const workspaceId = newId('wsp', Date.now());
const variants = [{ subject: 'Hello', bodyText: 'Good day.' }];
const steps = [{ variants }, { delay: { value: 1, unit: 'days' }, variants }];
const due = monday + dayMs + 3_600_000;

let mail: MailServer;

beforeAll(async () => {
  await useOwnResources();
  mail = await startMailServer();
});
beforeEach(async () => {
  mail.received.length = 0;
  setClock(monday);
  await takeMessages('sends');
});

const setAccount = (accountId: string | undefined, set: Record<string, unknown>) =>
  connected().table.update({ update: accountKey(workspaceId, accountId ?? ''), set });

const dispatchMessageOf = ({ campaign }: RunningCampaign) => ({ workspaceId, campaignId: campaign.id });

/** Two accounts, each with one contact that got the first email. The second emails are due. */
async function runUntilSecondEmail(settings: Record<string, unknown> = {}): Promise<RunningCampaign> {
  const running = await runCampaign(workspaceId, {
    contacts: [{}, {}],
    accounts: [sendingBy(mail), sendingBy(mail)],
    campaign: { steps, ...settings },
  });
  await liveThrough(dispatchMessageOf(running), monday + 600_000);
  expect(mail.received).toHaveLength(2);
  setClock(due);

  return running;
}

/** Dispatches the campaign. @returns the send messages without a delay */
async function readySendMessages(running: RunningCampaign): Promise<SendMessage[]> {
  await consume(dispatch, [dispatchMessageOf(running)]);

  return (await takeMessages('sends')) as SendMessage[];
}

describe('follow-ups', () => {
  test.each([false, true])(
    'get the first slots, unless the campaign prioritises new contacts: %s',
    async (isPrioritised) => {
      const running = await runUntilSecondEmail({ prioritizeNewContacts: isPrioritised });
      const addedIds = await Promise.all([addContact(workspaceId), addContact(workspaceId)]);
      await editCampaign(workspaceId, running.campaign.id, { addContactIds: addedIds });
      await consume(runJob, await takeJobs());
      const recipients = (await readySendMessages(running)).map(({ contactId }) => contactId);

      expect(recipients.toSorted()).toEqual((isPrioritised ? addedIds : [...running.contactIds]).toSorted());
    },
  );

  test('are sent by the account of their thread, even after it is removed from the campaign', async () => {
    const running = await runUntilSecondEmail();
    const [removedId, keptId] = running.accountIds;
    await editCampaign(workspaceId, running.campaign.id, { emailAccountIds: [keptId] });
    const addedId = await addContact(workspaceId);
    await editCampaign(workspaceId, running.campaign.id, { addContactIds: [addedId] });
    await consume(runJob, await takeJobs());
    await liveThrough(dispatchMessageOf(running), due + 600_000);

    const sentBy = (accountId: string | undefined) =>
      mail.received.filter(({ from }) => from === senders.get(accountId));
    const senders = new Map(
      await Promise.all(
        [removedId, keptId].map(async (id) => {
          const item = await connected().table.get(accountKey(workspaceId, id ?? ''));

          return [id, String(item?.['email'])] as const;
        }),
      ),
    );
    expect(mail.received).toHaveLength(5);
    expect([sentBy(removedId).length, sentBy(keptId).length]).toEqual([2, 3]);
  });

  test('wait for an account with an error, while other accounts continue', async () => {
    const running = await runUntilSecondEmail();
    const [brokenId, workingId] = running.accountIds;
    await setAccount(brokenId, { status: 'error' });
    const messages = await readySendMessages(running);
    expect(messages.map(({ accountId }) => accountId)).toEqual([workingId]);
    await consume(send, messages);
    await setAccount(brokenId, { status: 'connected' });
    setClock(due + dayMs);

    expect((await readySendMessages(running)).map(({ accountId }) => accountId)).toEqual([brokenId]);
  });
});

test('two concurrent dispatches of campaigns with the same accounts never assign the same slot twice', async () => {
  const accountIds = await Promise.all([1, 2].map(() => addAccount(workspaceId, sendingBy(mail))));
  const campaigns = await Promise.all(
    [1, 2].map(() =>
      runCampaign(workspaceId, {
        contacts: [{}, {}, {}],
        accounts: [],
        campaign: { emailAccountIds: accountIds },
      }),
    ),
  );
  await Promise.all(campaigns.map((running) => consume(dispatch, [dispatchMessageOf(running)])));
  const items = await Promise.all(accountIds.map((id) => connected().table.get(accountKey(workspaceId, id))));

  expect(items.map((item) => item?.['slotsToday'])).toEqual([3, 3]);
  for (const item of items) expect(item?.['slotAt']).toBe(monday + 20_000);
});

/** Runs the job that stops the executions after `endAt`. The next dispatch completes the campaign. */
async function endSequences(dispatchMessage: unknown): Promise<void> {
  expect(await consume(runJob, await takeJobs())).toEqual([]);
  await takeCalls('ticks');
  await consume(dispatch, [dispatchMessage]);
}

describe('the next dispatch', () => {
  const office = {
    windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }],
  };
  const midnight = monday - 10 * 3_600_000;

  test('runs when the windows allow the next follow-up, which may be after its due time', async () => {
    const evening = midnight + 16.9 * 3_600_000;
    setClock(evening);
    const running = await runCampaign(workspaceId, {
      accounts: [sendingBy(mail)],
      campaign: {
        steps: [{ variants }, { delay: { value: 2, unit: 'hours' }, variants }],
        schedule: office,
      },
    });
    const dispatchMessage = dispatchMessageOf(running);
    await consume(dispatch, [dispatchMessage]);
    await consume(send, await takeMessages('sends'));
    setClock(evening + 130_000);
    await consume(dispatch, [dispatchMessage]);

    expect(await wakeTimeOf(running.campaign.id)).toBe(midnight + dayMs + 9 * 3_600_000);
  });

  test('is a delayed message when it is less than a minute ahead, because a schedule could fire too late', async () => {
    const endAt = monday + 30_000;
    const running = await runCampaign(workspaceId, {
      accounts: [sendingBy(mail)],
      campaign: { steps, schedule: { ...office, endAt: new Date(endAt).toISOString() } },
    });
    const { id } = running.campaign;
    const dispatchMessage = dispatchMessageOf(running);
    const delayed = async () => (await countMessages('ticks')).delayed;
    const before = await delayed();
    await consume(dispatch, [dispatchMessage]);
    expect(await wakeTimeOf(id)).toBeUndefined();
    expect(await delayed()).toBe(before + 1);

    // An outdated message must not start a second series of dispatches.
    const item = await connected().table.get(dispatchKey(workspaceId, id));
    const version = Number(item?.['version']);
    await consume(dispatch, [{ ...dispatchMessage, version: version - 1 }]);
    expect(await delayed()).toBe(before + 1);

    setClock(endAt);
    await consume(dispatch, [{ ...dispatchMessage, version }]);
    await endSequences(dispatchMessage);
    expect(await readCampaign(workspaceId, id)).toMatchObject({ status: 'completed' });
  });

  test('runs at endAt when nothing is due before, and then completes the campaign', async () => {
    const endAt = monday + dayMs;
    const running = await runCampaign(workspaceId, {
      accounts: [sendingBy(mail)],
      campaign: { steps, schedule: { ...office, endAt: new Date(endAt).toISOString() } },
    });
    const dispatchMessage = dispatchMessageOf(running);
    await consume(dispatch, [dispatchMessage]);
    await consume(send, await takeMessages('sends'));
    // An idle campaign is checked for completion for six hours, because the counters may be late.
    for (const hours of [12, 19]) {
      setClock(monday + hours * 3_600_000);
      await consume(dispatch, [dispatchMessage]);
    }
    expect(await wakeTimeOf(running.campaign.id)).toBe(endAt);
    setClock(endAt);
    await consume(dispatch, [dispatchMessage]);
    await endSequences(dispatchMessage);

    expect(await readCampaign(workspaceId, running.campaign.id)).toMatchObject({ status: 'completed' });
    expect(await wakeTimeOf(running.campaign.id)).toBeUndefined();
  });
});
