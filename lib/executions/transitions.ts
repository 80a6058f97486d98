import { type Execution, isOpen } from '#lib/executions/execution.ts';
import { duePlace, keyOfExecution, noUnknownPlace, unknownPlace } from '#lib/executions/items.ts';
import { Stale } from '#lib/runtime/stale.ts';
import type { Update } from '#lib/storage/table.ts';
import { noWorklistPlace, worklistPlace } from '#lib/storage/worklist.ts';
import { timestamp } from '#lib/values/ids.ts';

/** For how long evidence of an uncertain mail is waited for. */
export const unknownRetentionMs = 24 * 3_600_000;

interface Claim {
  readonly stepId: string;
  readonly token: string;
  readonly emailAccountId: string;
  /** `recipientHash` of the contact's address. */
  readonly sentTo: string;
  readonly leaseUntil: number;
  /** What must not have happened: `repliedAt`, `clickedAt`. */
  readonly unless: readonly ('repliedAt' | 'clickedAt')[];
  readonly now: number;
}

/** due → sending, for the holder of the token. After this and not before, the mail may be handed over. */
export function claimWrite(execution: Execution, claim: Claim): Update {
  const { sentCount } = execution;
  const { stepId, token, emailAccountId, sentTo, leaseUntil, unless, now } = claim;
  const { emailAccountId: before, messageDomain } = execution;

  return {
    update: keyOfExecution(execution),
    set: {
      ...{ sendState: 'sending', stepId, sendToken: token, leaseUntil, emailAccountId, sentTo },
      ...(messageDomain !== undefined && { messageDomain }),
    },
    if: {
      sendState: { is: 'due' },
      dueAt: { atMost: now },
      sentCount: { is: sentCount },
      status: { oneOf: ['pending', 'in_progress'] },
      emailAccountId: before === undefined ? 'absent' : { is: before },
      ...Object.fromEntries(unless.map((moment) => [moment, 'absent'])),
    },
  };
}

/**
 * sending → due again later: the server said clearly that it did not take the mail.
 * When the execution has been ended meanwhile it stays so, as below.
 * @param attempts how often this mail has been refused for its recipient's sake
 */
export function releaseWrite(execution: Execution, token: string, dueAt: number, attempts: number): Update {
  const { sentCount } = execution;
  if (!isOpen(execution)) return letGo(execution, token, {});

  return {
    ...mine(execution, token, ['sending']),
    set: { sendState: 'due', dueAt, sendAttempts: attempts, ...duePlace(execution, dueAt) },
    remove: ['sendToken', 'leaseUntil', ...(sentCount === 0 ? ['emailAccountId'] : [])],
  };
}

export interface Sent {
  readonly stepId: string;
  /** As it was sent, without `Re:`. */
  readonly subject: string;
  readonly startsThread: boolean;
  readonly now: number;
  /** Undefined when that was the last step. */
  readonly next: FollowUp | undefined;
}

/** The mail after one that was sent. */
export interface FollowUp {
  readonly stepId: string;
  /** Epoch milliseconds. */
  readonly dueAt: number;
}

/**
 * sending → due with the next step, or done: the server has taken the mail. A late word of it ends uncertainty too. An
 * execution that has been ended meanwhile stays so, but it has had a mail.
 */
export function sentWrite(execution: Execution, token: string, sent: Sent): Update {
  const { stepId, subject, startsThread, now, next } = sent;
  const lastSentAt = timestamp(now);
  const after = { ...execution, sentCount: execution.sentCount + 1 };
  const record = {
    sentCount: after.sentCount,
    lastSentAt,
    sentSteps: [...execution.sentSteps, stepId],
    ...(startsThread && { thread: { subject, from: execution.sentSteps.length } }),
  };
  if (!isOpen(execution)) return letGo(execution, token, record);
  if (!next) {
    return letGo(execution, token, { ...record, status: 'completed', finishedAt: lastSentAt });
  }

  return {
    ...mine(execution, token, ['sending', 'unknown']),
    set: {
      ...record,
      ...{ status: 'in_progress', sendState: 'due', sendAttempts: 0, dueAt: next.dueAt },
      nextStepId: next.stepId,
      ...duePlace(after, next.dueAt),
    },
    remove: ['sendToken', 'leaseUntil', ...noUnknownPlace],
  };
}

export interface UnsentEnd {
  readonly status: 'failed' | 'bounced';
  readonly reason: string;
}

/** sending → failed or bounced: the mail will never be sent. */
export function endUnsentWrite(execution: Execution, token: string, end: UnsentEnd, now: string): Update {
  return letGo(execution, token, isOpen(execution) ? { ...end, finishedAt: now } : {});
}

/** sending → unknown: whether the server took the mail cannot be known, so nobody may send it again. */
export function loseWrite(execution: Execution, token: string, now: number): Update {
  return {
    update: keyOfExecution(execution),
    set: {
      sendState: 'unknown',
      ...worklistPlace('unknown_send', execution.id, now + unknownRetentionMs),
      ...unknownPlace(execution, now),
    },
    remove: ['leaseUntil'],
    if: { sendState: { is: 'sending' }, sendToken: { is: token }, status: { is: execution.status } },
    otherwise: () => new Stale('the execution changed meanwhile'),
  };
}

/** Nothing is left to be sent. */
function letGo(execution: Execution, token: string, set: Readonly<Record<string, unknown>>): Update {
  return {
    ...mine(execution, token, ['sending', 'unknown']),
    set: { ...set, sendState: 'done' },
    remove: ['leaseUntil', ...noWorklistPlace, ...noUnknownPlace],
  };
}

/**
 * What became of a mail is said by who has it in hand, and of the execution as it is: it may have been ended meanwhile, and its
 * outcome may have become unknown, which is counted.
 */
function mine(
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
    otherwise: () => new Stale('the execution changed meanwhile'),
  };
}
