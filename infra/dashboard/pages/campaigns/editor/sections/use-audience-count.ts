import { useQueries } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../../../../api/client.ts';
import type { Draft } from '../draft.ts';

type Audience = NonNullable<Draft['audience']>;
type Contact = Schemas['ListedContact'];

/** Filters that are counted; each takes one request. */
const countedMax = 12;
const pageSize = 100;

export interface AudienceCount {
  /** Active contacts that match, among the contacts that were read. */
  readonly count: number;
  /** More contacts may match than were read. */
  readonly isMinimum: boolean;
  readonly isPending: boolean;
}

/** Counts by the first page of each filter, because the service does not count contacts. */
export function useAudienceCount({ tags, companyIds, match }: Audience): AudienceCount {
  const filters = [...tags.map((tag) => ({ tag })), ...companyIds.map((companyId) => ({ companyId }))];
  const counted = filters.slice(0, countedMax);
  const pages = useQueries({
    queries: counted.map((filter) => ({
      queryKey: ['contacts', 'audience', filter],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        unwrap(api.GET('/contacts', { params: { query: { ...filter, limit: pageSize } }, signal })),
    })),
  });
  const isPending = pages.some((page) => page.isPending);
  const known = pages.flatMap(({ data }) => (data ? [data] : []));
  const isCut = filters.length > counted.length || known.some(({ hasMore }) => hasMore);
  if (match === 'any') {
    const contacts = known.flatMap(({ data }) => data).filter(isActive);

    return { count: new Set(contacts.map(({ id }) => id)).size, isMinimum: isCut, isPending };
  }
  const hasAll = ({ tags: own, companyId }: Contact): boolean =>
    tags.every((tag) => own.includes(tag)) && companyIds.every((id) => id === companyId);
  // One complete list has every contact that matches all filters.
  const complete = known.find(({ hasMore }) => !hasMore);
  const candidates = (complete ? complete.data : known.flatMap(({ data }) => data)).filter(isActive);
  const matching = new Set(candidates.filter(hasAll).map(({ id }) => id));

  return { count: matching.size, isMinimum: !complete, isPending };
}

const isActive = ({ status }: Contact): boolean => status === 'active';
