import { expect, test } from 'vitest';
import { handler as start } from '../../../functions/campaigns/start.ts';
import { call } from '../../support/call.ts';
import { newWorkspace } from '../../support/stack.ts';
import { addAccount, addCampaign, addContact } from '../support/seed.ts';

test('the response of a start states that the campaign sends', async () => {
  const { workspaceId, apiKey } = await newWorkspace();
  const { id } = await addCampaign(workspaceId, {
    contactIds: [await addContact(workspaceId)],
    emailAccountIds: [await addAccount(workspaceId)],
  });

  const { body } = await call(start, {
    method: 'POST',
    path: `/campaigns/${id}/start`,
    params: { id },
    apiKey,
  });

  expect(body.sendingStatus).toMatchObject({ state: 'sending', nextSendAt: expect.any(String) });
});
