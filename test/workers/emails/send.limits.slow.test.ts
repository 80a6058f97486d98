import { beforeAll, describe, expect, test } from 'vitest';
import { quotaKey } from '#lib/campaigns/state/items.ts';
import { sendEmail } from '#lib/emails/send.ts';
import type { SendMessage } from '#lib/values/queues.ts';
import { momentOf } from '#lib/values/time-zones.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { addAccount, addCompany, addContact, always } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { isWholeTier } from '../../support/tier.ts';
import { takeJobs } from '../support/activity.ts';
import { editCampaign, readExecution, runCampaign } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { sendingBy, sendingWith, workspaceId } from '../support/one-mail.ts';

const minute = 60_000;
const timezone = 'Pacific/Auckland';
const midnight = momentOf('2030-06-05', 0, timezone);

const mail = await useMailServer();
let contactIds: string[];
let accountIds: string[];

beforeAll(async () => {
  const companyId = await addCompany(workspaceId);
  contactIds = await Promise.all(Array.from({ length: 8 }, () => addContact(workspaceId, { companyId })));
  accountIds = await Promise.all(
    Array.from({ length: 8 }, () => addAccount(workspaceId, { ...sendingBy(mail), minGapSeconds: 10 })),
  );
});

const size = isWholeTier ? 8 : 4;

/** A campaign of these contacts and accounts, and a queue message for each contact. */
async function run(settings: Record<string, unknown>, contacts: readonly string[] = contactIds) {
  const { campaign } = await runCampaign(workspaceId, {
    contacts: [],
    accounts: [],
    campaign: {
      contactIds: contacts,
      emailAccountIds: accountIds,
      allowParallel: true,
      schedule: { ...always, timezone },
      ...settings,
    },
  });
  const calls = contacts.map((contactId, position) => ({
    workspaceId,
    campaignId: campaign.id,
    contactId,
    accountId: accountIds[position] ?? '',
  }));

  return { calls, campaignId: campaign.id };
}

/** Sends all emails that may be sent at a time. @returns how many emails have been sent so far */
async function sendAt(at: number, calls: readonly unknown[]): Promise<number> {
  setClock(at);
  await Promise.all(calls.map((call) => consume(send, [call])));

  return mail.received.length;
}

/** Runs concurrent sends: each claims its email after all have read the state. */
async function sendTogether(calls: readonly SendMessage[]): Promise<void> {
  const all = Promise.withResolvers<void>();
  let claims = 0;
  const services = sendingWith((table) => ({
    async transact(writes) {
      claims += 1;
      if (claims === calls.length) all.resolve();
      await all.promise;
      await table.transact(writes);
    },
  }));
  await Promise.all(calls.map((call) => sendEmail(services, call)));
}

describe('concurrent messages from the queue', () => {
  const limits = [
    ['dailyLimit', 0],
    ['dailyNewContactLimit', 2],
    ['maxContactsPerCompanyPerDay', 4],
  ] as const;

  test.each(limits)('never exceed a %s, counted by day in the schedule’s time zone', async (name, days) => {
    const end = midnight + days * dayMs;
    setClock(end - 60 * minute);
    const { calls } = await run({ [name]: 2 }, contactIds.slice(0, size));
    expect(await sendAt(end - 60 * minute, calls.slice(0, 1))).toBe(1);
    setClock(end - 59 * minute);
    await sendTogether(calls.slice(1));
    expect(mail.received).toHaveLength(2);

    expect(await sendAt(end - 1, calls)).toBe(2);
    // Contacts that lost a race get another queue message.
    for (let turn = 0; turn < 2; turn++) await sendAt(end + turn * minute, calls);
    expect(mail.received).toHaveLength(4);
  });
});

test('a contact above the daily limit of its company is due when the next day begins', async () => {
  const evening = monday + 7 * dayMs;
  setClock(evening);
  const { calls } = await run({ maxContactsPerCompanyPerDay: 1 }, contactIds.slice(0, 2));
  for (const [turn, call] of calls.entries()) await sendAt(evening + turn * minute, [call]);

  const [, second] = calls;
  expect(second && (await readExecution(second))).toMatchObject({
    status: 'pending',
    sendState: 'due',
    dueAt: momentOf('2030-06-11', 0, timezone),
  });
});

test('a follow-up counts towards the daily limit, but not as a new contact', async () => {
  const again = { delay: { value: 0, unit: 'minutes' }, variants: [{ bodyText: 'Again.' }] };
  const steps = [{ variants: [{ subject: 'Hello', bodyText: 'Good day.' }] }, again, again, again];
  const evening = monday + 8 * dayMs;
  setClock(evening);
  const { calls, campaignId } = await run(
    { steps, dailyLimit: 3, dailyNewContactLimit: 1 },
    contactIds.slice(0, 2),
  );
  for (let turn = 0; turn < 5; turn++) {
    for (const call of calls) await sendAt(evening + turn * minute, [call]);
  }

  expect(mail.received).toHaveLength(3);
  expect(new Set(mail.received.flatMap(({ to }) => to)).size).toBe(1);
  const { table } = connected();
  expect(await table.get(quotaKey(workspaceId, campaignId))).toMatchObject({
    mails: 3,
    firsts: 1,
  });
});

test('a limit set at midday counts the emails sent before, also if another limit applied in the morning', async () => {
  const at = (turn: number) => monday + 9 * dayMs + turn * minute;
  setClock(at(0));
  const { calls, campaignId } = await run({});
  expect(await sendAt(at(0), calls.slice(0, 2))).toBe(2);
  const { table } = connected();
  expect(await table.get(quotaKey(workspaceId, campaignId))).toBeUndefined();
  const limit = async (dailyLimit: number | null) => {
    await takeJobs();
    await editCampaign(workspaceId, campaignId, { dailyLimit });
  };

  await limit(3);
  for (const [turn, call] of calls.slice(2, 5).entries()) await sendAt(at(1 + turn), [call]);
  expect(mail.received).toHaveLength(3);
  await limit(null);
  expect(await sendAt(at(5), calls.slice(3, 5))).toBe(5);
  await limit(5);
  expect(await sendAt(at(6), calls.slice(5))).toBe(5);
  // The dispatcher reads that the limit of the day is reached.
  expect(await table.get(quotaKey(workspaceId, campaignId))).toMatchObject({
    mails: 5,
  });
});
