import type { ImportReport } from '#lib/contacts/import/report.ts';
import {
  createCampaign,
  importContacts,
  listContacts,
  startCampaign,
} from '../../../infra/local/demo/campaign.ts';
import { contactsCsv, type Journey } from './journey.ts';

/** Imports contacts, connects accounts, creates a campaign with all of them and starts it. */
export async function startedCampaign(
  journey: Journey,
  size: { readonly contacts: number; readonly accounts: number },
): Promise<{ campaignId: string; addresses: string[]; report: ImportReport }> {
  const { api } = journey;
  const accountIds = await journey.connectAccounts(size.accounts);
  const report = await importContacts(api, contactsCsv(size.contacts), 'once');
  const contacts = await listContacts(api);
  const campaignId = await createCampaign(
    api,
    contacts.map(({ id }) => id),
    accountIds,
  );
  await startCampaign(api, campaignId);

  return { campaignId, addresses: contacts.map(({ email }) => email), report };
}
