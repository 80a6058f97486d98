import { readOutlines } from '#lib/campaigns/enrolment/outline.ts';
import { type ContactCampaign, presentProgress } from '#lib/campaigns/recipients/recipient.ts';
import { findContact } from '#lib/contacts/contacts.ts';
import { contactExecutionsQuery, toExecution } from '#lib/executions/executions.ts';
import { type Page, type PageRequest, queryPage } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item } from '#lib/storage/table.ts';
import { notFound } from '#lib/values/problem.ts';

/**
 * The campaigns that a contact is or was in, newest campaign first. Deleted campaigns are omitted.
 * @throws Problem 404
 */
export async function listContactCampaigns(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  contactId: string,
  request: PageRequest,
): Promise<Page<ContactCampaign>> {
  if (!(await findContact(table, workspaceId, contactId))) throw notFound();
  const read = async (items: readonly Item[]) => {
    const executions = items.map(toExecution);
    const ids = executions.map(({ campaignId }) => campaignId);
    const campaigns = new Map((await readOutlines(table, workspaceId, ids)).map((each) => [each.id, each]));

    return executions.map((execution) => {
      const campaign = campaigns.get(execution.campaignId);
      if (!campaign) return undefined;
      const { id: campaignId, name: campaignName, status: campaignStatus } = campaign;

      return { campaignId, campaignName, campaignStatus, ...presentProgress(execution, campaign, now()) };
    });
  };

  return queryPage(table, { ...contactExecutionsQuery(workspaceId, contactId), request, read });
}
