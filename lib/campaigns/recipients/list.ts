import * as z from 'zod/mini';
import {
  presentProgress,
  presentRecipient,
  type Recipient,
  WaitingFor,
} from '#lib/campaigns/recipients/recipient.ts';
import { findStep } from '#lib/campaigns/state/find-step.ts';
import { findCampaignItem } from '#lib/campaigns/state/running.ts';
import type { CampaignItem } from '#lib/campaigns/state/stored.ts';
import { readContacts } from '#lib/contacts/contacts.ts';
import { ExecutionStatus } from '#lib/executions/execution.ts';
import { campaignExecutionsQuery, readExecutionsByContact } from '#lib/executions/executions.ts';
import { type Page, queryPage } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import { sortKeyOf } from '#lib/storage/merged-query.ts';
import type { Item } from '#lib/storage/table.ts';
import { notFound } from '#lib/values/problem.ts';
import { orderQuery, pageQuery, StepId } from '#lib/values/schemas.ts';

export const RecipientQuery = z.strictObject({
  ...pageQuery,
  ...orderQuery,
  status: z.optional(ExecutionStatus),
  nextStepId: z.optional(StepId),
  waitingFor: z.optional(WaitingFor),
});
type RecipientQuery = z.infer<typeof RecipientQuery>;

type RecipientServices = Pick<Services, 'table' | 'now'>;

/**
 * The contacts that are or were in a campaign, newest contact first, with their progress. Deleted contacts are omitted.
 * @throws Problem 404
 */
export async function listRecipients(
  services: RecipientServices,
  workspaceId: string,
  campaignId: string,
  request: RecipientQuery,
): Promise<Page<Recipient>> {
  const campaign = await findCampaignItem(services.table, workspaceId, campaignId);
  if (!campaign) throw notFound();
  const source = campaignExecutionsQuery(workspaceId, campaignId);
  const read = (items: readonly Item[]) =>
    readRecipients(
      services,
      workspaceId,
      campaign,
      items.map((item) => sortKeyOf(source, item)),
      request,
    );

  return queryPage(services.table, { ...source, request, read });
}

/** The recipients in the order of the ids; undefined for a contact that was deleted or does not match the filters. */
async function readRecipients(
  { table, now }: RecipientServices,
  workspaceId: string,
  campaign: CampaignItem,
  contactIds: readonly string[],
  filters: RecipientQuery,
): Promise<(Recipient | undefined)[]> {
  const [contacts, executions] = await Promise.all([
    readContacts(table, workspaceId, contactIds),
    readExecutionsByContact(table, workspaceId, campaign.id, contactIds),
  ]);
  const contactsById = new Map(contacts.map((contact) => [contact.id, contact]));
  const matching = contactIds.map((id) => {
    const [contact, execution] = [contactsById.get(id), executions.get(id)];
    const progress = execution && presentProgress(execution, campaign, now());

    return contact && progress && matches(progress, filters) ? { contact, progress } : undefined;
  });
  const stepIds = new Set(matching.flatMap((each) => each?.progress.execution.nextStepId ?? []));
  const steps = await Promise.all([...stepIds].map((id) => findStep(table, workspaceId, campaign.id, id)));
  const stepsById = new Map(steps.map((step) => [step?.id, step]));

  return matching.map((each) => {
    const nextStepId = each?.progress.execution.nextStepId ?? undefined;

    return each && presentRecipient(each.contact, each.progress, stepsById.get(nextStepId), campaign.winners);
  });
}

function matches(
  { execution, waitingFor }: Pick<Recipient, 'execution' | 'waitingFor'>,
  filters: RecipientQuery,
): boolean {
  return (
    (filters.status === undefined || execution.status === filters.status) &&
    (filters.nextStepId === undefined || execution.nextStepId === filters.nextStepId) &&
    (filters.waitingFor === undefined || waitingFor === filters.waitingFor)
  );
}
