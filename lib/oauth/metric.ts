import type { LogMetric } from '#lib/runtime/log-metric.ts';

/** For every function that logs in to mailboxes. */
export const oauthClientsRefused: LogMetric = {
  name: 'OauthClientsRefused',
  where: { message: 'oauth client refused' },
  alarm: { threshold: 1, impact: 'mailboxes of one provider neither send nor are read' },
};
