import { addCampaign } from '../../api/support/seed.ts';

/** Gives a new workspace its usual overview: without a campaign or with a single draft, the overview leads to the first start. */
export async function addCampaigns(workspaceId: string): Promise<void> {
  for (const name of ['Spring offer', 'Autumn offer']) await addCampaign(workspaceId, { name });
}
