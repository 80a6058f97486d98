import { queryOptions } from '@tanstack/react-query';

interface Server {
  readonly host: string;
  readonly port: number;
}

/** The mail server of a local stack, which accepts any address with any password. */
export interface LocalInbox {
  readonly smtp: Server;
  readonly imap: Server;
  readonly webUrl: string;
}

/** Null on a deployed stage, which does not have the file. */
export const localInboxQuery = queryOptions({
  queryKey: ['service', 'local-inbox'],
  queryFn: async ({ signal }): Promise<LocalInbox | null> => {
    const url = new URL(`${import.meta.env.BASE_URL}assets/local-inbox.json`, window.location.origin);
    // Browsers keep other assets for a year, but the ports can change.
    const response = await fetch(url, { signal, cache: 'no-store' });

    return response.ok ? ((await response.json()) as LocalInbox) : null;
  },
  staleTime: Number.POSITIVE_INFINITY,
});
