import type { CounterIncrement } from '#lib/commit/new-event.ts';

/** Counter increments for a change of a contact's company. Null: no company. */
export function companyCounterIncrements(from: string | null, to: string | null): CounterIncrement[] {
  if (from === to) return [];

  return [
    ...(from === null ? [] : [{ subjectId: from, counter: 'contactCount', by: -1 }]),
    ...(to === null ? [] : [{ subjectId: to, counter: 'contactCount', by: 1 }]),
  ];
}
