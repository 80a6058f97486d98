import { jobsPartition } from '#lib/jobs/items.ts';
import type { Item, Table } from '#lib/storage/table.ts';

/** Whether no job still enrols contacts of the campaign. */
export async function isEnrolled(table: Table, workspaceId: string, campaignId: string): Promise<boolean> {
  const { items } = await table.query({ pk: jobsPartition(workspaceId), limit: 1000 });
  const isOpen = (job: Item) => job['campaignId'] === campaignId && job['endedAt'] === undefined;

  return !items.some(isOpen);
}
