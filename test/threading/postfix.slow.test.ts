import { setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { listEntries } from '#lib/blocklist/list.ts';
import { getAccount } from '#lib/email-accounts/read.ts';
import { handler as send } from '../../functions/emails/send.ts';
import { uniqueEmail } from '../api/support/seed.ts';
import { connected } from '../support/stack.ts';
import { readExecution } from '../workers/support/campaign.ts';
import { dayMs, monday, setClock } from '../workers/support/clock.ts';
import { beginConversation } from '../workers/support/inbox.ts';
import { consume } from '../workers/support/invoke.ts';
import { type MailServer, startMailServer } from '../workers/support/mail-server.ts';
import { workspaceId } from '../workers/support/one-mail.ts';
import { useOwnResources } from '../workers/support/own-resources.ts';
import { readInboxes } from '../workers/support/read-inboxes.ts';
import { canServe, type Dovecot, startDovecot } from './dovecot-server.ts';
import { canRelay, type Postfix, startPostfix } from './postfix-server.ts';
import { hasPython, readHeaders } from './python.ts';

const [here, elsewhere] = ['example.com', 'elsewhere.example'];
const unsubscribeLink = /^List-Unsubscribe:\s+<https?:\/\/[^<>\s]+\/u\/[\w-]+>\r?$/m;

describe.runIf(canServe && canRelay && hasPython)('emails submitted to Postfix', { timeout: 60_000 }, () => {
  let dovecot: Dovecot;
  let postfix: Postfix;
  /** The server to which Postfix relays messages for other domains. */
  let next: MailServer;

  beforeAll(async () => {
    await useOwnResources();
    [dovecot, next] = await Promise.all([startDovecot(), startMailServer({ loginNeeded: false })]);
    postfix = await startPostfix(dovecot, { here, elsewhere, relayPort: next.port });
    setDefaultCACertificates([postfix.certificate]);
  });
  afterAll(async () => {
    await postfix.stop();
    await dovecot.stop();
  });
  beforeEach(() => {
    next.behaviour = { kind: 'accept' };
    next.received.length = 0;
  });

  const begin = (address = uniqueEmail(), password = dovecot.password) =>
    beginConversation(dovecot, postfix, readInboxes, { address, password });
  const inboxOf = (user: string, count: number) =>
    vi.waitFor(
      async () => {
        const messages = await dovecot.messagesOf(user);
        expect(messages).toHaveLength(count);

        return messages;
      },
      { timeout: 20_000, interval: 100 },
    );
  const eventsOf = async (contactId: string) => {
    const { data } = await listActivity(connected(), workspaceId, { contactId, limit: 100 });

    return data.reverse();
  };

  test('over TLS with a login arrive at their only recipient, with the headers for threads and unsubscribing', async () => {
    setClock(monday);
    const { call, address, messageId, sender } = await begin();
    setClock(monday + dayMs);
    await consume(send, [call]);
    const mails = await inboxOf(address, 2);

    const [first, second] = readHeaders(mails);
    expect(first).toMatchObject({
      messageId,
      inReplyTo: null,
      references: [messageId.replace('@', '.ref@')],
      subject: 'Hello',
      defects: [],
    });
    expect(second).toMatchObject({
      inReplyTo: messageId,
      references: [messageId, expect.stringContaining('.ref@')],
      subject: 'Re: Hello',
    });
    for (const mail of mails) {
      expect(mail).toMatch(unsubscribeLink);
      expect(mail).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
      // RFC 3848: over TLS, authenticated.
      expect(mail).toMatch(/^\tby mx\.example\.com \(Postfix\) with ESMTPSA id /m);
      expect(
        mail.match(/^(?:Return-Path|Delivered-To|To|Cc|Bcc): .*$/gim)?.map((line) => line.trim()),
      ).toEqual([`Return-Path: <${sender}>`, `Delivered-To: ${address}`, `To: ${address}`]);
    }
    expect(await dovecot.messagesOf(sender)).toEqual([]);
  });

  test('to a nonexistent address are rejected with an event, and the address is suppressed', async () => {
    const address = `unknown-${uniqueEmail()}`;
    const { call } = await begin(address);

    expect(await readExecution(call)).toMatchObject({
      status: 'bounced',
      reason: 'smtp_550',
      sentCount: 0,
    });
    expect(
      (await eventsOf(call.contactId)).find(({ type }) => type === 'email.bounced')?.metadata,
    ).toMatchObject({
      smtpCode: 550,
      enhancedCode: '5.1.1',
    });
    const { data } = await listEntries(connected(), workspaceId, { value: address, limit: 10 });
    expect(data).toMatchObject([{ value: address, reason: 'hard_bounce' }]);
  });

  test('with the wrong password stop the account', async () => {
    const { call } = await begin(uniqueEmail(), 'another');
    const { status, statusReason } = await getAccount(connected(), workspaceId, call.accountId);

    expect([status, statusReason?.code]).toEqual(['error', 'auth_failed']);
    expect(await readExecution(call)).toMatchObject({ sendState: 'due', sentCount: 0 });
  });

  describe('and relayed, with a later report', () => {
    const beginRelayed = async (code: number, text: string) => {
      next.behaviour = { kind: 'refuse', at: 'rcpt', code, text };
      const conversation = await begin(uniqueEmail().replace(here, elsewhere));
      expect(await readExecution(conversation.call)).toMatchObject({ sentCount: 1 });
      const [report = ''] = await inboxOf(conversation.sender, 1);
      expect(report).toContain(`Diagnostic-Code: smtp; ${code} ${text}`);
      await readInboxes([conversation.syncCall]);

      return conversation;
    };

    test('of a nonexistent address end as bounced, and the address is suppressed', async () => {
      const { call, address } = await beginRelayed(550, '5.1.1 No such user here');

      expect(await readExecution(call)).toMatchObject({ status: 'bounced', reason: 'report_5.1.1' });
      const bounced = (await eventsOf(call.contactId)).find(({ type }) => type === 'email.bounced');
      expect(bounced?.metadata).toMatchObject({ smtpCode: 550, enhancedCode: '5.1.1' });
      const { data } = await listEntries(connected(), workspaceId, { value: address, limit: 10 });
      expect(data).toMatchObject([{ value: address, reason: 'hard_bounce' }]);
    });

    test.each([
      ['about a full mailbox', 552, '5.2.2 Mailbox is full'],
      ['about a policy', 550, '5.7.1 Rejected by policy'],
      ['about a busy server', 451, '4.3.2 Busy'],
    ])('%s continue, with an event of the rejection', async (_, code, text) => {
      const { call } = await beginRelayed(code, text);

      expect(await readExecution(call)).toMatchObject({ status: 'in_progress', sentCount: 1 });
      expect((await eventsOf(call.contactId)).map(({ type }) => type).toSorted()).toEqual([
        ...['contact.created', 'email.rejected', 'email.sent'],
      ]);
    });
  });
});
