import { queryOptions } from '@tanstack/react-query';
import { api, type QueryOf, type Schemas, unwrap, unwrapVersion } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { listQuery } from '../../api/lists.ts';
import { creationPeriod } from './id-time.ts';

export type Webhook = Schemas['Webhook'];
export type Delivery = Schemas['Delivery'];

/** The status of a webhook changes without a request of the user, so it is polled. */
const pollMs = 15_000;

export const webhooksQuery = {
  ...listQuery(['webhooks', 'list'], (page, signal) =>
    unwrap(api.GET('/webhooks', { params: { query: page }, signal })),
  ),
  refetchInterval: pollMs,
};

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'detail', id],
    queryFn: ({ signal }) => unwrapVersion(api.GET('/webhooks/{id}', { params: { path: { id } }, signal })),
    refetchInterval: pollMs,
  });

export type DeliveryFilters = QueryOf<'webhooks.list-deliveries'>;

const readDeliveries = (id: string, query: DeliveryFilters, signal: AbortSignal) =>
  unwrap(api.GET('/webhooks/{id}/deliveries', { params: { path: { id }, query }, signal }));

/** Polls while only one page is loaded, because polling all pages of a long list could reach the rate limit. */
export const deliveriesQuery = (id: string, filters: DeliveryFilters) => ({
  ...listQuery<Delivery>(['webhooks', 'deliveries', id, filters], (page, signal) =>
    readDeliveries(id, { ...filters, ...page }, signal),
  ),
  refetchInterval: ({ state }: { state: { data?: { pages: readonly unknown[] } | undefined } }) =>
    state.data?.pages.length === 1 ? pollMs : (false as const),
});

/**
 * Reads one delivery from the list, because the API has no operation for one delivery. The id contains the time of the event, so
 * the list is filtered by this time.
 */
export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', id, deliveryId],
    queryFn: async ({ signal }) => {
      const period = creationPeriod(deliveryId);
      if (!period) throw notFound();
      const filters = { createdAfter: period.after, createdBefore: period.before };
      for (let cursor: string | undefined; ; ) {
        const page = await readDeliveries(id, { ...filters, limit: 100, ...(cursor && { cursor }) }, signal);
        const requested = page.data.find((delivery) => delivery.id === deliveryId);
        if (requested) return requested;
        if (page.nextCursor === null) throw notFound();
        cursor = page.nextCursor;
      }
    },
    refetchInterval: 6_000,
  });

const notFound = (): ApiError =>
  new ApiError({
    status: 404,
    code: 'NOT_FOUND',
    message: 'This webhook has no such delivery. Deliveries are kept for 30 days.',
  });
