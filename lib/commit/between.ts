import { activityOfKinds, campaignActivity } from '#lib/commit/items.ts';
import { toEvent } from '#lib/commit/stored-event.ts';
import { type Place, placesOf, sortKeyOf } from '#lib/storage/merge.ts';
import type { Table } from '#lib/storage/table.ts';
import type { EventKind } from '#lib/values/event-kind.ts';
import { ulidTime } from '#lib/values/ids.ts';

const pageSize = 500;

interface LedgerLine {
  readonly id: string;
  readonly type: EventKind;
  readonly campaignId: string | undefined;
  readonly emailAccountId: string | undefined;
  readonly isFirst: boolean;
  /** A machine's doing: it is not counted. */
  readonly isBot: boolean;
}

/**
 * What the ledger says of kinds of events between two moments, page by page; the index that tells is a moment behind.
 * @param period epoch milliseconds, the end exclusive
 */
export async function* ledgerBetween(
  table: Table,
  workspaceId: string,
  kinds: readonly EventKind[],
  { beginsAt, endsAt }: { readonly beginsAt: number; readonly endsAt: number },
): AsyncGenerator<LedgerLine> {
  // Ids sort by time: nothing that begins with this moment sorts before it, and everything older does.
  const [from, to] = [`evt_${ulidTime(beginsAt)}`, `evt_${ulidTime(endsAt)}`];
  for (const place of placesOf(activityOfKinds(workspaceId, kinds))) yield* linesIn(table, place, from, to);
}

/** All that the ledger says of a campaign; the index that tells is a moment behind. */
export function ledgerOfCampaign(
  table: Table,
  workspaceId: string,
  campaignId: string,
): AsyncGenerator<LedgerLine> {
  return linesIn(table, { index: 'gsi2', pk: campaignActivity(workspaceId, campaignId) }, 'evt_', 'evt_~');
}

async function* linesIn(
  table: Table,
  { index, pk }: Place,
  begin: string,
  to: string,
): AsyncGenerator<LedgerLine> {
  for (let from = begin; ; ) {
    const { items, more } = await table.query({
      ...(index && { index }),
      ...{ pk, sk: { from, to }, limit: pageSize },
    });
    for (const item of items) {
      const { id, type, data, details, isFirst } = toEvent(item);
      const { campaignId, emailAccountId } = data;
      yield { id, type, campaignId, emailAccountId, isFirst, isBot: details.botReason !== undefined };
    }
    const last = items.at(-1);
    if (!more || !last) break;
    from = `${sortKeyOf({ index }, last)}\u0001`;
  }
}
