import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { nameOf } from '../names.ts';

/** Limits the requests. Contacts beyond these pages are shown without a name. */
const pagesMax = 10;

/** Events and plans contain only the ids of contacts. */
const contactNamesQuery = (campaignId: string) =>
  queryOptions({
    queryKey: ['contact-names', campaignId],
    async queryFn({ signal }) {
      const names = new Map<string, string>();
      let cursor: string | null | undefined;
      for (let page = 0; page < pagesMax && cursor !== null; page += 1) {
        const query: { limit: number; cursor?: string } = { limit: 100, ...(cursor && { cursor }) };
        const result: Schemas['RecipientPage'] = await unwrap(
          api.GET('/campaigns/{id}/recipients', { params: { path: { id: campaignId }, query }, signal }),
        );
        for (const recipient of result.data) names.set(recipient.contactId, nameOf(recipient));
        cursor = result.nextCursor;
      }

      return names;
    },
    staleTime: 10 * 60_000,
  });

const noNames: ReadonlyMap<string, string> = new Map();

/** Names of the campaign's newest 1,000 contacts by id; empty until they are read. */
export const useContactNames = (campaignId: string, isEnabled = true): ReadonlyMap<string, string> =>
  useQuery({ ...contactNamesQuery(campaignId), enabled: isEnabled }).data ?? noNames;
