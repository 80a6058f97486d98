import type { LogMetric } from '#lib/runtime/log-metric.ts';

/** The largest number of rows that one log line reports. A row that breaks a rule of the API is not among them. */
export const importRowsSetAside: LogMetric = {
  name: 'ImportRowsSetAside',
  where: { message: 'import rows set aside' },
  value: 'count',
  alarm: {
    threshold: 1,
    impact: 'rows of an import were accepted and could not be stored: their contacts are missing',
  },
};
