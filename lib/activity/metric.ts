import type { LogMetric } from '#lib/runtime/log-metric.ts';

/** Counts pages from which events are missing. */
export const eventsOmitted = {
  name: 'ActivityEventsOmitted',
  where: { message: 'activity events omitted' },
} satisfies LogMetric;
