import type { Campaign } from '#lib/campaigns/definition/campaign.ts';
import { countersKey } from '#lib/campaigns/state/items.ts';
import { breakdownKey } from '#lib/statistics/items.ts';
import { idCode } from '#lib/values/ids.ts';
import { localDate } from '#lib/values/time-zones.ts';
import { connected } from '../../support/stack.ts';

/**
 * Counts emails and first replies of the variants of a campaign's first step, in addition to the counted ones.
 * @param counts `[emails, replies]` by variant
 * @param at day of the counts, in epoch milliseconds
 */
export async function countReplies(
  workspaceId: string,
  { id, steps: [step] }: Campaign,
  counts: readonly (readonly [number, number])[],
  at = connected().now(),
): Promise<void> {
  const { table } = connected();
  const added = (step?.variants ?? []).flatMap(({ id: variantId }, position) => {
    const [sent = 0, replied = 0] = counts[position] ?? [];
    const part = `v${idCode(variantId)}`;

    return [
      [`${part}s`, sent],
      [`${part}R`, replied],
    ];
  });
  const key = breakdownKey(workspaceId, id, localDate(at, 'UTC'));
  await table.update({ update: key, add: Object.fromEntries(added) });
  const sent = counts.reduce((sum, [emails]) => sum + emails, 0);
  await table.update({ update: countersKey(workspaceId, id), add: { sent } });
}
