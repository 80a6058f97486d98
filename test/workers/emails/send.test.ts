import PostalMime from 'postal-mime';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { campaignKey } from '#lib/campaigns/items.ts';
import { contactKey } from '#lib/contacts/items.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import type { SendCall } from '#lib/emails/workers.ts';
import { executionKey } from '#lib/executions/items.ts';
import { newId } from '#lib/runtime/ids.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { connected, useStack } from '../../support/stack.ts';
import { eventKinds } from '../support/activity.ts';
import { type CampaignSetup, type RunningCampaign, readExecution, runCampaign } from '../support/campaign.ts';
import { setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { countMessages, useOwnResources } from '../support/own-resources.ts';

const workspaceId = newId('wsp', Date.now());
let mail: MailServer;

const step = (variant: Record<string, unknown>) => ({
  steps: [{ variants: [{ subject: 'Hello', bodyText: 'Good day.', ...variant }] }],
});

/** One contact, one account on the scripted server, one hint. */
async function runOne(setup: CampaignSetup = {}): Promise<RunningCampaign & { readonly call: SendCall }> {
  const smtp = { host: '127.0.0.1', port: mail.port, secure: false, username: 'sender' };
  const running = await runCampaign(workspaceId, { accounts: [{ smtp }], ...setup });
  const [call] = running.calls;
  if (!call) throw new Error('there is no contact');

  return { ...running, call };
}

const readAccount = ({ accountId }: SendCall) => findAccount(connected().table, workspaceId, accountId);

beforeAll(async () => {
  await useOwnResources();
  mail = await startMailServer();
});
beforeEach(() => {
  mail.behaviour = { kind: 'accept' };
  mail.received.length = 0;
});

describe('a mail that is due', () => {
  test('arrives at the stack’s own inbox, and completes its contact', async () => {
    const email = `arrives-${Date.now()}@example.com`;
    const { calls, campaign } = await runCampaign(workspaceId, { contacts: [{ email, firstName: 'Zoë' }] });
    expect(await consume(send, calls)).toEqual([]);
    const inbox = await fetch(`${useStack().mail.webUrl}/api/messages?to=${email}`);

    expect(await inbox.json()).toMatchObject([{ to: [email], subject: 'Hello Zoë' }]);
    expect(calls[0] && (await readExecution(calls[0]))).toMatchObject({
      status: 'completed',
      sendState: 'done',
      sentCount: 1,
    });
    expect(await eventKinds(workspaceId, campaign.id)).toEqual([
      'campaign.started',
      'email.sent',
      'campaign.contact_completed',
    ]);
  });

  test('leaves once, however often and at once its hint comes', async () => {
    const { call, campaign } = await runOne();
    await Promise.all(Array.from({ length: 8 }, () => consume(send, [call])));
    setClock(Date.now() + 86_400_000);
    await consume(send, [call, call]);

    expect(mail.received).toHaveLength(1);
    const kinds = await eventKinds(workspaceId, campaign.id);
    expect(kinds.filter((kind) => kind === 'email.sent')).toHaveLength(1);
  });

  test('goes to one recipient with no header but ours, whatever the contact is called', async () => {
    const evil = 'Eve\r\nBcc: victim@example.net\r\n\r\n<b>body</b>';
    const { call } = await runOne({
      contacts: [{ firstName: evil, customFields: { plan: evil } }],
      campaign: step({ subject: 'Hi {{firstName}} {{custom.plan}}', bodyHtml: '<p>{{firstName}}</p>' }),
    });
    await consume(send, [call]);
    const [received] = mail.received;
    const parsed = await PostalMime.parse(received?.raw ?? '');

    expect(received?.to).toHaveLength(1);
    expect(parsed.headers.map(({ key }) => key).sort()).toEqual(
      ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'].sort(),
    );
    expect(parsed.bcc ?? []).toEqual([]);
    expect(parsed.html).toContain('&#60;b&#62;body');
    expect(parsed.messageId).toMatch(/^<exe_\w+\.stp_\w+\.[0-9a-f]{32}@example\.org>$/);
  });

  test('waits for its account’s gap after the mail before it', async () => {
    const { calls } = await runOne({ contacts: [{}, {}] });
    const before = await countMessages('sends');
    for (const call of calls) expect(await consume(send, [call])).toEqual([]);

    expect(mail.received).toHaveLength(1);
    expect((await countMessages('sends')).delayed).toBe(before.delayed + 1);
  });

  test('does not leave above its account’s daily limit', async () => {
    const smtp = { host: '127.0.0.1', port: mail.port, secure: false, username: 'sender' };
    const { calls } = await runOne({ contacts: [{}, {}, {}], accounts: [{ smtp, dailyLimit: 2 }] });
    const noon = Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 43_200_000;
    for (const [turn, call] of [...calls, ...calls].entries()) {
      setClock(noon + turn * 60_000);
      await consume(send, [call]);
    }

    expect(mail.received).toHaveLength(2);
  });
});

describe('a mail that is refused', () => {
  test.each(['mail', 'rcpt', 'data'] as const)(
    'for now at %s is tried after 15 minutes, 1 hour and 4 hours, then never',
    async (at) => {
      const { call } = await runOne();
      mail.behaviour = { kind: 'refuse', at, code: 451 };
      const waits: number[] = [];
      for (let attempt = 0; attempt < 4; attempt++) {
        const triedAt = Date.now();
        expect(await consume(send, [call])).toEqual([]);
        const { dueAt, sendState } = await readExecution(call);
        if (sendState !== 'due') break;
        waits.push(Math.round((dueAt - triedAt) / 60_000));
        await consume(send, [call]);
        setClock(dueAt);
      }

      expect(waits).toEqual([15, 60, 240]);
      expect(await readExecution(call)).toMatchObject({ status: 'failed', reason: 'smtp_451', sentCount: 0 });
      expect(mail.received).toEqual([]);
    },
  );

  test.each(['rcpt', 'data'] as const)(
    'for good at %s is never tried again, and nothing counts as sent',
    async (at) => {
      const { call, campaign } = await runOne();
      mail.behaviour = { kind: 'refuse', at, code: 550 };
      await consume(send, [call]);
      mail.behaviour = { kind: 'accept' };
      setClock(Date.now() + 30 * 86_400_000);
      await consume(send, [call]);

      expect(await readExecution(call)).toMatchObject({ status: 'failed', reason: 'smtp_550', sentCount: 0 });
      expect(mail.received).toEqual([]);
      expect(await eventKinds(workspaceId, campaign.id)).toEqual(['campaign.started']);
    },
  );

  test('because the server does not let the account in waits, and stops the account', async () => {
    const { call } = await runOne();
    const dialogues = mail.dialogues.count;
    mail.behaviour = { kind: 'refuse', at: 'auth', code: 535 };
    await consume(send, [call]);

    expect(await readAccount(call)).toMatchObject({ status: 'error' });
    expect(await readExecution(call)).toMatchObject({ status: 'pending', sendState: 'due' });
    mail.behaviour = { kind: 'accept' };
    setClock(Date.now() + 86_400_000);
    await consume(send, [call]);
    expect(mail.dialogues.count).toBe(dialogues);
  });

  test('because there is no server waits, and leaves the account alone', async () => {
    const smtp = { host: '127.0.0.1', port: 9, secure: false, username: 'sender' };
    const { call } = await runOne({ accounts: [{ smtp }] });
    await consume(send, [call]);

    expect(await readAccount(call)).toMatchObject({ status: 'connected' });
    expect(await readExecution(call)).toMatchObject({ sendState: 'due', sendAttempts: 1 });
  });
});

describe('a mail of which nobody knows whether it arrived', () => {
  test('because the connection was cut after its last byte is never sent again', async () => {
    const { call, campaign } = await runOne();
    mail.behaviour = { kind: 'cut', after: 'data' };
    expect(await consume(send, [call])).toEqual([]);
    expect(await readExecution(call)).toMatchObject({
      sendState: 'unknown',
      status: 'pending',
      sentCount: 0,
    });

    mail.behaviour = { kind: 'accept' };
    for (const hours of [1, 5, 30, 24 * 30]) {
      setClock(Date.now() + hours * 3_600_000);
      await consume(send, [call, call]);
    }
    expect(mail.received).toHaveLength(1);
    expect(await eventKinds(workspaceId, campaign.id)).toEqual(['campaign.started']);
  });

  test('because its sender died while handing it over is never sent again', async () => {
    const { call } = await runOne();
    const key = executionKey(workspaceId, call.contactId, call.campaignId);
    await connected().table.update({
      update: key,
      set: { sendState: 'committing', sendToken: 'the dead one’s', leaseUntil: Date.now() - 1 },
    });
    await consume(send, [call, call]);

    expect(await readExecution(call)).toMatchObject({ sendState: 'unknown' });
    expect(mail.received).toEqual([]);
  });

  test('but whose sender died before the handover is sent by the next', async () => {
    const { call } = await runOne();
    const key = executionKey(workspaceId, call.contactId, call.campaignId);
    await connected().table.update({
      update: key,
      set: { sendState: 'claimed', sendToken: 'the dead one’s', leaseUntil: Date.now() - 1 },
    });
    await consume(send, [call]);

    expect(await readExecution(call)).toMatchObject({ status: 'completed', sentCount: 1 });
    expect(mail.received).toHaveLength(1);
  });
});

describe('a mail that must not leave', () => {
  const obstacles: [string, (call: SendCall) => { pk: string; sk: string }, string][] = [
    ['its campaign is paused', (call) => campaignKey(workspaceId, call.campaignId), 'paused'],
    ['its contact has unsubscribed', (call) => contactKey(workspaceId, call.contactId), 'unsubscribed'],
    ['its contact is blocklisted', (call) => contactKey(workspaceId, call.contactId), 'blocklisted'],
    ['its account is disconnected', (call) => accountKey(workspaceId, call.accountId), 'disconnected'],
  ];

  test.each(obstacles)('because %s', async (_, keyOf, status) => {
    const { call } = await runOne();
    await connected().table.update({ update: keyOf(call), set: { status } });

    expect(await consume(send, [call])).toEqual([]);
    expect(mail.received).toEqual([]);
    expect(await readExecution(call)).toMatchObject({ sendState: 'due', sendAttempts: 0 });
  });

  test('because a field has no value fails its contact, and says why', async () => {
    const { call } = await runOne({ campaign: step({ bodyText: 'Hi {{lastName}}' }) });
    await consume(send, [call]);

    expect(await readExecution(call)).toMatchObject({ status: 'failed', reason: 'missing_variable' });
    expect(mail.received).toEqual([]);
  });

  test('because it is another step’s', async () => {
    const { call } = await runOne();

    expect(await consume(send, [{ ...call, stepId: newId('stp', 0) }])).toEqual([]);
    expect(mail.received).toEqual([]);
  });
});
