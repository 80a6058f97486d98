import type { RunningState } from '#lib/campaigns/state/running.ts';
import type { Services } from '#lib/runtime/services.ts';
import { countsBetween } from '#lib/statistics/sums.ts';

/** A rate over fewer emails is not meaningful. */
const emailsMin = 50;
const periodMs = 7 * 86_400_000;

/**
 * Whether the bounce rate of the last seven days has reached the campaign's threshold. After a restart from such a
 * pause, only emails since the restart count. Statistics have a resolution of 15 minutes, so counting starts with the
 * first whole interval. Reads statistics only for campaigns with a bounced email: its counter and the statistics change in one
 * transaction. Emails that the mail server rejected immediately are not in `sent`, so the larger count is the number of emails.
 */
export async function hasHighBounceRate(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  { campaign: { id, bouncePauseThreshold }, counters, dispatch }: RunningState,
): Promise<boolean> {
  if (bouncePauseThreshold === 0 || counters.bouncedEmails === 0) return false;
  const at = now();
  const period = { beginsAt: Math.max(at - periodMs, dispatch?.bouncesCountedFrom ?? 0), endsAt: at + 1 };
  const { sent, bounced } = await countsBetween(table, workspaceId, id, period);
  const emails = Math.max(sent, bounced);

  return emails >= emailsMin && (100 * bounced) / emails >= bouncePauseThreshold;
}
