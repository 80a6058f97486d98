import type { LogMetric } from '#lib/runtime/log-metric.ts';

/** Counts log lines: one for each contact or row. A violation of an API rule writes none. */
export const jobItemsSetAside: LogMetric = {
  name: 'JobItemsSetAside',
  where: { message: 'job items set aside' },
  alarm: {
    threshold: 1,
    severity: 'ticket',
    impact: 'contacts or rows of accepted work were not processed: the report of the job lists them',
  },
};

/** Counts log lines: one for each job that ended after three failed attempts. */
export const jobsFailed: LogMetric = {
  name: 'JobsFailed',
  where: { message: 'job failed' },
  alarm: {
    threshold: 1,
    severity: 'ticket',
    impact: 'the rest of an accepted job is not done: its report has the reason',
  },
};
