import type { CampaignCall, NewEvent, Tally } from '#lib/activity/new-event.ts';
import type { Write } from '#lib/storage/table.ts';

/** What a use case decided. The shell commits all of it in one transaction, or none. */
export interface Change<Result> {
  readonly writes: readonly Write[];
  /** Each becomes a line of activity, and a delivery to every webhook that subscribed to its kind. */
  readonly events?: readonly NewEvent[];
  /** Counted exactly once, soon after the commit. */
  readonly tallies?: readonly Tally[];
  /** Made soon after the commit, and never lost: the endpoint needs no queue for them. */
  readonly calls?: readonly CampaignCall[];
  readonly result: Result;
  /**
   * A wake-up call for work that the commit made due. It may get lost: the table knows the work, and the sweeper finds
   * what nobody woke.
   */
  readonly wakeUp?: () => Promise<void>;
}
