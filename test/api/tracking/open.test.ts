import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { planCampaignDeletion } from '#lib/campaigns/definition/delete.ts';
import { planContactDeletion } from '#lib/contacts/delete.ts';
import { findExecution } from '#lib/executions/executions.ts';
import type { MessageIds } from '#lib/links/token.ts';
import { timestamp } from '#lib/values/ids.ts';
import { handler as open } from '../../../functions/tracking/open.ts';
import { expectDocumented } from '../../support/documented.ts';
import { connected, newWorkspace, useStack } from '../../support/stack.ts';
import { addSentEmail, browser, tokenOf, visit } from '../support/links.ts';
import { commitNow, readCampaign, setExecution } from '../support/seed.ts';

let workspaceId: string;
beforeAll(async () => {
  ({ workspaceId } = await newWorkspace());
});

const executionOf = ({ contactId, campaignId }: MessageIds) =>
  findExecution(connected().table, workspaceId, contactId, campaignId);

async function openingsOf({ campaignId }: MessageIds) {
  const request = { campaignId, type: ['email.opened' as const], includeBots: true, limit: 100 };

  return (await listActivity(connected(), workspaceId, request)).data.reverse();
}

const pixel = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';

describe('the open pixel', () => {
  test('has 43 bytes and is not cached, for any Accept header', async () => {
    const { baseUrl } = useStack();
    const token = await tokenOf(await addSentEmail(workspaceId), 'open');
    for (const Accept of ['image/avif,image/webp,*/*;q=0.8', 'text/html', '*/*']) {
      const response = await fetch(`${baseUrl}/t/o/${token}`, { headers: { Accept, 'User-Agent': browser } });
      const bytes = Buffer.from(await response.arrayBuffer());

      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/gif');
      expect(response.headers.get('cache-control')).toContain('no-store');
      expect(bytes).toEqual(Buffer.from(pixel, 'base64'));
      expect(bytes).toHaveLength(43);
    }
  });

  test('supports HEAD without a body', async () => {
    const { baseUrl } = useStack();
    const token = await tokenOf(await addSentEmail(workspaceId), 'open');
    const response = await fetch(`${baseUrl}/t/o/${token}`, { method: 'HEAD' });

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/gif');
    expect((await response.arrayBuffer()).byteLength).toBe(0);
  });

  test('is returned for every token, with any query, with the standard response headers', async () => {
    for (const token of [
      'x',
      '',
      randomBytes(99).toString('base64url'),
      'x'.repeat(5000),
      'x'.repeat(11_000),
    ]) {
      const reply = await visit(open, 'open', token, { query: { utm_source: 'mail' } });

      expect(reply).toMatchObject({ status: 200, text: pixel, isBase64: true });
      expect(reply.headers).toMatchObject({ 'x-ratelimit-limit': '500', 'x-ratelimit-remaining': '499' });
      expectDocumented('tracking.open', reply);
    }
  });
});

test('marks the first open and counts it once', async () => {
  const mail = await addSentEmail(workspaceId);
  const token = await tokenOf(mail, 'open');
  const at = Date.now();
  await visit(open, 'open', token, { at });
  await visit(open, 'open', token, { at: at + 61_000 });

  expect((await executionOf(mail))?.openedAt).toBe(timestamp(at));
  expect(await openingsOf(mail)).toMatchObject([
    {
      isBot: false,
      executionId: mail.executionId,
      stepId: mail.stepId,
      metadata: { isFirst: true, openedAt: timestamp(at) },
    },
    { isBot: false, metadata: { isFirst: false } },
  ]);
  await vi.waitFor(
    async () => expect((await readCampaign(workspaceId, mail.campaignId)).stats.opened).toBe(1),
    { timeout: 20_000, interval: 50 },
  );
});

test('opens within a minute count once, across several containers', async () => {
  const mail = await addSentEmail(workspaceId);
  const { baseUrl } = useStack();
  const token = await tokenOf(mail, 'open');
  const headers = { 'User-Agent': browser };
  await Promise.all(Array.from({ length: 12 }, () => fetch(`${baseUrl}/t/o/${token}`, { headers })));

  expect(await openingsOf(mail)).toMatchObject([{ metadata: { isFirst: true } }]);
});

test('a bot’s open is added to the activity and changes nothing else', async () => {
  const mail = await addSentEmail(workspaceId);
  const before = await executionOf(mail);
  const token = await tokenOf(mail, 'open');
  await visit(open, 'open', token, { headers: { 'User-Agent': 'Mozilla/5.0' } });
  await visit(open, 'open', token, { headers: { 'User-Agent': 'BarracudaCentral/1.0' } });
  await visit(open, 'open', token, { method: 'HEAD' });
  await visit(open, 'open', token, { method: 'HEAD' });

  expect((await openingsOf(mail)).map(({ isBot, botReason }) => [isBot, botReason])).toEqual([
    [true, 'apple_mpp'],
    [true, 'scanner'],
    [true, 'head'],
  ]);
  expect(await executionOf(mail)).toEqual(before);
});

