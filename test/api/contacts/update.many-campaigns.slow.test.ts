import { beforeAll, expect, test } from 'vitest';
import { readOpenExecutions } from '#lib/executions/executions.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { handler as remove } from '../../../functions/contacts/delete.ts';
import { handler as update } from '../../../functions/contacts/update.ts';
import { handler as unsubscribe } from '../../../functions/tracking/unsubscribe.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addSentEmail, tokenOf, visit } from '../support/links.ts';
import { addContact, draftCampaign } from '../support/seed.ts';

/** More executions than a transaction has writes. */
const campaignCount = 105;

let workspace: Workspace;
let campaignIds: string[];

beforeAll(async () => {
  workspace = await newWorkspace();
  campaignIds = [];
  for (let count = 0; count < campaignCount; count++)
    campaignIds.push((await draftCampaign(workspace.workspaceId, { allowParallel: true })).id);
});

const request = (method: 'PATCH' | 'DELETE', id: string, body?: unknown) =>
  call(method === 'PATCH' ? update : remove, {
    method,
    path: `/contacts/${id}`,
    params: { id },
    apiKey: workspace.apiKey,
    body,
  });

async function addToAllCampaigns(): Promise<string> {
  const id = await addContact(workspace.workspaceId, {
    tags: Array.from({ length: 50 }, (_, at) => `tag-${at}`),
  });
  for (const addCampaignIds of chunksOf(campaignIds, 20))
    expect((await request('PATCH', id, { addCampaignIds })).status).toBe(200);
  expect(await openExecutionsOf(id)).toHaveLength(campaignCount);

  return id;
}

const openExecutionsOf = (contactId: string) =>
  readOpenExecutions(connected().table, workspace.workspaceId, contactId);

test('a contact in more campaigns than a transaction has writes can be suppressed', async () => {
  const id = await addToAllCampaigns();

  expect((await request('PATCH', id, { status: 'unsubscribed' })).status).toBe(200);
  expect((await openExecutionsOf(id)).length).toBeLessThan(campaignCount);
});

test('a contact in more campaigns than a transaction has writes can be deleted', async () => {
  expect((await request('DELETE', await addToAllCampaigns())).status).toBe(204);
});

test('a contact in more campaigns than a transaction has writes can unsubscribe', async () => {
  const contactId = await addToAllCampaigns();
  const emailIds = await addSentEmail(workspace.workspaceId, {
    contactId,
    campaign: { allowParallel: true },
  });

  const { status } = await visit(unsubscribe, 'unsubscribe', await tokenOf(emailIds, 'unsubscribe'));

  expect(status).toBe(200);
  expect((await openExecutionsOf(contactId)).length).toBeLessThan(campaignCount);
});
