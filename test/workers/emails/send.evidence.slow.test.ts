import { afterEach, describe, expect, test } from 'vitest';
import { sendEmail } from '#lib/emails/send.ts';
import { findExecution } from '#lib/executions/executions.ts';
import type { MessageIds } from '#lib/links/token.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as click } from '../../../functions/tracking/click.ts';
import { handler as open } from '../../../functions/tracking/open.ts';
import { handler as unsubscribe } from '../../../functions/tracking/unsubscribe.ts';
import { tokenOf, visit } from '../../api/support/links.ts';
import { uniqueEmail } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { eventKinds } from '../support/activity.ts';
import { readExecution } from '../support/campaign.ts';
import { monday, setClock } from '../support/clock.ts';
import {
  arrive,
  beginConversation,
  type Conversation,
  firstMessageId,
  readingAt,
  report,
  startMailHost,
  steps,
  written,
} from '../support/inbox.ts';
import { consume } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { runOne, sendingWith, workspaceId } from '../support/one-mail.ts';
import { readInboxes } from '../support/read-inboxes.ts';

const mail = await useMailServer(monday);
const host = await startMailHost();
const minuteMs = 60_000;
const browser = { headers: { 'User-Agent': 'Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0' } };

afterEach(() => {
  mail.behaviour = { kind: 'accept' };
});

async function idsOf({ call }: Conversation): Promise<MessageIds> {
  const { id: executionId, stepId = '' } = await readExecution(call);

  return { workspaceId, campaignId: call.campaignId, contactId: call.contactId, executionId, stepId };
}

async function post(conversation: Conversation, body: string): Promise<void> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const token = await tokenOf(await idsOf(conversation), 'unsubscribe');
  expect((await visit(unsubscribe, 'unsubscribe', token, { method: 'POST', body, headers })).status).toBe(
    200,
  );
}

async function arrived(conversation: Conversation, raw: string): Promise<void> {
  arrive(host, conversation.sender, raw);
  expect(await readInboxes([conversation.syncCall])).toEqual([]);
}

const reply = (conversation: Conversation, text?: string) =>
  arrived(
    conversation,
    written(
      { from: conversation.address, to: conversation.sender },
      { 'In-Reply-To': conversation.messageId },
      text,
    ),
  );

function complaint({ sender, messageId }: Conversation): string {
  const parts = [
    ['text/plain', 'This is an abuse report.'],
    ['message/feedback-report', 'Feedback-Type: abuse\r\nUser-Agent: x/1\r\nVersion: 1'],
    ['message/rfc822', `From: ${sender}\r\nMessage-ID: ${messageId}\r\n\r\nMail 1`],
  ].map(([type, text]) => `--b\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`);

  return written(
    { from: 'fbl@mx.example.com', to: sender },
    { 'Content-Type': 'multipart/report; report-type=feedback-report; boundary=b' },
    `${parts.join('')}--b--\r\n`,
  );
}

/** What a recipient or a mail server does with a delivered email, and the first event of it. */
const evidence: Readonly<
  Record<string, { readonly act: (about: Conversation) => Promise<void>; readonly event: string | undefined }>
> = {
  'a reply': { act: (about) => reply(about), event: 'email.replied' },
  'a reply that asks to stop': {
    act: (about) => reply(about, 'Please unsubscribe me.\r\n'),
    event: 'email.replied',
  },
  'an automatic reply': {
    act: (about) =>
      arrived(
        about,
        written(
          { from: about.address, to: about.sender },
          { 'In-Reply-To': about.messageId, 'Auto-Submitted': 'auto-replied' },
        ),
      ),
    event: undefined,
  },
  'a report of a hard bounce': { act: (about) => arrived(about, report(about)), event: 'email.bounced' },
  'a report of a soft bounce': {
    act: (about) =>
      arrived(about, report(about, { Status: '4.2.2', 'Diagnostic-Code': 'smtp; 452 4.2.2 full' })),
    event: undefined,
  },
  'a complaint': { act: (about) => arrived(about, complaint(about)), event: 'contact.updated' },
  'an unsubscribe by link': { act: (about) => post(about, ''), event: 'email.unsubscribed' },
  'an unsubscribe by one click': {
    act: (about) => post(about, 'List-Unsubscribe=One-Click'),
    event: 'email.unsubscribed',
  },
  'an open': {
    act: async (about) => {
      await visit(open, 'open', await tokenOf(await idsOf(about), 'open'), browser);
    },
    event: 'email.opened',
  },
  'a click': {
    act: async (about) => {
      const token = await tokenOf(await idsOf(about), { target: 'https://www.example.com/' });
      await visit(click, 'click', token, browser);
    },
    event: 'email.clicked',
  },
};
const names = Object.keys(evidence);

