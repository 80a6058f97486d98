import { queryOptions } from '@tanstack/react-query';
import { api, unwrap, unwrapVersion } from '../../../api/client.ts';
import { listQuery } from '../../../api/lists.ts';
import type { EmailAccount } from '../queries.ts';

/** With the `ETag`. The editor starts from a fresh copy each time it opens. */
export const campaignVersionQuery = (id: string) =>
  queryOptions({
    queryKey: ['campaigns', 'editor', id],
    queryFn: ({ signal }) => unwrapVersion(api.GET('/campaigns/{id}', { params: { path: { id } }, signal })),
    staleTime: 0,
    gcTime: 0,
  });

export const accountsQuery = listQuery<EmailAccount>(['email-accounts', 'editor'], (page, signal) =>
  unwrap(api.GET('/email-accounts', { params: { query: page }, signal })),
);

/** The newest contacts. Their tags and custom fields are suggested, because the API does not list all of them. */
export const recentContactsQuery = queryOptions({
  queryKey: ['contacts', 'recent'],
  queryFn: ({ signal }) => unwrap(api.GET('/contacts', { params: { query: { limit: 100 } }, signal })),
  staleTime: 5 * 60_000,
});

/** The contact that the preview shows first. */
export const firstRecipientQuery = (campaignId: string) =>
  queryOptions({
    queryKey: ['contacts', 'first-of-campaign', campaignId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/contacts', { params: { query: { campaignId, limit: 1 } }, signal })),
    staleTime: 5 * 60_000,
  });

export const contactSearchQuery = (search: string) =>
  queryOptions({
    queryKey: ['contacts', 'search', search],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/contacts', { params: { query: { ...(search && { search }), limit: 20 } }, signal })),
  });

export const companySearchQuery = (search: string) =>
  queryOptions({
    queryKey: ['companies', 'search', search],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/companies', { params: { query: { ...(search && { search }), limit: 20 } }, signal })),
  });

export const campaignSearchQuery = (search: string) =>
  queryOptions({
    queryKey: ['campaigns', 'search', search],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/campaigns', { params: { query: { ...(search && { search }), limit: 20 } }, signal })),
  });
