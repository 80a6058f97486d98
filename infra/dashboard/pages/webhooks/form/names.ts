import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';

/** The name of an object. Filters can contain ids of deleted objects: these are marked as deleted. */
const nameQuery = (resource: string, id: string, read: (signal: AbortSignal) => Promise<string>) =>
  queryOptions({
    queryKey: [resource, 'name', id],
    queryFn: ({ signal }) =>
      read(signal).catch((error) => {
        if (error instanceof ApiError && error.status === 404) return `${id} (deleted)`;
        throw error;
      }),
  });

export const campaignNameQuery = (id: string) =>
  nameQuery('campaigns', id, async (signal) => {
    const { name } = await unwrap(api.GET('/campaigns/{id}', { params: { path: { id } }, signal }));

    return name;
  });

export const contactNameQuery = (id: string) =>
  nameQuery('contacts', id, async (signal) => {
    const { email } = await unwrap(api.GET('/contacts/{id}', { params: { path: { id } }, signal }));

    return email;
  });

export const accountNameQuery = (id: string) =>
  nameQuery('email-accounts', id, async (signal) => {
    const { email } = await unwrap(api.GET('/email-accounts/{id}', { params: { path: { id } }, signal }));

    return email;
  });
