import PostalMime from 'postal-mime';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { planDisconnection } from '#lib/email-accounts/disconnect.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { newId } from '#lib/values/ids.ts';
import { addDays, localDate, momentOf } from '#lib/values/time-zones.ts';
import { handler as dispatch } from '../../../functions/campaigns/dispatch.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { commitNow, readCampaign, uniqueEmail } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { editCampaign, readExecution, runCampaign } from '../support/campaign.ts';
import { setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { takeMessages, useOwnResources, wakeTimeOf } from '../support/own-resources.ts';

const workspaceId = newId('wsp', Date.now());
const dayMs = 86_400_000;
const people = (count: number) => Array.from({ length: count }, () => ({}));
const readAccount = (accountId: string) => findAccount(connected().table, workspaceId, accountId);

let mail: MailServer;

beforeAll(async () => {
  await useOwnResources();
  mail = await startMailServer();
});
beforeEach(async () => {
  mail.received.length = 0;
  await takeMessages('sends');
});

const steps = [
  { variants: [{ subject: 'Hello', bodyText: 'Mail 1' }] },
  ...['Mail 2', 'Mail 3'].map((bodyText) => ({
    delay: { value: 1, unit: 'days' },
    businessDaysOnly: false,
    variants: [{ bodyText }],
  })),
];

/** A contact with a thread of a disconnected account, in a campaign with a second, working account. */
async function disconnectThreadAccount() {
  const running = await runCampaign(workspaceId, {
    contacts: people(1),
    campaign: { steps },
    accounts: ['one', 'two'].map((name) => ({ smtp: smtp(), email: `${uniqueEmail()}.${name}.example` })),
  });
  const [disconnectedId = '', workingId = ''] = running.accountIds;
  const [call] = running.calls;
  if (!call) throw new Error('there is no contact');
  const dispatchMessage = { workspaceId, campaignId: running.campaign.id };
  const { table } = connected();
  const setWorkingStatus = (status: string) =>
    table.update({ update: accountKey(workspaceId, workingId), set: { status } });
  const startedAt = Date.now();
  await setWorkingStatus('paused');
  await consume(dispatch, [dispatchMessage]);
  setClock(startedAt + 60_000);
  await consume(send, [call]);
  await setWorkingStatus('connected');
  await commitNow(workspaceId, await planDisconnection(connected(), workspaceId, disconnectedId));

  return { ...running, call, disconnectedId, workingId, dispatchMessage, startedAt, setWorkingStatus };
}

const smtp = () => ({ host: '127.0.0.1', port: mail.port, secure: false, username: 'sender' });

test('after an account is disconnected, another account sends its first emails', async () => {
  const { campaign, accountIds, calls } = await runCampaign(workspaceId, {
    contacts: people(2),
    accounts: [{ smtp: smtp() }, { smtp: smtp() }],
  });
  const [disconnectedId = '', workingId = ''] = accountIds;
  const dispatchMessage = { workspaceId, campaignId: campaign.id };
  const startedAt = Date.now();
  await consume(dispatch, [dispatchMessage]);
  await commitNow(workspaceId, await planDisconnection(connected(), workspaceId, disconnectedId));
  for (const call of calls) await consume(send, [{ ...call, accountId: disconnectedId }]);
  expect(mail.received).toEqual([]);

  for (const minutes of [3, 6, 9]) {
    setClock(startedAt + minutes * 60_000);
    await consume(dispatch, [dispatchMessage]);
    for (const call of calls) await consume(send, [{ ...call, accountId: workingId }]);
  }

  expect((await readAccount(workingId))?.slotsToday).toBeGreaterThan(0);
  expect(mail.received).toHaveLength(2);
  const executions = await Promise.all(calls.map(readExecution));
  expect(executions.map(({ emailAccountId }) => emailAccountId)).toEqual([workingId, workingId]);
});

test('during ramp-up, an account sends more emails on each sending day, below its daily limit', async () => {
  const rampUp = { enabled: true, startPerDay: 1, increment: 1 };
  const { campaign, calls, accountIds } = await runCampaign(workspaceId, {
    contacts: people(7),
    accounts: [{ smtp: smtp(), rampUp, dailyLimit: 100 }],
  });
  const [accountId = ''] = accountIds;
  const dispatchMessage = { workspaceId, campaignId: campaign.id };
  const morning = Math.ceil(Date.now() / dayMs) * dayMs + 3_600_000;
  const sent: number[] = [];
  const planned: (number | undefined)[] = [];
  // No email is sent on the third day: only sending days count for the ramp-up.
  for (const day of [0, 1, 3]) {
    const before = mail.received.length;
    for (let turn = 0; turn < 4; turn++) {
      setClock(morning + day * dayMs + turn * 300_000);
      await consume(dispatch, [dispatchMessage]);
      for (const call of calls) await consume(send, [call]);
    }
    sent.push(mail.received.length - before);
    planned.push((await readAccount(accountId))?.slotsToday);
  }

  expect(sent).toEqual([1, 2, 3]);
  expect(planned).toEqual([1, 2, 3]);
});

test('an account’s day ends at midnight in its own time zone', async () => {
  const { calls, accountIds } = await runCampaign(workspaceId, {
    contacts: people(3),
    accounts: [{ smtp: smtp(), dailyLimit: 1 }],
  });
  const [accountId = ''] = accountIds;
  const timezone = 'Pacific/Auckland';
  await connected().table.update({ update: accountKey(workspaceId, accountId), set: { timezone } });
  const midnight = momentOf(addDays(localDate(Date.now(), timezone), 2), 0, timezone);
  const sentAt = async (at: number) => {
    setClock(at);
    for (const call of calls) await consume(send, [call]);

    return mail.received.length;
  };

  expect(await sentAt(midnight - 60_000)).toBe(1);
  expect(await sentAt(midnight - 1)).toBe(1);
  expect(await sentAt(midnight)).toBe(2);
  expect(await readAccount(accountId)).toMatchObject({
    sentToday: 1,
    sendingDays: 2,
    sentDay: localDate(midnight, timezone),
  });
});

test('a campaign is not paused while one account can send, even if follow-ups wait for another account', async () => {
  const { campaign, dispatchMessage, startedAt, setWorkingStatus } = await disconnectThreadAccount();
  const dispatchOn = async (day: number) => {
    setClock(startedAt + day * dayMs);
    await consume(dispatch, [dispatchMessage]);

    return readCampaign(workspaceId, campaign.id);
  };
  for (const day of [2, 3.5, 5]) {
    expect(await dispatchOn(day)).toMatchObject({
      status: 'active',
      sendingStatus: { state: 'no_healthy_account', reasons: ['account_disconnected'] },
    });
  }

  await setWorkingStatus('error');
  expect((await wakeTimeOf(campaign.id)) ?? Number.POSITIVE_INFINITY).toBeLessThan(
    startedAt + 6 * dayMs + 1000,
  );
  expect(await dispatchOn(6)).toMatchObject({ status: 'active' });
  expect(await dispatchOn(7)).toMatchObject({ status: 'paused', pauseReason: 'no_sending_accounts' });
});

test('after a thread reassignment, another account sends the follow-ups of a disconnected account in the same thread', async () => {
  const { campaign, call, disconnectedId, workingId, dispatchMessage, startedAt } =
    await disconnectThreadAccount();
  await editCampaign(workspaceId, campaign.id, {
    threadReassignments: [{ fromAccountId: disconnectedId, toAccountId: workingId }],
  });
  for (const day of [2, 4]) {
    setClock(startedAt + day * dayMs);
    await consume(dispatch, [dispatchMessage]);
    setClock(startedAt + day * dayMs + 60_000);
    await consume(send, [{ ...call, accountId: disconnectedId }]);
    await consume(send, [{ ...call, accountId: workingId }]);
  }
  const [first, second, third] = await Promise.all(mail.received.map(({ raw }) => PostalMime.parse(raw)));

  expect(mail.received).toHaveLength(3);
  expect(first?.from?.address).toMatch(/one\.example$/);
  expect(second).toMatchObject({ subject: 'Re: Hello', inReplyTo: first?.messageId });
  expect(second?.from?.address).toMatch(/two\.example$/);
  const ownReference = third?.messageId?.replace('@', '.ref@');
  expect(third?.references).toBe(`${first?.messageId} ${second?.messageId} ${ownReference}`);
  expect(await readExecution(call)).toMatchObject({ status: 'completed', emailAccountId: workingId });
  expect((await readAccount(workingId))?.slotsToday).toBe(1);
});
