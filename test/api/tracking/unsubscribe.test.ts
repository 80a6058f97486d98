import { beforeAll, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { listEntries } from '#lib/blocklist/list.ts';
import { planCampaignDeletion } from '#lib/campaigns/definition/delete.ts';
import { getContact } from '#lib/contacts/contacts.ts';
import { planContactDeletion } from '#lib/contacts/delete.ts';
import { findExecution } from '#lib/executions/executions.ts';
import type { MessageIds } from '#lib/links/token.ts';
import { handler } from '../../../functions/tracking/unsubscribe.ts';
import { expectDocumented } from '../../support/documented.ts';
import { connected, newWorkspace, useStack, type Workspace } from '../../support/stack.ts';
import { isWholeTier } from '../../support/tier.ts';
import { addSentEmail, tokenOf, visit } from '../support/links.ts';
import { addContact, block, commitNow, executionStatuses, uniqueEmail } from '../support/seed.ts';
import { expectNothingWritten } from '../support/subject.ts';

let workspace: Workspace;
let workspaceId: string;
beforeAll(async () => {
  workspace = await newWorkspace();
  ({ workspaceId } = workspace);
});

const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const post = async (mail: MessageIds, body = '', headers: Record<string, string> = form) =>
  visit(handler, 'unsubscribe', await tokenOf(mail, 'unsubscribe'), { method: 'POST', body, headers });

async function kindsOf({ contactId }: MessageIds) {
  const { data } = await listActivity(connected(), workspaceId, { contactId, limit: 100 });

  return data.map(({ type }) => type).reverse();
}

async function entryOf(value: string) {
  const { data } = await listEntries(connected(), workspaceId, { value, limit: 1 });

  return data[0];
}

test('ends the contact’s executions in all campaigns and creates an entry and events', async () => {
  const email = uniqueEmail();
  const contactId = await addContact(workspaceId, { email });
  const [first, second] = [
    await addSentEmail(workspaceId, { contactId }),
    await addSentEmail(workspaceId, { contactId, campaign: { allowParallel: true } }),
  ];
  const reply = await post(first);

  expect(reply.status).toBe(200);
  expect(reply.text).toContain('You are unsubscribed');
  expectDocumented('tracking.unsubscribe', reply);
  expect(await getContact(connected(), workspaceId, contactId)).toMatchObject({
    status: 'unsubscribed',
    unsubscribedAt: expect.any(String),
  });
  expect(await executionStatuses(workspaceId, contactId, [first.campaignId, second.campaignId])).toEqual([
    'unsubscribed',
    'unsubscribed',
  ]);
  expect(await entryOf(email)).toMatchObject({
    reason: 'unsubscribed',
    campaignId: first.campaignId,
    executionId: first.executionId,
    note: expect.stringContaining(first.stepId),
  });
});

describe('the posted form determines the method:', () => {
  const multipart =
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';

  test.each([
    ['the button of the page', '', form, 'link'],
    ['a mail client with a URL-encoded form', 'List-Unsubscribe=One-Click', form, 'one_click'],
    [
      'a mail client with a multipart form',
      multipart,
      { 'Content-Type': 'multipart/form-data; boundary=b' },
      'one_click',
    ],
    ['an empty request', '', {}, 'link'],
  ])('%s', async (_, body, headers, method) => {
    const mail = await addSentEmail(workspaceId);
    const reply = await post(mail, body, headers);
    const { data } = await listActivity(connected(), workspaceId, {
      contactId: mail.contactId,
      type: ['email.unsubscribed'],
      limit: 10,
    });

    expect(reply.status).toBe(200);
    expect(reply.headers).not.toHaveProperty('set-cookie');
    expect(data).toMatchObject([
      { executionId: mail.executionId, stepId: mail.stepId, isBot: false, metadata: { method } },
    ]);
  });

  test.runIf(isWholeTier)('accepts any media type through the gateway', async () => {
    const { baseUrl } = useStack();
    const mail = await addSentEmail(workspaceId);
    const body = new FormData();
    body.set('List-Unsubscribe', 'One-Click');
    const response = await fetch(`${baseUrl}/u/${await tokenOf(mail, 'unsubscribe')}`, {
      method: 'POST',
      body,
    });
    const { data } = await listActivity(connected(), workspaceId, {
      executionId: mail.executionId,
      limit: 10,
    });

    expect(response.status).toBe(200);
    expect(data.find(({ type }) => type === 'email.unsubscribed')?.metadata).toEqual({ method: 'one_click' });
  });
});

test('repeated and concurrent requests change nothing more', async () => {
  const mail = await addSentEmail(workspaceId);
  const replies = await Promise.all(Array.from({ length: 6 }, () => post(mail)));
  await expectNothingWritten({ workspace }, () => post(mail));

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect((await kindsOf(mail)).slice(1)).toEqual([
    ...['email.unsubscribed', 'contact.updated', 'contact.blocklisted'],
  ]);
});

test('a blocklisted contact becomes unsubscribed', async () => {
  const email = uniqueEmail();
  const contactId = await addContact(workspaceId, { email });
  const mail = await addSentEmail(workspaceId, { contactId });
  await block(workspaceId, email);
  await post(mail);

  expect(await kindsOf(mail)).toEqual([
    ...['contact.created', 'contact.updated', 'contact.blocklisted', 'email.unsubscribed', 'contact.updated'],
  ]);
  expect((await getContact(connected(), workspaceId, contactId)).status).toBe('unsubscribed');
});

test('unsubscribes after the campaign was deleted', async () => {
  const mail = await addSentEmail(workspaceId);
  await commitNow(workspaceId, await planCampaignDeletion(connected(), workspaceId, mail.campaignId));
  await post(mail);

  expect((await getContact(connected(), workspaceId, mail.contactId)).status).toBe('unsubscribed');
  expect(await kindsOf(mail)).toContain('email.unsubscribed');
});

test('suppresses the address of a deleted contact for later contacts', async () => {
  const email = uniqueEmail();
  const contactId = await addContact(workspaceId, { email });
  const token = await tokenOf(await addSentEmail(workspaceId, { contactId }), 'unsubscribe');
  await commitNow(workspaceId, await planContactDeletion(connected(), workspaceId, contactId));
  expect((await visit(handler, 'unsubscribe', token, { method: 'POST', headers: form })).status).toBe(200);
  const again = await addContact(workspaceId, { email });

  expect(await entryOf(email)).toMatchObject({ reason: 'unsubscribed' });
  expect((await getContact(connected(), workspaceId, again)).status).toBe('unsubscribed');
});

test('a damaged token, and a token of another kind, unsubscribe no contact', async () => {
  const mail = await addSentEmail(workspaceId);
  const token = await tokenOf(mail, 'unsubscribe');
  const wrong = [token.slice(1), `${token}A`, await tokenOf(mail, 'open'), 'x'];
  await expectNothingWritten({ workspace }, async () => {
    for (const each of wrong) {
      const reply = await visit(handler, 'unsubscribe', each, { method: 'POST', headers: form });

      expect(reply.status).toBe(404);
      expectDocumented('tracking.unsubscribe', reply);
    }
  });
});

test.each([false, true])(
  'an unsubscribe proves the delivery of a message with an unknown outcome, also if the address is blocklisted: %s',
  async (isBlocked) => {
    const email = uniqueEmail();
    const contactId = await addContact(workspaceId, { email });
    const mail = await addSentEmail(workspaceId, {
      contactId,
      execution: {
        status: 'pending',
        sendState: 'unknown',
        sendToken: 'held',
        sentCount: 0,
        sentSteps: [],
      },
    });
    if (isBlocked) await block(workspaceId, email);
    await post(mail);
    const { table } = connected();
    const execution = await findExecution(table, workspaceId, contactId, mail.campaignId);

    expect((await kindsOf(mail)).filter((kind) => kind.startsWith('email.'))).toEqual([
      'email.sent',
      'email.unsubscribed',
    ]);
    expect(execution).toMatchObject({ sendState: 'done', sentCount: 1 });
  },
);
