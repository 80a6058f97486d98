import type { CampaignCounter } from '#lib/campaigns/counters.ts';
import type { CampaignStatus } from '#lib/campaigns/definition/settings.ts';
import { campaignKey, campaignsIndex, countersKey } from '#lib/campaigns/items.ts';
import { toCampaignItem, toCounters } from '#lib/campaigns/stored.ts';
import { ledgerOfCampaign } from '#lib/commit/between.ts';
import { hasUnpublished } from '#lib/commit/unpublished.ts';
import { isOpen } from '#lib/executions/execution.ts';
import { contactsIn, executionsByContact } from '#lib/executions/executions.ts';
import { waitingCounterOf } from '#lib/executions/waiting-tallies.ts';
import type { Services } from '#lib/runtime/services.ts';
import { correctCounters, type WrongCounters, wrongCounters } from '#lib/storage/correct-counters.ts';
import type { Table } from '#lib/storage/table.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { isSameValue } from '#lib/values/same-value.ts';

const pageSize = 100;

type Counted = Readonly<Partial<Record<CampaignCounter | 'contacts', number>>>;

interface CampaignRecount extends WrongCounters {
  readonly campaignId: string;
  /** Somebody was mailed, enrolled or stopped meanwhile, so that nothing can be said; or it may be entered more than once. */
  readonly outcome: 'compared' | 'busy' | 'only what the ledger tells';
  readonly isRepaired: boolean;
}

/** The campaigns that exist, and how many there are of each status. */
export async function listForRecount(
  table: Table,
  workspaceId: string,
): Promise<{ readonly ids: string[]; readonly statuses: Record<CampaignStatus, number> }> {
  const ids: string[] = [];
  const statuses = { draft: 0, active: 0, paused: 0, completed: 0 };
  for (let after: string | undefined; ; after = ids.at(-1)) {
    const { items, more } = await table.query({
      ...{ index: 'gsi1', pk: campaignsIndex(workspaceId), limit: pageSize },
      ...(after !== undefined && { sk: { after } }),
    });
    for (const { id, status } of items.map(toCampaignItem)) {
      ids.push(id);
      statuses[status] += 1;
    }
    if (!more || items.length === 0) return { ids, statuses };
  }
}

/**
 * Compares a campaign's counters with its executions and the ledger and, if asked to, sets right what differs. Safe beside
 * everything that counts: it is refused when anything was counted since.
 * @returns undefined when there is no such campaign, or nothing differs
 */
export async function recountCampaign(
  { table }: Pick<Services, 'table'>,
  workspaceId: string,
  campaignId: string,
  repair: boolean,
): Promise<CampaignRecount | undefined> {
  const read = async () => table.get(countersKey(workspaceId, campaignId), { consistent: true });
  const campaign = await table.get(campaignKey(workspaceId, campaignId), { consistent: true });
  const before = await read();
  if (!campaign || !before) return undefined;
  const { allowReentry } = toCampaignItem(campaign);
  const counters = toCounters(before);
  const base = { campaignId, counted: {}, recounted: {}, isRepaired: false };
  const wasPending = await hasUnpublished(table, workspaceId);
  const { waiting, all } = await countedInExecutions(table, workspaceId, campaignId);
  const right = {
    ...(await countedInLedger(table, workspaceId, campaignId)),
    // An execution that was followed by another one has ended, and is not in the table any more.
    ...(allowReentry ? waiting : all),
  };
  const isPending = wasPending || (await hasUnpublished(table, workspaceId));
  if (isPending || counters.openJobs !== 0 || !isSameValue(before, await read())) {
    return { ...base, outcome: 'busy' };
  }
  const outcome = allowReentry ? 'only what the ledger tells' : 'compared';
  const wrong = wrongCounters(before, right);

  return (
    wrong && {
      campaignId,
      outcome,
      ...wrong,
      isRepaired: repair && (await correctCounters(table, before, wrong)),
    }
  );
}

async function countedInLedger(table: Table, workspaceId: string, campaignId: string): Promise<Counted> {
  const counted = { sent: 0, opened: 0, clicked: 0, answered: 0 };
  for await (const { type, isFirst, isBot } of ledgerOfCampaign(table, workspaceId, campaignId)) {
    if (isBot) continue;
    if (type === 'email.sent') counted.sent += 1;
    else if (!isFirst) continue;
    else if (type === 'email.opened') counted.opened += 1;
    else if (type === 'email.clicked') counted.clicked += 1;
    else if (type === 'email.replied') counted.answered += 1;
  }

  return counted;
}

async function countedInExecutions(
  table: Table,
  workspaceId: string,
  campaignId: string,
): Promise<{
  /** What is counted of open executions alone. */
  readonly waiting: Counted;
  readonly all: Counted;
}> {
  const ends = {
    completed: 0,
    replied: 0,
    bounced: 0,
    unsubscribed: 0,
    blocklisted: 0,
    failed: 0,
    stopped: 0,
  };
  const counted = { ...ends, contacts: 0, started: 0, endedUnsent: 0 };
  const waiting = { paused: 0, pausedUnsent: 0, unknown: 0, unknownUnsent: 0 };
  for (let after: string | undefined; ; ) {
    const contactIds = await contactsIn(table, { workspaceId, campaignId }, after, pageSize);
    after = contactIds.at(-1);
    for (const chunk of chunksOf(contactIds, 25)) {
      const executions = await executionsByContact(table, workspaceId, campaignId, chunk);
      for (const execution of executions.values()) {
        const { status, sentCount } = execution;
        counted.contacts += 1;
        if (sentCount > 0) counted.started += 1;
        else if (!isOpen(execution)) counted.endedUnsent += 1;
        if (status in ends) counted[status as keyof typeof ends] += 1;
        const counter = waitingCounterOf(execution);
        if (!counter) continue;
        waiting[counter] += 1;
        if (sentCount === 0) waiting[`${counter}Unsent`] += 1;
      }
    }
    if (after === undefined) return { waiting, all: { ...counted, ...waiting } };
  }
}
