import type { ContactResult } from '#lib/bulk-jobs/bulk-job.ts';
import { listBulkJobItems } from '#lib/bulk-jobs/list-items.ts';
import { connected } from '../../support/stack.ts';

/** All items of a job's report without their contacts, read page by page. */
export async function readReport(workspaceId: string, jobId: string): Promise<ContactResult[]> {
  const items: ContactResult[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await listBulkJobItems(connected(), workspaceId, jobId, { limit: 100, cursor });
    items.push(...page.data.map(({ contact: _, ...item }) => item));
    if (page.nextCursor === null) return items;
    cursor = page.nextCursor;
  }
}
