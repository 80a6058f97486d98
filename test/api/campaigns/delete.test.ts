import { beforeAll, describe, expect, test } from 'vitest';
import { campaignPartition } from '#lib/campaigns/state/items.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { handler as listActivity } from '../../../functions/activity/list.ts';
import { handler as remove } from '../../../functions/campaigns/delete.ts';
import { handler as get } from '../../../functions/campaigns/get.ts';
import { handler as list } from '../../../functions/campaigns/list.ts';
import { handler as pause } from '../../../functions/campaigns/pause.ts';
import { handler as start } from '../../../functions/campaigns/start.ts';
import { handler as update } from '../../../functions/campaigns/update.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import {
  addCampaign,
  addContacts,
  addQuietAccount,
  addQuietCampaign,
  draftCampaign,
  startCampaign,
  waitForEnrolment,
} from '../support/seed.ts';

let workspace: Workspace;
let workspaceId: string;
const act = (handler: typeof remove, id: string, body?: unknown) =>
  call(handler, {
    method: 'POST',
    path: '/x',
    params: { id },
    apiKey: workspace.apiKey,
    ...(body !== undefined && { body }),
  });
const statesOf = (handler: typeof list, query: Record<string, string>) =>
  call(handler, { method: 'GET', path: '/x', apiKey: workspace.apiKey, query });

beforeAll(async () => {
  workspace = await newWorkspace();
  ({ workspaceId } = workspace);
});

describe('accepts', () => {
  test('a deletion, after which every read omits the campaign and a second deletion returns 404', async () => {
    const { id } = await draftCampaign(workspaceId, { name: 'Gone', tags: ['gone'] });

    expect(await act(remove, id)).toMatchObject({ status: 204, body: undefined });
    expect((await act(get, id)).status).toBe(404);
    for (const query of [{}, { tag: 'gone' }, { search: 'gone' }, { status: 'draft' }]) {
      const { body } = await statesOf(list, query);
      expect(body.data.filter((each: { id: string }) => each.id === id)).toEqual([]);
    }
    for (const handler of [remove, pause, start]) expect((await act(handler, id)).status).toBe(404);
    expect((await act(update, id, { name: 'Back' })).status).toBe(404);
  });

  test('a deletion that keeps only the activity, and frees the contacts for other campaigns', async () => {
    const contactIds = await addContacts(workspaceId, 60);
    const accountId = await addQuietAccount(workspaceId);
    const { id } = await addCampaign(workspaceId, { contactIds, emailAccountIds: [accountId] });
    await startCampaign(workspaceId, id);
    expect((await act(remove, id)).status).toBe(204);
    await waitForEnrolment(workspaceId, id);

    const { table } = connected();
    const executions = await Promise.all(
      contactIds.map((contactId) => findExecution(table, workspaceId, contactId, id)),
    );
    expect(new Set(executions.map((each) => each?.status))).toEqual(new Set(['stopped']));
    const { items } = await table.query({
      pk: campaignPartition(workspaceId, id),
      limit: 10,
    });
    expect(items.map(({ sk }) => sk.replace(/#.*/, ''))).toEqual(['EVT', 'EVT']);
    const { body } = await statesOf(listActivity, { campaignId: id });
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual([
      'campaign.paused',
      'campaign.started',
    ]);
    expect(body.data[0].metadata).toEqual({ name: 'Spring', reason: 'deleted' });
    const next = await draftCampaign(workspaceId, { contactIds });
    expect(next.stats.contacts).toBe(60);
  });

  test('one deletion of 20 concurrent starts, pauses, updates and deletions, with matching events', async () => {
    const { id } = await addQuietCampaign(workspaceId);
    const turns = Array.from({ length: 20 }, (_, turn) => turn % 5);
    const replies = await Promise.all(
      turns.map((turn) => {
        if (turn === 4) return act(remove, id);
        if (turn === 3) return act(update, id, { dailyLimit: 10 });

        return act(turn === 1 ? pause : start, id);
      }),
    );
    const statuses = replies.map(({ status }) => status);

    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    for (const status of statuses) expect([200, 204, 404, 422]).toContain(status);
    expect((await act(get, id)).status).toBe(404);
    const { body } = await statesOf(listActivity, { campaignId: id });
    const types: string[] = body.data.map(({ type }: { type: string }) => type).reverse();
    for (const [turn, type] of types.entries()) {
      expect(type).toBe(turn % 2 === 0 ? 'campaign.started' : 'campaign.paused');
    }
    await waitForEnrolment(workspaceId, id);
    const { items } = await connected().table.query({
      pk: campaignPartition(workspaceId, id),
      sk: { prefix: 'C#' },
      limit: 10,
    });
    expect(items).toEqual([]);
  });
});

describe('rejects', () => {
  test('a campaign of another workspace', async () => {
    const { id } = await draftCampaign((await newWorkspace()).workspaceId);

    expect((await act(remove, id)).status).toBe(404);
  });
});
