import type { NewEvent } from '#lib/commit/new-event.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { lastOpenOf, oneLookMs, openedWrite } from '#lib/executions/visits.ts';
import type { VisitChange } from '#lib/tracking/visit.ts';
import { timestamp } from '#lib/values/ids.ts';

/**
 * Plans the record of an open. The first open of an execution is marked as such. Opens within a minute count once. A bot's
 * open is only added to the activity.
 */
export function planOpen(
  execution: Execution,
  mail: NewEvent['data'] & { readonly stepId: string },
  at: number,
  botReason: string | undefined,
): VisitChange | undefined {
  const isFirst = botReason === undefined && execution.openedAt === undefined;
  const event: NewEvent = {
    type: 'email.opened',
    data: { ...mail, openedAt: timestamp(at), isFirst },
    ...(botReason === undefined ? { isFirst } : { details: { botReason } }),
  };
  if (botReason !== undefined) return { writes: [], events: [event] };
  const last = lastOpenOf(execution, mail.stepId);
  if (last !== undefined && at - last < oneLookMs) return undefined;

  return { writes: [openedWrite(execution, mail.stepId, at)], events: [event] };
}
