import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { serviceNow } from '../../api/clock.ts';
import type { List } from '../../api/lists.ts';
import { type ActivityEvent, type ActivityFilters, readTail, type TailPosition } from './queries.ts';

/** The interval between two requests. */
const pollMs = 5_000;
/** Age at which the order of events is final: the 30 seconds that the API omits with `afterId`, and a margin. */
const finalAfterMs = 35_000;
/** Maximum new events. The oldest ones beyond it are dropped; the list contains them after a reload. */
const eventsMax = 1_000;

interface Tail {
  readonly events: readonly ActivityEvent[];
  /** Why the last request failed; the next one tries again. */
  readonly error: unknown;
}

const emptyTail: Tail = { events: [], error: undefined };

/**
 * New events while the page is open. Polls while the page is visible and `isOn`.
 * @param list the events that were read when the page opened
 */
export function useTail(list: List<ActivityEvent>, filters: ActivityFilters, isOn: boolean): Tail {
  const filterKey = JSON.stringify(filters);
  const [state, setState] = useState({ filterKey, tail: emptyTail });
  // Where the next poll continues. New filters have another key, so they start again.
  const nextPoll = useRef<{ readonly filterKey: string; readonly position: TailPosition }>(undefined);
  const { events, error } = state.filterKey === filterKey ? state.tail : emptyTail;
  const poll = useEffectEvent(async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return;
    const position =
      nextPoll.current?.filterKey === filterKey ? nextPoll.current.position : startPosition(list.rows);
    // An empty list has no position to continue from, so the list is read again.
    if (position === undefined) return list.retry();
    try {
      const page = await readTail(position, filters);
      nextPoll.current = { filterKey, position: page.next };
      const knownIds = new Set([...events, ...list.rows].map(({ id }) => id));
      const added = page.events.filter(({ id }) => !knownIds.has(id));
      if (added.length === 0 && error === undefined) return;
      setState({
        filterKey,
        tail: { events: [...added, ...events].slice(0, eventsMax), error: undefined },
      });
    } catch (failure) {
      setState({ filterKey, tail: { events, error: failure } });
    }
  });
  useEffect(() => {
    if (!isOn) return undefined;
    let isRunning = false;
    const timer = setInterval(() => {
      if (isRunning) return;
      isRunning = true;
      void poll().finally(() => {
        isRunning = false;
      });
    }, pollMs);

    return () => clearInterval(timer);
  }, [isOn]);

  return { events, error };
}

/** The newest event before which no event can be inserted; undefined for an empty list. */
function startPosition(rows: readonly ActivityEvent[]): TailPosition | undefined {
  const newestFinal =
    rows.find(({ occurredAt }) => Date.parse(occurredAt) < serviceNow() - finalAfterMs) ?? rows.at(-1);

  return newestFinal && { afterId: newestFinal.id };
}

/** All events without duplicates, newest first. Ids sort by time. */
export const mergeEvents = (
  events: readonly ActivityEvent[],
  rows: readonly ActivityEvent[],
): readonly ActivityEvent[] => {
  if (events.length === 0) return rows;
  const knownIds = new Set(rows.map(({ id }) => id));

  return [...events.filter(({ id }) => !knownIds.has(id)), ...rows].sort((one, other) =>
    one.id < other.id ? 1 : -1,
  );
};
