import type { RunningState } from '#lib/campaigns/running.ts';
import { readQuarters } from '#lib/dashboard/quarters.ts';
import type { Services } from '#lib/runtime/services.ts';

/** A rate of few mails says nothing. */
const sendsMin = 50;
const periodMs = 7 * 86_400_000;

/** So long an operator has to mend an account before the campaigns that wait for it say that they do. */
export const stalledMaxMs = 86_400_000;

/**
 * Whether so many of the last seven days' mails came back that to go on would cost the accounts their good name. Reads
 * statistics only for campaigns that had a bounce at all.
 */
export async function bouncesTooOften(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  { campaign: { id, bouncePauseThreshold }, counters }: RunningState,
): Promise<boolean> {
  if (bouncePauseThreshold === 0 || counters.bounced === 0 || counters.sent < sendsMin) return false;
  const at = now();
  const quarters = await readQuarters(table, workspaceId, id, { beginsAt: at - periodMs, endsAt: at + 1 });
  const sumOf = (kind: string) => quarters.reduce((sum, { counts }) => sum + (counts[kind] ?? 0), 0);
  const sent = sumOf('sent');

  return sent >= sendsMin && (100 * sumOf('bounced')) / sent >= bouncePauseThreshold;
}

export function stallsTooLong(stalledSince: number | undefined, now: number): boolean {
  return stalledSince !== undefined && now - stalledSince >= stalledMaxMs;
}
