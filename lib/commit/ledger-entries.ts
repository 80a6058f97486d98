import { eventsOfWorkspace } from '#lib/commit/event-queries.ts';
import { campaignActivity } from '#lib/commit/items.ts';
import { toEvent } from '#lib/commit/stored-event.ts';
import type { MergedQuery } from '#lib/storage/merged-query.ts';
import { readEachPartition } from '#lib/storage/read-all.ts';
import type { Table } from '#lib/storage/table.ts';
import type { EventKind, TrackedAction } from '#lib/values/event-kind.ts';
import { idCode, ulidTime } from '#lib/values/ids.ts';

const pageSize = 500;

export interface LedgerEntry {
  readonly id: string;
  readonly type: EventKind;
  readonly campaignId: string | undefined;
  readonly emailAccountId: string | undefined;
  readonly stepId: string | undefined;
  /** `idCode` of the email's variant. */
  readonly variant: string | undefined;
  readonly isFirst: boolean;
  readonly tracked: readonly TrackedAction[];
  /** Probably caused by a bot, so it is not counted. */
  readonly isBot: boolean;
}

/**
 * Ledger entries of some kinds within a period, page by page. The index is eventually consistent.
 * @param period epoch milliseconds, the end exclusive
 */
export function ledgerEntriesBetween(
  table: Table,
  workspaceId: string,
  kinds: readonly EventKind[],
  { beginsAt, endsAt }: { readonly beginsAt: number; readonly endsAt: number },
): AsyncGenerator<LedgerEntry> {
  // Ids sort by time; a bound without a random part sorts before all ids of its millisecond.
  const [from, to] = [`evt_${ulidTime(beginsAt)}`, `evt_${ulidTime(endsAt)}`];

  return ledgerEntriesIn(table, { ...eventsOfWorkspace(workspaceId, kinds), from, to });
}

/**
 * The ledger entries of a campaign. The index is eventually consistent.
 * @param beginsAt epoch milliseconds of the first entry
 */
export function ledgerEntriesOfCampaign(
  table: Table,
  workspaceId: string,
  campaignId: string,
  beginsAt = 0,
): AsyncGenerator<LedgerEntry> {
  // All later event ids are between these bounds, because `~` sorts after letters and digits.
  return ledgerEntriesIn(table, {
    index: 'gsi2',
    partitions: [campaignActivity(workspaceId, campaignId)],
    from: `evt_${ulidTime(beginsAt)}`,
    to: 'evt_~',
  });
}

/** @param query the partitions of the index and the bounds of the event ids */
async function* ledgerEntriesIn(table: Table, query: MergedQuery): AsyncGenerator<LedgerEntry> {
  for await (const item of readEachPartition(table, query, pageSize)) {
    const { id, type, data, details, isFirst, variant: storedVariant } = toEvent(item);
    const { campaignId, emailAccountId, stepId } = data;
    const { variantId, botReason, tracked = [] } = details;
    const variant = storedVariant ?? (variantId === undefined ? undefined : idCode(variantId));
    const email = { campaignId, emailAccountId, stepId, variant };
    yield { id, type, ...email, isFirst, tracked, isBot: botReason !== undefined };
  }
}
