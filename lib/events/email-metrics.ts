import type { OutboxItem } from '#lib/commit/outbox-item.ts';
import { log } from '#lib/runtime/log.ts';
import type { LogMetric } from '#lib/runtime/log-metric.ts';

/** Operator metrics of email counts, extracted from the log lines of `logEmailCounts` in every function that publishes. */
export const emailMetrics = ['Sent', 'Bounced', 'Replied'].map((outcome) => ({
  name: `Mails${outcome}`,
  where: { message: `email.${outcome.toLowerCase()}` },
  value: 'count',
})) satisfies LogMetric[];

/** Called once per transaction, after its events are counted. */
export function logEmailCounts(records: readonly OutboxItem[]): void {
  const events = records.flatMap((record) => record.events);
  for (const { where } of emailMetrics) {
    const count = events.filter((event) => event.type === where.message).length;
    if (count) log('info', where.message, { count });
  }
}
