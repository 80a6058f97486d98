import type { NewEvent } from '#lib/commit/new-event.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { duplicateWindowMs, lastOpenAt, openedWrite } from '#lib/executions/tracking-state.ts';
import type { VisitChange } from '#lib/tracking/visit-change.ts';
import { timestamp } from '#lib/values/ids.ts';

/**
 * Plans the record of an open. The first open of an execution is marked. Opens within a minute count once. A bot's open is
 * only added to the activity.
 */
export function planOpen(
  execution: Execution,
  message: NewEvent['data'] & { readonly stepId: string },
  at: number,
  botReason: string | undefined,
): VisitChange | undefined {
  const isFirst = botReason === undefined && execution.openedAt === undefined;
  const event: NewEvent = {
    type: 'email.opened',
    data: { ...message, openedAt: timestamp(at), isFirst },
    ...(botReason === undefined ? { isFirst } : { details: { botReason } }),
  };
  if (botReason !== undefined) return { writes: [], events: [event] };
  const lastOpenedAt = lastOpenAt(execution, message.stepId);
  if (lastOpenedAt !== undefined && at - lastOpenedAt < duplicateWindowMs) return undefined;

  return { writes: [openedWrite(execution, message.stepId, at)], events: [event] };
}
