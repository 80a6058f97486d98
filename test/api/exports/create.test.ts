import { beforeEach, describe, expect, test } from 'vitest';
import { planExportDeletion } from '#lib/exports/delete.ts';
import { handler as create } from '../../../functions/exports/create.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addWaitingExport, commitNow, draftCampaign } from '../support/seed.ts';

let workspace: Workspace;
const post = (body: unknown, headers: Record<string, string> = {}, apiKey = workspace.apiKey) =>
  call(create, { method: 'POST', path: '/exports', apiKey, body, headers });
const contacts = { type: 'contacts', format: 'csv' };
const cmp = 'cmp_01JT5P6ZVW3M8Q4Y7N2C9R5XB1';

beforeEach(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('an export of contacts with filters and columns for custom fields', async () => {
    const filter = { tag: 'lead', status: 'active' };
    const { status, body, headers } = await post({ ...contacts, filter, customFields: ['plan'] });

    expect(status).toBe(202);
    expect(headers['location']).toMatch(new RegExp(`/exports/${body.id}$`));
    expect(body).toMatchObject({
      ...contacts,
      filter,
      customFields: ['plan'],
      campaignId: null,
      status: 'queued',
      rows: 0,
      bytes: 0,
      endedAt: null,
      expiresAt: null,
      statusReason: null,
    });
    expect(body).not.toHaveProperty('downloadUrl');
  });

  test('an export of recipients of a campaign', async () => {
    const { id: campaignId } = await draftCampaign(workspace.workspaceId);
    const { status, body } = await post({
      type: 'recipients',
      format: 'ndjson',
      campaignId,
      filter: { status: 'replied' },
    });

    expect(status).toBe(202);
    expect(body).toMatchObject({ campaignId, filter: { status: 'replied' } });
  });

  test.each([
    { type: 'activity', format: 'csv', filter: { type: ['email.sent'], includeBots: true } },
    { type: 'replies', format: 'ndjson', filter: { isRead: false, label: 'interested' } },
  ])('an export of $type', async (body) => {
    expect((await post(body)).status).toBe(202);
  });

  test('a repeated request with the same Idempotency-Key once', async () => {
    const headers = { 'Idempotency-Key': `export-${Date.now()}` };
    const first = await post(contacts, headers);
    const again = await post(contacts, headers);

    expect(again.body).toEqual(first.body);
    expect((await post(contacts)).status).toBe(202);
  });
});

describe('rejects', () => {
  test.each([
    [{ ...contacts, type: 'companies' }, 'type'],
    [{ ...contacts, format: 'xlsx' }, 'format'],
    [{ ...contacts, filter: { isRead: true } }, 'filter.isRead'],
    [{ ...contacts, filter: { executionStatus: 'replied' } }, 'filter.executionStatus'],
    [{ ...contacts, format: 'ndjson', customFields: ['plan'] }, 'customFields'],
    [{ ...contacts, customFields: ['__proto__'] }, 'customFields[0]'],
    [{ ...contacts, customFields: ['plan', 'plan'] }, 'customFields'],
    [{ ...contacts, campaignId: cmp }, 'campaignId'],
    [{ type: 'recipients', format: 'csv' }, 'campaignId'],
    [{ type: 'recipients', format: 'csv', campaignId: cmp }, 'campaignId'],
    [{ type: 'activity', format: 'csv', filter: { type: [] } }, 'filter.type'],
    [{ type: 'replies', format: 'csv', filter: { isRead: 'true' } }, 'filter.isRead'],
  ])('%j', async (body, path) => {
    const reply = await post(body);

    expect(reply.status).toBe(422);
    expect(reply.body.error.details.map((detail: { path: string }) => detail.path)).toContain(path);
  });

  test('a campaign of another workspace', async () => {
    const { id: campaignId } = await draftCampaign((await newWorkspace()).workspaceId);

    expect((await post({ type: 'recipients', format: 'csv', campaignId })).status).toBe(422);
  });

  test('a third unfinished export with 422, until one of the two ends', async () => {
    const { workspaceId } = workspace;
    const first = await addWaitingExport(workspaceId);
    await addWaitingExport(workspaceId);
    const reply = await post(contacts);

    expect(reply.status).toBe(422);
    expect(reply.body.error).toMatchObject({ details: [{ rule: 'count' }] });
    await commitNow(workspaceId, await planExportDeletion(connected(), workspaceId, first));
    expect((await post(contacts)).status).toBe(202);
  });

  test('all but two of concurrent requests', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => post(contacts)));
    // The stack's worker may complete an export in the meantime.
    const accepted = replies.filter(({ status }) => status === 202).length;

    expect(accepted).toBeGreaterThanOrEqual(2);
    expect(replies.every(({ status }) => [202, 422].includes(status))).toBe(true);
  });

  test('a read-only key', async () => {
    expect((await post(contacts, {}, workspace.readOnlyApiKey)).status).toBe(403);
  });
});
