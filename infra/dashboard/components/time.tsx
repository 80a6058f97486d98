import { useEffect, useState } from 'react';
import { serviceNow } from '../api/clock.ts';
import { relativeTime } from './relative-time.ts';
import { NoValue } from './states.tsx';

export interface TimeProps {
  /** RFC 3339; null shows nothing. */
  readonly value: string | null | undefined;
  /** `relative` is “5 minutes ago”, `date` has no time of day. */
  readonly format?: 'relative' | 'full' | 'date' | undefined;
  /** Whether the event is still to come: a time that has passed is “now”. */
  readonly isDue?: boolean | undefined;
  /** Replaces a missing time. */
  readonly none?: string | undefined;
}

const fullFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** A time in the viewer's zone, with UTC in its title. */
export function Time({ value, format = 'relative', isDue = false, none }: TimeProps) {
  const now = useNow(format === 'relative' && Boolean(value));
  if (!value) return none === undefined ? <NoValue /> : <span className="none">{none}</span>;
  const time = new Date(value);

  return (
    <time
      dateTime={value}
      title={`${fullFormat.format(time)} · ${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`}
    >
      {isDue && time.getTime() <= now ? 'now' : formatTime(time, format, now)}
    </time>
  );
}

/** Times more than seven days away are never relative. */
function formatTime(time: Date, format: NonNullable<TimeProps['format']>, now: number): string {
  if (format === 'date') return dateFormat.format(time);
  const distance = time.getTime() - now;
  if (format === 'full' || Math.abs(distance) > 7 * 86_400_000) return fullFormat.format(time);

  return relativeTime(time, now);
}

const tickListeners = new Set<(time: number) => void>();
setInterval(() => {
  for (const listener of tickListeners) listener(serviceNow());
}, 30_000);

/** The current time in epoch milliseconds. One timer renders all relative times of a page again. */
function useNow(isUsed: boolean): number {
  const [, setTickAt] = useState(0);
  useEffect(() => {
    if (!isUsed) return undefined;
    tickListeners.add(setTickAt);

    return () => void tickListeners.delete(setTickAt);
  }, [isUsed]);

  // The last tick can be up to 30 s ago, so it is not the current time.
  return serviceNow();
}
