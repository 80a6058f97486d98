import { api, type Schemas, unwrap } from '../../api/client.ts';
import { listQuery } from '../../api/lists.ts';

export type ActivityEvent = Schemas['ActivityEvent'];

export interface ActivityFilters {
  readonly type?: string;
  readonly campaignId?: string;
  readonly contactId?: string;
  readonly executionId?: string;
  readonly emailAccountId?: string;
  readonly after?: string;
  readonly before?: string;
  readonly includeBots?: 'true';
}

export const activityQuery = (filters: ActivityFilters) =>
  listQuery(['activity', 'list', filters], (page, signal) =>
    unwrap(api.GET('/activity', { params: { query: { ...filters, ...page } }, signal })),
  );

export interface TailPosition {
  readonly afterId: string;
  readonly cursor?: string;
}

interface TailPage {
  /** Newest first. */
  readonly events: readonly ActivityEvent[];
  readonly next: TailPosition;
}

/** One request for the events after a position. With filters, a page can be empty although a next one follows. */
export async function readTail(position: TailPosition, filters: ActivityFilters): Promise<TailPage> {
  const { after: _isEarlier, ...others } = filters;
  const { data, nextCursor } = await unwrap(
    api.GET('/activity', { params: { query: { ...others, ...position, limit: 100 } } }),
  );
  const { afterId } = position;
  const next =
    nextCursor === null ? { afterId: data.at(-1)?.id ?? afterId } : { afterId, cursor: nextCursor };

  return { events: data.toReversed(), next };
}
