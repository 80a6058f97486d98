import { beforeAll, expect, test } from 'vitest';
import { handler as start } from '../../../functions/campaigns/start.ts';
import { call } from '../../support/call.ts';
import { newWorkspace } from '../../support/stack.ts';
import { useOwnResources } from '../../workers/support/own-resources.ts';
import { addAccount, addContact, draftCampaign } from '../support/seed.ts';

// The workers of the stack could enrol the contact before the response is composed.
beforeAll(() => useOwnResources());

test('the response of a start states that contacts are being enrolled', async () => {
  const { workspaceId, apiKey } = await newWorkspace();
  const { id } = await draftCampaign(workspaceId, {
    contactIds: [await addContact(workspaceId)],
    emailAccountIds: [await addAccount(workspaceId)],
  });

  const { body } = await call(start, {
    method: 'POST',
    path: `/campaigns/${id}/start`,
    params: { id },
    apiKey,
  });

  expect(body.sendingStatus).toMatchObject({ reasons: ['enrolling'] });
});
