import { eraseCampaign } from '#lib/campaigns/erase-workspace.ts';
import { eventsOfWorkspace } from '#lib/commit/event-queries.ts';
import { eraseContactPartition } from '#lib/contacts/erase-workspace.ts';
import { eraseStatistics } from '#lib/statistics/erase-workspace.ts';
import type { Eraser } from '#lib/storage/eraser.ts';
import type { Item } from '#lib/storage/table.ts';

/** Deletes the events with what they refer to, also of deleted campaigns and accounts, which no list has. */
export async function eraseActivity(eraser: Eraser, workspaceId: string): Promise<void> {
  const erasedIds = new Set<string>();
  for (const pk of eventsOfWorkspace(workspaceId).partitions) {
    await eraser.forEachItem({ index: 'gsi5', pk }, async (event) => {
      for (const id of idsOf(event).filter((each) => !erasedIds.has(each))) {
        erasedIds.add(id);
        if (id.startsWith('cmp_')) await eraseCampaign(eraser, workspaceId, id);
        if (id.startsWith('acc_')) await eraseStatistics(eraser, workspaceId, id);
      }
      await eraseContactPartition(eraser, workspaceId, event.pk);
    });
  }
}

/** The campaigns and accounts of an event. */
function idsOf({ pk, payload }: Item): string[] {
  return `${pk} ${payload}`.match(/\b(cmp|acc)_[0-9A-Z]{26}\b/g) ?? [];
}
