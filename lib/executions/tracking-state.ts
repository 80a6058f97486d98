import { withEmail } from '#lib/executions/email-state.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { executionChanged } from '#lib/executions/execution-change.ts';
import { emailEventKey, keyOfExecution } from '#lib/executions/items.ts';
import type { Put, Update } from '#lib/storage/table.ts';
import { timeOfId, timestamp } from '#lib/values/ids.ts';

/*
 * Recent opens and clicks of an execution. They serve to detect repeated events and link scanners. Encoded as short
 * strings: each email rewrites the item, and a write condition can compare a whole string.
 */

/** A second open of the same email, or click on the same link, within this time is a duplicate. Milliseconds. */
export const duplicateWindowMs = 60_000;

/**
 * Clicks of an execution that are recorded within `duplicateWindowMs`: more than people make. Without a limit, a recipient could add
 * events to the activity of a workspace at any rate.
 */
export const recentClicksMax = 6;

/** A click within the last minute. */
export interface RecentClick {
  /** Position of the email in `sentSteps`, which is shorter than the id of its step. */
  readonly emailPosition: number;
  /** Zero-based index of the link in the email. */
  readonly index: number;
  readonly eventId: string;
  /** How the click was recorded: counted, counted as the first of the execution or of the email, or attributed to a bot. */
  readonly recordedAs: 'counted' | 'first' | 'firstOfEmail' | 'bot';
}

/** Suffix of an encoded click. */
const marks = { counted: '', first: '*', firstOfEmail: '+', bot: '!' } as const;

/** Whether an email of the execution was opened within the last minute. */
export function isOpenedRecently({ lastOpenAt }: Execution, now: number): boolean {
  return lastOpenAt !== undefined && now - lastOpenAt < duplicateWindowMs;
}

/** Records an open as the last one. Fails if another open was recorded since the execution was read. */
export function openedWrite(execution: Execution, stepId: string, at: number): Update {
  const { openedAt, lastOpenAt, openedEmails } = execution;

  return {
    update: keyOfExecution(execution),
    set: {
      lastOpenAt: at,
      openedEmails: withEmail(execution, openedEmails, stepId),
      ...(openedAt === undefined && { openedAt: timestamp(at) }),
    },
    if: { pk: 'present', lastOpenAt: unchanged(lastOpenAt) },
    otherwise: executionChanged,
  };
}

/** The clicks within the last minute, latest first. */
export function recentClicksOf({ recentClicks = '' }: Execution, now: number): RecentClick[] {
  return recentClicks
    .split(' ')
    .flatMap((text) => readClick(text) ?? [])
    .filter(({ eventId }) => now - timeOfId(eventId) < duplicateWindowMs);
}

/**
 * Records clicks. Fails if another click was recorded since the execution was read.
 * @param recent the clicks to store, latest first
 * @param clickState `clickedAt`: time of the first counted click, undefined if no click counts; `clickedEmails`: set of the
 * emails with a counted click
 */
export function clickedWrite(
  execution: Execution,
  recent: readonly RecentClick[],
  clickState: Pick<Execution, 'clickedAt' | 'clickedEmails'>,
): Update {
  const { clickedAt, clickedEmails } = clickState;
  const encodedClicks = recent.map(
    ({ emailPosition, index, eventId, recordedAs }) =>
      `${emailPosition}:${index}:${eventId.slice('evt_'.length)}${marks[recordedAs]}`,
  );

  return {
    update: keyOfExecution(execution),
    set: {
      recentClicks: encodedClicks.join(' '),
      clickedEmails,
      ...(clickedAt !== undefined && { clickedAt }),
    },
    ...(clickedAt === undefined && { remove: ['clickedAt'] }),
    if: {
      pk: 'present',
      recentClicks: unchanged(execution.recentClicks),
      clickedAt: unchanged(execution.clickedAt),
    },
    otherwise: executionChanged,
  };
}

/** The same visit by a bot was recorded within the last minute. */
export class RepeatedBotVisit extends Error {
  override readonly name = 'RepeatedBotVisit';
}

/**
 * Part of the transaction that records a bot's visit of an email. Fails with RepeatedBotVisit within a minute of the same
 * visit. A separate item, because a bot changes no execution.
 * @param visit identifies the visit within its email
 * @param at epoch milliseconds
 */
export function botVisitPut(execution: Execution, stepId: string, visit: string, at: number): Put {
  const { workspaceId, contactId, id: executionId } = execution;
  const expiresAt = at + duplicateWindowMs;

  return {
    put: {
      ...emailEventKey(workspaceId, { contactId, executionId, stepId }, visit),
      expiresAt,
      expiresAtEpochSeconds: Math.ceil(expiresAt / 1000),
    },
    if: [{ pk: 'absent' }, { expiresAt: { atMost: at } }],
    otherwise: () => new RepeatedBotVisit('the visit was recorded within the last minute'),
  };
}

/** Notes that the email in flight was opened or clicked. It is evidence if the worker does not record the outcome. */
export function visitedWrite(execution: Execution, sendToken: string): Update {
  return {
    update: keyOfExecution(execution),
    set: { visitedToken: sendToken },
    if: { sendState: { is: 'sending' }, sendToken: { is: sendToken } },
    otherwise: executionChanged,
  };
}

/** When the email of a step was sent; undefined if that is not known. Epoch milliseconds. */
export function sentAtOf(
  { sentSteps, lastSentAt, sendState, stepId: claimedStepId, leaseUntil }: Execution,
  stepId: string,
): number | undefined {
  if (sentSteps.at(-1) === stepId && lastSentAt !== undefined) return Date.parse(lastSentAt);
  // The worker has not recorded the outcome yet. The end of its claim is an upper bound.
  if (sendState === 'sending' && claimedStepId === stepId) return leaseUntil;

  return undefined;
}

function readClick(text: string): RecentClick | undefined {
  const [, position, index, ulid = '', mark = ''] = /^(\d+):(\d+):(\w+)([*+!]?)$/.exec(text) ?? [];
  const kinds = Object.keys(marks) as RecentClick['recordedAs'][];
  const recordedAs = kinds.find((kind) => marks[kind] === mark);
  if (recordedAs === undefined || index === undefined) return undefined;

  return { emailPosition: Number(position), index: Number(index), eventId: `evt_${ulid}`, recordedAs };
}

const unchanged = (value: string | number | undefined) => (value === undefined ? 'absent' : { is: value });
