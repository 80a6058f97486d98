import type { DirectEmail, DirectEmailError } from '#lib/direct-emails/state.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Put, Update, Write } from '#lib/storage/table.ts';
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
  | { readonly status: 'sent' | 'outcome_unknown'; readonly sentCheckAt?: number }
  | { readonly status: 'failed'; readonly error: DirectEmailError; readonly smtpCode?: number | null }
  /** A temporary failure. @see SendState.attempts */
  | { readonly status: 'queued'; readonly dueAt: number; readonly attempts: number };

/** The outcome of an email that was not transmitted: it failed, or it is due again later. */
export type UnsentOutcome = Extract<DirectOutcome, { status: 'failed' | 'queued' }>;

type OutcomeSource = { readonly token: string } | 'queued' | 'outcome_unknown';

/** The outcome of an email, and what follows from a sent one. @see directOutcomeWrite */
export function directOutcomeWrites(
  email: DirectEmail,
  from: OutcomeSource,
  outcome: DirectOutcome,
  now: number,
): readonly Write[] {
  const sentAt = sentAtOf(email.state.createdAt, from, now);
  const further = outcome.status === 'sent' ? email.writesWhenSent?.(sentAt) : undefined;

  return [directOutcomeWrite(email, from, outcome, now), ...(further ?? [])];
}

/** The time of a transmission with an unknown outcome is not stored. */
const sentAtOf = (createdAt: string, from: OutcomeSource, now: number): string =>
  from === 'outcome_unknown' ? createdAt : timestamp(now);

/**
 * The outcome of an email: by the holder of the token of its claim; without a claim, if nothing was transmitted; or after an
 * unknown outcome, by evidence or a decision.
 */
export function directOutcomeWrite(
  { key, kind, state: { id, dueAt, createdAt } }: DirectEmail,
  from: OutcomeSource,
  outcome: DirectOutcome,
  now: number,
): Update {
  // A service email may contain a secret; an answer stays readable in its thread.
  const contentAttributes = kind === 'service_email' && outcome.status !== 'queued' ? ['sealed'] : [];
  const sentCheckAt = 'sentCheckAt' in outcome ? outcome.sentCheckAt : undefined;
  const sentAt = sentAtOf(createdAt, from, now);
  // The time from which the sweeper finds the email; undefined if no work remains.
  const workAt = outcome.status === 'queued' ? outcome.dueAt : sentCheckAt;

  return {
    update: key,
    set: {
      status: outcome.status,
      ...(outcome.status === 'sent' && { sentAt }),
      ...(outcome.status === 'failed' && {
        error: outcome.error,
        ...(outcome.smtpCode != null && { smtpCode: outcome.smtpCode }),
      }),
      ...(outcome.status === 'queued' && { dueAt: outcome.dueAt, attempts: outcome.attempts }),
      ...(sentCheckAt !== undefined && { sentCheckAt }),
      ...(workAt !== undefined && worklistAttributes(kind, id, workAt)),
    },
    remove: [
      'sendToken',
      'leaseUntil',
      'sentChecks',
      ...contentAttributes,
      ...(sentCheckAt === undefined ? ['sentCheckAt'] : []),
      ...(workAt === undefined ? worklistAttributeNames : []),
    ],
    if: {
      status: { is: typeof from === 'string' ? from : 'sending' },
      ...(from === 'queued' && { dueAt: { is: dueAt } }),
      ...(typeof from === 'object' && { sendToken: { is: from.token } }),
    },
    otherwise: stale,
  };
}

const stale = () => new StaleDecision('the email was changed concurrently');
