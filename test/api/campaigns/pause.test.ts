import { beforeAll, describe, expect, test } from 'vitest';
import { campaignKey } from '#lib/campaigns/state/items.ts';
import { handler as listActivity } from '../../../functions/activity/list.ts';
import { handler as pause } from '../../../functions/campaigns/pause.ts';
import { handler as start } from '../../../functions/campaigns/start.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addQuietCampaign, startCampaign } from '../support/seed.ts';

let workspace: Workspace;
const act = (handler: typeof pause, id: string) =>
  call(handler, { method: 'POST', path: `/campaigns/${id}/x`, params: { id }, apiKey: workspace.apiKey });
const eventsOf = async (campaignId: string) => {
  const { apiKey } = workspace;
  const { body } = await call(listActivity, {
    method: 'GET',
    path: '/activity',
    apiKey,
    query: { campaignId },
  });

  return body.data;
};
const addRunning = async () => {
  const { id } = await addQuietCampaign(workspace.workspaceId);
  await startCampaign(workspace.workspaceId, id);

  return id;
};

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('an active campaign, and returns the reason and time of the pause', async () => {
    const id = await addRunning();
    const { status, body } = await act(pause, id);

    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'paused', pauseReason: 'user', pausedAt: body.updatedAt });
    const [event] = await eventsOf(id);
    expect(event).toMatchObject({ type: 'campaign.paused', campaignId: id, metadata: { reason: 'user' } });
  });

  test('a paused campaign, without a change or an event', async () => {
    const id = await addRunning();
    const first = await act(pause, id);

    expect(await act(pause, id)).toMatchObject({ status: 200, body: first.body });
    expect(await eventsOf(id)).toHaveLength(2);
  });

  test('concurrent starts and pauses, with exactly one event for each change', async () => {
    const id = await addRunning();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, turn) => act(turn % 2 === 0 ? pause : start, id)),
    );
    // Oldest first; the first event is the start before the race.
    const types: string[] = (await eventsOf(id)).map(({ type }: { type: string }) => type).reverse();

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    for (const [turn, type] of types.entries()) {
      expect(type).toBe(turn % 2 === 0 ? 'campaign.started' : 'campaign.paused');
    }
    const item = await connected().table.get(campaignKey(workspace.workspaceId, id));
    expect(item?.['status']).toBe(types.at(-1) === 'campaign.started' ? 'active' : 'paused');
  });
});

describe('rejects', () => {
  test.each(['draft', 'completed'])('a campaign with status %s', async (status) => {
    const { workspaceId } = workspace;
    const { id } = await addQuietCampaign(workspaceId);
    await connected().table.update({ update: campaignKey(workspaceId, id), set: { status } });

    expect(await act(pause, id)).toMatchObject({
      status: 422,
      body: { error: { message: `the campaign is ${status}` } },
    });
    expect(await eventsOf(id)).toEqual([]);
  });
});
