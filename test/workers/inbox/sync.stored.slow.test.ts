import { describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { newOneTimeToken } from '#lib/auth/one-time-token.ts';
import { planContactDeletion } from '#lib/contacts/delete.ts';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { planErasure } from '#lib/erasures/request.ts';
import { listReplies } from '#lib/replies/list.ts';
import { getReply } from '#lib/replies/read.ts';
import type { ReplySummary } from '#lib/replies/reply.ts';
import { planReplyUpdate } from '#lib/replies/update.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as runErasure } from '../../../functions/jobs/run.ts';
import { commitNow } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { readStoredItems } from '../../support/stored-items.ts';
import { readExecution } from '../support/campaign.ts';
import { monday } from '../support/clock.ts';
import { arrive, type Conversation, written } from '../support/inbox.ts';
import { begin, host, read, services, useMailServers } from '../support/inbox-suite.ts';
import { consume } from '../support/invoke.ts';
import { workspaceId } from '../support/one-mail.ts';

useMailServers();

async function receive(
  { sender, address, messageId, syncCall }: Conversation,
  header: Readonly<Record<string, string>>,
  text?: string,
): Promise<void> {
  const all = { 'In-Reply-To': messageId, ...header };
  arrive(host, sender, written({ from: `Ann Lee <${address}>`, to: sender }, all, text));
  expect(await read([syncCall])).toEqual([]);
}

async function repliesOf({ call: { contactId } }: Conversation): Promise<ReplySummary[]> {
  return (await listReplies(services(), workspaceId, { contactId, limit: 100 })).data;
}

async function onlyReplyOf(conversation: Conversation) {
  const [reply, ...others] = await repliesOf(conversation);
  if (!reply || others.length > 0) throw new Error('expected one reply');

  return getReply(services(), workspaceId, reply.id);
}

async function nameContact(contactId: string): Promise<void> {
  const names = { firstName: 'Grace', lastName: 'Höll' };
  await commitNow(workspaceId, await planContactUpdate(services(), workspaceId, contactId, names));
}

const multipart = (parts: readonly string[]) =>
  [
    { 'MIME-Version': '1.0', 'Content-Type': 'multipart/mixed; boundary=b' },
    `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`,
  ] as const;

describe('a reply in the inbox', () => {
  test('has the recipients of copies', async () => {
    const conversation = await begin();
    const header = {
      'Message-ID': '<cc@there.example>',
      Cc: 'Bo Berg <bo@there.example>, team: kim@there.example;',
    };
    await receive(conversation, header, 'Yes.\r\n');

    expect((await onlyReplyOf(conversation)).cc).toEqual([
      { name: 'Bo Berg', email: 'bo@there.example' },
      { name: '', email: 'kim@there.example' },
    ]);
  });

  test('without a display name has the name of its contact, if the contact sent it', async () => {
    for (const isContact of [true, false]) {
      const conversation = await begin();
      const { sender, address, messageId, syncCall, call } = conversation;
      await nameContact(call.contactId);
      const from = isContact ? address : 'assistant@elsewhere.example';
      arrive(host, sender, written({ from, to: sender }, { 'In-Reply-To': messageId }, 'Yes.\r\n'));
      expect(await read([syncCall])).toEqual([]);

      expect((await onlyReplyOf(conversation)).fromName).toBe(isContact ? 'Grace Höll' : null);
    }
  });

  test('is stored with its text without quotations, its full text and its thread', async () => {
    const conversation = await begin();
    const text = 'Yes, gladly.\r\n\r\nOn Mon, 3 Jun 2030, Sam wrote:\r\n> Good day.\r\n';
    await receive(conversation, { 'Message-ID': '<first@there.example>', Subject: 'Re: Hello' }, text);
    const { call, address } = conversation;
    const { contactId, campaignId, accountId: emailAccountId } = call;
    const reply = await onlyReplyOf(conversation);

    expect(reply).toMatchObject({
      contactId,
      campaignId,
      emailAccountId,
      executionId: (await readExecution(call)).id,
      fromEmail: address,
      fromName: 'Ann Lee',
      subject: 'Re: Hello',
      snippet: 'Yes, gladly.',
      text: 'Yes, gladly.',
      messageId: '<first@there.example>',
      html: null,
      attachments: [],
      isRead: false,
      isAutomatic: false,
      isTruncated: false,
      labels: [],
      suggestedLabels: [],
      receivedAt: new Date(monday).toISOString(),
    });
    expect(reply.fullText).toContain('> Good day.');
  });

  test('shows no token of an email of the service that it quotes', async () => {
    const conversation = await begin();
    const tokens = [
      newOneTimeToken('invitation', [newId('wsp', monday), newId('inv', monday)]),
      newOneTimeToken('reset', [newId('usr', monday)]),
    ];
    // Mail programs break long lines.
    const lines = tokens.map(
      (token) => `> #token=${token.slice(0, 60)}\r\n> ${token.slice(60)}\r\n> It works once.`,
    );
    const links = tokens.map(
      (token) => `<blockquote><a href="https://x.example/#token=${token}">it</a></blockquote>`,
    );
    const [header, body] = multipart([
      `Content-Type: text/plain\r\n\r\nWhat is this?\r\n\r\n${lines.join('\r\n')}`,
      `Content-Type: text/html\r\n\r\n<p>What is this?</p>${links.join('')}`,
    ]);
    // An email of the service names no execution, so only the address of the sender links the reply to the contact.
    const alternative = header['Content-Type'].replace('mixed', 'alternative');
    await receive(
      conversation,
      {
        'MIME-Version': '1.0',
        'Content-Type': alternative,
        'In-Reply-To': '<service@mail.example>',
        Subject: `Re: ${tokens[1]}`,
      },
      body,
    );
    const { subject, fullText, html } = await onlyReplyOf(conversation);

    const shown = [subject, fullText, html].join('\n').replaceAll(/[>\s]/g, '');
    expect(shown).toContain('#token=[token]Itworksonce.');
    expect(shown).toContain('href="https://x.example/#token=[token]"');
    for (const token of tokens) expect(shown).not.toContain(token.slice(-20));
  });

  test('of HTML only has the words below the quotation as its text, its snippet and its suggested label', async () => {
    const conversation = await begin();
    const html =
      '<div>On …, Thea wrote:</div><blockquote>Hello</blockquote><p>Please remove me from your list.</p>';
    await receive(conversation, { 'Content-Type': 'text/html; charset=utf-8' }, `${html}\r\n`);
    const { contactId } = conversation.call;
    const { data } = await listActivity(connected(), workspaceId, { contactId, limit: 10 });
    const words = 'Please remove me from your list.';

    expect(await onlyReplyOf(conversation)).toMatchObject({
      text: words,
      snippet: words,
      suggestedLabels: ['unsubscribe_request'],
    });
    expect(data.find(({ type }) => type === 'email.replied')).toMatchObject({ metadata: { snippet: words } });
  });

  test('has a text and a snippet even if everything in it is quoted', async () => {
    const conversation = await begin();
    await receive(conversation, {}, '> Good day.\r\n> Yes, call me.\r\n');

    expect(await onlyReplyOf(conversation)).toMatchObject({
      text: '> Good day.\n> Yes, call me.',
      snippet: '> Good day. > Yes, call me.',
    });
  });

  test('has its id in the event of the reply', async () => {
    const conversation = await begin();
    await receive(conversation, {});
    const { contactId } = conversation.call;
    const { data } = await listActivity(connected(), workspaceId, { contactId, limit: 1 });

    expect(data[0]).toMatchObject({
      type: 'email.replied',
      metadata: { replyId: (await onlyReplyOf(conversation)).id },
    });
  });

  test('is stored once, even if its message is read again', async () => {
    const conversation = await begin({ stopOnReply: false });
    const header = { 'Message-ID': `<twice-${conversation.call.contactId}@there.example>` };
    await receive(conversation, header);
    await receive(conversation, header);
    host.renew();
    await read([conversation.syncCall]);

    expect(await repliesOf(conversation)).toHaveLength(1);
  });

  test('has sanitised HTML and the names and sizes of its attachments', async () => {
    const conversation = await begin();
    const [header, body] = multipart([
      'Content-Type: text/html; charset=utf-8\r\n\r\n<p onclick="x()">Yes <img src="https://evil.example/p.gif" alt="!"></p><script>x()</script>',
      'Content-Type: application/pdf; name="plan.pdf"\r\nContent-Disposition: attachment; filename="plan.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\nQUJD',
    ]);
    await receive(conversation, header, body);

    expect(await onlyReplyOf(conversation)).toMatchObject({
      text: 'Yes !',
      html: '<p>Yes !</p>',
      isTruncated: false,
      attachmentCount: 1,
      attachments: [{ name: 'plan.pdf', type: 'application/pdf', sizeBytes: 3 }],
    });
  });

  test('that is too long is truncated, and says so', async () => {
    const conversation = await begin();
    const line = `${'"long" <text> & '.repeat(4)}\r\n`;
    const [header, body] = multipart([
      `Content-Type: text/plain\r\n\r\n${line.repeat(1500)}`,
      `Content-Type: text/html\r\n\r\n<p>${line.repeat(2500)}</p>`,
    ]);
    await receive(conversation, header, body);
    const reply = await onlyReplyOf(conversation);

    expect(reply.isTruncated).toBe(true);
    expect(Buffer.byteLength(reply.fullText)).toBeLessThanOrEqual(65_536);
    expect(Buffer.byteLength(reply.text)).toBeLessThanOrEqual(16_384);
  });

  test('that is automatic is stored as read, with a suggested label and without an event', async () => {
    const conversation = await begin();
    await receive(conversation, { 'Auto-Submitted': 'auto-replied', Subject: 'Out of office' });

    expect(await onlyReplyOf(conversation)).toMatchObject({
      isAutomatic: true,
      isRead: true,
      suggestedLabels: ['out_of_office'],
    });
    const { contactId } = conversation.call;
    const { data } = await listActivity(connected(), workspaceId, { contactId, limit: 100 });
    expect(data.map(({ type }) => type)).not.toContain('email.replied');
  });

  test('that asks for no further emails suggests a label and has no other effect if the campaign does not honour it', async () => {
    const conversation = await begin({ stopOnReply: false, honourOptOutReplies: false });
    await receive(conversation, {}, 'Please unsubscribe me.\r\n');

    expect(await onlyReplyOf(conversation)).toMatchObject({
      labels: [],
      suggestedLabels: ['unsubscribe_request'],
    });
    expect(await readExecution(conversation.call)).toMatchObject({ status: 'in_progress' });
  });

  test('stays readable after its contact was deleted, until the contact is erased', async () => {
    const conversation = await begin({ stopOnReply: false });
    const { contactId } = conversation.call;
    for (let count = 0; count < 5; count++) await receive(conversation, {}, `planted-reply-${count}`);
    const [{ id } = { id: '' }] = await repliesOf(conversation);
    const labels = ['interested', 'vip'];
    await commitNow(workspaceId, await planReplyUpdate(connected(), workspaceId, id, { labels }));
    await commitNow(workspaceId, await planContactDeletion(connected(), workspaceId, contactId));
    expect(await getReply(services(), workspaceId, id)).toMatchObject({ contactId, labels });

    await commitNow(workspaceId, await planErasure(connected(), workspaceId, contactId));
    await consume(runErasure, [{ workspaceId, jobId: contactId }]);

    expect(await repliesOf(conversation)).toEqual([]);
    await expect(getReply(services(), workspaceId, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const left = await readStoredItems(`W#${workspaceId}#CONTACT#${contactId}`);
    expect(left.map(({ sk }) => String(sk)).filter((sk) => sk.startsWith('REPLY'))).toEqual([]);
    const { data } = await listReplies(services(), workspaceId, { label: 'vip', limit: 10 });
    expect(data.filter((reply) => reply.contactId === contactId)).toEqual([]);
  });
});
