import { api, type QueryOf, type Schemas, unwrap } from '../../../api/client.ts';
import { listQuery, type PageQuery } from '../../../api/lists.ts';

export type ActivityEvent = Schemas['ActivityEvent'];

interface ActivityFilters extends QueryOf<'activity.list'> {
  readonly stepId?: string;
  readonly variantId?: string;
}

const refetchMs = 20_000;
/** At most this many requests for one page of the table, even if no event matches. */
const requestsMax = 5;

export const activityQuery = (campaignId: string, filters: ActivityFilters, isActive: boolean) => ({
  ...listQuery(['campaigns', 'activity', campaignId, filters], (page, signal) =>
    readMatching(campaignId, filters, page, signal),
  ),
  // A refresh reads each loaded page again, so only a short list is kept up to date.
  refetchInterval: ({ state }: { state: { data?: { pages: readonly unknown[] } | undefined } }) =>
    isActive && (state.data?.pages.length ?? 0) <= 1 ? refetchMs : (false as const),
});

/** Reads pages until an event matches, because the API cannot filter by step or variant. */
async function readMatching(
  campaignId: string,
  { stepId, variantId, ...filters }: ActivityFilters,
  page: PageQuery,
  signal: AbortSignal,
) {
  let query: PageQuery = page;
  for (let request = 1; ; request += 1) {
    const { data, nextCursor } = await unwrap(
      api.GET('/activity', { params: { query: { campaignId, ...filters, ...query } }, signal }),
    );
    const matching = data.filter(
      (event) =>
        (stepId === undefined || event.stepId === stepId) &&
        (variantId === undefined || event.variantId === variantId),
    );
    if (matching.length > 0 || nextCursor === null || request === requestsMax) {
      return { data: matching, nextCursor };
    }
    query = { ...page, cursor: nextCursor };
  }
}
