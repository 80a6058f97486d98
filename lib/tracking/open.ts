import type { NewEvent } from '#lib/commit/change.ts';
import type { Outcome } from '#lib/emails/outcome.ts';
import { isFirstOfEmail, sentVariantOf } from '#lib/executions/email-state.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { botVisitPut, isOpenedRecently, openedWrite } from '#lib/executions/tracking-state.ts';
import { timestamp } from '#lib/values/ids.ts';

/**
 * Plans the record of an open. The first opens of an execution and of an email are marked. A bot's open is only added to the activity.
 * @returns undefined for another open of an email within a minute of any open, so emails that are opened in turn add no event each
 */
export function planOpen(
  execution: Execution,
  ids: NewEvent['data'] & { readonly stepId: string },
  at: number,
  botReason: string | undefined,
): Outcome | undefined {
  const isPerson = botReason === undefined;
  const event: NewEvent = {
    type: 'email.opened',
    data: { ...ids, openedAt: timestamp(at), isFirst: isPerson && execution.openedAt === undefined },
    variant: sentVariantOf(execution, ids.stepId),
    ...(isPerson
      ? { isFirst: isFirstOfEmail(execution, execution.openedEmails, ids.stepId) }
      : { details: { botReason } }),
  };
  if (!isPerson)
    return {
      writes: [botVisitPut(execution, ids.stepId, `email.opened#${botReason}`, at)],
      events: [event],
    };
  const isFirst = isFirstOfEmail(execution, execution.openedEmails, ids.stepId);
  if (!isFirst && isOpenedRecently(execution, at)) return undefined;

  return { writes: [openedWrite(execution, ids.stepId, at)], events: [event] };
}
