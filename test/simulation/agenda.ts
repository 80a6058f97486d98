interface Entry<What> {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly what: What;
}

/** Future events, ordered by time. */
export interface Agenda<What> {
  add(at: number, what: What): void;
  /** Time of the next event; undefined if no event follows. Epoch milliseconds. */
  nextAt(): number | undefined;
  /** Removes and returns all events of that time. */
  takeNext(): What[];
}

export function createAgenda<What>(): Agenda<What> {
  const entries: Entry<What>[] = [];

  return {
    add(at, what) {
      const position = entries.findLastIndex((entry) => entry.at <= at) + 1;
      entries.splice(position, 0, { at, what });
    },
    nextAt: () => entries[0]?.at,
    takeNext() {
      const later = entries.findIndex(({ at }) => at > (entries[0]?.at ?? 0));

      return entries.splice(0, later < 0 ? entries.length : later).map(({ what }) => what);
    },
  };
}
