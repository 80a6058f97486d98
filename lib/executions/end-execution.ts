import type { CounterIncrement } from '#lib/commit/new-event.ts';
import type { EndedStatus, Execution } from '#lib/executions/execution.ts';
import { executionKey } from '#lib/executions/items.ts';
import { waitingCounterIncrements } from '#lib/executions/waiting-counters.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Write } from '#lib/storage/table.ts';
import { worklistAttributeNames } from '#lib/storage/worklist.ts';
import { timestamp } from '#lib/values/ids.ts';

/**
 * open → ended: the execution sends no further email. An email in flight may still arrive; it is recorded, and the
 * execution remains ended. A concurrent change of the execution fails the write, so the caller retries.
 * @param also attributes to set in the same write
 */
export function endExecution(
  execution: Execution,
  status: EndedStatus,
  reason: string | undefined,
  now: number,
  also: Readonly<Record<string, unknown>> = {},
): { readonly writes: readonly Write[]; readonly increments: readonly CounterIncrement[] } {
  const { workspaceId, contactId, campaignId, sendState, sentCount } = execution;
  // Only the worker that claimed an email, or later evidence, may record its outcome.
  const isOutcomePending = sendState === 'sending' || sendState === 'unknown';

  return {
    writes: [
      {
        update: executionKey(workspaceId, contactId, campaignId),
        set: {
          status,
          finishedAt: timestamp(now),
          ...also,
          ...(reason !== undefined && { reason }),
          ...(!isOutcomePending && { sendState: 'done' }),
        },
        ...(!isOutcomePending && { remove: worklistAttributeNames }),
        if: { status: { is: execution.status }, sendState: { is: sendState }, sentCount: { is: sentCount } },
        otherwise: () => new StaleDecision('the execution was changed concurrently'),
      },
    ],
    increments: [
      ...waitingCounterIncrements(execution, -1),
      { subjectId: campaignId, counter: status, by: 1 },
      ...(sentCount === 0 ? [{ subjectId: campaignId, counter: 'endedUnsent', by: 1 }] : []),
    ],
  };
}
