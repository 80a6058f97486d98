import { expect, test } from 'vitest';
import { timeOfId, timestamp } from '#lib/values/ids.ts';
import { createWorkspace } from '#lib/workspaces/workspaces.ts';
import { handler as getSettings } from '../../../functions/workspaces/get.ts';
import { call } from '../../support/call.ts';
import { connected, newApiKey, newWorkspace } from '../../support/stack.ts';

const get = (apiKey: string) => call(getSettings, { method: 'GET', path: '/workspace', apiKey });
const createdAt = (workspaceId: string) => timestamp(timeOfId(workspaceId));

test('has the name that the operator set, and no address at first', async () => {
  const { id, name } = await createWorkspace(connected(), 'Analytical Engines');
  const { status, body } = await get(await newApiKey(id, { scope: 'read-only' }));

  expect([status, body]).toEqual([
    200,
    { id, name, postalAddress: null, timezone: 'UTC', updatedAt: createdAt(id) },
  ]);
});

test('has no name for a workspace that is not registered', async () => {
  const { workspaceId, apiKey } = await newWorkspace();

  expect((await get(apiKey)).body).toEqual({
    id: workspaceId,
    name: null,
    postalAddress: null,
    timezone: 'UTC',
    updatedAt: createdAt(workspaceId),
  });
});
