import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { localDate } from '#lib/values/time-zones.ts';
import type { ClockMove } from '../clock.ts';

type Attributes = Readonly<Record<string, AttributeValue>>;

/** Attributes with times that a person has chosen, so the clock does not move them: the expiry of an API key. */
const fixedTimes: readonly string[] = ['validUntil'];

/** Times in RFC 3339 that later decisions use, and `lastFailureAt`, which is compared with `lastSuccessAt`. All others are history. */
const timestamps: readonly string[] = ['lastSentAt', 'lastSuccessAt', 'lastFailureAt', 'lastSyncAt'];

/** An item with this attribute belongs to a recipient that has finished the campaign, so its `lastSentAt` is history, too. */
const finishedAt = 'finishedAt';

/** Local dates that counters of emails belong to. */
const days: readonly string[] = ['day', 'sentDay', 'slotDay'];

/** Longer than any waiting time of the service. A number further ahead is not a time. */
const aheadMsMax = 100 * 365 * 86_400_000;

/**
 * The changed attributes of an item: times that are in the future because the clock was ahead move back. A number or the sort
 * key of an index is a time if its value is epoch milliseconds in the future. A counter's day in the future becomes today, so its
 * emails count for today.
 */
export function movedAttributes(item: Attributes, move: ClockMove): Record<string, AttributeValue> {
  const zone = item['timezone']?.S ?? 'UTC';
  const fixedNames = item[finishedAt] === undefined ? fixedTimes : [...fixedTimes, 'lastSentAt'];
  const moved: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(item)) {
    const newValue = fixedNames.includes(name) ? value : movedValue(name, value, move, zone);
    if (newValue !== value) moved[name] = newValue;
  }

  return moved;
}

/** @returns the same object if nothing moves */
function movedValue(name: string, value: AttributeValue, move: ClockMove, zone: string): AttributeValue {
  if (value.N !== undefined) {
    const time = Number(value.N);

    return isAhead(time, move) ? { N: String(time - move.byMs) } : value;
  }
  if (value.S !== undefined) return movedText(name, value.S, move, zone) ?? value;
  if (value.M !== undefined) {
    const moved = Object.entries(value.M).map(
      ([key, each]) => [key, movedValue(key, each, move, zone)] as const,
    );

    return moved.some(([key, each]) => each !== value.M?.[key]) ? { M: Object.fromEntries(moved) } : value;
  }

  return value;
}

function movedText(name: string, text: string, move: ClockMove, zone: string): { S: string } | undefined {
  if (/^gsi\d+sk$/.test(name)) {
    const [, time, suffix] = /^(\d{13})(#.*)?$/.exec(text) ?? [];

    return isAhead(Number(time), move) ? { S: `${Number(time) - move.byMs}${suffix ?? ''}` } : undefined;
  }
  if (timestamps.includes(name)) {
    const time = Date.parse(text);

    return isAhead(time, move) ? { S: new Date(time - move.byMs).toISOString() } : undefined;
  }
  if (!days.includes(name)) return undefined;
  const today = localDate(move.now, zone);

  return text > today ? { S: today } : undefined;
}

function isAhead(time: number, { now }: ClockMove): boolean {
  return time > now && time < now + aheadMsMax;
}
