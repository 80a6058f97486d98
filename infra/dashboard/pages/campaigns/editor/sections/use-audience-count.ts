import { useQueries } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../../../../api/client.ts';
import type { Draft } from '../draft.ts';

type Audience = NonNullable<Draft['audience']>;
type Contact = Schemas['ListedContact'];

/** At most this many filters are counted, because each takes one request. */
const filtersMax = 12;
const pageSize = 100;

export interface AudienceCount {
  /** Active contacts that match, among the contacts that were read. */
  readonly count: number;
  /** More contacts may match than were read. */
  readonly isMinimum: boolean;
  readonly isPending: boolean;
}

/** Counts the contacts on the first page of each filter, because the API does not return their total. */
export function useAudienceCount({ tags, companyIds, match }: Audience): AudienceCount {
  const filters = [...tags.map((tag) => ({ tag })), ...companyIds.map((companyId) => ({ companyId }))];
  const countedFilters = filters.slice(0, filtersMax);
  const pages = useQueries({
    queries: countedFilters.map((filter) => ({
      queryKey: ['contacts', 'audience', filter],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        unwrap(api.GET('/contacts', { params: { query: { ...filter, limit: pageSize } }, signal })),
    })),
  });
  const isPending = pages.some((page) => page.isPending);
  const loadedPages = pages.flatMap(({ data }) => (data ? [data] : []));
  const isIncomplete = filters.length > countedFilters.length || loadedPages.some(({ hasMore }) => hasMore);
  const hasAll = ({ tags: contactTags, companyId }: Contact): boolean =>
    tags.every((tag) => contactTags.includes(tag)) && companyIds.every((id) => id === companyId);
  const completePage = loadedPages.find(({ hasMore }) => !hasMore);
  // Contacts that match all filters are on every page, so one complete page is sufficient.
  const countedPages = match === 'all' && completePage ? [completePage] : loadedPages;
  const contacts = countedPages.flatMap(({ data }) => data).filter(isActive);
  const matching = match === 'all' ? contacts.filter(hasAll) : contacts;

  return {
    count: new Set(matching.map(({ id }) => id)).size,
    isMinimum: match === 'all' ? !completePage : isIncomplete,
    isPending,
  };
}

const isActive = ({ status }: Contact): boolean => status === 'active';
