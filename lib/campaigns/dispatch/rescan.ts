import { rescanTimeOf } from '#lib/campaigns/dispatch/next-dispatch.ts';
import type { Dispatch } from '#lib/campaigns/state/stored.ts';
import type { WaitingSends } from '#lib/queue/count-messages.ts';

/**
 * Whether workers should have received the messages of all slots. Executions that are still due have lost their message, so the
 * queues are read from the start.
 */
export function isRescanDue(dispatch: Dispatch, now: number): boolean {
  return rescanTimeOf(dispatch) <= now;
}

/** A stage with fewer ready messages has fast workers. */
const waitingSendsMax = 50;
/** Then emails get new slots, even if many messages wait: theirs may be lost. */
const rescanDelayMaxMs = 30 * 60_000;

/** While workers are slower than the slots, messages of earlier slots are still in the queue, so a rescan would only repeat them. */
export async function mayRescan(
  { waitingSends }: { readonly waitingSends: WaitingSends },
  dispatch: Dispatch,
  now: number,
): Promise<boolean> {
  if (!isRescanDue(dispatch, now)) return false;
  if (dispatch.resumedAt !== undefined || now >= dispatch.lastSlotAt + rescanDelayMaxMs) return true;

  return (await waitingSends.count()) <= waitingSendsMax;
}
