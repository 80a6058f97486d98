import type { LogMetric } from '#lib/runtime/log-metric.ts';

/** Counts one line per failed row, or per chunk of a failed part. Rows that violate API rules are not counted. */
export const importRowsSetAside: LogMetric = {
  name: 'ImportRowsSetAside',
  where: { message: 'import rows set aside' },
  alarm: {
    threshold: 1,
    impact: 'accepted rows of an import were not stored: their contacts are missing',
  },
};
