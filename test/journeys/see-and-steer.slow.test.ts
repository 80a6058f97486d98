import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ActivityEvent } from '#lib/activity/activity-event.ts';
import { BlocklistEntry } from '#lib/blocklist/entry.ts';
import { EmailPreview, TestEmailResult } from '#lib/campaigns/preview/schemas.ts';
import { Erasure } from '#lib/erasures/erasure.ts';
import { startCampaign } from '../../infra/local/demo/campaign.ts';
import { listEmails } from '../../infra/local/demo/inbox-page.ts';
import { waitUntil } from '../../infra/local/demo/stack-time.ts';
import { replyAndAnswer } from './support/answered-reply.ts';
import { expectExportsLikeLists } from './support/exports.ts';
import { plant } from './support/planted-person.ts';
import { expectStatisticsLikeActivity } from './support/recount.ts';
import { assemblyWithPrevious, knownDifferences } from './support/releases.ts';
import { draftCampaign, type SteeredCampaign } from './support/steered-campaign.ts';
import { readStoredText } from './support/stored-text.ts';
import { readRecipients } from './support/watch.ts';

const minuteMs = 60_000;
/** Requests without a browser's user agent count as bots. */
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test(
  'a campaign is previewed, tested, watched, answered, counted and exported, and a recipient is erased',
  {
    timeout: 300_000,
  },
  async () => runStory(),
);

/** A deployment updates the api before the workers, and a rollback may leave the reverse. */
test.each(['api', 'workers'] as const)(
  'a campaign runs from its preview to an erasure while the stack %s is of the previous release',
  { timeout: 480_000 },
  async (stack) => runStory(await assemblyWithPrevious(stack), knownDifferences(stack)),
);

async function runStory(assembly?: string, differences: readonly string[] = []): Promise<void> {
  const story = await draftCampaign(assembly);
  await previewAndTest(story);
  await startAndWatch(story);
  await visitLink(story);
  const isPrompt = !differences.includes('prompt replies');
  const replyId = await replyAndAnswer(story, (isPrompt ? 2 : 24 * 60) * minuteMs);
  await sendFollowUps(story);
  await expectStatisticsLikeActivity(story);
  await changePerson(story);
  const comparison = expectExportsLikeLists(story.journey, story.campaign.id);
  if (!differences.includes('exports like lists')) await expectPlanted(story, replyId, await comparison);
  else await expect(comparison).rejects.toThrow();
  await erase(story);
}

/** Previews for three contacts are what is sent to them later; a test email goes to a user and counts nowhere. */
async function previewAndTest({ journey, campaign, contacts, texts }: SteeredCampaign): Promise<void> {
  const { api, report } = journey;
  for (const { id: contactId, email, firstName } of contacts.slice(0, 3)) {
    const preview = await api.post(EmailPreview, `/campaigns/${campaign.id}/preview`, { contactId });
    expect(preview).toMatchObject({ to: email, subject: expect.stringContaining(firstName ?? 'you') });
  }
  const to = report.dashboard.email;
  const contact = { email: `sample@${texts.get('domain')}.example`, firstName: 'Sample' };
  const tested = await api.post(TestEmailResult, `/campaigns/${campaign.id}/test`, { to, contact });
  expect(tested).toMatchObject({
    isAccepted: true,
    to,
    subject: expect.stringMatching(/^\[Test\] .*Sample/),
  });
  expect(await listEmails(report.mail.webUrl, { to })).toHaveLength(1);
  expect(await api.readAll(ActivityEvent, `/activity?campaignId=${campaign.id}`)).toEqual([]);
}

/** Reads the recipients before, during and after the first step. */
async function startAndWatch(story: SteeredCampaign): Promise<void> {
  const { journey, campaign, contacts, advance } = story;
  const seen = new Set<string>();
  const read = async () => {
    const recipients = await readRecipients(story);
    for (const { execution, waitingFor } of recipients) seen.add(`${execution.status} ${waitingFor}`);

    return recipients.filter(({ execution }) => execution.sentCount > 0).length;
  };
  await read();
  await startCampaign(journey.api, campaign.id);
  await waitUntil('the first email to each contact', async () => {
    await advance(5_000);

    return (await read()) === contacts.length;
  });
  expect([...seen]).toEqual(
    expect.arrayContaining(['pending campaign', 'pending slot', 'in_progress delay']),
  );
}

