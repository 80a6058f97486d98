import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { planEdit } from '#lib/campaigns/definition/edit.ts';
import { planCompanyUpdate } from '#lib/companies/companies.ts';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { planAccountUpdate } from '#lib/email-accounts/update.ts';
import { timestamp } from '#lib/values/ids.ts';
import { planWebhookUpdate } from '#lib/webhooks/webhooks.ts';
import { call } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { connected, newWorkspace } from '../../support/stack.ts';
import { addAccount, addCompany, addContact, addWebhook, commitNow, draftCampaign } from '../support/seed.ts';
import { reads } from '../support/subject.ts';

/** A time after all creations. */
const later = () => ({ ...connected(), now: () => Date.now() + 60_000 });

const resources = {
  'contacts.list': {
    add: addContact,
    change: async (workspaceId: string, id: string) =>
      commitNow(workspaceId, await planContactUpdate(later(), workspaceId, id, { city: 'Bonn' })),
  },
  'companies.list': {
    add: (workspaceId: string) => addCompany(workspaceId),
    change: async (workspaceId: string, id: string) =>
      commitNow(workspaceId, await planCompanyUpdate(later(), workspaceId, id, { city: 'Bonn' })),
  },
  'campaigns.list': {
    add: async (workspaceId: string) => (await draftCampaign(workspaceId)).id,
    change: async (workspaceId: string, id: string) =>
      commitNow(workspaceId, await planEdit(later(), workspaceId, id, { name: 'Summer' })),
  },
  'email-accounts.list': {
    add: (workspaceId: string) => addAccount(workspaceId),
    change: async (workspaceId: string, id: string) =>
      commitNow(workspaceId, await planAccountUpdate(later(), workspaceId, id, { fromName: 'Ann' })),
  },
  'webhooks.list': {
    add: async (workspaceId: string) => (await addWebhook(workspaceId)).id,
    change: async (workspaceId: string, id: string) => {
      const services = { ...later(), vault: kmsVault(connected()), loopback: 'allow' as const };
      await commitNow(
        workspaceId,
        await planWebhookUpdate(services, { workspaceId }, id, { description: 'x' }),
      );
    },
  },
};

test.each(Object.entries(resources))(
  '%s returns the objects that changed after the given time',
  async (name, { add, change }) => {
    const { workspaceId, apiKey } = await newWorkspace();
    const [changed] = [await add(workspaceId), await add(workspaceId)];
    const updatedAfter = timestamp(Date.now() + 1000).replace('Z', '+00:00');
    await change(workspaceId, changed);
    const endpoint = reads.find((each) => each.name === name);
    const { handler } = await import(pathToFileURL(endpoint?.file ?? '').href);
    const path = endpoint?.definition.path ?? '';
    const reply = await call(handler, { method: 'GET', path, apiKey, query: { updatedAfter } });
    expectDocumented(name, reply);

    expect(reply.body.data.map(({ id }: { id: string }) => id)).toEqual([changed]);
  },
);
