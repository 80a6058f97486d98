import { api, type QueryOf, type Schemas, unwrap } from '../../api/client.ts';
import { listQuery } from '../../api/lists.ts';

export type Entry = Schemas['BlocklistEntry'];

export const entriesQuery = (filters: QueryOf<'blocklist.list'>) =>
  listQuery(['blocklist', filters], (page, signal) =>
    unwrap(api.GET('/blocklist', { params: { query: { ...filters, ...page } }, signal })),
  );
