import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { connected } from '../support/stack.ts';
import { absenceSubjects, encodeSubject } from '../unit/inbox/absences.ts';
import { crlf, ourId } from '../unit/inbox/messages.ts';
import { recipient, reports } from '../unit/inbox/reports.ts';
import { readExecution } from '../workers/support/campaign.ts';
import { beginConversation, type Conversation, written } from '../workers/support/inbox.ts';
import { type MailServer, startMailServer } from '../workers/support/mail-server.ts';
import { workspaceId } from '../workers/support/one-mail.ts';
import { useOwnResources } from '../workers/support/own-resources.ts';
import { readInboxes } from '../workers/support/read-inboxes.ts';
import { canServe, type Dovecot, startDovecot } from './dovecot-server.ts';

const delayDays = 3;
const dayMs = 86_400_000;
const systems = reports.map(({ system }) => system);

describe.runIf(canServe)('a message in an inbox at Dovecot', { timeout: 120_000 }, () => {
  let dovecot: Dovecot;
  let mail: MailServer;

  beforeAll(async () => {
    await useOwnResources();
    [mail, dovecot] = await Promise.all([startMailServer(), startDovecot()]);
  });
  afterAll(() => dovecot.stop());

  const begin = () =>
    beginConversation(dovecot, mail, readInboxes, {
      campaign: { autoReplyDelayDays: delayDays, stopOnAutoReply: false },
      password: dovecot.password,
    });
  const receive = async ({ sender, syncCall }: Conversation, raw: string) => {
    await dovecot.deliver(sender, raw);
    expect(await readInboxes([syncCall])).toEqual([]);
  };
  /** A mail system's delivery report about the message of a conversation. */
  const reportOf = ({ address, sender, messageId }: Conversation, system: string, words?: string) => {
    const report = reports.find((each) => each.system === system);
    const raw = report?.raw(words ?? report.gone) ?? '';

    return crlf(raw)
      .replaceAll(ourId, messageId)
      .replaceAll(recipient, address)
      .replaceAll('sam@sender.example', sender);
  };
  const eventsOf = async ({ call }: Conversation) => {
    const { data } = await listActivity(connected(), workspaceId, { contactId: call.contactId, limit: 100 });

    return data.map(({ type }) => type);
  };

  test('that is an absence notice in any language postpones the follow-up', async () => {
    const conversation = await begin();
    for (const [language, subject] of absenceSubjects) {
      const { dueAt } = await readExecution(conversation.call);
      const header = { 'In-Reply-To': conversation.messageId, Subject: encodeSubject(subject) };
      const { address: from, sender: to } = conversation;
      await receive(conversation, written({ from, to }, { ...header, Precedence: 'bulk' }));
      const moved = (await readExecution(conversation.call)).dueAt - dueAt;

      // The next window may be later than the delay.
      expect(moved, language).toBeGreaterThanOrEqual(delayDays * dayMs);
    }

    expect(await eventsOf(conversation)).not.toContain('email.replied');
  });

  test.each(systems)(
    'that is a report of %s about a nonexistent address bounces the contact',
    async (system) => {
      const conversation = await begin();
      await receive(conversation, reportOf(conversation, system));

      expect(await readExecution(conversation.call)).toMatchObject({ status: 'bounced' });
      expect((await eventsOf(conversation)).filter((type) => type === 'email.bounced')).toHaveLength(1);
    },
  );

  test('that is a report of any system about a full mailbox is one rejection, and the sequence continues', async () => {
    const conversation = await begin();
    const before = await readExecution(conversation.call);
    for (const system of systems) {
      await receive(conversation, reportOf(conversation, system, '552 5.2.2 The mailbox is over quota'));
    }

    expect(await readExecution(conversation.call)).toEqual({
      ...before,
      detail: '552 5.2.2 The mailbox is over quota',
    });
    const events = await eventsOf(conversation);
    expect(events).not.toContain('email.bounced');
    expect(events.filter((type) => type === 'email.rejected')).toHaveLength(1);
  });

  test.each([
    ['above its quotation', (quoted: string) => `Good idea.\r\n\r\nOn Monday, Sam wrote:\r\n${quoted}`],
    ['below its quotation', (quoted: string) => `On Monday, Sam wrote:\r\n${quoted}\r\nGood idea.`],
    ['without a quotation', () => 'Good idea.'],
  ])('that is a reply %s is recorded with a snippet of the new text only', async (_, text) => {
    const conversation = await begin();
    const { address: from, sender: to, messageId } = conversation;
    const quoted = '> Mail 1\r\n> and more\r\n';
    await receive(conversation, written({ from, to }, { 'In-Reply-To': messageId }, text(quoted)));
    const { data } = await listActivity(connected(), workspaceId, {
      contactId: conversation.call.contactId,
      type: ['email.replied'],
      limit: 100,
    });

    expect(data.map(({ metadata }) => metadata['snippet'])).toEqual(['Good idea.']);
  });
});
