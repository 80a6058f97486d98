import type { Execution } from '#lib/executions/execution.ts';
import {
  campaignExecutions,
  duePlace,
  executionById,
  executionKey,
  pausedIndex,
} from '#lib/executions/items.ts';
import { Stale } from '#lib/runtime/stale.ts';
import type { Put, Update } from '#lib/storage/table.ts';

/** Fails when the contact is in the campaign already, but for an execution that has ended and may be followed. */
export function enrolWrite(execution: Execution, previous: Execution | undefined): Put {
  const { workspaceId, campaignId, contactId, dueAt } = execution;

  return {
    put: {
      ...executionKey(workspaceId, contactId, campaignId),
      ...execution,
      ...duePlace(execution, dueAt),
      gsi4pk: campaignExecutions(workspaceId, campaignId),
      gsi4sk: contactId,
      gsi5pk: executionById(workspaceId, execution.id),
      gsi5sk: contactId,
    },
    if: previous ? { id: { is: previous.id }, status: { is: previous.status } } : { pk: 'absent' },
  };
}

/** paused → as before, due now: its text or its contact is another. */
export function resumeWrite(execution: Execution, now: number): Update {
  return {
    update: keyOf(execution),
    set: {
      status: execution.sentCount === 0 ? 'pending' : 'in_progress',
      dueAt: now,
      ...duePlace(execution, now),
    },
    remove: ['reason'],
    if: { status: { is: 'paused' }, sentCount: { is: execution.sentCount } },
    otherwise: () => new Stale('the execution changed meanwhile'),
  };
}

/** due, or claimed in vain → due later, or in another zone's queue: it must not be sent now. */
export function postponeWrite(execution: Execution, dueAt: number, zone: string | undefined): Update {
  return {
    ...stillFree(execution),
    set: {
      ...{ sendState: 'due', dueAt },
      ...(zone !== undefined && { zone }),
      ...duePlace({ ...execution, zone }, dueAt),
    },
    remove: [...claimOf(execution), ...(zone === undefined ? ['zone'] : [])],
  };
}

/** due, or claimed in vain → paused: it waits for what its text needs. */
export function pauseWrite(execution: Execution, reason: string): Update {
  const { workspaceId, campaignId, contactId } = execution;

  return {
    ...stillFree(execution),
    set: {
      ...{ status: 'paused', reason, sendState: 'due' },
      ...{ gsi3pk: pausedIndex(workspaceId, campaignId), gsi3sk: contactId },
    },
    remove: claimOf(execution),
  };
}

/** As it was read: due, or claimed by somebody whose lease is over, who loses his claim by this. */
function stillFree(execution: Execution): Pick<Update, 'update' | 'if'> {
  const { sendState, sendToken, dueAt, sentCount } = execution;

  return {
    update: keyOf(execution),
    if: {
      sendState: { is: sendState },
      sendToken: sendToken === undefined ? 'absent' : { is: sendToken },
      status: { oneOf: ['pending', 'in_progress'] },
      dueAt: { is: dueAt },
      sentCount: { is: sentCount },
    },
  };
}

/** What a claim has left on it. Until the first mail is sent, any account may send it. */
function claimOf({ sentCount }: Execution): string[] {
  return ['sendToken', 'leaseUntil', ...(sentCount === 0 ? ['emailAccountId'] : [])];
}

function keyOf({ workspaceId, contactId, campaignId }: Execution) {
  return executionKey(workspaceId, contactId, campaignId);
}
