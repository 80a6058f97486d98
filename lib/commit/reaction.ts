import type { OutboxMessage } from '#lib/commit/change.ts';
import type { OutboxItem } from '#lib/commit/outbox-item.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { EventKind } from '#lib/values/event-kind.ts';

/**
 * What a domain does about committed changes of other domains. Publishing runs it soon after the commit, with outbox records of
 * one workspace. It may run again for the same records, so it is idempotent.
 * @returns queue messages, which publishing sends before it deletes the records
 */
export type Reaction = (
  services: Services,
  workspaceId: string,
  records: readonly OutboxItem[],
) => Promise<readonly OutboxMessage[]>;

/** The events of these kinds. */
export function eventsOf(records: readonly OutboxItem[], ...kinds: readonly EventKind[]) {
  return records.flatMap(({ events }) => events.filter(({ type }) => kinds.includes(type)));
}

/** The ids of the contacts or campaigns of these events, each once. */
export function subjectsOf(records: readonly OutboxItem[], ...kinds: readonly EventKind[]): string[] {
  return [...new Set(eventsOf(records, ...kinds).map(({ subjectId }) => subjectId))];
}
