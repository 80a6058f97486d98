import type { OutboxItem } from '#lib/commit/outbox-item.ts';
import { log } from '#lib/runtime/log.ts';
import type { LogMetric } from '#lib/runtime/log-metric.ts';

/** How many mails there were, for operators: read from the lines of `tellMails`, of every function that publishes. */
export const mailMetrics = ['Sent', 'Bounced', 'Replied'].map((what) => ({
  name: `Mails${what}`,
  where: { message: `email.${what.toLowerCase()}` },
  value: 'count',
})) satisfies LogMetric[];

/** Of transactions whose events have just been counted, and so once of each. */
export function tellMails(records: readonly OutboxItem[]): void {
  const events = records.flatMap((record) => record.events);
  for (const { where } of mailMetrics) {
    const count = events.filter((event) => event.type === where.message).length;
    if (count) log('info', where.message, { count });
  }
}
