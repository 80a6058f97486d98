import { readRecipients } from '../../../infra/local/demo/figures.ts';

/** The recipient of each captured campaign email. Owners of a workspace get notices of failing webhooks. */
export async function readCampaignRecipients(webUrl: string): Promise<string[]> {
  return (await readRecipients(webUrl)).filter((address) => !address.startsWith('owner-'));
}
