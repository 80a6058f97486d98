import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, type Schemas, unwrap } from '../api/client.ts';
import type { Page, PageQuery } from '../api/lists.ts';

type Account = Schemas['EmailAccount'];

/** Limits the requests. Objects beyond these pages are shown without a name. */
const pagesMax = 5;

async function readAll<Element>(readPage: (page: PageQuery) => Promise<Page<Element>>): Promise<Element[]> {
  const elements: Element[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < pagesMax; page += 1) {
    const { data, nextCursor }: Page<Element> = await readPage({
      limit: 100,
      ...(cursor !== null && { cursor }),
    });
    elements.push(...data);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }

  return elements;
}

const accountsQuery = queryOptions({
  queryKey: ['email-accounts', 'names'],
  queryFn: ({ signal }) =>
    readAll((query) => unwrap(api.GET('/email-accounts', { params: { query }, signal }))),
  select: (accounts) => new Map(accounts.map((account) => [account.id, account])),
  staleTime: 60_000,
});

const campaignNamesQuery = queryOptions({
  queryKey: ['campaigns', 'names'],
  queryFn: ({ signal }) => readAll((query) => unwrap(api.GET('/campaigns', { params: { query }, signal }))),
  select: (campaigns) => new Map(campaigns.map(({ id, name }) => [id, name])),
  staleTime: 5 * 60_000,
});

const userNamesQuery = queryOptions({
  queryKey: ['users', 'names'],
  queryFn: ({ signal }) => readAll((query) => unwrap(api.GET('/users', { params: { query }, signal }))),
  select: (users) => new Map(users.map(({ id, name, email }) => [id, name || email])),
  staleTime: 5 * 60_000,
});

/** Events contain only the ids of contacts. */
const contactNamesQuery = queryOptions({
  queryKey: ['contacts', 'names'],
  queryFn: ({ signal }) => readAll((query) => unwrap(api.GET('/contacts', { params: { query }, signal }))),
  select: (contacts) => new Map(contacts.map((contact) => [contact.id, nameOf(contact)])),
  staleTime: 10 * 60_000,
});

const companyNamesQuery = queryOptions({
  queryKey: ['companies', 'names'],
  queryFn: ({ signal }) => readAll((query) => unwrap(api.GET('/companies', { params: { query }, signal }))),
  select: (companies) => new Map(companies.map(({ id, name }) => [id, name])),
  staleTime: 5 * 60_000,
});

const replyNamesQuery = queryOptions({
  queryKey: ['replies', 'names'],
  queryFn: ({ signal }) => unwrap(api.GET('/replies', { params: { query: { limit: 100 } }, signal })),
  select: ({ data }) =>
    new Map(
      data.map(({ id, fromName, fromEmail }) => [
        id,
        `Reply from ${fromName ?? fromEmail ?? 'an unknown sender'}`,
      ]),
    ),
  staleTime: 5 * 60_000,
});

type Names = ReadonlyMap<string, string>;

/** One map for all renders, so that memoised values which depend on it stay. */
const notLoaded = new Map<string, never>();

type Person = Pick<Schemas['Contact'], 'firstName' | 'lastName' | 'email'>;

export const nameOf = ({ firstName, lastName, email }: Person): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email;

/** The newest 500 accounts by id. */
export const useAccounts = (): ReadonlyMap<string, Account> => useQuery(accountsQuery).data ?? notLoaded;

/** The names of the newest 500 campaigns by id. */
export const useCampaignNames = (): Names => useQuery(campaignNamesQuery).data ?? notLoaded;

/** The names of the newest 100 replies by id: their senders. */
export const useReplyNames = (): Names => useQuery(replyNamesQuery).data ?? notLoaded;

/** The names of the users by id; undefined until they are loaded. */
export const useUserNames = (): Names | undefined => useQuery(userNamesQuery).data;

/** The names of the newest 500 contacts by id. */
export const useContactNames = (): Names => useQuery(contactNamesQuery).data ?? notLoaded;

/** The names of the newest 500 companies by id; undefined until they are loaded. */
export const useCompanyNames = (): Names | undefined => useQuery(companyNamesQuery).data;

/** Options of a filter, sorted by name. */
export const optionsOf = (names: Iterable<readonly [id: string, name: string]>) =>
  [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label));

export const companyNameQuery = (id: string | null | undefined) =>
  queryOptions({
    queryKey: ['companies', 'name', id],
    queryFn: async ({ signal }) => {
      const company = await unwrap(
        api.GET('/companies/{id}', { params: { path: { id: id ?? '' } }, signal }),
      );

      return company.name;
    },
    enabled: Boolean(id),
  });