/** Opens the email and clicks its link. The address of the link has a value of the contact. */
async function visitLink({ journey, person }: SteeredCampaign): Promise<void> {
  const { report } = journey;
  const [mail] = await listEmails(report.mail.webUrl, { to: person.email });
  const page = await (await fetch(`${report.mail.webUrl}/?id=${mail?.id}`)).text();
  const frame = await fetch(`${report.mail.webUrl}${/<iframe [^>]*src="([^"]+)"/.exec(page)?.[1]}`);
  const html = await frame.text();
  for (const path of ['/t/o/', '/t/c/']) {
    const url = new RegExp(`"(${report.baseUrl}${path}[^"]+)"`).exec(html)?.[1] ?? '';
    const response = await fetch(url, { headers: { 'user-agent': browser }, redirect: 'manual' });
    expect(response.status).toBeLessThan(400);
  }
}

/** A day later, the second step is sent to all contacts except the person, who has replied. */
async function sendFollowUps(story: SteeredCampaign): Promise<void> {
  const { contacts, advance } = story;
  await advance(24 * 60 * minuteMs);
  await waitUntil('the second step', async () => {
    await advance(minuteMs);
    const recipients = await readRecipients(story);

    return recipients.filter(({ execution }) => execution.sentCount === 2).length === contacts.length - 1;
  });
}

/** Changes and unsubscribes the person, and adds a tag with a background job. */
async function changePerson({ journey, person, texts, advance }: SteeredCampaign): Promise<void> {
  const { baseUrl, apiKey } = journey.report;
  const patch = { jobTitle: plant(texts, 'later job title'), status: 'unsubscribed' };
  const response = await fetch(`${baseUrl}/contacts/${person.id}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': 'change',
    },
    body: JSON.stringify(patch),
  });
  expect(response.status).toBe(200);
  const job = {
    action: 'add_tags',
    tags: [plant(texts, 'tag of the job')],
    filter: { search: person.firstName },
  };
  await journey.api.post(z.object({ id: z.string() }), '/bulk-jobs', job);
  await advance(minuteMs);
}

/** Each planted text can be found before the erasure: the search would otherwise prove nothing. */
async function expectPlanted(
  { journey, person, texts }: SteeredCampaign,
  replyId: string,
  exported: string,
): Promise<void> {
  const { table } = readStoredText(journey);
  const replies = JSON.stringify([
    await journey.api.get(z.looseObject({}), `/replies/${replyId}`),
    await journey.api.get(z.looseObject({}), `/replies/${replyId}/thread`),
    await journey.api.get(z.looseObject({}), `/contacts/${person.id}`),
  ]);
  const all = [table, exported, replies].join('\n');

  expect([...texts].filter(([, text]) => !all.includes(text)).map(([place]) => place)).toEqual(['job title']);
  expect(texts.size).toBeGreaterThanOrEqual(40);
}

/** Afterwards no planted text is in the table, the queues, the files and the logs. */
async function erase({ journey, person, texts, advance }: SteeredCampaign): Promise<void> {
  const { api } = journey;
  await api.post(Erasure, `/contacts/${person.id}/erase`);
  await waitUntil('the end of the erasure', async () => {
    await advance(15 * minuteMs);

    return (await api.get(Erasure, `/contacts/${person.id}/erasure`)).status === 'completed';
  });
  const suppressed = await api.readAll(BlocklistEntry, '/blocklist');
  expect(suppressed, 'only a digest of the suppressed address').toMatchObject([
    { value: expect.stringMatching(/^[0-9a-f]{16}@erased\.invalid$/), note: null },
  ]);
  const stored = readStoredText(journey);
  for (const place of ['table', 'queues', 'files', 'logs'] as const) {
    const found = [...texts].filter(([, text]) => stored[place].includes(text));
    expect(
      found.map(([name]) => name),
      place,
    ).toEqual([]);
  }
  const hidden = 'the data key, the hash of a password, and responses that only their client can decrypt';
  expect(stored.encrypted, hidden).toEqual(['body', 'hash', 'salt', 'wrapped']);
}
