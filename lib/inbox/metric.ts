import type { LogMetric } from '#lib/runtime/log-metric.ts';

/** Counts each message once, when it is recorded. */
export const messagesSetAside: LogMetric = {
  name: 'MessagesSetAside',
  where: { message: 'message set aside' },
  alarm: {
    threshold: 1,
    severity: 'ticket',
    impact: 'replies or bounces have no effect, and follow-ups may go to contacts that have replied',
  },
};
