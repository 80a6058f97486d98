import type { Call, NewEvent, Retraction, Tally } from '#lib/commit/new-event.ts';
import type { Write } from '#lib/storage/table.ts';

/** What a use case decided. The shell commits all of it in one transaction, or none. */
export interface Change<Result> {
  readonly writes: readonly Write[];
  /** Each becomes a line of activity, and a delivery to every webhook that subscribed to its kind. */
  readonly events?: readonly NewEvent[];
  readonly retractions?: readonly Retraction[];
  /** Counted exactly once, soon after the commit. */
  readonly tallies?: readonly Tally[];
  /** Wake-up calls for work that the commit makes due. Made soon after it, and never lost: no endpoint needs a queue. */
  readonly calls?: readonly Call[];
  readonly result: Result;
  /** `updatedAt` of the resource as the decision has read it: what an If-Match is compared with. */
  readonly basedOn?: string;
}
