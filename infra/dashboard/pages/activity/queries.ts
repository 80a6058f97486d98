import { api, type QueryOf, type Schemas, unwrap } from '../../api/client.ts';
import { listQuery } from '../../api/lists.ts';

export type ActivityEvent = Schemas['ActivityEvent'];

export type ActivityFilters = QueryOf<'activity.list'>;

export const activityQuery = (filters: ActivityFilters) =>
  listQuery(['activity', 'list', filters], (page, signal) =>
    unwrap(api.GET('/activity', { params: { query: { ...filters, ...page } }, signal })),
  );

/** The position of a reader that polls for new events. */
export interface TailPosition {
  readonly afterId: string;
  readonly cursor?: string;
}

interface TailPage {
  /** New events, newest first. */
  readonly events: readonly ActivityEvent[];
  readonly next: TailPosition;
}

/** One request for the events after a position. With filters, a page can be empty although a next one follows. */
export async function readTail(position: TailPosition, filters: ActivityFilters): Promise<TailPage> {
  // The position is later than `after`, and replaces it.
  const { after: _after, ...others } = filters;
  const { data, nextCursor } = await unwrap(
    api.GET('/activity', { params: { query: { ...others, ...position, limit: 100 } } }),
  );
  const { afterId } = position;
  // With `afterId`, the API returns the oldest event first.
  const newestId = data.at(-1)?.id ?? afterId;
  const next = nextCursor === null ? { afterId: newestId } : { afterId, cursor: nextCursor };

  return { events: data.toReversed(), next };
}
