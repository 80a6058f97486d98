import { beforeAll, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { listEntries } from '#lib/blocklist/list.ts';
import { planContactDeletion } from '#lib/contacts/delete.ts';
import { contactKey } from '#lib/contacts/items.ts';
import { linkUntil, recipientHash } from '#lib/executions/recipient.ts';
import { linkExpiry, mustStoreLink } from '#lib/links/short-link.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as unsubscribe } from '../../../functions/tracking/unsubscribe.ts';
import { handler as page } from '../../../functions/tracking/unsubscribe-page.ts';
import { visit } from '../../api/support/links.ts';
import { commitNow, uniqueEmail } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { readExecution } from '../support/campaign.ts';
import { consume } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { runOne, step, workspaceId } from '../support/one-mail.ts';

const mail = await useMailServer();
const email = uniqueEmail();
let sent: Awaited<ReturnType<typeof sendOne>>;

async function sendOne(address: string, texts: Parameters<typeof step>[0] = { bodyText: 'Good day.' }) {
  const { call } = await runOne(mail, { contacts: [{ email: address }], campaign: step(texts) });
  await consume(send, [call]);
  const raw = mail.received.at(-1)?.raw.toString() ?? '';
  const text = raw.slice(raw.indexOf('\r\n\r\n')).replaceAll('=\r\n', '');

  return { call, text, token: /\/u\/([\w-]+)/.exec(text)?.[1] ?? '' };
}

beforeAll(async () => {
  sent = await sendOne(email);
});

test('a plain-text email has an unsubscribe link with a path of 30 characters', async () => {
  expect(`/u/${sent.token}`).toHaveLength(30);
  expect(await readExecution(sent.call)).toMatchObject({ linkUntil: expect.any(Number) });
  expect((await visit(page, 'unsubscribe', sent.token)).text).toContain('<form method="post">');
});

test('a changed or cut link is invalid, and its page is found without the table', async () => {
  const { token } = sent;
  const changed = [...token.slice(0, -1)].map((character, at) => {
    const other = character === 'A' ? 'B' : 'A';

    return `${token.slice(0, at)}${other}${token.slice(at + 1)}`;
  });

  for (const text of [...changed, token.slice(0, 22), token.slice(1)])
    expect((await visit(page, 'unsubscribe', text)).status).toBe(404);
});

test('the item expires after 400 days, and a late follow-up extends it', () => {
  const now = Date.UTC(2030, 0, 1);
  const today = now / 86_400_000;

  expect(linkExpiry(now)).toBe(today + 400);
  expect([0, today - 1, today + 199].map((until) => mustStoreLink(until, now))).toEqual([true, true, true]);
  expect(mustStoreLink(today + 200, now)).toBe(false);
});

test('the execution knows when the item for its address expires', async () => {
  const execution = { ...(await readExecution(sent.call)), sentTo: recipientHash(email) };

  expect(linkUntil(execution, email)).toBeGreaterThan(Date.now() / 86_400_000 + 399);
  expect(linkUntil(execution, uniqueEmail())).toBe(0);
});

test('an email with HTML stores no item for a short link', async () => {
  const { call, token } = await sendOne(uniqueEmail(), { bodyHtml: '<p>Hi</p>', bodyText: null });

  expect(token.length).toBeGreaterThan(100);
  expect((await readExecution(call)).linkUntil).toBeUndefined();
});

test('unsubscribes the recipient, also after the contact was deleted', async () => {
  const address = uniqueEmail();
  const { call, token } = await sendOne(address);
  await commitNow(workspaceId, await planContactDeletion(connected(), workspaceId, call.contactId));

  expect((await visit(unsubscribe, 'unsubscribe', token, { method: 'POST' })).status).toBe(200);
  const { data } = await listEntries(connected(), workspaceId, { value: address, limit: 1 });
  expect(data).toMatchObject([{ reason: 'unsubscribed' }]);
});

test('the event of an unsubscribe has the ids of its email', async () => {
  expect((await visit(unsubscribe, 'unsubscribe', `${sent.token}.`, { method: 'POST' })).status).toBe(200);
  const { contactId, campaignId } = sent.call;
  const { data } = await listActivity(connected(), workspaceId, {
    contactId,
    type: ['email.unsubscribed'],
    limit: 10,
  });
  const { id: executionId, sentSteps } = await readExecution(sent.call);

  expect(data).toMatchObject([{ contactId, campaignId, executionId, stepId: sentSteps[0] }]);
  expect(await connected().table.get(contactKey(workspaceId, contactId))).toMatchObject({
    status: 'unsubscribed',
  });
});