/** The worker dies after the server has accepted the message, and before it records the outcome. */
async function beginKilled(): Promise<Conversation> {
  const [sender, address, before] = [uniqueEmail(), uniqueEmail(), mail.received.length];
  const running = await runOne(mail, {
    accounts: [readingAt(host, sender, mail)],
    contacts: [{ email: address }],
    campaign: { steps },
  });
  const { call } = running;
  const syncCall = { workspaceId, accountId: call.accountId };
  await readInboxes([syncCall]);
  const dying = sendingWith((table) => ({
    async transact(writes) {
      if (mail.received.length > before) throw new Error('the worker was killed');
      await table.transact(writes);
    },
  }));
  await expect(sendEmail(dying, call)).rejects.toThrow('the worker was killed');
  expect(await readExecution(call)).toMatchObject({ sendState: 'sending', sentCount: 0 });

  return { ...running, sender, address, syncCall, messageId: await firstMessageId(call, sender) };
}

/** The kinds of the email's events, in their order, without the events of its contact and campaign. */
async function emailEvents({ campaign }: Conversation): Promise<string[]> {
  return (await eventKinds(workspaceId, campaign.id)).filter((kind) => kind.startsWith('email.'));
}

async function expectSentOnce(about: Conversation): Promise<void> {
  expect((await emailEvents(about)).filter((kind) => kind === 'email.sent')).toHaveLength(1);
  expect(await readExecution(about.call)).toMatchObject({
    sentCount: 1,
    sendState: expect.not.stringMatching(/unknown|sending/),
  });
  const { call } = about;
  const execution = await findExecution(connected().table, workspaceId, call.contactId, call.campaignId);
  expect(execution?.sentSteps).toHaveLength(1);
}

describe('an email with an unknown outcome is recorded as sent, before anything else, by', () => {
  test.each(names)('%s', async (name) => {
    mail.behaviour = { kind: 'cut', after: 'data' };
    const about = await beginConversation(host, mail, readInboxes);
    expect(await readExecution(about.call)).toMatchObject({ sendState: 'unknown' });
    setClock(monday + 30 * minuteMs);
    await evidence[name]?.act(about);

    expect((await emailEvents(about))[0]).toBe('email.sent');
    await expectSentOnce(about);
  });
});

describe('an email is recorded as sent although its worker was killed before it recorded that, by', () => {
  test.each(names)('%s after the claim has expired', async (name) => {
    const about = await beginKilled();
    setClock(monday + 5 * minuteMs);
    await evidence[name]?.act(about);

    expect((await emailEvents(about))[0]).toBe('email.sent');
    await expectSentOnce(about);
  });

  test.each(names)('%s before the claim expires', async (name) => {
    const about = await beginKilled();
    setClock(monday + minuteMs);
    await evidence[name]?.act(about);
    const isVisit = name === 'an open' || name === 'a click';
    // A server may fetch the links of a message before it accepts the message.
    expect((await emailEvents(about)).includes('email.sent')).toBe(!isVisit);
    setClock(monday + 5 * minuteMs);
    await consume(send, [about.call, about.call]);

    await expectSentOnce(about);
    if (!isVisit) expect((await emailEvents(about))[0]).toBe('email.sent');
  });
});
