import { describe, expect, test } from 'vitest';
import { planPause } from '#lib/campaigns/pause.ts';
import { ContactPatch } from '#lib/contacts/contact.ts';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { planDisconnection } from '#lib/email-accounts/disconnect.ts';
import type { SendMessage } from '#lib/values/queues.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { addContact, block, commitNow, startCampaign, uniqueEmail } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { readExecution } from '../support/campaign.ts';
import { monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { runOne, workspaceId } from '../support/one-mail.ts';

const mail = await useMailServer(monday);

const hour = 3_600_000;
const untilEleven = { windows: [{ days: ['mon'], from: '09:00', to: '11:00' }] };

async function move(contactId: string, email: string): Promise<void> {
  const patch = ContactPatch.parse({ email });
  await commitNow(workspaceId, await planContactUpdate(connected(), workspaceId, contactId, patch));
}

/** Sends, and runs a change once while the mail server processes the login. */
async function sendWhile(call: SendMessage, happen: () => Promise<unknown> | undefined): Promise<void> {
  mail.whileLoggingIn = async () => {
    delete mail.whileLoggingIn;
    await happen();
  };
  expect(await consume(send, [call])).toEqual([]);
}

describe('a change during the login of an account is respected', () => {
  test('a pause of the campaign: the email is not transmitted, and is sent after the resume', async () => {
    const { call, campaign } = await runOne(mail);
    await sendWhile(call, async () =>
      commitNow(workspaceId, await planPause(connected(), workspaceId, campaign.id)),
    );
    expect(mail.dialogues.count).toBe(0);
    expect(await readExecution(call)).toMatchObject({ sendState: 'due' });

    await startCampaign(workspaceId, campaign.id);
    await consume(send, [call]);
    expect(mail.received).toHaveLength(1);
  });

  test('the end of a window: the email is due at the next window', async () => {
    const { call } = await runOne(mail, { campaign: { schedule: untilEleven } });
    await sendWhile(call, async () => setClock(monday + hour));

    expect(mail.dialogues.count).toBe(0);
    expect(await readExecution(call)).toMatchObject({ dueAt: monday - hour + 7 * 24 * hour });
  });

  test('another address: the email is sent there', async () => {
    const { call } = await runOne(mail);
    const email = uniqueEmail();
    await sendWhile(call, () => move(call.contactId, email));

    expect(mail.received.map(({ to }) => to)).toEqual([[email]]);
  });

  test('a block of the former address: no email is sent to it', async () => {
    const email = uniqueEmail();
    const { call } = await runOne(mail, { contacts: [{ email }] });
    const moved = uniqueEmail();
    await sendWhile(call, async () => {
      await move(call.contactId, moved);
      await addContact(workspaceId, { email });
      await block(workspaceId, email);
    });

    expect(mail.received.map(({ to }) => to)).toEqual([[moved]]);
  });

  test('the account’s disconnection: the email waits for another account', async () => {
    const { call } = await runOne(mail);
    await sendWhile(call, async () =>
      commitNow(workspaceId, await planDisconnection(connected(), workspaceId, call.accountId)),
    );

    expect(mail.dialogues.count).toBe(0);
    expect(await readExecution(call)).toMatchObject({ status: 'pending', sendState: 'due' });
  });
});
