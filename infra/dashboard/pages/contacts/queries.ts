import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, type QueryOf, type Schemas, unwrap, unwrapVersion } from '../../api/client.ts';
import { type List, listQuery, useList } from '../../api/lists.ts';
import { countOf, formatNumber } from '../../components/number.tsx';

export type Contact = Schemas['ListedContact'];
export type ContactFilter = Schemas['ContactFilterInput'];

export type ContactSort = NonNullable<QueryOf<'contacts.list'>['sort']>;

/** Sorted by the time of creation, the page begins with the oldest contact. Without it, with the newest. */
const orderOf = (sort: ContactSort | undefined) => sort && ({ sort, order: 'asc' } as const);

export const contactsQuery = (filters: ContactFilter, sort?: ContactSort) =>
  listQuery(['contacts', 'list', filters, sort], (page, signal) =>
    unwrap(api.GET('/contacts', { params: { query: { ...filters, ...orderOf(sort), ...page } }, signal })),
  );

/** Filters of the list, or an audience as JSON. */
type CountFilter = QueryOf<'contacts.count'>;

export const contactCountQuery = (filter: CountFilter) =>
  queryOptions({
    queryKey: ['contacts', 'count', filter],
    queryFn: ({ signal }) => unwrap(api.GET('/contacts/count', { params: { query: filter }, signal })),
  });

/**
 * How many contacts a list has. A short list is loaded to its end; the service counts the others.
 * @param filter undefined if the API cannot count the list
 * @returns undefined until it is known
 */
export function useContactCount(
  filter: CountFilter | undefined,
  list: List<unknown>,
): ContactCount | undefined {
  const { rows, hasMore, isPending } = list;
  const { data } = useQuery({
    ...contactCountQuery(filter ?? {}),
    enabled: hasMore && filter !== undefined,
  });
  if (isPending || (!hasMore && list.error)) return undefined;
  if (!hasMore) return { count: rows.length, isExact: true, limit: rows.length };

  return filter && data && { ...data, count: Math.max(data.count, rows.length) };
}

export type ContactCount = Omit<Schemas['ContactCount'], 'active'>;

/** Such as “521 contacts” and “over 10,000 contacts”; “at least” if the service did not read all contacts of a filter. */
export function contactCountText({ count, isExact, limit }: ContactCount, noun = 'contact'): string {
  if (isExact) return countOf(count, noun);

  return `${count < limit ? 'at least' : 'over'} ${countOf(count, noun)}`;
}

export const audienceCountQuery = (audience: Schemas['Campaign']['audience']) => ({
  ...contactCountQuery({ audience: JSON.stringify(audience) }),
  enabled: audience !== null,
});

/** Such as “521 matching contacts, and 3 unsubscribed, bounced or blocklisted”. */
export function audienceCountText({ count, active, ...rest }: Schemas['ContactCount']): string {
  const text = contactCountText({ count: active, ...rest }, 'matching contact');

  return count > active
    ? `${text}, and ${formatNumber(count - active)} unsubscribed, bounced or blocklisted`
    : text;
}

/** With the `ETag` for a change. */
export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: ['contacts', 'detail', id],
    queryFn: ({ signal }) => unwrapVersion(api.GET('/contacts/{id}', { params: { path: { id } }, signal })),
  });

export type ContactCampaign = Schemas['ContactCampaign'];

export const contactCampaignsQuery = (id: string) =>
  listQuery<ContactCampaign>(['contacts', 'campaigns', id], (page, signal) =>
    unwrap(api.GET('/contacts/{id}/campaigns', { params: { path: { id }, query: page }, signal })),
  );

export const contactActivityQuery = (id: string, type: string | undefined, includeBots: boolean) =>
  listQuery<Schemas['ActivityEvent']>(['activity', 'contact', id, type, includeBots], (page, signal) =>
    unwrap(
      api.GET('/activity', {
        params: {
          query: {
            ...page,
            limit: 25,
            contactId: id,
            ...(type !== undefined && { type }),
            ...(includeBots && { includeBots: true }),
          },
        },
        signal,
      }),
    ),
  );

export const contactRepliesQuery = (id: string) =>
  listQuery<Schemas['ReplySummary']>(['replies', 'contact', id], (page, signal) =>
    unwrap(api.GET('/replies', { params: { query: { ...page, limit: 10, contactId: id } }, signal })),
  );

/** When each of the last replies of a contact was last answered, by the id of the reply. */
export function useAnswerTimes(contactId: string): ReadonlyMap<string, string> {
  const { rows } = useList(contactRepliesQuery(contactId));

  return new Map(rows.flatMap(({ id, answeredAt }) => (answeredAt === null ? [] : [[id, answeredAt]])));
}

/** The name of a campaign, and its steps in order. */
export const campaignOutlineQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['campaigns', 'outline', id],
    queryFn: async ({ signal }) => {
      const { name, status, steps } = await unwrap(
        api.GET('/campaigns/{id}', { params: { path: { id: id ?? '' } }, signal }),
      );

      return { name, status, steps };
    },
    enabled: id !== undefined,
  });
