import { expect, test } from 'vitest';
import type { EndpointHandler } from '#lib/endpoints/handler.ts';
import { handler as updateCampaign } from '../../../functions/campaigns/update.ts';
import { handler as updateCompany } from '../../../functions/companies/update.ts';
import { handler as updateContact } from '../../../functions/contacts/update.ts';
import { handler as updateAccount } from '../../../functions/email-accounts/update.ts';
import { call } from '../../support/call.ts';
import { newWorkspace } from '../../support/stack.ts';
import { addAccount, addCompany, addContact, draftCampaign } from '../support/seed.ts';

const resources: [string, EndpointHandler, (workspaceId: string) => Promise<string>, string][] = [
  ['contact', updateContact, addContact, 'city'],
  ['company', updateCompany, addCompany, 'city'],
  ['campaign', updateCampaign, async (workspaceId) => (await draftCampaign(workspaceId)).id, 'description'],
  ['e-mail account', updateAccount, addAccount, 'fromName'],
];

test.each(resources)('applies all of 20 concurrent changes of a %s', async (_, update, add, field) => {
  const { workspaceId, apiKey } = await newWorkspace();
  const id = await add(workspaceId);
  const texts = Array.from({ length: 20 }, (_, at) => `text ${at}`);
  const replies = await Promise.all(
    texts.map((text) =>
      call(update, { method: 'PATCH', path: '/x', params: { id }, apiKey, body: { [field]: text } }),
    ),
  );

  expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(replies.map(({ body }) => body[field]).sort()).toEqual(texts.sort());
});
