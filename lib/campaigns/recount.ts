import { ledgerBetween } from '#lib/activity/between.ts';
import { hasUnpublished } from '#lib/activity/unpublished.ts';
import type { CampaignCounter } from '#lib/campaigns/counters.ts';
import { campaignKey, campaignsIndex, countersKey } from '#lib/campaigns/items.ts';
import { type Counters, toCampaignItem, toCounters } from '#lib/campaigns/stored.ts';
import { isOpen } from '#lib/executions/execution.ts';
import { contactsIn, executionsByContact } from '#lib/executions/executions.ts';
import { chunksOf } from '#lib/runtime/chunks.ts';
import { timeOfId } from '#lib/runtime/ids.ts';
import { isSameValue } from '#lib/runtime/same-value.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Condition, Table } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';

const pageSize = 100;
const ledgerKinds = ['email.sent', 'email.opened', 'email.clicked', 'email.replied'] as const;

type Counted = Partial<Record<CampaignCounter | 'contacts', number>>;

interface CampaignRecount {
  readonly campaignId: string;
  /** Somebody was mailed, enrolled or stopped meanwhile, so that nothing can be said; or it may be entered more than once. */
  readonly outcome: 'compared' | 'busy' | 'only what the ledger tells';
  readonly counted: Counted;
  readonly recounted: Counted;
  readonly isRepaired: boolean;
}

/** The campaigns that exist. */
export async function campaignIdsOf(table: Table, workspaceId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let after = ''; ; after = ids.at(-1) ?? '') {
    const { items, more } = await table.query({
      ...{ index: 'gsi1', pk: campaignsIndex(workspaceId), limit: pageSize },
      ...(after !== '' && { sk: { after } }),
    });
    ids.push(...items.map((item) => String(item['gsi1sk'])));
    if (!more || items.length === 0) return ids;
  }
}

/**
 * Compares a campaign's counters with its executions and the ledger and, if asked to, sets right what differs. Safe beside
 * everything that counts: it is refused when anything was counted since.
 * @returns undefined when there is no such campaign, or nothing differs
 */
export async function recountCampaign(
  services: Services,
  workspaceId: string,
  campaignId: string,
  repair: boolean,
): Promise<CampaignRecount | undefined> {
  const { table } = services;
  const read = async () => table.get(countersKey(workspaceId, campaignId), { consistent: true });
  const campaign = await table.get(campaignKey(workspaceId, campaignId), { consistent: true });
  const before = await read();
  if (!campaign || !before) return undefined;
  const { allowReentry } = toCampaignItem(campaign);
  const counters = toCounters(before);
  const base = { campaignId, counted: {}, recounted: {}, isRepaired: false };
  const wasPending = await hasUnpublished(table, workspaceId);
  const right = {
    ...(await countedInLedger(services, workspaceId, campaignId)),
    // Of an execution that was followed by another nothing is left.
    ...(!allowReentry && (await countedInExecutions(table, workspaceId, campaignId))),
  };
  const isPending = wasPending || (await hasUnpublished(table, workspaceId));
  if (isPending || counters.openJobs !== 0 || !isSameValue(before, await read())) {
    return { ...base, outcome: 'busy' };
  }
  const outcome = allowReentry ? 'only what the ledger tells' : 'compared';
  const { counted, recounted } = differing(counters, right);
  if (Object.keys(recounted).length === 0) return undefined;
  const unchanged = Object.fromEntries(
    Object.keys(recounted).map((name) => [name, name in before ? { is: Number(before[name]) } : 'absent']),
  ) as Condition;
  const update = {
    update: countersKey(workspaceId, campaignId),
    set: recounted,
    if: { pk: 'present', ...unchanged },
  } as const;

  return {
    campaignId,
    outcome,
    counted,
    recounted,
    isRepaired: repair && (await updateIf(table, update)) !== undefined,
  };
}

function differing(counters: Counters, right: Counted): { counted: Counted; recounted: Counted } {
  const names = (Object.keys(right) as (keyof Counted)[]).filter((name) => counters[name] !== right[name]);

  return {
    counted: Object.fromEntries(names.map((name) => [name, counters[name]])),
    recounted: Object.fromEntries(names.map((name) => [name, right[name]])),
  };
}

async function countedInLedger(
  { table, now }: Services,
  workspaceId: string,
  campaignId: string,
): Promise<Counted> {
  const period = { beginsAt: timeOfId(campaignId), endsAt: now() };
  const counted = { sent: 0, opened: 0, clicked: 0, answered: 0 };
  for await (const line of ledgerBetween(table, workspaceId, ledgerKinds, period)) {
    if (line.campaignId !== campaignId || line.isBot) continue;
    if (line.type === 'email.sent') counted.sent += 1;
    else if (!line.isFirst) continue;
    else if (line.type === 'email.opened') counted.opened += 1;
    else if (line.type === 'email.clicked') counted.clicked += 1;
    else counted.answered += 1;
  }

  return counted;
}

async function countedInExecutions(table: Table, workspaceId: string, campaignId: string): Promise<Counted> {
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
      }
    }
    if (after === undefined) return counted;
  }
}
