import type { BulkJobItem } from '#lib/bulk-jobs/bulk-job.ts';
import { listBulkJobItems } from '#lib/bulk-jobs/list-items.ts';
import { connected } from '../../support/stack.ts';

/** All items of a job's report, read page by page. */
export async function readReport(workspaceId: string, jobId: string): Promise<BulkJobItem[]> {
  const items: BulkJobItem[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await listBulkJobItems(connected(), workspaceId, jobId, { limit: 100, cursor });
    items.push(...page.data);
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}
