import type { CounterIncrement } from '#lib/commit/new-event.ts';
import { endExecution } from '#lib/executions/end-execution.ts';
import type { EndedStatus, Execution } from '#lib/executions/execution.ts';
import type { Write } from '#lib/storage/table.ts';

/** Executions that end in one transaction, which has at most 100 writes. A deletion also has a write for each tag. */
const endingsMax = 40;

/**
 * Ends the open executions of a contact that is suppressed or deleted in the same transaction. Beyond
 * `endingsMax`, an execution ends when its next email is due (`endUnmailableExecution`). Executions without a
 * due email, such as paused ones, come first, because they may never have one; then executions in progress.
 */
export function endOpenExecutions(
  openExecutions: readonly Execution[],
  status: EndedStatus,
  reason: string | undefined,
  now: number,
): { readonly writes: Write[]; readonly increments: CounterIncrement[] } {
  const endings = openExecutions
    .toSorted((one, other) => countDueEmails(one) - countDueEmails(other) || other.sentCount - one.sentCount)
    .slice(0, endingsMax)
    .map((execution) => endExecution(execution, status, reason, now));

  return {
    writes: endings.flatMap(({ writes }) => writes),
    increments: endings.flatMap(({ increments }) => increments),
  };
}

const countDueEmails = ({ status, sendState }: Execution): number =>
  Number(sendState === 'due' && status !== 'paused');
