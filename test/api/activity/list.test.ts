import { beforeAll, describe, expect, test } from 'vitest';
import type { NewEvent } from '#lib/activity/new-event.ts';
import { commit } from '#lib/runtime/commit.ts';
import { newId } from '#lib/runtime/ids.ts';
import { handler as list } from '../../../functions/activity/list.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addContact, addContacts, addQuietCampaign, startCampaign } from '../support/seed.ts';
import { newestFirst, pathsOf, walkPages } from '../support/walk.ts';

let workspace: Workspace;
const ask = (query: Record<string, string> = {}, apiKey = workspace.apiKey) =>
  call(list, { method: 'GET', path: '/activity', apiKey, query });

beforeAll(async () => {
  workspace = await newWorkspace();
  await addContacts(workspace.workspaceId, 40);
});

describe('accepts', () => {
  test('pages show every event of the workspace once, newest first', async () => {
    for (const limit of [9, 40, 100]) {
      const pages = await walkPages(list, { path: '/activity', apiKey: workspace.apiKey, limit });

      expect(new Set(pages.flat()).size).toBe(40);
      expect(pages.flat()).toEqual(newestFirst(pages.flat()));
    }
  });

  test('an event names its subject, and says the rest as metadata', async () => {
    const { workspaceId, apiKey } = await newWorkspace();
    const contactId = await addContact(workspaceId, { email: 'ann@example.com' });

    expect((await ask({}, apiKey)).body.data).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: 'contact.created',
        occurredAt: expect.stringMatching(/Z$/),
        campaignId: null,
        contactId,
        executionId: null,
        stepId: null,
        emailAccountId: null,
        metadata: { email: 'ann@example.com' },
      },
    ]);
  });

  test('one contact’s or one campaign’s events can be asked for, page by page', async () => {
    const { workspaceId, apiKey } = await newWorkspace();
    const { id: campaignId } = await addQuietCampaign(workspaceId);
    await startCampaign(workspaceId, campaignId);
    const contactId = await addContact(workspaceId);
    const opened: NewEvent = { type: 'email.opened', data: { campaignId, contactId } };
    for (let turn = 0; turn < 5; turn++)
      await commit(connected(), workspaceId, { writes: [], events: [opened] });

    const ofContact = await walkPages(list, { path: '/activity', apiKey, limit: 2, query: { contactId } });
    const ofCampaign = await walkPages(list, { path: '/activity', apiKey, limit: 2, query: { campaignId } });
    expect(ofContact.map((page) => page.length)).toEqual([2, 2, 2]);
    expect(ofCampaign.map((page) => page.length)).toEqual([2, 2, 2]);
    const types = (await ask({ campaignId }, apiKey)).body.data.map(({ type }: { type: string }) => type);
    expect(types).toEqual([...Array(5).fill('email.opened'), 'campaign.started']);
  });
});

describe('rejects', () => {
  test('a campaign and a contact at once', async () => {
    const now = Date.now();

    expect((await ask({ campaignId: newId('cmp', now), contactId: newId('con', now) })).status).toBe(422);
  });

  test('ids that are none, and cursors of other filters', async () => {
    const { nextCursor } = (await ask({ limit: '3' })).body;
    const contactId = await addContact((await newWorkspace()).workspaceId);

    expect(pathsOf(await ask({ campaignId: 'spring' }))).toEqual(['campaignId']);
    expect(pathsOf(await ask({ cursor: nextCursor, contactId }))).toEqual(['cursor']);
  });

  test('another workspace’s contact has no events here', async () => {
    const contactId = await addContact((await newWorkspace()).workspaceId);

    expect((await ask({ contactId })).body).toEqual({ data: [], nextCursor: null, hasMore: false });
  });
});
