import type { LogMetric } from '#lib/runtime/log-metric.ts';

/** Counts one line per contact that cannot be processed, or per failed part. Contacts that violate API rules are not counted. */
export const bulkItemsSetAside: LogMetric = {
  name: 'BulkItemsSetAside',
  where: { message: 'bulk job items set aside' },
  alarm: {
    threshold: 1,
    impact: 'contacts of an accepted bulk job were not changed: the report of the job lists them',
  },
};
