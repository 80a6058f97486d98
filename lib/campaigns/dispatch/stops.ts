import type { RunningState } from '#lib/campaigns/dispatch/running.ts';
import type { Services } from '#lib/runtime/services.ts';
import { countsBetween } from '#lib/statistics/sums.ts';

/** A rate of few mails says nothing. */
const sendsMin = 50;
const periodMs = 7 * 86_400_000;

/** So long an operator has to mend an account before the campaigns that wait for it say that they do. */
export const stalledMaxMs = 86_400_000;

/**
 * Whether so many of the last seven days' mails came back that to go on would cost the accounts their good name. After a
 * restart from such a pause, only emails since the restart count. Statistics are kept by quarters of an hour, so counting
 * begins with the first whole quarter. Reads statistics only for campaigns that had a bounce at all.
 */
export async function bouncesTooOften(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  { campaign: { id, bouncePauseThreshold }, counters, dispatch }: RunningState,
): Promise<boolean> {
  if (bouncePauseThreshold === 0 || counters.bounced === 0 || counters.sent < sendsMin) return false;
  const at = now();
  const period = { beginsAt: Math.max(at - periodMs, dispatch?.bouncesCountedFrom ?? 0), endsAt: at + 1 };
  const { sent, bounced } = await countsBetween(table, workspaceId, id, period);

  return sent >= sendsMin && (100 * bounced) / sent >= bouncePauseThreshold;
}

export function stallsTooLong(stalledSince: number | undefined, now: number): boolean {
  return stalledSince !== undefined && now - stalledSince >= stalledMaxMs;
}
