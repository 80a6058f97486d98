import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, type Schemas, unwrap } from '../../../../api/client.ts';
import { formatNumber } from '../../../../components/number.tsx';
import type { Draft } from '../draft.ts';
import { useCompanyNames } from './companies-field.tsx';

type Audience = NonNullable<Draft['audience']>;
type Contact = Schemas['ListedContact'];

/** At most this many filters are counted, because each takes one request. */
const filtersMax = 12;
const pageSize = 100;

/** How many contacts match, with links to the lists behind the number. */
export function AudienceCount({ audience }: { readonly audience: Audience }) {
  const { count, isMinimum, isPending } = useAudienceCount(audience);
  const nameOf = useCompanyNames(audience.companyIds);

  return (
    <p className="row audience-count" role="status">
      {isPending ? (
        'Counting …'
      ) : (
        <strong>{`${isMinimum ? 'At least ' : ''}${formatNumber(count)} active contacts match.`}</strong>
      )}{' '}
      Lists:{' '}
      {audience.tags.map((tag) => (
        <Link key={tag} to="/contacts" search={{ tag }}>
          {tag}
        </Link>
      ))}
      {audience.companyIds.map((companyId) => (
        <Link key={companyId} to="/contacts" search={{ companyId }}>
          {nameOf(companyId)}
        </Link>
      ))}
    </p>
  );
}

/** Counts the contacts on the first page of each filter, because the API does not return their total. */
function useAudienceCount({ tags, companyIds, match }: Audience) {
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
  // Contacts that match all filters are in the list of each filter, so one complete list is sufficient.
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
