import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type QueryOf, type Schemas, unwrap } from '../../api/client.ts';
import { listQuery, type Page } from '../../api/lists.ts';

export type ReplySummary = Schemas['ReplySummary'];
export type Reply = Schemas['Reply'];
export type Message = Schemas['ReplyThread']['messages'][number];

export type ReplyFilters = QueryOf<'replies.list'>;

export type Folder = 'open' | 'snoozed' | 'done' | 'all';
/** The search parameters of the inbox. */
export type InboxSearch = Omit<ReplyFilters, 'isDone' | 'isSnoozed'> & { readonly folder?: Folder };

const folderFilters: Readonly<Record<Folder, ReplyFilters>> = {
  open: { isDone: 'false', isSnoozed: 'false' },
  snoozed: { isSnoozed: 'true' },
  done: { isDone: 'true' },
  all: {},
};

/** A search, and the replies of one contact or label, include replies that are done. */
export const folderOf = ({ folder, search, contactId, label }: InboxSearch): Folder =>
  folder ?? (search || contactId || label ? 'all' : 'open');

export function filtersOf(search: InboxSearch): ReplyFilters {
  const { folder: _, ...filters } = search;

  return { ...filters, ...folderFilters[folderOf(search)] };
}

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
export const optOutQuery = ({ id, fromEmail }: Reply) =>
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

/**
 * Changes the state, the assignee or the labels of a reply. Loaded lists are updated in place, so a reply that is now read stays at
 * its position. A reply that changes its folder leaves the lists of the other folders.
 */
export async function updateReply(
  client: QueryClient,
  id: string,
  change: Schemas['ReplyPatch'],
): Promise<void> {
  const changedFields = await unwrap(api.PATCH('/replies/{id}', { params: { path: { id } }, body: change }));
  for (const [key] of client.getQueriesData({ queryKey: ['replies', 'list'] })) {
    const filters = key[2] as ReplyFilters;
    client.setQueryData<{ pages: readonly Page<ReplySummary>[]; pageParams: unknown[] }>(key, (list) => {
      const applyTo = (reply: ReplySummary) => (reply.id === id ? { ...reply, ...changedFields } : reply);
      const pages = list?.pages.map((page) => ({
        ...page,
        data: page.data.map(applyTo).filter((reply) => reply.id !== id || isInFolder(reply, filters)),
      }));

      return list && pages && { ...list, pages };
    });
  }
  const before = client.getQueryData<Reply>(['replies', 'detail', id]);
  client.setQueryData<Reply>(['replies', 'detail', id], (reply) => reply && { ...reply, ...changedFields });
  // A request for each change would reach the rate limit of a user who works quickly.
  const added = Number(before?.isRead ?? changedFields.isRead) - Number(changedFields.isRead);
  client.setQueryData<Schemas['UnreadReplyCount']>(
    ['replies', 'unread-count'],
    (unread) => unread && { ...unread, count: Math.max(0, unread.count + added) },
  );
  // Lists that are not shown are read again when they are.
  await client.invalidateQueries({ queryKey: ['replies', 'list'], refetchType: 'none' });
}

const isInFolder = (reply: ReplySummary, { isDone, isSnoozed }: ReplyFilters): boolean =>
  [undefined, String(reply.isDone)].includes(isDone) &&
  [undefined, String(reply.snoozedUntil !== null)].includes(isSnoozed);

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
