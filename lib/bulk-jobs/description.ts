import { changeChunk } from '#lib/bulk-jobs/change.ts';
import { bulkKind, toStoredBulkJob } from '#lib/bulk-jobs/items.ts';
import { selectionChunk } from '#lib/bulk-jobs/select.ts';
import type { JobDescription } from '#lib/jobs/description.ts';
import type { Services } from '#lib/runtime/services.ts';

/** First selects the contacts of the filter, then changes them. */
export const bulkJobs: JobDescription<Services> = {
  kind: bulkKind,
  nextChunk: async (services, item) => {
    const job = toStoredBulkJob(item);

    return job.selectedAt === undefined ? selectionChunk(services, job) : changeChunk(services, job);
  },
  failureOf: ({ selectedAt }) =>
    selectedAt === undefined
      ? {
          code: 'selection_failed',
          message: 'the selection of the contacts failed three times: no contact was changed',
        }
      : {
          code: 'job_unfinished',
          message: 'the job failed three times; contacts without a result were not changed',
        },
};
