import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { executionKey } from '#lib/executions/items.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as runJob } from '../../../functions/jobs/run.ts';
import {
  addAccount,
  addContact,
  draftCampaign,
  executionStatuses,
  readCampaign,
  startCampaign,
} from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { takeCalls, takeJobs } from '../support/activity.ts';
import { editCampaign } from '../support/campaign.ts';
import { monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { sendingBy } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';

const workspaceId = newId('wsp', Date.now());
let mail: MailServer;

beforeAll(async () => {
  await useOwnResources();
  mail = await startMailServer();
});
let begin = monday;
beforeEach(() => {
  // Campaigns of a test are newer than campaigns of the tests before it.
  begin += 3_600_000;
  setClock(begin);
  mail.received.length = 0;
});

async function draftWith(contactId: string, more: Record<string, unknown> = {}) {
  const accountId = await addAccount(workspaceId, sendingBy(mail));
  const { id, stats } = await draftCampaign(workspaceId, {
    contactIds: [contactId],
    emailAccountIds: [accountId],
    ...more,
  });
  await consume(runJob, await takeJobs());

  return { id, accountId, enrolled: stats.contacts };
}
type Draft = Awaited<ReturnType<typeof draftWith>>;

/** Moves the clock, so that the campaigns start at different times. */
async function start({ id }: Draft): Promise<void> {
  setClock(Date.now() + 1000);
  await startCampaign(workspaceId, id);
}

async function sendFrom(contactId: string, { id: campaignId, accountId }: Draft): Promise<void> {
  setClock(Date.now() + 60_000);
  await consume(send, [{ workspaceId, campaignId, contactId, accountId }]);
}

describe('a contact of a draft', () => {
  test('can be enrolled in another campaign', async () => {
    const contactId = await addContact(workspaceId);
    const [one, other] = [await draftWith(contactId), await draftWith(contactId)];

    expect([one.enrolled, other.enrolled]).toEqual([1, 1]);
    expect(await executionStatuses(workspaceId, contactId, [one.id, other.id])).toEqual([
      ...['pending', 'pending'],
    ]);
  });

  test('cannot be enrolled in another campaign after the draft was started', async () => {
    const contactId = await addContact(workspaceId);
    await start(await draftWith(contactId));

    expect(await draftWith(contactId)).toMatchObject({ enrolled: 0 });
  });

  test('gets emails from the campaign that starts first; the other one stops its execution at its first email', async () => {
    const contactId = await addContact(workspaceId);
    const [one, other] = [await draftWith(contactId), await draftWith(contactId)];
    await start(other);
    await start(one);
    await sendFrom(contactId, one);
    await sendFrom(contactId, other);

    expect(mail.received).toHaveLength(1);
    expect(await executionStatuses(workspaceId, contactId, [one.id, other.id])).toEqual([
      ...['stopped', 'completed'],
    ]);
    const key = executionKey(workspaceId, contactId, one.id);
    expect(await connected().table.get(key)).toMatchObject({ reason: 'active_elsewhere' });
    await takeCalls('ticks');
    expect((await readCampaign(workspaceId, one.id)).stats).toMatchObject({ stopped: 1, pending: 0 });
  });

  test('gets emails from both campaigns if the later one has allowParallel', async () => {
    const contactId = await addContact(workspaceId);
    const steps = [0, 1].map(() => ({ variants: [{ subject: 'Hello', bodyText: 'Good day.' }] }));
    const [one, other] = [
      await draftWith(contactId, { steps }),
      await draftWith(contactId, { allowParallel: true }),
    ];
    await start(one);
    await start(other);
    await sendFrom(contactId, one);
    await sendFrom(contactId, other);

    expect(mail.received).toHaveLength(2);
  });

  test('continues when a campaign with allowParallel enrols the contact later', async () => {
    const contactId = await addContact(workspaceId);
    const parallel = await draftWith(await addContact(workspaceId), { allowParallel: true });
    const alone = await draftWith(contactId);
    await start(parallel);
    await start(alone);
    setClock(Date.now() + 1000);
    await editCampaign(workspaceId, parallel.id, { addContactIds: [contactId] });
    await consume(runJob, await takeJobs());
    await sendFrom(contactId, alone);

    expect(mail.received).toHaveLength(1);
    expect(await executionStatuses(workspaceId, contactId, [alone.id, parallel.id])).toEqual([
      ...['completed', 'pending'],
    ]);
  });
});
