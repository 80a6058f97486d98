import type { NewEvent } from '#lib/commit/change.ts';
import type { Outcome } from '#lib/emails/outcome.ts';
import { isFirstOfEmail, sentVariantOf } from '#lib/executions/email-state.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { botVisitPut, isOpenedRecently, openedWrite } from '#lib/executions/tracking-state.ts';
import { timestamp } from '#lib/values/ids.ts';

/**
 * Plans the record of an open. The first opens of an execution and of an email are marked. A bot's open is only added to the activity.
 * @returns undefined for a repeated open of an email within a minute of the last open of any email of the execution
 */
export function planOpen(
  execution: Execution,
  ids: NewEvent['data'] & { readonly stepId: string },
  at: number,
  botReason: string | undefined,
): Outcome | undefined {
  const isPerson = botReason === undefined;
  const isFirstOpen = isFirstOfEmail(execution, execution.openedEmails, ids.stepId);
  const event: NewEvent = {
    type: 'email.opened',
    data: { ...ids, openedAt: timestamp(at), isFirst: isPerson && execution.openedAt === undefined },
    variant: sentVariantOf(execution, ids.stepId),
    ...(isPerson ? { isFirst: isFirstOpen } : { details: { botReason } }),
  };
  if (!isPerson)
    return {
      writes: [botVisitPut(execution, ids.stepId, `email.opened#${botReason}`, at)],
      events: [event],
    };
  if (!isFirstOpen && isOpenedRecently(execution, at)) return undefined;

  return { writes: [openedWrite(execution, ids.stepId, at)], events: [event] };
}
