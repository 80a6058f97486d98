import { expect, test } from 'vitest';
import { BlocklistEntry } from '#lib/blocklist/entry.ts';
import { Campaign } from '#lib/campaigns/definition/campaign.ts';
import { replyOnPage } from '../../infra/local/demo/inbox-page.ts';
import { waitUntil } from '../../infra/local/demo/stack-time.ts';
import {
  addressOf,
  advanceUntilEmail,
  awayDays,
  type Correspondence,
  type Name,
  names,
  startCorrespondence,
} from './support/correspondence.ts';
import { noCounterDifferences, readCounterDifferences } from './support/counters.ts';

const dayMs = 86_400_000;
const syncIntervalMs = 120_000;
/** Requests without a browser's user agent count as bots. */
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

test('replies, bounces, opens, clicks and unsubscribes from the local inbox reach the campaign', {
  timeout: 180_000,
}, async () => {
  const story = await startCorrespondence();
  const { advance } = story;

  await answer(story, 'replies', 'reply', 'Gladly. Call me.');
  await answer(story, 'opts-out', 'reply', 'Please remove me from your list.');
  await answer(story, 'is-away', 'out-of-office', '');
  await answer(story, 'is-gone', 'bounce', '');
  await openAndUnsubscribe(story, 'unsubscribes');
  await advance(syncIntervalMs);

  await expectReply(story);
  await expectPostponed(story);
  await expectSuppressed(story);
  await expectUnsubscribed(story);
  await expectOptedOut(story);

  await advance(dayMs);
  await advanceUntilEmail(story, 'is-silent', 2);
  const counts = () => Promise.all(names.map(async (name) => (await story.mailsTo(name)).length));
  expect(await counts(), 'after one day, only the silent contact gets a follow-up').toEqual([
    1, 1, 1, 1, 1, 2,
  ]);
  await advance(awayDays * dayMs);
  await advanceUntilEmail(story, 'is-away', 2);
  expect(await counts(), 'after the auto-reply delay, the absent contact too').toEqual([1, 2, 1, 1, 1, 2]);
  await waitUntil('the end of the campaign', async () => {
    await advance(syncIntervalMs);

    return (await story.api.get(Campaign, `/campaigns/${story.campaignId}`)).status === 'completed';
  });
  expect(await counts()).toEqual([1, 2, 1, 1, 1, 2]);
  const { stats } = await story.api.get(Campaign, `/campaigns/${story.campaignId}`);
  expect(stats).toMatchObject({
    contacts: 6,
    sent: 8,
    completed: 2,
    replied: 2,
    bounced: 1,
    unsubscribed: 2,
  });
  expect(await readCounterDifferences(story)).toEqual(noCounterDifferences);
});

async function answer(story: Correspondence, name: Name, kind: string, text: string): Promise<void> {
  const [mail] = await story.mailsTo(name);
  if (!mail) throw new Error(`${name} has no email`);
  await replyOnPage(story.report.mail.webUrl, mail.id, { kind, text });
}

/** Acts like a browser: loads the email's frame and its images, clicks a link and unsubscribes. */
async function openAndUnsubscribe({ mailsTo, report }: Correspondence, name: Name): Promise<void> {
  const { webUrl } = report.mail;
  const [mail] = await mailsTo(name);
  const page = await (await fetch(`${webUrl}/?id=${mail?.id}`)).text();
  const frame = await fetch(`${webUrl}${/<iframe [^>]*src="([^"]+)"/.exec(page)?.[1]}`);
  const html = await frame.text();
  const pictures = [...html.matchAll(/<img [^>]*src="([^"]+)"/g)].map(([, src = '']) => src);
  const links = [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href);
  const own = (path: string) =>
    [...pictures, ...links].find((each) => each.startsWith(report.baseUrl + path));

  expect(frame.headers.get('content-security-policy')).toContain('img-src data: http://127.0.0.1:*');
  expect(html).toContain('<base target="_blank">');
  expect((await fetch(own('/t/o/') ?? '', { headers: browser })).headers.get('content-type')).toBe(
    'image/gif',
  );
  const click = await fetch(own('/t/c/') ?? '', { headers: browser, redirect: 'manual' });
  expect([click.status, click.headers.get('location')]).toEqual([302, 'https://example.com/']);
  const unsubscribe = own('/u/') ?? '';
  expect(await (await fetch(unsubscribe, { headers: browser })).text()).toContain('<form method="post">');
  const done = await fetch(unsubscribe, { method: 'POST', headers: browser, body: new URLSearchParams() });
  expect(await done.text()).toContain('You are unsubscribed');
}

