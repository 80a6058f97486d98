import type { CampaignOutline } from '#lib/campaigns/enrolment/outline.ts';
import { firstDueAt } from '#lib/campaigns/state/delays.ts';
import { enrolmentLockKey } from '#lib/campaigns/state/items.ts';
import { countsOfExecution, excludedReason } from '#lib/executions/campaign-counters.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { executionChanged } from '#lib/executions/execution-change.ts';
import { enrolWrite } from '#lib/executions/status-transitions.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Put, Table, Write } from '#lib/storage/table.ts';
import { newId, timestamp } from '#lib/values/ids.ts';

export interface NewExecution {
  readonly contactId: string;
  /** The contact's earlier execution in the campaign, which has ended. */
  readonly previous: Execution | undefined;
  /** Time zone of the windows for the first email; undefined: the campaign's. */
  readonly zone: string | undefined;
  /** The step to begin with, due now. Undefined: the campaign's first step, after its delay. */
  readonly firstStepId?: string | undefined;
}

/** The write that stores a new execution. Fails if another execution was stored since `previous` was read. */
export function executionPut(
  workspaceId: string,
  campaign: Pick<CampaignOutline, 'id' | 'steps' | 'schedule'>,
  { contactId, previous, zone, firstStepId }: NewExecution,
  now: number,
): Put {
  const execution: Execution = {
    ...emptyExecution(workspaceId, campaign.id, contactId, now),
    status: 'pending',
    sendState: 'due',
    dueAt: firstStepId === undefined ? firstDueAt(campaign, zone, now) : now,
    ...(zone !== undefined && { zone }),
    ...(firstStepId !== undefined && { continueAt: firstStepId }),
    ...(previous && { earlier: countsOfExecution(previous) }),
  };

  return enrolWrite(execution, previous);
}

/**
 * A removal before the enrolment: the contact has an ended execution, which counts nowhere, so no audience enrols it. Fails if
 * another execution was stored.
 */
export function planExclusion(workspaceId: string, campaignId: string, contactId: string, now: number) {
  const execution: Execution = {
    ...emptyExecution(workspaceId, campaignId, contactId, now),
    status: 'stopped',
    reason: excludedReason,
    finishedAt: timestamp(now),
    sendState: 'done',
    dueAt: now,
  };
  const write = { ...enrolWrite(execution, undefined), otherwise: executionChanged };

  return { writes: [write], counts: countsOfExecution(execution) };
}

const emptyExecution = (workspaceId: string, campaignId: string, contactId: string, now: number) => ({
  id: newId('exe', now),
  workspaceId,
  campaignId,
  contactId,
  sendAttempts: 0,
  sentCount: 0,
  sentSteps: [],
});

/**
 * Optimistic lock on enrolments in a workspace: the returned write fails if another enrolment was committed since this
 * call. Read the executions after this call. `turn` is the number of committed enrolments.
 */
export async function readEnrolmentLock(table: Table, workspaceId: string, now: number): Promise<Write> {
  const key = enrolmentLockKey(workspaceId);
  const item = await table.get(key);
  const turn = Number(item?.['turn'] ?? 0);

  return {
    put: { ...key, turn: turn + 1, takenAt: now },
    if: item ? { turn: { is: turn } } : { pk: 'absent' },
    otherwise: () => new StaleDecision('another enrolment was committed first'),
  };
}
