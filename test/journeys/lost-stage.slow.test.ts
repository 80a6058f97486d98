import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { advanceUntilCompleted } from '../../infra/local/demo/campaign.ts';
import { listEmails } from '../../infra/local/demo/inbox-page.ts';
import { startedCampaign } from './support/campaign.ts';
import { type Journey, startJourney } from './support/journey.ts';
import { readCampaignRecipients } from './support/recipients.ts';

/** What ends with the stacks: queues, schedules, files and positions in the stream. The table and the keys remain. */
const lostWithStacks = ['sqs', 'scheduler.sqlite', 's3', 'checkpoints', 'assembly'];

test('a new stage with the table and the keys of a lost one sends the other emails, and links in sent emails work', {
  timeout: 180_000,
}, async () => {
  const journey = await startJourney();
  const { campaignId, addresses } = await startedCampaign(journey, { contacts: 6, accounts: 1 });
  while ((await journey.countMails()) < 2) {
    await journey.time.settle(['ticks', 'jobs', 'sends']);
    await journey.time.advance(10_000);
  }
  const link = await unsubscribePath(journey);

  await journey.killAndRestart(() => lose(journey, lostWithStacks));
  expect(await statusOf(journey, link)).toBe(200);
  // The worker opens the password of the mailbox for each of them.
  await advanceUntilCompleted({ ...journey, campaignId });
  expect((await readCampaignRecipients(journey.report.mail.webUrl)).toSorted()).toEqual(addresses.toSorted());

  await journey.killAndRestart(() => lose(journey, ['kms.key']));
  expect(await statusOf(journey, link), 'without the key, the link does not work').toBe(404);
});

function lose({ stateFolder }: Journey, names: readonly string[]): void {
  const found = readdirSync(stateFolder).filter((file) => names.some((name) => file.startsWith(name)));
  expect(found.length).toBeGreaterThanOrEqual(names.length);
  for (const file of found) rmSync(join(stateFolder, file), { recursive: true });
}

/** The unsubscribe link of the latest email, without the address of the stack. */
async function unsubscribePath({ report: { mail, baseUrl } }: Journey): Promise<string> {
  const [email] = await listEmails(mail.webUrl);
  const page = await (await fetch(`${mail.webUrl}/?id=${email?.id}`)).text();
  const frame = await fetch(`${mail.webUrl}${/<iframe [^>]*src="([^"]+)"/.exec(page)?.[1]}`);
  const links = [...(await frame.text()).matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href = '']) => href);

  return links.find((each) => each.startsWith(`${baseUrl}/u/`))?.slice(baseUrl.length) ?? '';
}

async function statusOf({ report }: Journey, path: string): Promise<number> {
  return (await fetch(`${report.baseUrl}${path}`)).status;
}
