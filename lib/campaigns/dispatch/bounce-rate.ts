import type { RunningState } from '#lib/campaigns/state/running.ts';
import type { Services } from '#lib/runtime/services.ts';
import { countsOfLastDays } from '#lib/statistics/days.ts';

/** A rate over fewer emails is not meaningful. */
const emailsMin = 50;
const days = 7;
const periodMs = days * 86_400_000;

/**
 * Whether the bounce rate of the last seven days has reached the campaign's threshold. These are today and the six days before, in the
 * time zone of the workspace. After a restart from such a pause, only emails since the restart count: the increase of the campaign's
 * counters. Reads statistics only for campaigns with a bounced email: its counter and the statistics change in one
 * transaction. Emails that the mail server rejected immediately are not in `sent`, so the larger count is the number of emails.
 */
export async function hasHighBounceRate(
  services: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  { campaign: { id, bouncePauseThreshold }, counters, dispatch }: RunningState,
): Promise<boolean> {
  if (bouncePauseThreshold === 0 || counters.bouncedEmails === 0) return false;
  const restart = dispatch?.bouncesCountedFrom;
  const { sent, bounced } =
    restart && services.now() - restart.at < periodMs
      ? { sent: counters.sent - restart.sent, bounced: counters.bouncedEmails - restart.bouncedEmails }
      : await countsOfLastDays(services, workspaceId, id, days);
  const emails = Math.max(sent, bounced);

  return emails >= emailsMin && (100 * bounced) / emails >= bouncePauseThreshold;
}
