import { campaignCountersOf, eventCounters } from '#lib/campaigns/state/counters.ts';
import { campaignKey, campaignsIndex, countersKey } from '#lib/campaigns/state/items.ts';
import type { CampaignStatus } from '#lib/campaigns/state/settings.ts';
import { toCampaignItem, toCounters } from '#lib/campaigns/state/stored.ts';
import { ledgerEntriesOfCampaign } from '#lib/commit/ledger-entries.ts';
import { hasUnpublished } from '#lib/commit/outbox.ts';
import { countsOfExecution, waitingCounterIncrements } from '#lib/executions/campaign-counters.ts';
import { endedStatuses } from '#lib/executions/execution.ts';
import { readCampaignContacts, readExecutionsByContact } from '#lib/executions/executions.ts';
import type { Services } from '#lib/runtime/services.ts';
import { correctCounters, findWrongCounters, type WrongCounters } from '#lib/storage/correct-counters.ts';
import { readItems } from '#lib/storage/read-all.ts';
import type { Table } from '#lib/storage/table.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { isSameValue } from '#lib/values/same-value.ts';

const pageSize = 100;

/** Counters by name. */
type Counted = Readonly<Record<string, number>>;

interface CampaignRecount extends WrongCounters {
  readonly campaignId: string;
  /**
   * `busy`: the counters changed during the recount, so the comparison is void.
   */
  readonly outcome: 'compared' | 'busy';
  readonly isRepaired: boolean;
}

/** The ids of all campaigns of a workspace, and their number by status. */
export async function listCampaignsByStatus(
  table: Table,
  workspaceId: string,
): Promise<{ readonly ids: string[]; readonly statuses: Record<CampaignStatus, number> }> {
  const ids: string[] = [];
  const statuses = { draft: 0, active: 0, paused: 0, completed: 0 };
  const campaigns = readItems(table, { index: 'gsi1', pk: campaignsIndex(workspaceId), limit: pageSize });
  for await (const item of campaigns) {
    const { id, status } = toCampaignItem(item);
    ids.push(id);
    statuses[status] += 1;
  }

  return { ids, statuses };
}

/**
 * Compares a campaign's counters with its executions and the event ledger. With `repair`, corrects the differences.
 * Safe while the campaign runs: the correction fails if a counter has changed since it was read.
 * @returns undefined if the campaign does not exist or nothing differs
 */
export async function recountCampaign(
  { table }: Pick<Services, 'table'>,
  workspaceId: string,
  campaignId: string,
  repair: boolean,
): Promise<CampaignRecount | undefined> {
  const readCounterItem = async () => table.get(countersKey(workspaceId, campaignId));
  const campaign = await table.get(campaignKey(workspaceId, campaignId));
  const before = await readCounterItem();
  if (!campaign || !before) return undefined;
  const counters = toCounters(before);
  const hadUnpublished = await hasUnpublished(table, workspaceId);
  const recounted = {
    ...(await countedInExecutions(table, workspaceId, campaignId)),
    ...(await countedInLedger(table, workspaceId, campaignId)),
  };
  // The counters do not include unpublished events yet.
  const areEventsMissing = hadUnpublished || (await hasUnpublished(table, workspaceId));
  // An open job may have counted contacts that it has yet to enrol.
  if (areEventsMissing || counters.openJobs !== 0 || !isSameValue(before, await readCounterItem())) {
    return { campaignId, outcome: 'busy', counted: {}, recounted: {}, isRepaired: false };
  }
  const differences = findWrongCounters(before, recounted);

  return (
    differences && {
      campaignId,
      outcome: 'compared',
      ...differences,
      isRepaired: repair && (await correctCounters(table, before, before, differences)),
    }
  );
}

async function countedInLedger(table: Table, workspaceId: string, campaignId: string): Promise<Counted> {
  const counts = zeroCounts(eventCounters);
  for await (const entry of ledgerEntriesOfCampaign(table, workspaceId, campaignId)) {
    for (const counter of entry.isBot ? [] : campaignCountersOf(entry)) addCount(counts, counter, 1);
  }

  return counts;
}

async function countedInExecutions(table: Table, workspaceId: string, campaignId: string): Promise<Counted> {
  const waitingCounters = ['paused', 'pausedUnsent', 'unknown', 'unknownUnsent'];
  const counts = zeroCounts(['contacts', 'started', 'endedUnsent', ...endedStatuses, ...waitingCounters]);
  for (let after: string | undefined; ; ) {
    const contactIds = await readCampaignContacts(table, { workspaceId, campaignId }, after, pageSize);
    after = contactIds.at(-1);
    if (after === undefined) return counts;
    // Reads at most 25 executions concurrently.
    for (const chunk of chunksOf(contactIds, 25)) {
      const executions = await readExecutionsByContact(table, workspaceId, campaignId, chunk);
      for (const execution of executions.values()) {
        for (const [counter, count] of Object.entries(countsOfExecution(execution))) {
          addCount(counts, counter, count);
        }
        for (const { counter, by } of waitingCounterIncrements(execution, 1)) addCount(counts, counter, by);
      }
    }
  }
}

function zeroCounts(counters: readonly string[]): Record<string, number> {
  return Object.fromEntries(counters.map((counter) => [counter, 0]));
}

function addCount(counts: Record<string, number>, counter: string, by: number): void {
  counts[counter] = (counts[counter] ?? 0) + by;
}
