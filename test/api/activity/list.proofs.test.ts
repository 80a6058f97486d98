import { expect, test } from 'vitest';
import { getContact } from '#lib/contacts/contacts.ts';
import { withoutProofs } from '#lib/mail/message-proofs.ts';
import { handler as list } from '../../../functions/activity/list.ts';
import { call } from '../../support/call.ts';
import { connected, newApiKey } from '../../support/stack.ts';
import { arrive, beginConversation, report } from '../../workers/support/inbox.ts';
import { host, mail, read, useMailServers } from '../../workers/support/inbox-suite.ts';
import { workspaceId } from '../../workers/support/one-mail.ts';

useMailServers();

const readMessageId = async (scope: 'read-only' | 'full-access', contactId: string) => {
  const apiKey = await newApiKey(workspaceId, { scope });
  const query = { type: 'email.sent', contactId };
  const { body } = await call(list, { method: 'GET', path: '/activity', query, apiKey });

  return String(body.data[0].messageId);
};

test('a caller that may only read cannot report on an email in the name of its recipient', async () => {
  const conversation = await beginConversation(host, mail, read, {});
  const { contactId } = conversation.call;
  const [shown, whole] = [
    await readMessageId('read-only', contactId),
    await readMessageId('full-access', contactId),
  ];
  expect(shown).toBe(withoutProofs(whole));
  expect(shown).toMatch(/\.\*\*\*@/);
  arrive(host, conversation.sender, report({ ...conversation, messageId: shown }));
  expect(await read([conversation.syncCall])).toEqual([]);

  expect((await getContact(connected(), workspaceId, contactId)).status).toBe('active');
});

test('the links in a quotation have no tokens', () => {
  const token = 'a-Z_9'.repeat(10);
  const quotation = `> Unsubscribe: https://links.example/u/${token}\n> https://links.example/t/c/${token}?x https://e.example/u/1`;

  expect(withoutProofs(quotation)).toBe(
    '> Unsubscribe: https://links.example/u/***\n> https://links.example/t/c/***?x https://e.example/u/1',
  );
});