test('an image that a bot loads eight times within six seconds is one open, across several containers', async () => {
  const { baseUrl } = useStack();
  const at = Date.now();
  const early = await addSentEmail(workspaceId, { execution: { lastSentAt: timestamp(at + 30_000) } });
  const scanned = await addSentEmail(workspaceId);
  const load = async (mail: MessageIds, agent: string) => {
    const url = `${baseUrl}/t/o/${await tokenOf(mail, 'open')}`;
    await Promise.all(Array.from({ length: 8 }, () => fetch(url, { headers: { 'User-Agent': agent } })));
  };
  await Promise.all([load(early, browser), load(scanned, 'BarracudaCentral/1.0')]);

  expect((await openingsOf(early)).map(({ botReason }) => botReason)).toEqual(['too_soon']);
  expect((await openingsOf(scanned)).map(({ botReason }) => botReason)).toEqual(['scanner']);
});

test('a bot’s open counts again after a minute', async () => {
  const at = Date.now();
  const mail = await addSentEmail(workspaceId, { execution: { lastSentAt: timestamp(at + 61_000) } });
  const token = await tokenOf(mail, 'open');
  for (const later of [0, 6000, 59_999, 60_000]) await visit(open, 'open', token, { at: at + later });

  expect((await openingsOf(mail)).map(({ metadata }) => metadata)).toMatchObject([
    { openedAt: timestamp(at) },
    { openedAt: timestamp(at + 60_000) },
  ]);
});

test('an open within ten seconds of sending is a bot’s; a later open by a person counts', async () => {
  const at = Date.now();
  const mail = await addSentEmail(workspaceId, { execution: { lastSentAt: timestamp(at) } });
  const token = await tokenOf(mail, 'open');
  await visit(open, 'open', token, { at: at + 9000 });
  await visit(open, 'open', token, { at: at + 11_000 });

  expect((await openingsOf(mail)).map(({ botReason }) => botReason)).toEqual(['too_soon', null]);
});

test('an open counts after the execution has ended', async () => {
  const mail = await addSentEmail(workspaceId, { execution: { status: 'replied', sendState: 'done' } });
  await visit(open, 'open', await tokenOf(mail, 'open'));

  expect(await openingsOf(mail)).toMatchObject([{ metadata: { isFirst: true } }]);
  expect(await executionOf(mail)).toMatchObject({ status: 'replied', openedAt: expect.any(String) });
});

test.each([
  ['campaign', (mail: MessageIds) => planCampaignDeletion(connected(), workspaceId, mail.campaignId)],
  ['contact', (mail: MessageIds) => planContactDeletion(connected(), workspaceId, mail.contactId)],
])('records nothing for a deleted %s', async (_, plan) => {
  const mail = await addSentEmail(workspaceId);
  await commitNow(workspaceId, await plan(mail));
  const reply = await visit(open, 'open', await tokenOf(mail, 'open'));

  expect(reply.status).toBe(200);
  expect(await openingsOf(mail)).toEqual([]);
});

test('a token of one workspace is invalid in another', async () => {
  const other = await newWorkspace();
  const mail = await addSentEmail(workspaceId);
  // Signed with the other workspace's key, with ids of the first workspace.
  await visit(open, 'open', await tokenOf({ ...mail, workspaceId: other.workspaceId }, 'open'));
  const genuine = Buffer.from(await tokenOf(mail, 'open'), 'base64url');
  const foreign = Buffer.from(
    await tokenOf({ ...mail, workspaceId: other.workspaceId }, 'open'),
    'base64url',
  );
  // The code of one token with the ids of the other.
  const mixed = Buffer.concat([genuine.subarray(0, -16), foreign.subarray(-16)]);
  await visit(open, 'open', mixed.toString('base64url'));

  expect(await openingsOf(mail)).toEqual([]);
});

test('stores no IP address of the visitor', async () => {
  const mail = await addSentEmail(workspaceId);
  await visit(open, 'open', await tokenOf(mail, 'open'), { sourceIp: '198.51.100.77' });
  const { items } = await connected().table.query({
    pk: `W#${workspaceId}#CONTACT#${mail.contactId}`,
    limit: 100,
  });

  expect(items.length).toBeGreaterThan(2);
  expect(JSON.stringify(items)).not.toContain('198.51.100');
  expect(JSON.stringify(items)).not.toContain('Firefox');
});

test('an open proves the delivery of a message with an unknown outcome', async () => {
  const mail = await addSentEmail(workspaceId, {
    execution: { sentCount: 0, sentSteps: [], sendState: 'unknown', sendToken: 'held', status: 'pending' },
  });
  await setExecution(workspaceId, mail.contactId, mail.campaignId, {
    claimedSubject: 'Hello there',
    gsi3pk: 'WORK#unknown_send#0',
    gsi3sk: String(Date.now() + 86_400_000),
  });
  await visit(open, 'open', await tokenOf(mail, 'open'));
  const { data } = await listActivity(connected(), workspaceId, { campaignId: mail.campaignId, limit: 100 });

  expect(await executionOf(mail)).toMatchObject({
    sendState: 'done',
    status: 'completed',
    sentCount: 1,
    sentSteps: [mail.stepId],
    thread: { subject: 'Hello there', from: 0 },
  });
  expect(data.map(({ type }) => type).sort()).toEqual([
    ...['campaign.contact_completed', 'email.opened', 'email.sent'],
  ]);
});
