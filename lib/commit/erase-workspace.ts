import { outboxPartition, outboxShards } from '#lib/commit/items.ts';
import { setAsideQuery } from '#lib/commit/set-aside.ts';
import type { Eraser } from '#lib/storage/eraser.ts';

/** Deletes events that are not published yet, also records that were set aside. */
export async function eraseOutbox(eraser: Eraser, workspaceId: string): Promise<void> {
  for (let shard = 0; shard < outboxShards; shard += 1) {
    await eraser.forEachItem({ pk: outboxPartition(shard) }, async (record) => {
      if (record['workspaceId'] === workspaceId) await eraser.deleteKeys([record]);
    });
  }
  await eraser.deleteQueried(setAsideQuery(workspaceId));
}
