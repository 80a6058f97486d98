import { beforeAll, describe, expect, test, vi } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { findExecution } from '#lib/executions/executions.ts';
import type { MessageIds } from '#lib/links/token.ts';
import { dynamoClient } from '#lib/runtime/services.ts';
import { kindLetters } from '#lib/statistics/items.ts';
import { timestamp } from '#lib/values/ids.ts';
import { handler as click } from '../../../functions/tracking/click.ts';
import { handler as open } from '../../../functions/tracking/open.ts';
import { handler as page } from '../../../functions/tracking/unsubscribe-page.ts';
import { expectDocumented } from '../../support/documented.ts';
import { connected, newWorkspace, useStack } from '../../support/stack.ts';
import { addSentEmail, browser, tokenOf, visit } from '../support/links.ts';
import { readCampaign } from '../support/seed.ts';

let workspaceId: string;
beforeAll(async () => {
  ({ workspaceId } = await newWorkspace());
});

const target = 'https://www.example.com/a?b=c&d=%20e';
const executionOf = ({ contactId, campaignId }: MessageIds) =>
  findExecution(connected().table, workspaceId, contactId, campaignId);

async function activityOf({ campaignId }: MessageIds, includeBots = true) {
  const { data } = await listActivity(connected(), workspaceId, { campaignId, includeBots, limit: 100 });

  return data.reverse();
}

describe('a tracked link', () => {
  test('redirects to its destination through the gateway, without a referrer', async () => {
    const { baseUrl } = useStack();
    const token = await tokenOf(await addSentEmail(workspaceId), { target });
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(`${baseUrl}/t/c/${token}?utm_source=x&utm_source=y`, {
        method,
        redirect: 'manual',
      });

      expect(response.status).toBe(302);
      expect(response.headers.get('location')).toBe(target);
      expect(response.headers.get('referrer-policy')).toBe('no-referrer');
      expect(response.headers.get('cache-control')).toContain('no-store');
      expect(await response.text()).toBe('');
    }
  });

  test.each([
    [
      'a URL in another script',
      'https://münchen.example/straße',
      'https://xn--mnchen-3ya.example/stra%C3%9Fe',
    ],
    ['a line break', 'https://e.example/a\r\nSet-Cookie: x=1', 'https://e.example/aSet-Cookie:%20x=1'],
  ])('to %s is encoded as a valid header value', async (_, page, location) => {
    const reply = await visit(
      click,
      'click',
      await tokenOf(await addSentEmail(workspaceId), { target: page }),
    );

    expect(reply.headers['location']).toBe(location);
    expectDocumented('tracking.click', reply);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://e.example/', '//e.example', ''])(
    'to %j does not redirect, even with a valid token',
    async (hostile) => {
      const mail = await addSentEmail(workspaceId);
      const reply = await visit(click, 'click', await tokenOf(mail, { target: hostile }));

      expect(reply.status).toBe(404);
      expect(reply.headers).not.toHaveProperty('location');
      expect(await activityOf(mail)).toEqual([]);
    },
  );

  test('with a damaged token, or one of another kind, returns an error page and records nothing', async () => {
    const mail = await addSentEmail(workspaceId);
    const token = await tokenOf(mail, { target });
    const bytes = Buffer.from(token, 'base64url');
    const flipped = Array.from({ length: 40 }, (_, part) => {
      const damaged = Buffer.from(bytes);
      const at = Math.floor((part * bytes.length) / 40);
      damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << (part % 8)), at);

      return damaged.toString('base64url');
    });
    const others = [await tokenOf(mail, 'open'), await tokenOf(mail, 'unsubscribe')];
    const cut = [1, 2, 20, 60, token.length - 1].map((length) => token.slice(0, -length));
    for (const wrong of [...flipped, ...others, ...cut, `${token}A`, 'x', '']) {
      const reply = await visit(click, 'click', wrong);

      expect(reply.status).toBe(404);
      expect(reply.text).toContain('This link does not work');
      expect(reply.headers).not.toHaveProperty('location');
      expectDocumented('tracking.click', reply);
    }
    expect(await activityOf(mail)).toEqual([]);
  });

  test('redirects while the table rejects writes', async () => {
    const mail = await addSentEmail(workspaceId);
    const token = await tokenOf(mail, { target });
    const name = 'refuse';
    dynamoClient().middlewareStack.add(
      (next, { commandName }) =>
        (args) =>
          commandName === 'TransactWriteItemsCommand'
            ? Promise.reject(new Error('the table answers 500'))
            : next(args),
      { step: 'initialize', name },
    );
    try {
      expect(await visit(click, 'click', token)).toMatchObject({
        status: 302,
        headers: { location: target },
      });
    } finally {
      dynamoClient().middlewareStack.remove(name);
    }
    expect(await activityOf(mail)).toEqual([]);

    // The failure is not cached: the next click counts.
    await visit(click, 'click', token);
    expect(await activityOf(mail)).toMatchObject([{ type: 'email.clicked', isBot: false }]);
  });
});

