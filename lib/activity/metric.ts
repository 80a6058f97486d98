import type { LogMetric } from '#lib/runtime/log-metric.ts';

/** Counts an event each time that it is missing from a page. */
export const eventsOmitted = {
  name: 'ActivityEventsOmitted',
  where: { message: 'activity events omitted' },
  value: 'count',
} satisfies LogMetric;
