interface Entry<What> {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly what: What;
}

/** What is still to happen, in order of time. */
export interface Agenda<What> {
  add(at: number, what: What): void;
  /** When something happens next; undefined when nothing is left. Epoch milliseconds. */
  nextAt(): number | undefined;
  /** Everything that is to happen at that moment. */
  takeNext(): What[];
}

export function makeAgenda<What>(): Agenda<What> {
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
