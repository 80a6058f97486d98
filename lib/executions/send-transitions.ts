import { withSentVariant } from '#lib/executions/email-state.ts';
import { type Execution, isOpen, rejectionAttributes } from '#lib/executions/execution.ts';
import {
  dueIndexAttributes,
  unknownIndexAttributeNames,
  unknownIndexAttributes,
} from '#lib/executions/items.ts';
import { finishWrite, ifClaimedBy } from '#lib/executions/token-writes.ts';
import type { Update } from '#lib/storage/table.ts';
import { worklistAttributes } from '#lib/storage/worklist.ts';
import { timestamp } from '#lib/values/ids.ts';

/** How long the outcome of an email may remain unknown before the execution ends. Milliseconds. */
export const unknownRetentionMs = 24 * 3_600_000;

interface Release {
  readonly dueAt: number;
  /** Rejections that count against the recipient. */
  readonly attempts: number;
  /** The server's words, and what its refusal proves. Without them, the earlier ones stay. */
  readonly detail?: string;
  readonly refusedBy?: string;
  readonly wasRejected?: boolean;
}

/**
 * sending → due at a later time: the server has rejected the email. An execution that has ended in the meantime remains
 * ended.
 */
export function releaseWrite(
  execution: Execution,
  token: string,
  { dueAt, attempts, ...rejection }: Release,
): Update {
  if (!isOpen(execution)) return finishWrite(execution, token, {});

  return {
    ...ifClaimedBy(execution, token, ['sending']),
    set: {
      sendState: 'due',
      dueAt,
      sendAttempts: attempts,
      ...rejection,
      ...dueIndexAttributes(execution, dueAt),
    },
    // Any account may try the first email again.
    remove: ['sendToken', 'leaseUntil', ...(execution.sentCount === 0 ? ['emailAccountId'] : [])],
  };
}

export interface Sent {
  readonly stepId: string;
  readonly variantId: string;
  readonly now: number;
  /** The id that the server gave the message. */
  readonly serverId?: string | undefined;
  /** Undefined when that was the last step. */
  readonly next: NextEmail | undefined;
}

/** The email that follows a sent one. */
export interface NextEmail {
  readonly stepId: string;
  /** Epoch milliseconds. */
  readonly dueAt: number;
}

/** What only the attempts to send an email need. */
const attemptAttributes = [
  'claimedVariant',
  'claimedSubject',
  'claimedTracking',
  'visitedToken',
  ...rejectionAttributes,
];

/**
 * sending, unknown → due with the next step, or done: the server has accepted the email. Late evidence also resolves an
 * unknown outcome. An execution that has ended in the meantime remains ended, but records the email.
 */
export function sentWrite(execution: Execution, token: string, sent: Sent): Update {
  const { stepId, variantId, now, serverId, next } = sent;
  const { claimedSubject: subject } = execution;
  const lastSentAt = timestamp(now);
  const afterSend = { ...execution, sentCount: execution.sentCount + 1 };
  const record = {
    sentCount: afterSend.sentCount,
    lastSentAt,
    sentSteps: [...execution.sentSteps, stepId],
    sentVariants: withSentVariant(execution, variantId),
    ...(subject !== undefined && { thread: { subject, from: execution.sentSteps.length } }),
    ...(serverId !== undefined && { serverId }),
  };
  // If the server named no id, the stored id belongs to an earlier message.
  const outdatedAttributes = [...attemptAttributes, ...(serverId === undefined ? ['serverId'] : [])];
  if (!isOpen(execution)) return finishWrite(execution, token, record, outdatedAttributes);
  if (!next) {
    const completion = { ...record, status: 'completed', finishedAt: lastSentAt };

    return finishWrite(execution, token, completion, outdatedAttributes);
  }

  return {
    ...ifClaimedBy(execution, token, ['sending', 'unknown']),
    set: {
      ...record,
      status: 'in_progress',
      sendState: 'due',
      sendAttempts: 0,
      dueAt: next.dueAt,
      nextStepId: next.stepId,
      ...dueIndexAttributes(afterSend, next.dueAt),
    },
    // The due index and the worklist of unknown outcomes use the same keys, of gsi3. So the due index replaces the worklist.
    remove: ['sendToken', 'leaseUntil', ...unknownIndexAttributeNames, ...outdatedAttributes],
  };
}

export interface UnsentEnd {
  readonly status: 'failed' | 'bounced';
  readonly reason: string;
  /** The server's words. */
  readonly detail?: string;
}

/** sending, unknown → failed or bounced: the email was permanently rejected, or its outcome remained unknown for a day. */
export function endUnsentWrite(execution: Execution, token: string, end: UnsentEnd, now: string): Update {
  return finishWrite(execution, token, isOpen(execution) ? { ...end, finishedAt: now } : {});
}

/**
 * unknown → due now with the same step, after a person stated that the server did not accept the email. An execution that
 * has ended stays ended, but the step may be sent again after it is continued.
 */
export function notSentWrite(execution: Execution, token: string, now: number): Update {
  // Any account may try the first email again.
  const removedAttributes = ['sendToken', ...(execution.sentCount === 0 ? ['emailAccountId'] : [])];
  if (!isOpen(execution)) return finishWrite(execution, token, {}, removedAttributes);

  return {
    ...ifClaimedBy(execution, token, ['unknown']),
    set: { sendState: 'due', sendAttempts: 0, dueAt: now, ...dueIndexAttributes(execution, now) },
    remove: ['leaseUntil', ...unknownIndexAttributeNames, ...removedAttributes],
  };
}

/** sending → unknown: the server may or may not have accepted the email, so it must not be sent again. */
export function outcomeUnknownWrite(execution: Execution, token: string, now: number): Update {
  const { visitedToken } = execution;
  const claimed = ifClaimedBy(execution, token, ['sending']);

  return {
    ...claimed,
    if: { ...claimed.if, visitedToken: visitedToken === undefined ? 'absent' : { is: visitedToken } },
    set: {
      sendState: 'unknown',
      ...worklistAttributes('unknown_send', execution.id, now + unknownRetentionMs),
      ...unknownIndexAttributes(execution, now),
    },
    remove: ['leaseUntil'],
  };
}
