import { beforeAll, describe, expect, test } from 'vitest';
import { handler as get } from '../../../functions/campaigns/get.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addCampaign, addQuietCampaign, startCampaign } from '../support/seed.ts';

let workspace: Workspace;
const read = (id: string, apiKey = workspace.apiKey) =>
  call(get, { method: 'GET', path: `/campaigns/${id}`, params: { id }, apiKey });

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('an existing id, and returns unchanged texts and the counters', async () => {
    const { id } = await addCampaign(workspace.workspaceId, {
      description: 'first contact',
      steps: [{ variants: [{ subject: 'Grüße, {{firstName}}', bodyHtml: '<p>Hi</p>', bodyText: 'Hi' }] }],
    });

    expect((await read(id)).body).toMatchObject({
      id,
      description: 'first contact',
      status: 'draft',
      pauseReason: null,
      steps: [
        {
          id: expect.stringMatching(/^stp_/),
          type: 'email',
          variants: [
            {
              id: expect.stringMatching(/^var_/),
              subject: 'Grüße, {{firstName}}',
              bodyHtml: '<p>Hi</p>',
              bodyText: 'Hi',
            },
          ],
        },
      ],
      stats: { contacts: 0, pending: 0, completed: 0, sent: 0 },
    });
  });

  test('an active campaign, and returns the time of its start', async () => {
    const { id } = await addQuietCampaign(workspace.workspaceId);
    const started = await startCampaign(workspace.workspaceId, id);

    expect((await read(id)).body).toMatchObject({
      status: 'active',
      startedAt: started.startedAt,
      stats: { contacts: 1, pending: 1 },
    });
  });
});

describe('rejects', () => {
  test('a campaign of another workspace with 404', async () => {
    const { id } = await addCampaign(workspace.workspaceId);

    expect((await read(id, (await newWorkspace()).apiKey)).status).toBe(404);
  });
});
