import type { Execution } from '#lib/executions/execution.ts';
import {
  campaignExecutions,
  dueIndex,
  dueSortKey,
  executionById,
  executionKey,
} from '#lib/executions/items.ts';
import type { Put, Update } from '#lib/storage/table.ts';
import { noWorklistPlace, worklistPlace } from '#lib/storage/worklist.ts';

/** For how long evidence of an uncertain mail is waited for. */
const unknownRetentionMs = 24 * 3_600_000;

/** Fails when the contact is in the campaign already. */
export function enrolWrite(execution: Execution): Put {
  const { workspaceId, campaignId, contactId, dueAt } = execution;

  return {
    put: {
      ...executionKey(workspaceId, contactId, campaignId),
      ...execution,
      gsi3pk: dueIndex(workspaceId, campaignId),
      gsi3sk: dueSortKey(dueAt, contactId),
      gsi4pk: campaignExecutions(workspaceId, campaignId),
      gsi4sk: contactId,
      gsi5pk: executionById(workspaceId, execution.id),
      gsi5sk: contactId,
    },
    if: { pk: 'absent' },
  };
}

interface Claim {
  readonly token: string;
  readonly emailAccountId: string;
  readonly leaseUntil: number;
  readonly now: number;
}

/** due, or claimed by somebody whose lease is over → claimed. */
export function claimWrite(execution: Execution, { token, emailAccountId, leaseUntil, now }: Claim): Update {
  const { stepId } = execution;
  const sameAccount = execution.emailAccountId === undefined ? 'absent' : { is: emailAccountId };

  return {
    update: keyOf(execution),
    set: { sendState: 'claimed', sendToken: token, leaseUntil, emailAccountId },
    if: [
      {
        stepId: { is: stepId },
        sendState: { is: 'due' },
        dueAt: { atMost: now },
        emailAccountId: sameAccount,
      },
      { stepId: { is: stepId }, sendState: { is: 'claimed' }, leaseUntil: { below: now } },
    ],
  };
}

/** claimed → committing, for the holder of the token. After this and not before, the mail may be handed over. */
export function commitWrite(execution: Execution, token: string, leaseUntil: number): Update {
  return {
    update: keyOf(execution),
    set: { sendState: 'committing', leaseUntil },
    if: { sendState: { is: 'claimed' }, sendToken: { is: token } },
  };
}

/** claimed or committing → due again later: the server said clearly that it did not take the mail. */
export function releaseWrite(execution: Execution, token: string, dueAt: number): Update {
  return {
    update: keyOf(execution),
    set: {
      sendState: 'due',
      dueAt,
      sendAttempts: execution.sendAttempts + 1,
      gsi3sk: dueSortKey(dueAt, execution.contactId),
    },
    remove: ['sendToken', 'leaseUntil', ...(execution.sentCount === 0 ? ['emailAccountId'] : [])],
    if: { sendState: { oneOf: ['claimed', 'committing'] }, sendToken: { is: token } },
  };
}

/** committing → done: the server has taken the mail, and it was the last step. */
export function sentWrite(execution: Execution, token: string, now: string): Update {
  return {
    update: keyOf(execution),
    set: {
      sendState: 'done',
      status: 'completed',
      sentCount: execution.sentCount + 1,
      lastSentAt: now,
      finishedAt: now,
    },
    remove: ['leaseUntil', ...noWorklistPlace],
    if: { sendState: { is: 'committing' }, sendToken: { is: token } },
  };
}

/** claimed or committing → failed: the mail will never be sent. */
export function failWrite(execution: Execution, token: string, reason: string, now: string): Update {
  return {
    update: keyOf(execution),
    set: { sendState: 'done', status: 'failed', reason, finishedAt: now },
    remove: ['leaseUntil', ...noWorklistPlace],
    if: { sendState: { oneOf: ['claimed', 'committing', 'unknown'] }, sendToken: { is: token } },
  };
}

/** committing → unknown: whether the server took the mail cannot be known, so nobody may send it again. */
export function loseWrite(execution: Execution, token: string, now: number): Update {
  return {
    update: keyOf(execution),
    set: {
      sendState: 'unknown',
      ...worklistPlace('unknown_send', execution.id, now + unknownRetentionMs),
    },
    remove: ['leaseUntil'],
    if: { sendState: { is: 'committing' }, sendToken: { is: token } },
  };
}

function keyOf({ workspaceId, contactId, campaignId }: Execution) {
  return executionKey(workspaceId, contactId, campaignId);
}
