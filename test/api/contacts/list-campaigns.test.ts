import { beforeAll, expect, test } from 'vitest';
import { newId } from '#lib/values/ids.ts';
import { handler as listCampaigns } from '../../../functions/contacts/list-campaigns.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addCampaign, addContact } from '../support/seed.ts';
import { walkPages } from '../support/walk.ts';

let workspace: Workspace;
let contactId: string;
let campaignIds: string[];

const campaignsOf = (id: string) => {
  const path = `/contacts/${id}/campaigns`;

  return call(listCampaigns, { method: 'GET', path, params: { id }, apiKey: workspace.apiKey });
};

beforeAll(async () => {
  workspace = await newWorkspace();
  contactId = await addContact(workspace.workspaceId);
  campaignIds = [];
  for (const name of ['First', 'Second', 'Third']) {
    const input = { name, contactIds: [contactId] };
    campaignIds.unshift((await addCampaign(workspace.workspaceId, input)).id);
  }
});

test('lists the campaigns with the progress of the contact, newest campaign first', async () => {
  const { status, body } = await campaignsOf(contactId);
  const progress = {
    campaignStatus: 'draft',
    waitingFor: 'campaign',
    lastEvent: null,
    execution: { contactId },
  };

  expect(status).toBe(200);
  expect(body.data).toMatchObject([
    { ...progress, campaignId: campaignIds[0], campaignName: 'Third' },
    { ...progress, campaignId: campaignIds[1], campaignName: 'Second' },
    { ...progress, campaignId: campaignIds[2], campaignName: 'First' },
  ]);
});

test('pages contain every campaign once', async () => {
  const path = `/contacts/${contactId}/campaigns`;
  const request = { path, params: { id: contactId }, apiKey: workspace.apiKey, limit: 2 };

  expect((await walkPages(listCampaigns, { ...request, idField: 'campaignId' })).flat()).toEqual(campaignIds);
});

test('rejects an unknown contact', async () => {
  expect((await campaignsOf(newId('con', Date.now()))).status).toBe(404);
});
