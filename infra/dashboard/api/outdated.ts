import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.ts';
import { refresh } from './lists.ts';

/**
 * Handles the error of a change with `If-Match`. If another request has changed the object, this refetches the object. The
 * user can then save again, which applies both changes.
 * @param key of the object, as in `refresh`
 * @throws the same error, or an error with a sentence for the user
 */
export const explainOutdated =
  (client: QueryClient, ...key: string[]) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof ApiError && error.isOutdated)) throw error;
    await refresh(client, ...key);
    throw new Error('Another user saved a change in the meantime. Save again to apply your changes, too.');
  };
