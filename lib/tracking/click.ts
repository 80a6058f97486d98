import type { NewEvent, Retraction } from '#lib/commit/change.ts';
import type { Outcome } from '#lib/emails/outcome.ts';
import {
  emailPositionOf,
  isFirstOfEmail,
  sentVariantOf,
  withEmail,
  withoutEmail,
} from '#lib/executions/email-state.ts';
import type { Execution } from '#lib/executions/execution.ts';
import {
  botVisitPut,
  clickedWrite,
  type RecentClick,
  recentClicksMax,
  recentClicksOf,
} from '#lib/executions/tracking-state.ts';
import { findBurst } from '#lib/tracking/bot-detection.ts';
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
 * Plans the record of a click. A second click of the same link within a minute is ignored, and so are more than `recentClicksMax` of
 * all links. Three links of one message within five seconds are a bot's burst: its counted clicks are retracted. Events that webhooks
 * already received are not retracted.
 */
export function planClick(
  execution: Execution,
  click: Click,
  now: number,
  botReason: string | undefined,
): Outcome | undefined {
  const { message, index, at } = click;
  if (botReason !== undefined)
    return {
      writes: [botVisitPut(execution, message.stepId, `email.clicked#${index}#${botReason}`, at)],
      events: [clickedEvent(execution, click, { details: { botReason } })],
    };
  const { stepId } = message;
  const recent = recentClicksOf(execution, now);
  const emailPosition = emailPositionOf(execution, stepId);
  const inEmail = recent.filter((each) => each.emailPosition === emailPosition);
  if (recent.length >= recentClicksMax || inEmail.some((each) => each.index === index)) return undefined;

  const id = newId('evt', now);
  const burst = findBurst(inEmail, index, now);
  if (burst) return retractBurst(execution, click, { recent, burst, id });
  let recordedAs: RecentClick['recordedAs'] = 'counted';
  if (execution.clickedAt === undefined) recordedAs = 'first';
  else if (isFirstOfEmail(execution, execution.clickedEmails, stepId)) recordedAs = 'firstOfEmail';
  const thisClick: RecentClick = { emailPosition, index, eventId: id, recordedAs };
  const clickState = {
    clickedAt: execution.clickedAt ?? timestamp(at),
    clickedEmails: withEmail(execution, execution.clickedEmails, stepId),
  };

  return {
    writes: [clickedWrite(execution, [thisClick, ...recent], clickState)],
    events: [clickedEvent(execution, click, { id, isFirst: isFirstClick(thisClick) })],
  };
}

interface BurstContext {
  readonly recent: readonly RecentClick[];
  readonly burst: readonly RecentClick[];
  readonly id: string;
}

function retractBurst(execution: Execution, click: Click, { recent, burst, id }: BurstContext): Outcome {
  const botReason = 'many_links';
  const { stepId } = click.message;
  const counted = burst.filter(({ recordedAs }) => recordedAs !== 'bot');
  const emailPosition = emailPositionOf(execution, stepId);
  const thisClick: RecentClick = { emailPosition, index: click.index, eventId: id, recordedAs: 'bot' };
  const asBots = recent.map((each) =>
    counted.includes(each) ? { ...each, recordedAs: 'bot' as const } : each,
  );
  const wasFirst = counted.some(({ recordedAs }) => recordedAs === 'first');
  const wasFirstOfEmail = counted.some(isFirstClick);
  const { clickedEmails = 0 } = execution;
  const clickState = {
    clickedAt: wasFirst ? undefined : execution.clickedAt,
    clickedEmails: wasFirstOfEmail ? withoutEmail(execution, clickedEmails, stepId) : clickedEmails,
  };

  return {
    writes: [clickedWrite(execution, [thisClick, ...asBots], clickState)],
    events: [clickedEvent(execution, click, { id, details: { botReason } })],
    // Reverting a count uses the ids and the time of the event, not its URL.
    retractions: counted.map(
      (each): Retraction => ({
        id: each.eventId,
        event: clickedEvent(
          execution,
          { ...click, at: timeOfId(each.eventId) },
          { isFirst: isFirstClick(each) },
        ),
        botReason,
      }),
    ),
  };
}

/** Whether the click was recorded as the first click of its email. */
const isFirstClick = ({ recordedAs }: RecentClick): boolean =>
  recordedAs === 'first' || recordedAs === 'firstOfEmail';

function clickedEvent(execution: Execution, { message, url, at }: Click, more: Partial<NewEvent>): NewEvent {
  return {
    type: 'email.clicked',
    data: { ...message, url, clickedAt: timestamp(at) },
    variant: sentVariantOf(execution, message.stepId),
    ...more,
  };
}