test('records the first click on the execution and counts it once as unique', async () => {
  const mail = await addSentEmail(workspaceId);
  const at = Date.now();
  const links = await Promise.all([0, 1].map((index) => tokenOf(mail, { target, index })));
  await Promise.all(
    links.flatMap((token) => [token, token, token]).map((token) => visit(click, 'click', token, { at })),
  );
  const clicks = await activityOf(mail);

  expect(clicks).toHaveLength(2);
  expect(clicks[0]).toMatchObject({
    type: 'email.clicked',
    isBot: false,
    executionId: mail.executionId,
    metadata: { url: target, clickedAt: timestamp(at) },
  });
  expect((await executionOf(mail))?.clickedAt).toBe(timestamp(at));
  await vi.waitFor(
    async () => expect((await readCampaign(workspaceId, mail.campaignId)).stats.clicked).toBe(1),
    { timeout: 20_000, interval: 50 },
  );
});

test('a bot’s clicks of one link within a minute are one event, across several containers', async () => {
  const { baseUrl } = useStack();
  const mail = await addSentEmail(workspaceId);
  const links = await Promise.all([0, 1].map((index) => tokenOf(mail, { target, index })));
  const headers = { 'User-Agent': 'BarracudaCentral/1.0' };
  await Promise.all(
    Array.from({ length: 12 }, (_, count) =>
      fetch(`${baseUrl}/t/c/${links[count % 2]}`, { headers, redirect: 'manual' }),
    ),
  );

  expect((await activityOf(mail)).map(({ botReason }) => botReason)).toEqual(['scanner', 'scanner']);
});

test('a burst through all links is a bot’s, and its counted clicks are retracted', async () => {
  const mail = await addSentEmail(workspaceId);
  const links = await Promise.all([0, 1, 2, 3].map((index) => tokenOf(mail, { target, index })));
  for (const token of links) await visit(click, 'click', token);
  const clicks = await activityOf(mail);

  expect(clicks.map(({ isBot, botReason }) => [isBot, botReason])).toEqual(
    links.map(() => [true, 'many_links']),
  );
  expect(await activityOf(mail, false)).toEqual([]);
  expect(await executionOf(mail)).not.toHaveProperty('clickedAt');
  await vi.waitFor(
    async () => {
      const { items } = await connected().table.query({
        pk: `W#${workspaceId}#STATS#${mail.campaignId}`,
        sk: { prefix: 'D#' },
        limit: 10,
      });
      const counted = items.flatMap((item) =>
        [kindLetters.clicked, kindLetters.uniqueClicked].map((letter) => item[letter]),
      );
      expect(counted).toEqual([0, 0]);
      expect((await readCampaign(workspaceId, mail.campaignId)).stats.clicked).toBe(0);
    },
    { timeout: 20_000, interval: 50 },
  );
});

test('scanners that open every link by GET and HEAD change no counter and unsubscribe no contact', async () => {
  const mail = await addSentEmail(workspaceId);
  const before = await executionOf(mail);
  const [opening, link, unsubscribing] = await Promise.all([
    tokenOf(mail, 'open'),
    tokenOf(mail, { target }),
    tokenOf(mail, 'unsubscribe'),
  ]);
  for (const agent of [
    'BarracudaCentral/1.0',
    'ProofpointURLDefense/1.0',
    'Mozilla/5.0 BingPreview/1.0b',
    browser,
  ]) {
    const headers = { 'User-Agent': agent };
    for (const method of agent === browser ? (['HEAD'] as const) : (['GET', 'HEAD'] as const)) {
      await visit(open, 'open', opening, { method, headers });
      await visit(click, 'click', link, { method, headers });
      expect((await visit(page, 'unsubscribe', unsubscribing, { method, headers })).status).toBe(200);
    }
  }

  expect(await executionOf(mail)).toEqual(before);
  expect(await activityOf(mail, false)).toEqual([]);
  expect((await activityOf(mail)).every(({ isBot }) => isBot)).toBe(true);
});
