import type { LogMetric } from '#lib/runtime/log-metric.ts';

/** Counts rejections of this service's registration by a provider. Every function that logs in to mailboxes declares it. */
export const oauthClientsRefused: LogMetric = {
  name: 'OauthClientsRefused',
  where: { message: 'oauth client refused' },
  alarm: { threshold: 1, impact: 'mailboxes of one provider neither send nor are read' },
};
