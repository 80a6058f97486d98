import type { LogMetric } from '#lib/runtime/log-metric.ts';

/** Every function that logs in to mailboxes declares this metric. A provider rejected the service's registration. */
export const oauthClientsRefused: LogMetric = {
  name: 'OauthClientsRefused',
  where: { message: 'oauth client refused' },
  alarm: { threshold: 1, impact: 'mailboxes of one provider neither send nor are read' },
};
