import type { LogMetric } from '#lib/runtime/log-metric.ts';

/** Counts one line per row, or per chunk of a part that was given up. A row that breaks a rule of the API is not among them. */
export const importRowsSetAside: LogMetric = {
  name: 'ImportRowsSetAside',
  where: { message: 'import rows set aside' },
  alarm: {
    threshold: 1,
    impact: 'rows of an import were accepted and could not be stored: their contacts are missing',
  },
};
