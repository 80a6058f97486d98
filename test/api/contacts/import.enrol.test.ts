import { beforeAll, describe, expect, test } from 'vitest';
import { handler as upload } from '../../../functions/contacts/import.ts';
import { handler as list } from '../../../functions/contacts/list.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import {
  addContact,
  addRunningCampaign,
  block,
  draftCampaign,
  readCampaign,
  uniqueEmail,
  waitForEnrolment,
} from '../support/seed.ts';
import { pathsOf, walkPages } from '../support/walk.ts';

let workspace: Workspace;
const send = (emails: readonly string[], campaignId: string, headers: Record<string, string> = {}) =>
  call(upload, {
    method: 'POST',
    path: '/contacts/import',
    apiKey: workspace.apiKey,
    query: { campaignId },
    headers: { 'Content-Type': 'text/csv', ...headers },
    body: ['email', ...emails].join('\n'),
  });
const membersOf = async (campaignId: string) =>
  (
    await walkPages(list, { path: '/contacts', apiKey: workspace.apiKey, limit: 100, query: { campaignId } })
  ).flat();

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('enrols new and existing contacts of a file and reports contacts that cannot be enrolled', async () => {
    const { workspaceId } = workspace;
    const [known, engaged, blocked] = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
    const [knownId, engagedId] = [
      await addContact(workspaceId, { email: known }),
      await addContact(workspaceId, {
        email: engaged,
        campaignIds: [(await addRunningCampaign(workspaceId)).id],
      }),
    ];
    await block(workspaceId, blocked);
    const { id } = await draftCampaign(workspaceId);
    const fresh = Array.from({ length: 60 }, uniqueEmail);
    const { status, body } = await send([known, engaged, blocked, ...fresh], id);

    expect(status).toBe(200);
    expect(body).toMatchObject({ created: 61, skipped: 2, enrolled: 61, notEnrolledTruncated: false });
    expect(body.notEnrolled).toHaveLength(2);
    expect(body.notEnrolled).toContainEqual({ contactId: engagedId, reason: 'active_elsewhere' });
    expect(body.notEnrolled).toContainEqual({ contactId: expect.any(String), reason: 'suppressed' });
    await waitForEnrolment(workspaceId, id);
    const members = await membersOf(id);
    expect(members).toHaveLength(61);
    expect(members).toContain(knownId);
    expect((await readCampaign(workspaceId, id)).stats).toMatchObject({ contacts: 61, pending: 61 });
  });

  test('a repeat with the same key returns the same report and enrols no contact again', async () => {
    const { id } = await draftCampaign(workspace.workspaceId, { allowReentry: true });
    const emails = Array.from({ length: 30 }, uniqueEmail);
    const headers = { 'Idempotency-Key': `import-${Date.now()}` };
    const replies = await Promise.all([send(emails, id, headers), send(emails, id, headers)]);
    const later = await send(emails, id, headers);
    await waitForEnrolment(workspace.workspaceId, id);

    for (const { body } of [...replies, later]) expect(body).toMatchObject({ created: 30, enrolled: 30 });
    expect((await readCampaign(workspace.workspaceId, id)).stats.contacts).toBe(30);
  });

  test('enrols no contact without a campaign', async () => {
    const { body } = await call(upload, {
      method: 'POST',
      path: '/contacts/import',
      apiKey: workspace.apiKey,
      headers: { 'Content-Type': 'text/csv' },
      body: `email\n${uniqueEmail()}`,
    });

    expect(body).toMatchObject({ created: 1, enrolled: 0, notEnrolled: [] });
  });
});

describe('rejects', () => {
  test('rejects an unknown campaign and creates no contact', async () => {
    const email = uniqueEmail();
    const reply = await send([email], 'cmp_01JT5P6ZVW3M8Q4Y7N2C9R5XB1');

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual(['campaignId']);
    const found = await call(list, {
      method: 'GET',
      path: '/contacts',
      apiKey: workspace.apiKey,
      query: { email },
    });
    expect(found.body.data).toEqual([]);
  });
});
