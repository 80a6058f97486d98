import type { Execution } from '#lib/executions/execution.ts';
import { keyOfExecution } from '#lib/executions/items.ts';
import { Stale } from '#lib/runtime/stale.ts';
import type { Update } from '#lib/storage/table.ts';
import { timeOfId, timestamp } from '#lib/values/ids.ts';

/*
 * What an execution remembers of its last visits, so that a doubled one is known, and a machine that goes through all links:
 * texts, short because every mail writes the item, and single values, so that a write can ask whether they still stand.
 */

/** Within this, the same mail opened again, and the same link clicked again, is one look at it. Milliseconds. */
export const oneLookMs = 60_000;

/** A click that was recorded lately, of the step that was clicked last. */
export interface RecentClick {
  readonly stepId: string;
  /** The how-manieth link of its mail. */
  readonly index: number;
  readonly eventId: string;
  /** How it was recorded: counted, counted as the execution's first, or as a machine's. */
  readonly as: 'counted' | 'first' | 'bot';
}

const marks = { counted: '', first: '*', bot: '!' } as const;
const clicksMax = 4;

/** When a mail of this execution was opened last, as far as it is remembered: epoch milliseconds. */
export function lastOpenOf(execution: Execution, stepId: string): number | undefined {
  const [place, at] = (execution.lastOpen ?? '').split(' ');

  return place === placeOf(execution, stepId) ? Number(at) : undefined;
}

export function openedWrite(execution: Execution, stepId: string, at: number): Update {
  const { openedAt, lastOpen } = execution;

  return {
    update: keyOfExecution(execution),
    set: {
      lastOpen: `${placeOf(execution, stepId)} ${at}`,
      ...(openedAt === undefined && { openedAt: timestamp(at) }),
    },
    if: { pk: 'present', lastOpen: asRead(lastOpen) },
    otherwise: changedMeanwhile,
  };
}

export function recentClicksOf(execution: Execution, stepId: string, now: number): RecentClick[] {
  const [place, ...clicks] = (execution.recentClicks ?? '').split(' ');
  if (place !== placeOf(execution, stepId)) return [];

  return clicks
    .map((text) => readClick(stepId, text))
    .filter(({ eventId }) => now - timeOfId(eventId) < oneLookMs);
}

/**
 * @param recent what is remembered from now on, the last of it in front
 * @param clickedAt when the execution was clicked first, by what is known now; undefined: it was not
 */
export function clickedWrite(
  execution: Execution,
  recent: readonly RecentClick[],
  clickedAt: string | undefined,
): Update {
  const [{ stepId } = { stepId: '' }] = recent;
  const remembered = recent
    .slice(0, clicksMax)
    .map(({ index, eventId, as }) => `${index}:${eventId.slice('evt_'.length)}${marks[as]}`);

  return {
    update: keyOfExecution(execution),
    set: {
      recentClicks: [placeOf(execution, stepId), ...remembered].join(' '),
      ...(clickedAt !== undefined && { clickedAt }),
    },
    ...(clickedAt === undefined && { remove: ['clickedAt'] }),
    if: {
      pk: 'present',
      recentClicks: asRead(execution.recentClicks),
      clickedAt: asRead(execution.clickedAt),
    },
    otherwise: changedMeanwhile,
  };
}

/** When the mail of a step was handed over, epoch milliseconds; undefined when that cannot be told. */
export function sentAtOf(
  { sentSteps, lastSentAt, sendState, stepId: current, leaseUntil }: Execution,
  stepId: string,
): number | undefined {
  if (sentSteps.at(-1) === stepId && lastSentAt !== undefined) return Date.parse(lastSentAt);
  // Its sender has not recorded it yet: that is a matter of moments.
  if (sendState === 'sending' && current === stepId) return leaseUntil;

  return undefined;
}

/** The how-manieth of its mails a step's was: shorter than its id. */
function placeOf({ sentSteps }: Execution, stepId: string): string {
  return String(sentSteps.indexOf(stepId));
}

function readClick(stepId: string, text: string): RecentClick {
  const [, index = '', ulid = '', mark = ''] = /^(\d+):(\w+)([*!]?)$/.exec(text) ?? [];
  const as = mark === marks.first ? 'first' : mark === marks.bot ? 'bot' : 'counted';

  return { stepId, index: Number(index), eventId: `evt_${ulid}`, as };
}

const asRead = (value: string | undefined) => (value === undefined ? 'absent' : { is: value });

const changedMeanwhile = () => new Stale('the execution changed meanwhile');