async function expectReply({ contact, eventsOf, receiver }: Correspondence): Promise<void> {
  const replied = (await eventsOf('replies')).find(({ type }) => type === 'email.replied');
  expect(replied?.metadata).toMatchObject({
    subject: 'Re: Hello',
    snippet: 'Gladly. Call me.',
    fromEmail: addressOf('replies'),
  });
  const { execution, lastRepliedAt } = await contact('replies');
  expect(execution).toMatchObject({ status: 'replied', sentCount: 1, nextSendAt: null });
  expect(execution?.repliedAt).toBe(lastRepliedAt);
  await waitUntil('the webhook of the reply', () => receiver.count('email.replied') === 2);
  const deliveries = receiver.deliveries.filter(({ event }) => event === 'email.replied');
  expect(
    deliveries.map(({ id }) => id),
    'the receiver counts only signed deliveries',
  ).toContain(replied?.id);
}

async function expectPostponed({ contact, eventsOf }: Correspondence): Promise<void> {
  expect((await eventsOf('is-away')).map(({ type }) => type)).not.toContain('email.replied');
  const { execution } = await contact('is-away');
  expect(execution).toMatchObject({ status: 'in_progress', sentCount: 1 });
  const waits = Date.parse(execution?.nextSendAt ?? '') - Date.parse(execution?.lastSentAt ?? '');
  expect(Math.round(waits / dayMs)).toBe(1 + awayDays);
}

async function expectSuppressed({
  api,
  campaignId,
  contact,
  eventsOf,
  receiver,
}: Correspondence): Promise<void> {
  const { execution, status } = await contact('is-gone');
  expect(execution).toMatchObject({ status: 'bounced', reason: 'report_5.1.1', nextSendAt: null });
  expect(status).toBe('bounced');
  const events = await eventsOf('is-gone');
  expect(events.find(({ type }) => type === 'email.bounced')?.metadata).toMatchObject({
    smtpCode: 550,
    enhancedCode: '5.1.1',
    diagnostic: expect.stringContaining('User unknown'),
  });
  expect(events.map(({ type }) => type)).toContain('contact.blocklisted');
  const entries = await api.readAll(BlocklistEntry, '/blocklist');
  expect(entries.find(({ value }) => value === addressOf('is-gone'))).toMatchObject({
    type: 'email',
    reason: 'hard_bounce',
    campaignId,
    executionId: execution?.id,
  });
  await waitUntil('the webhook of the bounce', () => receiver.count('email.bounced') === 1);
}

async function expectUnsubscribed({ contact, eventsOf, receiver }: Correspondence): Promise<void> {
  const { execution, status } = await contact('unsubscribes');
  expect([execution?.status, status]).toEqual(['unsubscribed', 'unsubscribed']);
  const types = (await eventsOf('unsubscribes')).map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(['email.opened', 'email.clicked', 'email.unsubscribed']));
  await waitUntil('the webhook of the opening', () => receiver.count('email.opened') === 1);
}

/** The reply unsubscribes its sender, until a user removes the entry, which names the reply. */
async function expectOptedOut({ api, contact, eventsOf, receiver }: Correspondence): Promise<void> {
  const { execution, status } = await contact('opts-out');
  expect([execution?.status, status]).toEqual(['unsubscribed', 'unsubscribed']);
  const events = await eventsOf('opts-out');
  const replied = events.find(({ type }) => type === 'email.replied');
  expect(events.find(({ type }) => type === 'email.unsubscribed')?.metadata).toEqual({ method: 'reply' });
  const entries = await api.readAll(BlocklistEntry, '/blocklist');
  expect(entries.find(({ value }) => value === addressOf('opts-out'))).toMatchObject({
    reason: 'unsubscribed',
    replyId: replied?.metadata['replyId'],
  });
  await waitUntil('the webhook of the unsubscribe', () => receiver.count('email.unsubscribed') === 2);
}
