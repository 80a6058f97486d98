import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap, unwrapVersion } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { listQuery } from '../../api/lists.ts';
import { timeOfId } from './id-time.ts';

export type Webhook = Schemas['Webhook'];
export type Delivery = Schemas['Delivery'];

/** A webhook changes its status without a request of the user. */
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

export interface DeliveryFilters {
  readonly status?: Schemas['DeliveryStatus'];
  readonly statusCode?: string;
  readonly createdAfter?: string;
  readonly createdBefore?: string;
}

const readDeliveries = (
  id: string,
  query: DeliveryFilters & { limit: number; cursor?: string },
  signal: AbortSignal,
) => unwrap(api.GET('/webhooks/{id}/deliveries', { params: { path: { id }, query }, signal }));

/** Read again while it is one page long: a long list would use up the rate limit. */
export const deliveriesQuery = (id: string, filters: DeliveryFilters) => ({
  ...listQuery<Delivery>(['webhooks', 'deliveries', id, filters], (page, signal) =>
    readDeliveries(id, { ...filters, ...page }, signal),
  ),
  refetchInterval: ({ state }: { state: { data?: { pages: readonly unknown[] } | undefined } }) =>
    state.data?.pages.length === 1 ? pollMs : (false as const),
});

/** The API has no operation for one delivery: its id has the time of the event, which the list filters by. */
export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'delivery', id, deliveryId],
    queryFn: async ({ signal }) => {
      const period = periodOf(deliveryId);
      for (let cursor: string | undefined; ; ) {
        const page = await readDeliveries(id, { ...period, limit: 100, ...(cursor && { cursor }) }, signal);
        const found = page.data.find((delivery) => delivery.id === deliveryId);
        if (found) return found;
        if (page.nextCursor === null) throw notFound();
        cursor = page.nextCursor;
      }
    },
    refetchInterval: 6_000,
  });

/** Only deliveries of the same millisecond. @throws ApiError for a malformed id */
function periodOf(deliveryId: string): DeliveryFilters {
  const time = timeOfId(deliveryId);
  if (time === undefined) throw notFound();

  return {
    createdAfter: new Date(time - 1).toISOString(),
    createdBefore: new Date(time + 1).toISOString(),
  };
}

const notFound = (): ApiError =>
  new ApiError({
    status: 404,
    code: 'NOT_FOUND',
    message: 'This webhook has no such delivery. Deliveries are kept for 30 days.',
  });
