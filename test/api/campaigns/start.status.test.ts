import { expect, test } from 'vitest';
import { handler as start } from '../../../functions/campaigns/start.ts';
import { call } from '../../support/call.ts';
import { newWorkspace } from '../../support/stack.ts';
import { useOwnResources } from '../../workers/support/own-resources.ts';
import { addAccount, addCampaign, addContact, draftCampaign } from '../support/seed.ts';

async function startWith(create: typeof draftCampaign) {
  const { workspaceId, apiKey } = await newWorkspace();
  const setup = {
    contactIds: [await addContact(workspaceId)],
    emailAccountIds: [await addAccount(workspaceId)],
  };
  const { id } = await create(workspaceId, setup);

  return call(start, { method: 'POST', path: `/campaigns/${id}/start`, params: { id }, apiKey });
}

test('the response of a start states that the campaign sends', async () => {
  const { body } = await startWith(addCampaign);

  expect(body.sendingStatus).toMatchObject({ state: 'sending', nextSendAt: expect.any(String) });
});

test('the response of a start states that contacts are being enrolled', async () => {
  // The stack's workers could enrol the contact before the response is composed.
  await useOwnResources();
  const { body } = await startWith(draftCampaign);

  expect(body.sendingStatus).toMatchObject({ reasons: ['enrolling'] });
});
