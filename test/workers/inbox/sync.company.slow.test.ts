import { expect, test } from 'vitest';
import { contactsByCompany } from '#lib/contacts/items.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as runJob } from '../../../functions/jobs/run.ts';
import { addCompany, readCampaign } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { takeCalls, takeJobs } from '../support/activity.ts';
import { readExecution } from '../support/campaign.ts';
import { dayMs, monday } from '../support/clock.ts';
import { arrive, beginConversation, written } from '../support/inbox.ts';
import { host, mail, read, useMailServers } from '../support/inbox-suite.ts';
import { consume } from '../support/invoke.ts';
import { workspaceId } from '../support/one-mail.ts';

useMailServers();

/** Starts a campaign with two contacts of a company. The first one has received an email. */
async function begin(campaign: Record<string, unknown> = {}) {
  const companyId = await addCompany(workspaceId, { name: `Company ${Math.random()}` });
  const conversation = await beginConversation(host, mail, read, {
    contacts: [{ companyId }],
    campaign: { stopCompanyOnReply: true, ...campaign },
    first: { companyId },
  });
  const [, colleague] = conversation.calls;
  if (!colleague) throw new Error('there is no other contact of the company');

  return { ...conversation, companyId, colleague };
}

/** Delivers a reply, reads the inbox and runs the jobs. */
async function answer({ address, sender, messageId, syncCall }: Awaited<ReturnType<typeof begin>>) {
  arrive(host, sender, written({ from: address, to: sender }, { 'In-Reply-To': messageId }));
  await read([syncCall]);
  expect(await consume(runJob, await takeJobs())).toEqual([]);
}

/** Adds newer contacts to the index of a company, which are in no campaign. */
async function addNewerContacts(companyId: string, count: number): Promise<void> {
  const { index, partitions } = contactsByCompany(workspaceId, companyId);
  const entries = Array.from({ length: count }, () => {
    const id = newId('con', monday + dayMs);

    return { put: { pk: `FILLER#${id}`, sk: 'FILLER', [`${index}pk`]: partitions[0], [`${index}sk`]: id } };
  });
  for (const chunk of chunksOf(entries, 100)) await connected().table.transact(chunk);
}

test('stops the oldest contact of a company with more than 1,000 contacts', async () => {
  const conversation = await begin();
  await addNewerContacts(conversation.companyId, 1000);
  await answer(conversation);

  const { colleague } = conversation;
  expect(await readExecution(colleague)).toMatchObject({ status: 'stopped', reason: 'company_replied' });
  await takeCalls('ticks');
  expect(await readCampaign(workspaceId, colleague.campaignId)).toMatchObject({ stats: { stopped: 1 } });
});

test('stops the other contacts of the company even if the campaign continues for the contact that replied', async () => {
  const conversation = await begin({ stopOnReply: false });
  await answer(conversation);

  expect(await readExecution(conversation.colleague)).toMatchObject({ status: 'stopped' });
  expect(await readExecution(conversation.call)).toMatchObject({ status: 'in_progress' });
});
