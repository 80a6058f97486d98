import { beforeAll, beforeEach, expect, test } from 'vitest';
import { dispatchKey } from '#lib/campaigns/state/items.ts';
import { accountAttributes } from '#lib/campaigns/state/stored.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { connectAccount } from '#lib/email-accounts/connect.ts';
import { operatorAuthor } from '#lib/email-accounts/credentials/exchange.ts';
import { planDisconnection } from '#lib/email-accounts/disconnect.ts';
import { NewEmailAccount } from '#lib/email-accounts/email-account.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { planSendFailure } from '#lib/email-accounts/send-failure.ts';
import { planAccountUpdate } from '#lib/email-accounts/update.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';
import { newId } from '#lib/values/ids.ts';
import { connected } from '../../support/stack.ts';
import { addAccount, commitNow, draftCampaign, startCampaign } from '../support/seed.ts';

let workspaceId: string;
let accountId: string;
let campaignId: string;

const smtp = { host: 'mail.example.org', port: 587, secure: false, username: 'a' };
const plan = (patch: Parameters<typeof planAccountUpdate>[3]) =>
  planAccountUpdate(connected(), workspaceId, accountId, patch);
const apply = async (patch: Parameters<typeof planAccountUpdate>[3]) =>
  commitNow(workspaceId, await plan(patch));

/** The account gets this failure now. */
async function meet(setback: SendFailure): Promise<void> {
  const account = await findAccount(connected().table, workspaceId, accountId);
  if (!account) throw new Error('there is no account');
  const { writes } = planSendFailure(workspaceId, account, setback, Date.now());
  await commitNow(workspaceId, { writes, result: undefined });
}

async function planReconnection() {
  const { email } = await apply({});
  const services = { ...connected(), vault: kmsVault(connected()) };

  return connectAccount(
    services,
    workspaceId,
    NewEmailAccount.parse({ email, smtp, password: 'new' }),
    operatorAuthor,
  );
}

const addRunning = async (onAccount: string) => {
  const { id } = await draftCampaign(workspaceId, { continuous: true, emailAccountIds: [onAccount] });

  return (await startCampaign(workspaceId, id)).id;
};

beforeAll(async () => {
  workspaceId = newId('wsp', Date.now());
  // A campaign on another account, or a campaign that is not running, is not dispatched.
  await addRunning(await addAccount(workspaceId, { smtp }));
});
beforeEach(async () => {
  accountId = await addAccount(workspaceId, { smtp });
  await draftCampaign(workspaceId, { emailAccountIds: [accountId] });
  campaignId = await addRunning(accountId);
});

test('resuming an account dispatches its running campaigns and resets its cool-downs', async () => {
  await meet({ kind: 'rate', smtpCode: 421 });
  const paused = await apply({ status: 'paused' });
  expect(paused.statusReason).toMatchObject({ code: 'rate_limited' });
  const change = await plan({ status: 'connected' });

  expect(change.messages).toEqual([{ queue: 'ticks', message: { campaignId } }]);
  const { status, statusReason, nextSendAt } = await commitNow(workspaceId, change);
  expect({ status, statusReason }).toEqual({ status: 'connected', statusReason: null });
  expect(Date.parse(nextSendAt ?? '')).toBeLessThanOrEqual(Date.now());
  // A rejection of today starts a new series.
  await meet({ kind: 'rate', smtpCode: 421 });
  const again = await apply({});
  expect(Date.parse(again.nextSendAt ?? '')).toBeLessThanOrEqual(Date.now() + 3_600_000);
});

test('without a cool-down, a pause keeps the gap after the last email', async () => {
  const nextSendAt = Date.now() + 50_000;
  await connected().table.update({
    update: accountKey(workspaceId, accountId),
    set: { nextSendAt },
  });
  await apply({ status: 'paused' });

  expect((await apply({ status: 'connected' })).nextSendAt).toBe(new Date(nextSendAt).toISOString());
});

test.each([
  ['a higher limit', { dailyLimit: 499 }],
  ['another ramp', { rampUp: { enabled: true, startPerDay: 20, increment: 5 } }],
])('%s dispatches its running campaigns', async (_, patch) => {
  expect((await plan(patch)).messages).toEqual([{ queue: 'ticks', message: { campaignId } }]);
});

test('a campaign that has only threads on the account is also dispatched', async () => {
  const other = await addRunning(await addAccount(workspaceId, { smtp }));
  await connected().table.update({
    update: dispatchKey(workspaceId, other),
    set: accountAttributes([accountId]),
  });
  const { messages = [] } = await plan({ dailyLimit: 499 });

  expect(new Set(messages)).toEqual(
    new Set([campaignId, other].map((id) => ({ queue: 'ticks', message: { campaignId: id } }))),
  );
});

test.each([
  ['the same limit', { dailyLimit: 500 }],
  ['a setting without effect on sending', { fromName: 'Ann' }],
  ['a pause', { status: 'paused' as const, dailyLimit: 499 }],
])('%s dispatches no campaign', async (_, patch) => {
  expect((await plan(patch)).messages).toEqual([]);
});

test('reconnecting an account dispatches its running campaigns and resets its failures', async () => {
  await meet({ kind: 'auth', smtpCode: 535 });
  const change = await planReconnection();

  expect(change.messages).toEqual([{ queue: 'ticks', message: { campaignId } }]);
  await commitNow(workspaceId, change);
  expect(await apply({})).toMatchObject({ status: 'connected', statusReason: null });
});

test('reconnecting ends a cool-down; a paused account stays paused and dispatches no campaign', async () => {
  await meet({ kind: 'unreachable', smtpCode: null });
  await commitNow(workspaceId, await planReconnection());
  const { statusReason, nextSendAt } = await apply({});
  expect(statusReason).toBeNull();
  expect(Date.parse(nextSendAt ?? '')).toBeLessThanOrEqual(Date.now());

  await apply({ status: 'paused' });
  expect((await planReconnection()).messages).toEqual([]);
});

test('a late failure of a worker does not stop an account that was reconnected', async () => {
  const { table } = connected();
  const before = await findAccount(table, workspaceId, accountId);
  if (!before) throw new Error('there is no account');
  await commitNow(workspaceId, await planDisconnection(connected(), workspaceId, accountId));
  await commitNow(workspaceId, await planReconnection());
  const { writes } = planSendFailure(workspaceId, before, { kind: 'auth', smtpCode: 535 }, Date.now());

  await expect(commitNow(workspaceId, { writes, result: undefined })).rejects.toThrow('changed concurrently');
  expect(await apply({})).toMatchObject({ status: 'connected', statusReason: null });
});
