import type { CampaignOutline } from '#lib/campaigns/enrolment/outline.ts';
import { firstDueAt } from '#lib/campaigns/state/delays.ts';
import { enrolmentLockKey } from '#lib/campaigns/state/items.ts';
import { countsOfExecution } from '#lib/executions/campaign-counters.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { enrolWrite } from '#lib/executions/status-transitions.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Put, Table, Write } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';

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
  const { id: campaignId } = campaign;
  const execution: Execution = {
    id: newId('exe', now),
    workspaceId,
    campaignId,
    contactId,
    status: 'pending',
    sendState: 'due',
    dueAt: firstStepId === undefined ? firstDueAt(campaign, zone, now) : now,
    sendAttempts: 0,
    sentCount: 0,
    sentSteps: [],
    ...(zone !== undefined && { zone }),
    ...(firstStepId !== undefined && { continueAt: firstStepId }),
    ...(previous && { earlier: countsOfExecution(previous) }),
  };

  return enrolWrite(execution, previous);
}

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
