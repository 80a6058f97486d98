import { api, type QueryOf, unwrap } from '../../../api/client.ts';
import { listQuery } from '../../../api/lists.ts';

type RecipientFilters = QueryOf<'campaigns.list-recipients'>;

const refetchMs = 20_000;

/** The key starts with `campaigns`, so that a refresh of the campaigns also refetches the recipients. */
export const recipientsQuery = (campaignId: string, filters: RecipientFilters, isActive: boolean) => ({
  ...listQuery(['campaigns', 'recipients', campaignId, filters], (page, signal) =>
    unwrap(
      api.GET('/campaigns/{id}/recipients', {
        params: { path: { id: campaignId }, query: { ...filters, ...page } },
        signal,
      }),
    ),
  ),
  // A refresh reads each loaded page again, so only short lists are kept up to date.
  refetchInterval: ({ state }: { state: { data?: { pages: readonly unknown[] } | undefined } }) =>
    isActive && (state.data?.pages.length ?? 0) <= 2 ? refetchMs : (false as const),
});
