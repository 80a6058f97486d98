import type { CounterIncrement, NewEvent, Retraction } from '#lib/commit/new-event.ts';
import type { OutboxMessage } from '#lib/commit/outbox-item.ts';
import type { Write } from '#lib/storage/table.ts';

/** The result of a use case. All of it is committed in one transaction. */
export interface Change<Result> {
  readonly writes: readonly Write[];
  /** Each event becomes an activity entry and a delivery to every webhook that subscribes to its kind. */
  readonly events?: readonly NewEvent[];
  /** Counted events that turned out to be bot traffic. Their counts are reverted. */
  readonly retractions?: readonly Retraction[];
  /** Applied exactly once, soon after the commit. */
  readonly increments?: readonly CounterIncrement[];
  /**
   * Queue messages for work that the commit makes due. They are sent soon after the commit and never lost, so no endpoint
   * needs the permission to send to a queue.
   */
  readonly messages?: readonly OutboxMessage[];
  readonly result: Result;
  /** `updatedAt` of the resource when it was read. If-Match is compared with it. */
  readonly basedOn?: string;
}
