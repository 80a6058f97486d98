import type { LogMetric } from '#lib/runtime/log-metric.ts';

/** Counts pages from which events are missing, because this version cannot read them. */
export const eventsOmitted = {
  name: 'ActivityEventsOmitted',
  where: { message: 'activity events omitted' },
} satisfies LogMetric;
