import type { DirectEmail, DirectEmailError } from '#lib/direct-emails/state.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Condition, Put, Update } from '#lib/storage/table.ts';
import { worklistAttributeNames, worklistAttributes } from '#lib/storage/worklist.ts';
import { timestamp } from '#lib/values/ids.ts';

/** @param attributes of the email in addition to its state */
export function directEmailPut(
  { key, kind, state }: DirectEmail,
  attributes: Readonly<Record<string, unknown>>,
): Put {
  return {
    put: { ...key, ...attributes, ...state, ...worklistAttributes(kind, state.id, state.dueAt) },
    if: { pk: 'absent' },
  };
}

/** queued → sending. Only after this write may the holder of the token transmit the email. */
export function claimDirectEmail(
  { key, kind, state: { id, dueAt } }: DirectEmail,
  { token, leaseUntil }: { readonly token: string; readonly leaseUntil: number },
): Update {
  return {
    update: key,
    set: {
      status: 'sending',
      sendToken: token,
      leaseUntil,
      // The sweeper finds the email if the worker stops before it records the outcome.
      ...worklistAttributes(kind, id, leaseUntil),
    },
    if: { status: { is: 'queued' }, dueAt: { is: dueAt } },
    otherwise: stale,
  };
}

export type DirectOutcome =
  /** @see SendState.sentCheckAt; undefined if the Sent folder is not searched */
  | { readonly status: 'sent' | 'outcome_unknown'; readonly sentCheckAt?: number | undefined }
  | { readonly status: 'failed'; readonly error: DirectEmailError; readonly smtpCode?: number | null }
  /** A temporary failure. @see SendState.attempts */
  | { readonly status: 'queued'; readonly dueAt: number; readonly attempts: number };

/** The outcome of an email that was not transmitted: it failed, or it is due again later. */
export type UnsentOutcome = Extract<DirectOutcome, { status: 'failed' | 'queued' }>;

/** sending → the outcome, by the holder of the token. */
export function settleDirectEmail(
  email: DirectEmail,
  token: string,
  outcome: DirectOutcome,
  now: number,
): Update {
  return outcomeWrite(email, outcome, now, { status: { is: 'sending' }, sendToken: { is: token } });
}

/** queued → the outcome, without a claim: nothing was transmitted. */
export function endQueuedDirectEmail(email: DirectEmail, outcome: UnsentOutcome, now: number): Update {
  return outcomeWrite(email, outcome, now, { status: { is: 'queued' }, dueAt: { is: email.state.dueAt } });
}

function outcomeWrite(
  { key, kind, state: { id } }: DirectEmail,
  outcome: DirectOutcome,
  now: number,
  condition: Condition,
): Update {
  const claimAttributes = ['sendToken', 'leaseUntil'];
  // A service email may contain a secret; an answer stays readable in its thread.
  const contentAttributes = kind === 'service_email' && outcome.status !== 'queued' ? ['sealed'] : [];
  const sentCheckAt = 'sentCheckAt' in outcome ? outcome.sentCheckAt : undefined;
  // The time from which the sweeper finds the email; undefined if no work remains.
  const workAt = outcome.status === 'queued' ? outcome.dueAt : sentCheckAt;

  return {
    update: key,
    set: {
      status: outcome.status,
      ...(outcome.status === 'sent' && { sentAt: timestamp(now) }),
      ...(outcome.status === 'failed' && {
        error: outcome.error,
        ...(outcome.smtpCode != null && { smtpCode: outcome.smtpCode }),
      }),
      ...(outcome.status === 'queued' && { dueAt: outcome.dueAt, attempts: outcome.attempts }),
      ...(sentCheckAt !== undefined && { sentCheckAt }),
      ...(workAt !== undefined && worklistAttributes(kind, id, workAt)),
    },
    remove: [
      ...claimAttributes,
      ...contentAttributes,
      ...(workAt === undefined ? worklistAttributeNames : []),
    ],
    if: condition,
    otherwise: stale,
  };
}

const stale = () => new StaleDecision('the email was changed concurrently');
