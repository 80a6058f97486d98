import type { NewEvent, Retraction } from '#lib/commit/new-event.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { clickedWrite, type RecentClick, recentClicksOf } from '#lib/executions/tracking-state.ts';
import { findBurst } from '#lib/tracking/bot-detection.ts';
import type { VisitChange } from '#lib/tracking/visit-change.ts';
import { newId, timeOfId, timestamp } from '#lib/values/ids.ts';

interface Click {
  readonly message: NewEvent['data'] & { readonly stepId: string };
  readonly url: string;
  /** Zero-based index of the link in the message. */
  readonly index: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * Plans the record of a click. A second click of the same link within a minute is ignored. Three links of one message within
 * five seconds are a bot's burst: its counted clicks are retracted. Webhooks that were already delivered are not retracted.
 */
export function planClick(
  execution: Execution,
  click: Click,
  now: number,
  botReason: string | undefined,
): VisitChange | undefined {
  if (botReason !== undefined)
    return { writes: [], events: [clickedEvent(click, { details: { botReason } })] };
  const { message, index, at } = click;
  const recent = recentClicksOf(execution, message.stepId, now);
  if (recent.some((each) => each.index === index)) return undefined;

  const id = newId('evt', now);
  const burst = findBurst(recent, index, now);
  if (burst) return retractBurst(execution, click, { recent, burst, id });
  const isFirst = execution.clickedAt === undefined;
  const thisClick: RecentClick = {
    stepId: message.stepId,
    index,
    eventId: id,
    as: isFirst ? 'first' : 'counted',
  };

  return {
    writes: [clickedWrite(execution, [thisClick, ...recent], execution.clickedAt ?? timestamp(at))],
    events: [clickedEvent(click, { id, isFirst })],
  };
}

interface BurstContext {
  readonly recent: readonly RecentClick[];
  readonly burst: readonly RecentClick[];
  readonly id: string;
}

function retractBurst(execution: Execution, click: Click, { recent, burst, id }: BurstContext): VisitChange {
  const botReason = 'many_links';
  const { stepId } = click.message;
  const counted = burst.filter(({ as }) => as !== 'bot');
  const thisClick: RecentClick = { stepId, index: click.index, eventId: id, as: 'bot' };
  const asBots = recent.map((each) => (counted.includes(each) ? { ...each, as: 'bot' as const } : each));
  const wasFirst = counted.some(({ as }) => as === 'first');

  return {
    writes: [clickedWrite(execution, [thisClick, ...asBots], wasFirst ? undefined : execution.clickedAt)],
    events: [clickedEvent(click, { id, details: { botReason } })],
    retractions: counted.map(
      ({ eventId, as }): Retraction => ({
        id: eventId,
        event: clickedEvent({ ...click, at: timeOfId(eventId) }, { isFirst: as === 'first' }),
        botReason,
      }),
    ),
  };
}

function clickedEvent({ message, url, at }: Click, more: Partial<NewEvent>): NewEvent {
  return { type: 'email.clicked', data: { ...message, url, clickedAt: timestamp(at) }, ...more };
}
