import { expect, test } from 'vitest';
import { getContact } from '#lib/contacts/contacts.ts';
import { withoutLinkTokens } from '#lib/links/token.ts';
import { withoutCodes } from '#lib/mail/message-id.ts';
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
  expect(shown).toBe(withoutCodes(whole));
  expect(shown).toMatch(/\.\*\*\*@/);
  arrive(host, conversation.sender, report({ ...conversation, messageId: shown }));
  expect(await read([conversation.syncCall])).toEqual([]);

  expect((await getContact(connected(), workspaceId, contactId)).status).toBe('active');
});

test('a reply quotes our links without their tokens, and other addresses as they are', () => {
  const [short, signed] = ['a-Z_9'.repeat(5).concat('ab'), 'a-Z_9'.repeat(28).concat('abc')];
  const others = 'https://app.example/u/a-user-id https://e.example/u/1';
  const quotation = `> https://links.example/u/${short}\n> https://links.example/u/${signed}\n> https://links.example/t/c/${signed}`;

  expect(withoutLinkTokens(`${quotation}\n${others}`)).toBe(
    `> https://links.example/u/***\n> https://links.example/u/***\n> https://links.example/t/c/***\n${others}`,
  );
});

test.each([
  [
    'Microsoft',
    (url: string) => `https://eur02.safelinks.protection.outlook.com/?url=${encodeURIComponent(url)}&data=05`,
  ],
  ['two services', (url: string) => `https://a.example/?u=${encodeURIComponent(encodeURIComponent(url))}`],
  ['Proofpoint', (url: string) => `https://urldefense.com/v3/__${url}__;!!AbC!xyz$`],
  [
    'Proofpoint, an earlier version',
    (url: string) =>
      `https://urldefense.proofpoint.com/v2/url?u=${url.replaceAll('/', '_').replace(':', '-3A')}&d=x`,
  ],
])('a reply quotes our links without their tokens, also as %s rewrites them', (_, rewrite) => {
  const tokens = ['a-Z_9'.repeat(5).concat('ab'), 'a-Z_9'.repeat(28).concat('abc')];
  const paths = [...tokens.map((token) => `/u/${token}`), `/t/o/${tokens[1]}`, `/t/c/${tokens[1]}`];
  const rewritten = paths.map((path) => rewrite(`https://links.example${path}`)).join('\n');

  expect(withoutLinkTokens(rewritten)).not.toContain('a-Z_9a');
});

test('values of contacts are shown and exported as they are', () => {
  const line = JSON.stringify({ customFields: { profile: `https://app.example/u/${'x'.repeat(27)}` } });

  expect(withoutCodes(line)).toBe(line);
});
