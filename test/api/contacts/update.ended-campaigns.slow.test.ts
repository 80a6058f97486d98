import { beforeAll, expect, test } from 'vitest';
import { executionKey } from '#lib/executions/items.ts';
import type { Item } from '#lib/storage/table.ts';
import { sampleId } from '#lib/values/ids.ts';
import { handler as update } from '../../../functions/contacts/update.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addCampaign, addContact, executionStatuses } from '../support/seed.ts';

let workspace: Workspace;

beforeAll(async () => {
  workspace = await newWorkspace();
});

/** Adds completed executions of campaigns that are older than all others. */
async function addCompleted(execution: Item, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, number) => number);
  const { gsi1pk: _, gsi3pk: __, gsi4pk: ___, gsi5pk: ____, ...attributes } = execution;
  await Promise.all(
    numbers.map((number) => {
      const campaignId = sampleId('cmp', number);
      const sk = execution.sk.replace(String(execution['campaignId']), campaignId);

      return connected().table.put({ put: { ...attributes, sk, campaignId, status: 'completed' } });
    }),
  );
}

test('a contact that was in 200 campaigns before leaves its newest one when it unsubscribes', async () => {
  const { workspaceId, apiKey } = workspace;
  const id = await addContact(workspaceId);
  const campaign = await addCampaign(workspaceId, { contactIds: [id] });
  const key = executionKey(workspaceId, id, campaign.id);
  const execution = await connected().table.get(key);
  await addCompleted(execution ?? { ...key }, 200);
  const on = { path: `/contacts/${id}`, params: { id }, apiKey };
  const { status } = await call(update, { method: 'PATCH', ...on, body: { status: 'unsubscribed' } });

  expect(status).toBe(200);
  expect(await executionStatuses(workspaceId, id, [campaign.id])).toEqual(['unsubscribed']);
});
