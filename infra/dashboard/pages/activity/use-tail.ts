import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { List } from '../../api/lists.ts';
import { type ActivityEvent, type ActivityFilters, readTail, type TailPosition } from './queries.ts';

/** At most one request in this time. */
const pollMs = 5_000;
/** The API omits the last 30 seconds after an event, because earlier events can still be inserted there. */
const settledMs = 35_000;
/** More events than that leave the window; the list has them after a reload. */
const eventsMax = 1_000;

interface Tail {
  readonly events: readonly ActivityEvent[];
  /** Why the last request failed; the next one tries again. */
  readonly error: unknown;
}

const nothing: Tail = { events: [], error: undefined };

/**
 * Events that occur while the page is open. It polls while the page is visible and `isOn`.
 * @param list the events that were read when the page opened
 */
export function useTail(list: List<ActivityEvent>, filters: ActivityFilters, isOn: boolean): Tail {
  const key = JSON.stringify(filters);
  const [state, setState] = useState({ key, tail: nothing });
  const position = useRef<{ readonly key: string; readonly at: TailPosition }>(undefined);
  const { events, error } = state.key === key ? state.tail : nothing;
  const poll = useEffectEvent(async (): Promise<void> => {
    if (document.visibilityState !== 'visible') return;
    const at = position.current?.key === key ? position.current.at : startOf(list.rows);
    if (at === undefined) return list.retry();
    try {
      const page = await readTail(at, filters);
      position.current = { key, at: page.next };
      const known = new Set([...events, ...list.rows].map(({ id }) => id));
      const added = page.events.filter(({ id }) => !known.has(id));
      if (added.length === 0 && error === undefined) return;
      setState({ key, tail: { events: [...added, ...events].slice(0, eventsMax), error: undefined } });
    } catch (failure) {
      setState({ key, tail: { events, error: failure } });
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
function startOf(rows: readonly ActivityEvent[]): TailPosition | undefined {
  const settled =
    rows.find(({ occurredAt }) => Date.parse(occurredAt) < Date.now() - settledMs) ?? rows.at(-1);

  return settled && { afterId: settled.id };
}

/** Newest first: ids sort by time. */
export const mergeEvents = (
  events: readonly ActivityEvent[],
  rows: readonly ActivityEvent[],
): readonly ActivityEvent[] => {
  if (events.length === 0) return rows;
  const known = new Set(rows.map(({ id }) => id));

  return [...events.filter(({ id }) => !known.has(id)), ...rows].sort((one, other) =>
    one.id < other.id ? 1 : -1,
  );
};
