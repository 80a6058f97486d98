import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../../api/client.ts';
import { ApiError } from '../../../api/errors.ts';

export const campaignNameQuery = (id: string) =>
  queryOptions({
    queryKey: ['campaigns', 'name', id],
    queryFn: ({ signal }) =>
      nameOrDeleted(
        id,
        async () => (await unwrap(api.GET('/campaigns/{id}', { params: { path: { id } }, signal }))).name,
      ),
  });

export const contactNameQuery = (id: string) =>
  queryOptions({
    queryKey: ['contacts', 'name', id],
    queryFn: ({ signal }) =>
      nameOrDeleted(
        id,
        async () => (await unwrap(api.GET('/contacts/{id}', { params: { path: { id } }, signal }))).email,
      ),
  });

export const accountNameQuery = (id: string) =>
  queryOptions({
    queryKey: ['email-accounts', 'name', id],
    queryFn: ({ signal }) =>
      nameOrDeleted(
        id,
        async () =>
          (await unwrap(api.GET('/email-accounts/{id}', { params: { path: { id } }, signal }))).email,
      ),
  });

/** The name of an object. Filters can contain ids of deleted objects: these are marked as deleted. */
async function nameOrDeleted(id: string, read: () => Promise<string>): Promise<string> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return `${id} (deleted)`;
    throw error;
  }
}
