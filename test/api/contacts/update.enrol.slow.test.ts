import { beforeAll, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { handler as update } from '../../../functions/contacts/update.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import {
  addCampaign,
  addContact,
  addRunningCampaign,
  draftCampaign,
  executionStatuses,
  readCampaign,
  setExecution,
  waitForEnrolment,
} from '../support/seed.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const patch = (id: string, body: Record<string, unknown>) =>
  call(update, { method: 'PATCH', path: `/contacts/${id}`, params: { id }, apiKey: workspace.apiKey, body });
const draft = (input: Record<string, unknown> = {}) => draftCampaign(workspace.workspaceId, input);
const statusesOf = (contactId: string, ...campaignIds: string[]) =>
  executionStatuses(workspace.workspaceId, contactId, campaignIds);
const statsOf = async (id: string) => (await readCampaign(workspace.workspaceId, id)).stats;

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('enrols a contact once and changes nothing else', async () => {
    const [contactId, { id }] = [await addContact(workspace.workspaceId), await draft()];
    const first = await patch(contactId, { addCampaignIds: [id] });
    const second = await patch(contactId, { addCampaignIds: [id] });

    expect(first).toMatchObject({ status: 200, body: { enrolment: { enrolled: 1, notEnrolled: [] } } });
    expect(second.body.enrolment).toEqual({
      enrolled: 0,
      notEnrolled: [{ campaignId: id, contactId, reason: 'already_enrolled' }],
    });
    expect(second.body.updatedAt).toBe(second.body.createdAt);
    expect(await statusesOf(contactId, id)).toEqual(['pending']);
    expect(await statsOf(id)).toMatchObject({ contacts: 1, pending: 1 });
    const { data } = await listActivity(connected(), workspace.workspaceId, { contactId, limit: 10 });
    expect(data.map(({ type }) => type)).toEqual(['contact.created']);
  });

  test('moves a contact from one campaign to an exclusive one in one request', async () => {
    const contactId = await addContact(workspace.workspaceId);
    const from = await addRunningCampaign(workspace.workspaceId, { contactIds: [contactId] });
    await waitForEnrolment(workspace.workspaceId, from.id);
    const to = await draft();
    const refused = await patch(contactId, { addCampaignIds: [to.id] });
    const moved = await patch(contactId, {
      addCampaignIds: [to.id],
      removeCampaignIds: [from.id],
      city: 'Bonn',
    });

    expect(refused.body.enrolment.notEnrolled).toMatchObject([{ reason: 'active_elsewhere' }]);
    expect(moved.body).toMatchObject({ city: 'Bonn', enrolment: { enrolled: 1 } });
    expect(await statusesOf(contactId, from.id, to.id)).toEqual(['stopped', 'pending']);
  });

  test('ignores the removal from a campaign without an execution', async () => {
    const [contactId, { id }] = [await addContact(workspace.workspaceId), await draft()];
    const reply = await patch(contactId, { removeCampaignIds: [id, 'cmp_01JT5P6ZVW3M8Q4Y7N2C9R5XB1'] });

    expect(reply.status).toBe(200);
    expect(reply.body).not.toHaveProperty('enrolment');
  });

  test('enrols a contact again only if the campaign allows re-enrolment', async () => {
    const contactId = await addContact(workspace.workspaceId);
    const input = { contactIds: [contactId], allowParallel: true };
    const once = await addCampaign(workspace.workspaceId, input);
    const often = await addCampaign(workspace.workspaceId, { ...input, allowReentry: true });
    for (const { id } of [once, often]) {
      await setExecution(workspace.workspaceId, contactId, id, { status: 'completed', sendState: 'done' });
    }
    const { body } = await patch(contactId, { addCampaignIds: [once.id, often.id] });

    expect(body.enrolment).toMatchObject({ enrolled: 1, notEnrolled: [{ campaignId: once.id }] });
    expect(await statusesOf(contactId, once.id, often.id)).toEqual(['completed', 'pending']);
  });

  test('an unsubscribe in the same request enrols in no campaign and ends all executions', async () => {
    const contactId = await addContact(workspace.workspaceId);
    const [from, to] = [await addCampaign(workspace.workspaceId, { contactIds: [contactId] }), await draft()];
    const { status, body } = await patch(contactId, {
      status: 'unsubscribed',
      addCampaignIds: [to.id],
      removeCampaignIds: [from.id],
    });

    expect(status).toBe(200);
    expect(body.enrolment).toMatchObject({ enrolled: 0, notEnrolled: [{ reason: 'suppressed' }] });
    expect(await statusesOf(contactId, from.id, to.id)).toEqual(['unsubscribed', undefined]);
  });

  test('one of 20 concurrent enrolments of a contact in exclusive campaigns succeeds', async () => {
    const contactId = await addContact(workspace.workspaceId);
    const run = () => addRunningCampaign(workspace.workspaceId);
    const campaigns = await Promise.all(Array.from({ length: 20 }, run));
    const replies = await Promise.all(campaigns.map(({ id }) => patch(contactId, { addCampaignIds: [id] })));

    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(replies.reduce((sum, { body }) => sum + body.enrolment.enrolled, 0)).toBe(1);
    const statuses = await statusesOf(contactId, ...campaigns.map(({ id }) => id));
    expect(statuses.filter((status) => status !== undefined)).toEqual(['pending']);
  });
});

describe('rejects', () => {
  test('rejects an unknown campaign, and a campaign that is both added and removed', async () => {
    const [contactId, { id }] = [await addContact(workspace.workspaceId), await draft()];
    const unknown = 'cmp_01JT5P6ZVW3M8Q4Y7N2C9R5XB1';

    expect(pathsOf(await patch(contactId, { addCampaignIds: [id, unknown] }))).toEqual(['addCampaignIds[1]']);
    expect(pathsOf(await patch(contactId, { addCampaignIds: [id], removeCampaignIds: [id] }))).toEqual([
      'removeCampaignIds[0]',
    ]);
    expect(await statusesOf(contactId, id)).toEqual([undefined]);
  });
});
