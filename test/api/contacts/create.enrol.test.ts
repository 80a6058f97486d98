import { beforeAll, describe, expect, test } from 'vitest';
import { NewContact } from '#lib/contacts/contact.ts';
import { planContact } from '#lib/contacts/create.ts';
import { handler as create } from '../../../functions/contacts/create.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import {
  addQuietCampaign,
  addRunningCampaign,
  block,
  draftCampaign,
  executionStatuses,
  readCampaign,
  startCampaign,
  uniqueEmail,
} from '../support/seed.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const post = (campaignIds: unknown, more: Record<string, unknown> = {}, apiKey = workspace.apiKey) =>
  call(create, {
    method: 'POST',
    path: '/contacts',
    apiKey,
    body: { email: uniqueEmail(), campaignIds, ...more },
  });
const draft = (input: Record<string, unknown> = {}) => draftCampaign(workspace.workspaceId, input);

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('enrols and counts a new contact in its campaigns immediately', async () => {
    const [one, other] = await Promise.all([draft(), draft({ allowParallel: true })]);
    const { status, body } = await post([one.id, other.id]);

    expect(status).toBe(201);
    expect(body.enrolment).toEqual({ enrolled: 2, notEnrolled: [] });
    expect(body).not.toHaveProperty('campaignIds');
    expect(await executionStatuses(workspace.workspaceId, body.id, [one.id, other.id])).toEqual([
      'pending',
      'pending',
    ]);
    for (const { id } of [one, other]) {
      expect((await readCampaign(workspace.workspaceId, id)).stats).toMatchObject({
        contacts: 1,
        pending: 1,
      });
    }
  });

  test('enrols a contact in the first of two exclusive active campaigns', async () => {
    const run = () => addRunningCampaign(workspace.workspaceId);
    const [one, other] = await Promise.all([run(), run()]);
    const { body } = await post([one.id, other.id]);

    expect(body.enrolment).toEqual({
      enrolled: 1,
      notEnrolled: [{ campaignId: other.id, contactId: body.id, reason: 'active_elsewhere' }],
    });
    expect((await readCampaign(workspace.workspaceId, other.id)).stats.contacts).toBe(0);
  });

  test('a contact with a suppressed address is created but not enrolled', async () => {
    const [{ id }, email] = [await draft(), uniqueEmail()];
    await block(workspace.workspaceId, email);
    const { status, body } = await post([id], { email });

    expect(status).toBe(201);
    expect(body.enrolment).toMatchObject({ enrolled: 0, notEnrolled: [{ reason: 'suppressed' }] });
    expect(await executionStatuses(workspace.workspaceId, body.id, [id])).toEqual([undefined]);
  });

  test('the response has no enrolment if no campaign is requested', async () => {
    expect((await post(undefined)).body).not.toHaveProperty('enrolment');
    expect((await post([])).body.enrolment).toEqual({ enrolled: 0, notEnrolled: [] });
  });

  test('wakes the dispatcher for an active campaign, not for a draft', async () => {
    const { workspaceId } = workspace;
    const [{ id }, other] = await Promise.all([
      addQuietCampaign(workspaceId),
      draft({ allowParallel: true }),
    ]);
    await startCampaign(workspaceId, id);
    const input = NewContact.parse({ email: uniqueEmail(), campaignIds: [id, other.id] });
    const { messages, result } = await planContact(connected(), workspaceId, input);

    expect(result.enrolment?.enrolled).toBe(2);
    expect(messages).toEqual([{ queue: 'ticks', message: { campaignId: id } }]);
  });

  test('counts twenty concurrent enrolments in one campaign as twenty', async () => {
    const { id } = await draft();
    const replies = await Promise.all(Array.from({ length: 20 }, () => post([id])));

    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect((await readCampaign(workspace.workspaceId, id)).stats).toMatchObject({
      contacts: 20,
      pending: 20,
    });
  });
});

describe('rejects', () => {
  test('rejects campaigns that do not exist or belong to another workspace, with their indexes, and creates no contact', async () => {
    const foreign = await draftCampaign((await newWorkspace()).workspaceId);
    const [{ id }, email] = [await draft(), uniqueEmail()];
    const reply = await post(['cmp_01JT5P6ZVW3M8Q4Y7N2C9R5XB1', id, foreign.id], { email });

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual(['campaignIds[0]', 'campaignIds[2]']);
    expect((await post([id], { email })).status).toBe(201);
  });

  test('rejects a repeated campaign and more than twenty campaigns', async () => {
    const { id } = await draft();
    const many = Array.from({ length: 21 }, (_, at) => `cmp_01JT5P6ZVW3M8Q4Y7N2C9R5X${10 + at}`);

    expect(pathsOf(await post([id, id]))).toEqual(['campaignIds']);
    expect(pathsOf(await post(many))).toEqual(['campaignIds']);
  });
});
