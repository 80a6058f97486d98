import type { Execution } from '#lib/executions/execution.ts';
import { executionChanged } from '#lib/executions/execution-change.ts';
import { keyOfExecution, unknownIndexAttributeNames } from '#lib/executions/items.ts';
import type { Update } from '#lib/storage/table.ts';
import { worklistAttributeNames } from '#lib/storage/worklist.ts';

/* Writes by the holder of the send token. */

/** sending, unknown → done: the execution sends no further email. The token stays: with it, `stepId` counts as attempted. */
export function finishWrite(
  execution: Execution,
  token: string,
  set: Readonly<Record<string, unknown>>,
  remove: readonly string[] = [],
): Update {
  return {
    ...ifClaimedBy(execution, token, ['sending', 'unknown']),
    set: { ...set, sendState: 'done' },
    remove: ['leaseUntil', ...worklistAttributeNames, ...unknownIndexAttributeNames, ...remove],
  };
}

/**
 * An update by the holder of the token, on the condition that the execution is unchanged since it was read. The status
 * must match, because the execution may have ended. The send state must match, because unknown outcomes are counted.
 * @param states the allowed send states; if the execution was read in another state, the stored state must be one of them
 */
export function ifClaimedBy(
  execution: Execution,
  token: string,
  states: readonly Execution['sendState'][],
): Pick<Update, 'update' | 'if' | 'otherwise'> {
  return {
    update: keyOfExecution(execution),
    if: {
      sendState: states.includes(execution.sendState) ? { is: execution.sendState } : { oneOf: states },
      sendToken: { is: token },
      status: { is: execution.status },
      sentCount: { is: execution.sentCount },
    },
    otherwise: executionChanged,
  };
}
