import { campaignKey, nameIndexAttributes, quotaKey, tagEntryKey } from '#lib/campaigns/state/items.ts';
import { hasDailyLimit } from '#lib/campaigns/state/sending-capacity.ts';
import type { Step } from '#lib/campaigns/state/step.ts';
import { stepPartKeys, stepPuts } from '#lib/campaigns/state/step-items.ts';
import type { CampaignItem, StoredCampaign } from '#lib/campaigns/state/stored.ts';
import { campaignChanged } from '#lib/campaigns/state/transitions.ts';
import type { Write } from '#lib/storage/table.ts';
import { isSameValue } from '#lib/values/same-value.ts';

/**
 * Writes of an edit: the campaign, its changed steps, and its entries in the lists. At most 88 writes, so that the caller can
 * add others to the transaction, which has at most 100.
 */
export function itemWrites(
  workspaceId: string,
  { item, steps: before }: StoredCampaign,
  edited: CampaignItem,
  steps: readonly Step[],
): Write[] {
  const { id } = item;
  // An edit never changes the status: `statusWrite` changes it with its index keys.
  const { status: _, ...changes } = edited;
  const previousSteps = new Map(before.map((step) => [step.id, step]));
  const keptParts = new Set(
    edited.steps.flatMap((head) => stepPartKeys(workspaceId, id, head)).map(({ sk }) => sk),
  );

  return [
    {
      update: campaignKey(workspaceId, id),
      set: { ...changes, ...nameIndexAttributes(workspaceId, edited) },
      if: { version: { is: item.version } },
      otherwise: campaignChanged,
    },
    // Without a limit, emails are not counted, so a stored count belongs to an earlier limit and is outdated.
    ...(!hasDailyLimit(item) && hasDailyLimit(edited) ? [{ delete: quotaKey(workspaceId, id) }] : []),
    ...steps.flatMap((step) =>
      isSameValue(step, previousSteps.get(step.id)) ? [] : stepPuts(workspaceId, id, step),
    ),
    ...item.steps
      .flatMap((head) => stepPartKeys(workspaceId, id, head))
      .filter(({ sk }) => !keptParts.has(sk))
      .map((key): Write => ({ delete: key })),
    ...edited.tags
      .filter((tag) => !item.tags.includes(tag))
      .map((tag): Write => ({ put: { ...tagEntryKey(workspaceId, tag, id) } })),
    ...item.tags
      .filter((tag) => !edited.tags.includes(tag))
      .map((tag): Write => ({ delete: tagEntryKey(workspaceId, tag, id) })),
  ];
}
