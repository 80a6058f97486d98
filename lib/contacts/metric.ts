import type { LogMetric } from '#lib/runtime/log-metric.ts';

/** Counts log lines: one for each failed row, or for each chunk of a failed part. Rows that violate API rules write none. */
export const importRowsSetAside: LogMetric = {
  name: 'ImportRowsSetAside',
  where: { message: 'import rows set aside' },
  alarm: {
    threshold: 1,
    impact: 'accepted rows of an import were not stored: their contacts are missing',
  },
};
