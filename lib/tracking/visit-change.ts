import type { Change } from '#lib/commit/change.ts';

/** The change that an open, a click or an unsubscribe causes. */
export type VisitChange = Omit<Change<undefined>, 'result'>;
