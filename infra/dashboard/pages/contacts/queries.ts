import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas, unwrap, unwrapVersion } from '../../api/client.ts';
import { listQuery } from '../../api/lists.ts';

export type Contact = Schemas['ListedContact'];
export type ContactFilter = Schemas['ContactFilterInput'];

export const contactsQuery = (filters: ContactFilter) =>
  listQuery(['contacts', 'list', filters], (page, signal) =>
    unwrap(api.GET('/contacts', { params: { query: { ...filters, ...page } }, signal })),
  );

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
            ...(includeBots && { includeBots: 'true' }),
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

/** The name of a campaign, and its steps in order. */
export const campaignOutlineQuery = (id: string | undefined) =>
  queryOptions({
    queryKey: ['campaigns', 'outline', id],
    queryFn: async ({ signal }) => {
      const { name, steps } = await unwrap(
        api.GET('/campaigns/{id}', { params: { path: { id: id ?? '' } }, signal }),
      );

      return { name, steps };
    },
    enabled: id !== undefined,
  });
