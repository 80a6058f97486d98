import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type QueryOf, type Schemas, unwrap } from '../../api/client.ts';
import { listQuery } from '../../api/lists.ts';

export type ReplySummary = Schemas['ReplySummary'];
export type Reply = Schemas['Reply'];
export type Message = Schemas['ReplyThread']['messages'][number];

export type ReplyFilters = QueryOf<'replies.list'>;

export type Folder = 'open' | 'snoozed' | 'done' | 'all';
/** The search parameters of the inbox. */
export type InboxSearch = Omit<ReplyFilters, 'isDone' | 'isSnoozed'> & { readonly folder?: Folder };

const folderFilters: Readonly<Record<Folder, ReplyFilters>> = {
  open: { isDone: false, isSnoozed: false },
  snoozed: { isSnoozed: true },
  done: { isDone: true },
  all: {},
};

/** A search, and the replies of one contact or label, include replies that are done. */
export const folderOf = ({ folder, search, contactId, label }: InboxSearch): Folder =>
  folder ?? (search || contactId || label ? 'all' : 'open');

export function filtersOf(search: InboxSearch): ReplyFilters {
  const { folder: _, ...filters } = search;

  return { ...filters, ...folderFilters[folderOf(search)] };
}

/** Whether a reply was received before another one of its conversation, in which it is shown, too. */
export const isEarlier = (one: ReplySummary, other: ReplySummary): boolean =>
  one.executionId === other.executionId && one.receivedAt < other.receivedAt;

const refetchMs = 30_000;
/** While an answer is being sent. */
const answerRefetchMs = 5_000;

export const repliesQuery = (filters: ReplyFilters) => ({
  ...listQuery(['replies', 'list', filters], (page, signal) =>
    unwrap(api.GET('/replies', { params: { query: { ...filters, ...page } }, signal })),
  ),
  // A refresh reads each loaded page again, so only a short list is kept up to date. A search reads many texts.
  refetchInterval: ({ state }: { state: { data?: { pages: readonly unknown[] } | undefined } }) =>
    (state.data?.pages.length ?? 0) <= 1 && filters.search === undefined ? refetchMs : (false as const),
});

export const replyQuery = (id: string) =>
  queryOptions({
    queryKey: ['replies', 'detail', id],
    queryFn: ({ signal }) => unwrap(api.GET('/replies/{id}', { params: { path: { id } }, signal })),
  });

/** The blocklist entry that the reply led to; null without such an entry. */
export const optOutQuery = ({ id, fromEmail }: ReplySummary) =>
  queryOptions({
    queryKey: ['blocklist', 'reply', id],
    queryFn: async ({ signal }) => {
      if (fromEmail === null) return null;
      const { data } = await unwrap(
        api.GET('/blocklist', { params: { query: { value: fromEmail, limit: 1 } }, signal }),
      );

      return data.find(({ replyId }) => replyId === id) ?? null;
    },
  });

const isInFlight = ({ answerStatus }: Message): boolean =>
  answerStatus === 'queued' || answerStatus === 'sending';

export const threadQuery = (replyId: string) =>
  queryOptions({
    queryKey: ['replies', 'thread', replyId],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/replies/{id}/thread', { params: { path: { id: replyId } }, signal })),
    refetchInterval: ({ state: { data } }) => (data?.messages.some(isInFlight) ? answerRefetchMs : refetchMs),
  });

/** Ends an answer that waits. */
export async function cancelAnswer(client: QueryClient, { id: answerId, replyId }: Message): Promise<void> {
  await unwrap(
    api.POST('/replies/{id}/answers/{answerId}/resolve', {
      params: { path: { id: replyId ?? '', answerId } },
      body: { outcome: 'cancelled' },
    }),
  );
  await client.invalidateQueries({ queryKey: ['replies', 'thread'] });
}
