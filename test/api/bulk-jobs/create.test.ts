import { beforeAll, describe, expect, test } from 'vitest';
import { queuePut } from '#lib/jobs/run-queue.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as create } from '../../../functions/bulk-jobs/create.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addContact, draftCampaign } from '../support/seed.ts';

let workspace: Workspace;
const post = (body: unknown, headers: Record<string, string> = {}, apiKey = workspace.apiKey) =>
  call(create, { method: 'POST', path: '/bulk-jobs', apiKey, body, headers });
const tag = { action: 'add_tags', tags: ['vip'] };
const cmp = 'cmp_01JT5P6ZVW3M8Q4Y7N2C9R5XB1';
const con = 'con_01JT5P6ZVW3M8Q4Y7N2C9R5XB1';

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('a job with ids is accepted with its number of contacts', async () => {
    const contactIds = [await addContact(workspace.workspaceId), await addContact(workspace.workspaceId)];
    const { status, body, headers } = await post({ ...tag, contactIds });

    expect(status).toBe(202);
    expect(headers['location']).toMatch(new RegExp(`/bulk-jobs/${body.id}$`));
    expect(body).toMatchObject({
      action: 'add_tags',
      tags: ['vip'],
      filter: null,
      fields: null,
      campaignId: null,
      contacts: 2,
      processed: 0,
      changed: 0,
      endedAt: null,
      statusReason: null,
    });
  });

  test('a job with a filter has its times in UTC, and no number of contacts until they are selected', async () => {
    const filter = { tag: 'lead', status: 'active', createdAfter: '2025-12-31T23:00:00.000Z' };
    const { status, body } = await post({
      ...tag,
      filter: { ...filter, createdAfter: '2026-01-01T00:00:00+01:00' },
    });

    expect(status).toBe(202);
    expect(body).toMatchObject({ filter, contacts: null });
  });

  test('a repeated request with the same Idempotency-Key creates one job', async () => {
    const headers = { 'Idempotency-Key': `bulk-${Date.now()}` };
    const first = await post({ ...tag, filter: { tag: 'repeated' } }, headers);
    const again = await post({ ...tag, filter: { tag: 'repeated' } }, headers);

    expect(again.body).toEqual(first.body);
  });
});

describe('rejects', () => {
  test.each([
    [{ ...tag }, 'body', /^filter or contactIds is required$/],
    [{ ...tag, filter: {}, contactIds: [con] }, 'contactIds', /^is not accepted together with filter$/],
    [{ ...tag, contactIds: [] }, 'contactIds', />=1|at least 1/],
    [{ ...tag, contactIds: [con, con] }, 'contactIds', /must not repeat a contact/],
    [{ ...tag, contactIds: Array(1001).fill(con) }, 'contactIds', /<=1000|at most 1000/],
    [{ ...tag, tags: [], filter: {} }, 'tags', />=1|at least 1/],
    [{ action: 'add_tags', filter: {} }, 'tags', /is required with add_tags/],
    [{ action: 'enrol', filter: {} }, 'campaignId', /is required with enrol/],
    [{ action: 'update', filter: {} }, 'fields', /is required with update/],
    [{ action: 'update', filter: {}, fields: {} }, 'fields', /at least one field/],
    [
      { action: 'update', filter: {}, fields: { email: 'a@b.co' } },
      'fields.email',
      /not a field of this request/,
    ],
    [{ action: 'delete', filter: { tag: 'a' }, tags: ['x'] }, 'tags', /not accepted with other actions/],
    [{ action: 'delete', filter: {} }, 'filter', /at least one field/],
    [{ ...tag, filter: { executionStatus: 'pending' } }, 'filter.executionStatus', /requires campaignId/],
    [{ ...tag, filter: { limit: 5 } }, 'filter.limit', /not a field of this request/],
    [{ action: 'enrol', filter: {}, campaignId: cmp }, 'campaignId', /does not exist/],
    [
      { action: 'update', filter: {}, fields: { companyId: 'com_01JT5P6ZVW3M8Q4Y7N2C9R5XB1' } },
      'fields.companyId',
      /does not exist/,
    ],
  ])('%j', async (body, path, message) => {
    const reply = await post(body);

    expect(reply.status).toBe(422);
    expect(reply.body.error.details).toContainEqual(
      expect.objectContaining({ path, message: expect.stringMatching(message) }),
    );
  });

  test('a campaign of another workspace does not exist', async () => {
    const { id: campaignId } = await draftCampaign((await newWorkspace()).workspaceId);

    expect((await post({ action: 'enrol', campaignId, filter: {} })).status).toBe(422);
  });

  test('the 21st unfinished job of a workspace is rejected', async () => {
    const { workspaceId, apiKey } = await newWorkspace();
    // Without messages, so that the workers of the stack do not end these jobs.
    for (let each = 0; each < 20; each++) {
      const id = newId('bjb', Date.now());
      await connected().table.put(
        queuePut({ workspaceId, id, kind: 'bulk', createdAt: new Date().toISOString() }),
      );
    }
    const { status, body } = await post({ ...tag, filter: {} }, {}, apiKey);

    expect(status).toBe(422);
    expect(body.error.message).toMatch(/at most 20 unfinished bulk jobs/);
  });
});
