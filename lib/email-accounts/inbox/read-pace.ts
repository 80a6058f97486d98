import { inboxDue } from '#lib/email-accounts/inbox/items.ts';
import type { EmailAccountItem } from '#lib/email-accounts/items.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Intervals between two reads of an inbox, by what can be expected. */
export const readIntervals = {
  /** Within two hours after an email, most bounces, automatic replies and quick answers arrive. */
  fresh: 2 * minuteMs,
  /** Within nine UTC days, which are at least seven full days after the last local day of sending, in any time zone. */
  recent: 5 * minuteMs,
  idle: 15 * minuteMs,
} as const;
const freshMs = 2 * hourMs;
const recentDays = 9;

/** A read takes at most this share of the time, so a slow server does not use up the readers. */
const shareOfReading = 0.05;

/** The sweeper requests due inboxes once a minute. Half of that on average makes the interval as long as intended. */
const requestDelayMs = minuteMs / 2;

type ReadPace = Pick<EmailAccountItem, 'sentDay' | 'nextSendAt' | 'unknownUntil'>;

/**
 * Interval of inbox reads in milliseconds. Follow-ups do not depend on it, because the inbox is also read right before each
 * follow-up.
 */
function readInterval({ sentDay, nextSendAt, unknownUntil = 0 }: ReadPace, now: number): number {
  if (now < unknownUntil) return readIntervals.fresh;
  if (sentDay === '' || now >= Date.parse(sentDay) + recentDays * dayMs) return readIntervals.idle;

  // Each email moves `nextSendAt` to the end of the gap behind it.
  return now < nextSendAt + freshMs ? readIntervals.fresh : readIntervals.recent;
}

/** The time of the next read of an inbox after a read. @param startedAt begin of the read, in epoch milliseconds */
export function nextReadAt(account: ReadPace, startedAt: number, now: number): number {
  const earliest = now + (now - startedAt) / shareOfReading;

  return Math.round(Math.max(startedAt + readInterval(account, now) - requestDelayMs, earliest));
}

/**
 * Attributes of the claim of an email: its account's inbox is read soon. None if it is read soon anyway, or waits after a failure.
 * A concurrent read may overwrite them. Then the next email sets them again.
 */
export function inboxDueAfterSending(
  { id, nextSyncAt = 0, syncFailures }: Pick<EmailAccountItem, 'id' | 'nextSyncAt' | 'syncFailures'>,
  now: number,
) {
  const at = now + readIntervals.fresh - requestDelayMs;

  return syncFailures === undefined && nextSyncAt > at ? inboxDue(id, at) : {};
}
