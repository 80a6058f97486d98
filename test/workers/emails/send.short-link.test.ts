import { beforeAll, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { listEntries } from '#lib/blocklist/list.ts';
import { planContactDeletion } from '#lib/contacts/delete.ts';
import { contactKey } from '#lib/contacts/items.ts';
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
  expect(await readExecution(sent.call)).toMatchObject({ hasLink: true });
  expect((await visit(page, 'unsubscribe', sent.token)).text).toContain('<form method="post">');
});

test('a link with another step keeps its recipient, and a changed code is invalid', async () => {
  const other = `${sent.token.slice(0, 22)}ZZZZZ`;
  const forged = `${sent.token.startsWith('A') ? 'B' : 'A'}${sent.token.slice(1)}`;

  expect((await visit(page, 'unsubscribe', other)).status).toBe(200);
  for (const token of [forged, sent.token.slice(0, 22), sent.token.slice(1)])
    expect((await visit(page, 'unsubscribe', token)).status).toBe(404);
});

test('an email with HTML stores no item for a short link', async () => {
  const { call, token } = await sendOne(uniqueEmail(), { bodyHtml: '<p>Hi</p>', bodyText: null });

  expect(token.length).toBeGreaterThan(100);
  expect((await readExecution(call)).hasLink).toBeUndefined();
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
