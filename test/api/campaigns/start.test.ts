import { beforeAll, describe, expect, test } from 'vitest';
import { campaignKey } from '#lib/campaigns/items.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { handler as listActivity } from '../../../functions/activity/list.ts';
import { handler as pause } from '../../../functions/campaigns/pause.ts';
import { handler as start } from '../../../functions/campaigns/start.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addAccount, addCampaign, addContact, addQuietCampaign, oneStep } from '../support/seed.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const act = (handler: typeof start, id: string) =>
  call(handler, { method: 'POST', path: `/campaigns/${id}/x`, params: { id }, apiKey: workspace.apiKey });
const eventsOf = async (campaignId: string): Promise<string[]> => {
  const { apiKey } = workspace;
  const { body } = await call(listActivity, {
    method: 'GET',
    path: '/activity',
    apiKey,
    query: { campaignId },
  });

  return body.data.map(({ type }: { type: string }) => type);
};

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('a draft becomes active, and says so in one event', async () => {
    const { id } = await addQuietCampaign(workspace.workspaceId);
    const { status, body } = await act(start, id);

    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'active', startedAt: expect.any(String), pausedAt: null });
    expect(await eventsOf(id)).toEqual(['campaign.started']);
  });

  test('starting what runs already changes nothing and tells nobody', async () => {
    const { id } = await addQuietCampaign(workspace.workspaceId);
    const first = await act(start, id);

    expect(await act(start, id)).toMatchObject({ status: 200, body: first.body });
    expect(await eventsOf(id)).toEqual(['campaign.started']);
  });

  test('of 8 starts at once one starts it, and all are told that it runs', async () => {
    const { id } = await addQuietCampaign(workspace.workspaceId);
    const replies = await Promise.all(Array.from({ length: 8 }, () => act(start, id)));

    expect(replies.map(({ status, body }) => [status, body.status])).toEqual(Array(8).fill([200, 'active']));
    expect(await eventsOf(id)).toEqual(['campaign.started']);
  });

  test('a paused campaign goes on, and keeps the time of its first start', async () => {
    const { id } = await addQuietCampaign(workspace.workspaceId);
    const first = await act(start, id);
    await act(pause, id);

    expect((await act(start, id)).body).toMatchObject({
      status: 'active',
      startedAt: first.body.startedAt,
      pausedAt: null,
      pauseReason: null,
    });
    expect(await eventsOf(id)).toEqual(['campaign.started', 'campaign.paused', 'campaign.started']);
  });
});

describe('rejects', () => {
  test('a campaign that cannot run, with every reason at once', async () => {
    const { id } = await addCampaign(workspace.workspaceId, { steps: [] });
    const reply = await act(start, id);

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual(['steps', 'emailAccountIds', 'contactIds']);
    expect(await eventsOf(id)).toEqual([]);
  });

  test('a campaign whose accounts may not send', async () => {
    const { workspaceId } = workspace;
    const [idle, broken, contactId] = await Promise.all([
      addAccount(workspaceId, { dailyLimit: 0 }),
      addAccount(workspaceId),
      addContact(workspaceId),
    ]);
    await connected().table.update({ update: accountKey(workspaceId, broken), set: { status: 'error' } });
    const { id } = await addCampaign(workspaceId, {
      steps: oneStep,
      emailAccountIds: [idle, broken],
      contactIds: [contactId],
    });

    expect(pathsOf(await act(start, id))).toEqual(['emailAccountIds']);
  });

  test('a campaign that is completed', async () => {
    const { workspaceId } = workspace;
    const { id } = await addQuietCampaign(workspaceId);
    await connected().table.update({ update: campaignKey(workspaceId, id), set: { status: 'completed' } });

    expect(await act(start, id)).toMatchObject({ status: 422 });
  });
});
