import { api, type Schemas, unwrap } from '../../api/client.ts';
import { listQuery } from '../../api/lists.ts';

export type Entry = Schemas['BlocklistEntry'];

interface EntryFilters {
  readonly value?: string;
  readonly type?: Schemas['BlockedType'];
}

export const entriesQuery = (filters: EntryFilters) =>
  listQuery(['blocklist', filters], (page, signal) =>
    unwrap(api.GET('/blocklist', { params: { query: { ...filters, ...page } }, signal })),
  );
