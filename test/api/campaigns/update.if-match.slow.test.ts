import { beforeAll, expect, test } from 'vitest';
import { handler as get } from '../../../functions/campaigns/get.ts';
import { handler as pause } from '../../../functions/campaigns/pause.ts';
import { handler as start } from '../../../functions/campaigns/start.ts';
import { handler as update } from '../../../functions/campaigns/update.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { setClock } from '../../workers/support/clock.ts';
import { addQuietCampaign, startCampaign } from '../support/seed.ts';

let workspace: Workspace;

beforeAll(async () => {
  workspace = await newWorkspace();
});

test.each([
  ['start', start],
  ['pause', pause],
] as const)('a %s changes the version of a campaign, even within a millisecond', async (verb, handler) => {
  const { workspaceId, apiKey } = workspace;
  const { id } = await addQuietCampaign(workspaceId);
  if (verb === 'pause') await startCampaign(workspaceId, id);
  const on = { path: `/campaigns/${id}`, params: { id }, apiKey };
  const before = await call(get, { method: 'GET', ...on });
  setClock(Date.parse(before.body.updatedAt));
  const changed = await call(handler, { method: 'POST', ...on, path: `${on.path}/${verb}` });
  expect(changed.status).toBe(200);
  const headers = { 'If-Match': before.headers['etag'] ?? '' };
  const reply = await call(update, { method: 'PATCH', ...on, headers, body: { name: 'Autumn' } });

  expect(reply.body.error?.details).toMatchObject([{ path: 'If-Match', rule: 'precondition' }]);
  expect(changed.body.updatedAt > before.body.updatedAt).toBe(true);
});
