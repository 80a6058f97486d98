import { beforeAll, describe, expect, test } from 'vitest';
import { handler as list } from '../../../functions/contacts/list.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addCampaign, addContact, addContacts, setExecution } from '../support/seed.ts';
import { newestFirst, pathsOf, walkPages } from '../support/walk.ts';

let workspace: Workspace;
let campaignId: string;
let stepId: string | undefined;
let members: string[];
const ask = (query: Record<string, string>, apiKey = workspace.apiKey) =>
  call(list, { method: 'GET', path: '/contacts', apiKey, query });
const walk = (query: Record<string, string>, limit = 4) =>
  walkPages(list, { path: '/contacts', apiKey: workspace.apiKey, limit, query });

beforeAll(async () => {
  workspace = await newWorkspace();
  const { workspaceId } = workspace;
  members = [...(await addContacts(workspaceId, 10)), await addContact(workspaceId, { tags: ['vip'] })];
  await addContact(workspaceId, { tags: ['vip'] });
  const campaign = await addCampaign(workspaceId, { contactIds: members });
  campaignId = campaign.id;
  stepId = campaign.steps[0]?.id;
  await setExecution(workspaceId, members[3] ?? '', campaignId, { status: 'stopped', sendState: 'done' });
});

describe('accepts', () => {
  test('lists the contacts of a campaign, newest first, each with its execution', async () => {
    const { body } = await ask({ campaignId });

    expect(body.data.map(({ id }: { id: string }) => id)).toEqual(newestFirst(members));
    expect(body.data[0].execution).toMatchObject({
      campaignId,
      contactId: body.data[0].id,
      status: 'pending',
      sentCount: 0,
      currentStepId: null,
      nextStepId: stepId,
    });
  });

  test('pages contain every contact of the campaign once', async () => {
    expect((await walk({ campaignId })).flat()).toEqual(newestFirst(members));
  });

  test('executionStatus and other filters apply to the contacts of the campaign', async () => {
    expect((await walk({ campaignId, executionStatus: 'stopped' })).flat()).toEqual([members[3]]);
    expect((await walk({ campaignId, executionStatus: 'pending' })).flat()).toHaveLength(10);
    expect((await walk({ campaignId, tag: 'vip' })).flat()).toEqual([members.at(-1)]);
    expect((await walk({ campaignId, createdAfter: '2099-01-01T00:00:00Z' })).flat()).toEqual([]);
  });

  test('only lists with campaignId include executions', async () => {
    expect((await ask({})).body.data[0]).not.toHaveProperty('execution');
  });

  test('lists no contact for a campaign of another workspace', async () => {
    expect((await ask({ campaignId }, (await newWorkspace()).apiKey)).body.data).toEqual([]);
  });
});

describe('rejects', () => {
  test.each<[Record<string, string>, string]>([
    [{ executionStatus: 'pending' }, 'executionStatus'],
    [{ campaignId: 'con_01JT5P6ZVW3M8Q4Y7N2C9R5XB1' }, 'campaignId'],
  ])('rejects the filter %j', async (query, path) => {
    expect(pathsOf(await ask(query))).toEqual([path]);
  });

  test('rejects an unknown execution status', async () => {
    expect(pathsOf(await ask({ campaignId, executionStatus: 'gone' }))).toEqual(['executionStatus']);
  });
});
