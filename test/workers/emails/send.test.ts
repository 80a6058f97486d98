import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { campaignKey, countersKey } from '#lib/campaigns/state/items.ts';
import { commit } from '#lib/commit/commit.ts';
import { contactKey } from '#lib/contacts/items.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { endExecution } from '#lib/executions/end-execution.ts';
import type { SendMessage } from '#lib/values/queues.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { connected, useStack } from '../../support/stack.ts';
import { eventKinds, publishOutbox } from '../support/activity.ts';
import { readExecution, runCampaign } from '../support/campaign.ts';
import { setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { runOne, step, workspaceId } from '../support/one-mail.ts';
import { countMessages } from '../support/own-resources.ts';

const mail = await useMailServer();

describe('an email that is due', () => {
  test('arrives at the local stack’s inbox and completes its contact', async () => {
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

  test('is sent once, even if its queue message is delivered repeatedly and concurrently', async () => {
    const { call, campaign } = await runOne(mail);
    await Promise.all(Array.from({ length: 8 }, () => consume(send, [call])));
    setClock(Date.now() + 86_400_000);
    await consume(send, [call, call]);

    expect(mail.received).toHaveLength(1);
    const kinds = await eventKinds(workspaceId, campaign.id);
    expect(kinds.filter((kind) => kind === 'email.sent')).toHaveLength(1);
  });

  test('has one recipient and no added headers, for any name of the contact', async () => {
    const hostileName = 'Eve\r\nBcc: victim@example.net\r\n\r\n<b>body</b>';
    const { call } = await runOne(mail, {
      contacts: [{ firstName: hostileName, customFields: { plan: hostileName } }],
      campaign: step({ subject: 'Hi {{firstName}} {{custom.plan}}', bodyHtml: '<p>{{firstName}}</p>' }),
    });
    await consume(send, [call]);
    const [received] = mail.received;
    const parsed = await PostalMime.parse(received?.raw ?? '');

    expect(received?.to).toHaveLength(1);
    expect(parsed.headers.map(({ key }) => key).sort()).toEqual(
      [
        ...['content-type', 'date', 'from', 'list-unsubscribe', 'list-unsubscribe-post'],
        ...['message-id', 'mime-version', 'references', 'subject', 'to'],
      ].sort(),
    );
    expect(parsed.bcc ?? []).toEqual([]);
    expect(parsed.html).toContain('&#60;b&#62;body');
    expect(parsed.messageId).toMatch(/^<e\.\w{26}\.\w{4}\.[0-9A-Z]{16}@example\.org>$/);
  });

  test('waits for its account’s gap after the previous email', async () => {
    const { calls } = await runOne(mail, { contacts: [{}, {}] });
    const before = await countMessages('sends');
    for (const call of calls) expect(await consume(send, [call])).toEqual([]);

    expect(mail.received).toHaveLength(1);
    expect((await countMessages('sends')).delayed).toBe(before.delayed + 1);
  });

  test('is not sent above its account’s daily limit', async () => {
    const smtp = { host: '127.0.0.1', port: mail.port, secure: false, username: 'sender' };
    const { calls } = await runOne(mail, { contacts: [{}, {}, {}], accounts: [{ smtp, dailyLimit: 2 }] });
    const noon = Math.ceil(Date.now() / 86_400_000) * 86_400_000 + 43_200_000;
    for (const [turn, call] of [...calls, ...calls].entries()) {
      setClock(noon + turn * 60_000);
      await consume(send, [call]);
    }

    expect(mail.received).toHaveLength(2);
  });
});

describe('an email if its execution ends during the send', () => {
  const endings = ['stopped', 'unsubscribed', 'bounced'] as const;

  test.each(endings)('is recorded once, and its execution stays %s', async (status) => {
    const { call, campaign } = await runOne(mail);
    const ended = new Promise<void>((resolve, reject) => {
      mail.whileReceiving = async () => {
        const { writes, increments } = endExecution(await readExecution(call), status, 'test', Date.now());
        await commit(connected(), workspaceId, { writes, increments }).then(resolve, reject);
      };
    });
    await consume(send, [call]);
    await ended;
    delete mail.whileReceiving;
    setClock(Date.now() + 86_400_000);
    await consume(send, [call]);

    expect(mail.received).toHaveLength(1);
    expect(await readExecution(call)).toMatchObject({
      status,
      sendState: 'done',
      sentCount: 1,
      reason: 'test',
    });
    const kinds = await eventKinds(workspaceId, campaign.id);
    expect(kinds).toEqual(['campaign.started', 'email.sent']);
    await publishOutbox();
    const { table } = connected();
    const counters = await table.get(countersKey(workspaceId, campaign.id));
    expect(counters).toMatchObject({ contacts: 1, started: 1, endedUnsent: 0, sent: 1, [status]: 1 });
    expect(counters).toMatchObject({ completed: 0 });
  });

  test('is not retried if the server rejects it, and is counted once', async () => {
    const { call, campaign } = await runOne(mail);
    mail.behaviour = { kind: 'refuse', at: 'data', code: 451 };
    mail.whileReceiving = async () => {
      const { writes, increments } = endExecution(await readExecution(call), 'stopped', 'test', Date.now());
      await commit(connected(), workspaceId, { writes, increments });
    };
    await consume(send, [call]);
    delete mail.whileReceiving;
    await publishOutbox();

    expect(await readExecution(call)).toMatchObject({ status: 'stopped', sendState: 'done', sentCount: 0 });
    const { table } = connected();
    const counters = await table.get(countersKey(workspaceId, campaign.id));
    expect(counters).toMatchObject({ stopped: 1, failed: 0, endedUnsent: 1, started: 0 });
  });
});

describe('an email that must not be sent', () => {
  const obstacles: [string, (call: SendMessage) => { pk: string; sk: string }, string][] = [
    ['its campaign is paused', (call) => campaignKey(workspaceId, call.campaignId), 'paused'],
    ['its account is disconnected', (call) => accountKey(workspaceId, call.accountId), 'disconnected'],
  ];

  test.each(obstacles)('because %s', async (_, keyOf, status) => {
    const { call } = await runOne(mail);
    await connected().table.update({ update: keyOf(call), set: { status } });

    expect(await consume(send, [call])).toEqual([]);
    expect(mail.received).toEqual([]);
    expect(await readExecution(call)).toMatchObject({ sendState: 'due', sendAttempts: 0 });
  });

  test.each(['unsubscribed', 'bounced', 'blocklisted'])(
    'because its contact is %s ends with that status',
    async (status) => {
      const { call, campaign } = await runOne(mail);
      const { table } = connected();
      await table.update({ update: contactKey(workspaceId, call.contactId), set: { status } });
      await Promise.all([consume(send, [call]), consume(send, [call])]);
      expect(await consume(send, [call])).toEqual([]);
      await publishOutbox();

      expect(mail.received).toEqual([]);
      expect(await readExecution(call)).toMatchObject({ status, sendState: 'done', sentCount: 0 });
      const counters = await table.get(countersKey(workspaceId, campaign.id));
      expect(counters).toMatchObject({ [status]: 1, endedUnsent: 1, started: 0 });
    },
  );

  test('because its contact was deleted is stopped', async () => {
    const { call } = await runOne(mail);
    await connected().table.transact([{ delete: contactKey(workspaceId, call.contactId) }]);

    expect(await consume(send, [call])).toEqual([]);
    expect(await readExecution(call)).toMatchObject({ status: 'stopped', reason: 'contact_deleted' });
  });

  test('because a field has no value waits for the value, and its execution states the reason', async () => {
    const { call } = await runOne(mail, { campaign: step({ bodyText: 'Hi {{lastName}}' }) });
    await consume(send, [call]);

    expect(await readExecution(call)).toMatchObject({ status: 'paused', reason: 'missing_variable' });
    expect(mail.received).toEqual([]);
  });
});
